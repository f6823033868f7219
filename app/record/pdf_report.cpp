#include "app/record/pdf_report.h"

#include <utility>

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QScreen>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>

#include "app/annotate.h"
#include "models/signed_file.h"
#include "models/text_file.h"

namespace linesman::app {

namespace {

/// QTextDocument knows few style rules: no page width and no automatic margins.
constexpr const char* paper_style = "body{color:#1a1d21}h1{font-size:18pt}h2{font-size:13pt}"
                                    "td{padding:2px 8px 2px 0;vertical-align:top}.time,.clause{color:#6a717b}"
                                    ".time,.margin{white-space:nowrap}";
constexpr int paper_picture_px = 420; ///< so that time and margin have room beside it

/// Inter has glyphs of its own for signs between figures and capitals, which a reader that copies text out of the file
/// does not know.
QFont paperFont() {
  QFont font;
  font.setFamilies({QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans"), QStringLiteral("Inter")});
  font.setPointSizeF(8.5);
  return font;
}

/// A report's page in pieces, of which all but the first begin with a row that has a picture.
struct PaperPieces {
  QString head; ///< of the HTML, up to its body
  QStringList pieces;
};

/// Every row with a picture in a table of its own, for only tables can be told to begin a page.
PaperPieces withPicturesApart(const QString& page) {
  const QString body = QStringLiteral("<body>"), table = QStringLiteral("<table width=\"100%\">"),
                end = QStringLiteral("</table>"), row = QStringLiteral("<tr>"), row_end = QStringLiteral("</tr>");
  qsizetype begun = page.indexOf(body) + body.size();
  PaperPieces paper{page.left(begun), {}};
  QString piece;
  for (qsizetype at = page.indexOf(QStringLiteral("<img")); at >= 0; at = page.indexOf(QStringLiteral("<img"), at)) {
    const qsizetype from = page.lastIndexOf(row, at), to = page.indexOf(row_end, at) + row_end.size();
    paper.pieces << piece + page.mid(begun, from - begun) + end;
    piece = table + page.mid(from, to - from) + end + table;
    at = begun = to;
  }
  paper.pieces << piece + page.mid(begun);
  return paper;
}

PaperPieces forPaper(const std::string& html) {
  QString page = QString::fromStdString(html);
  const qsizetype from = page.indexOf(QStringLiteral("<style>"));
  const qsizetype to = page.indexOf(QStringLiteral("</style>"));
  if (from >= 0 && to > from)
    page.replace(from, to - from, QStringLiteral("<style>") + QString::fromLatin1(paper_style));
  static const QRegularExpression width(QStringLiteral("<img width=\"\\d+\""));
  page.replace(width, QStringLiteral("<img width=\"%1\"").arg(paper_picture_px));
  page.replace(QStringLiteral("<h2>"), QStringLiteral("<p>&nbsp;</p><h2>")); // no margin keeps it from a table
  // Shares of the width are nothing to a table with a picture, which claims more than it needs.
  page.replace(QStringLiteral(" width=\"9%\""), QStringLiteral(" width=\"58\""));
  page.replace(QStringLiteral(" width=\"18%\""), QStringLiteral(" width=\"116\""));
  return withPicturesApart(page);
}

constexpr double margin_inches = 2.0 / 2.54; // as QTextDocument::print() has it

/// Layouts take margins in dots of the screen and scale them to the paper's.
int screenDots(double inches) {
  const QScreen* screen = QGuiApplication::primaryScreen();
  return static_cast<int>(inches * (screen == nullptr ? 96.0 : screen->logicalDotsPerInchY()));
}

bool hasPicture(const QTextFrame& frame) {
  for (auto place = frame.begin(); !place.atEnd(); ++place)
    for (auto part = place.currentBlock().begin(); !part.atEnd(); ++part)
      if (part.fragment().charFormat().isImageFormat())
        return true;
  return false;
}

/// Some pieces of a report, laid out for paper as QTextDocument::print() does it.
class LaidOut {
public:
  LaidOut(const QString& html, QPdfWriter& paper) : paper_(paper) {
    document_.setDefaultFont(paperFont());
    document_.setHtml(html);
    document_.documentLayout()->setPaintDevice(&paper);
    QTextFrameFormat all = document_.rootFrame()->frameFormat();
    all.setMargin(screenDots(margin_inches));
    document_.rootFrame()->setFrameFormat(all);
    document_.setPageSize(QSizeF(paper.width(), paper.height()));
    keepRowsWhole();
  }

  int pages() const { return document_.pageCount(); }

  /// The last row with a picture that begins a page, the first of them left out: its number among them, and the page's.
  /// Both 0 where there is none.
  std::pair<qsizetype, int> lastPageBegun() const {
    std::pair<qsizetype, int> last;
    qsizetype number = -1;
    int before = 0; // page on which ends what stands before
    for (QTextFrame* frame : document_.rootFrame()->childFrames()) {
      const QRectF place = document_.documentLayout()->frameBoundingRect(frame);
      if (hasPicture(*frame) && ++number > 0 && pageOf(place.top()) > before)
        last = {number, pageOf(place.top())};
      before = pageOf(place.bottom());
    }
    return last;
  }

  void print(int page, QPainter& painter, int number) const {
    const QRectF view(0.0, page * paper_.height(), paper_.width(), paper_.height());
    painter.save();
    painter.translate(0.0, -view.top());
    painter.setClipRect(view);
    QAbstractTextDocumentLayout::PaintContext context;
    context.clip = view;
    context.palette.setColor(QPalette::Text, Qt::black);
    document_.documentLayout()->draw(&painter, context);
    painter.setClipping(false);
    painter.setFont(document_.defaultFont());
    const QString text = QString::number(number);
    const QFontMetrics letters = painter.fontMetrics();
    painter.drawText(qRound(view.right() - margin_px_ - letters.horizontalAdvance(text)),
                     qRound(view.bottom() - margin_px_ + letters.ascent() + 5.0 / 72.0 * paper_.logicalDpiY()), text);
    painter.restore();
  }

private:
  int pageOf(double y) const { return static_cast<int>(y) / paper_.height(); }

  /// Tables of one row, as those with a picture are, begin a new page where they would be cut in two.
  void keepRowsWhole() {
    for (QTextFrame* frame : document_.rootFrame()->childFrames()) {
      auto* table = qobject_cast<QTextTable*>(frame);
      if (table == nullptr || table->rows() != 1)
        continue;
      const QRectF place = document_.documentLayout()->frameBoundingRect(table);
      if (pageOf(place.top()) == pageOf(place.bottom()))
        continue;
      QTextTableFormat format = table->format();
      format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
      table->setFormat(format);
    }
  }

  QPdfWriter& paper_;
  const int margin_px_ = static_cast<int>(margin_inches * paper_.logicalDpiY());
  QTextDocument document_;
};

/// Prints some pages at a time: each new page that begins with a row moves all that follow, so that laying out a long
/// report at once takes time with the square of its length.
void print(const PaperPieces& report, QPdfWriter& writer) {
  constexpr qsizetype usual_pieces = 24; // of them two to four have room on a page
  QPainter painter(&writer);
  int number = 0;
  qsizetype from = 0, together = usual_pieces;
  while (from < report.pieces.size()) {
    const LaidOut part(report.head + report.pieces.mid(from, together).join(QString()), writer);
    const bool last = from + together >= report.pieces.size();
    // The first piece of all begins without a picture.
    const auto [row, page] = last ? std::pair<qsizetype, int>{0, part.pages()} : part.lastPageBegun();
    for (int i = 0; i < page; ++i) {
      if (number > 0)
        writer.newPage();
      part.print(i, painter, ++number);
    }
    if (last)
      return;
    from += row + (row > 0 && from == 0 ? 1 : 0);
    together = row > 0 ? usual_pieces : 2 * together;
  }
}

} // namespace

Result<void> writePdfReport(const std::string& html, const std::string& title, const std::string& path) {
  ensureLetters();
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&file);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout::Millimeter); // the document leaves 20 mm itself
    writer.setResolution(150);
    writer.setTitle(QString::fromStdString(title));
    writer.setCreator(QStringLiteral("Linesman"));
    print(forPaper(html), writer);
  }
  return writeFile(path, file.data().toStdString() + signatureFor(".pdf"));
}

} // namespace linesman::app
