#include "app/record/pdf_report.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QRegularExpression>
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

/// Every row with a picture in a table of its own, for only tables can be told to begin a page.
QString withPicturesApart(QString page) {
  const QString table = QStringLiteral("<table width=\"100%\">"), end = QStringLiteral("</table>"),
                row = QStringLiteral("<tr>"), row_end = QStringLiteral("</tr>");
  for (qsizetype at = page.indexOf(QStringLiteral("<img")); at >= 0; at = page.indexOf(QStringLiteral("<img"), at)) {
    const qsizetype from = page.lastIndexOf(row, at), to = page.indexOf(row_end, at) + row_end.size();
    page.insert(to, end + table);
    page.insert(from, end + table);
    at = to + 2 * (end + table).size();
  }
  return page;
}

QString forPaper(const std::string& html) {
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

/// Tables of one row, which have a picture, begin a new page where they would be cut in two. The document is laid out
/// as print() does it.
void keepRowsWhole(QTextDocument& document, QPagedPaintDevice& paper) {
  QAbstractTextDocumentLayout* layout = document.documentLayout();
  layout->setPaintDevice(&paper);
  QTextFrame* root = document.rootFrame();
  QTextFrameFormat all = root->frameFormat();
  all.setMargin(static_cast<int>(2.0 / 2.54 * paper.logicalDpiY()));
  root->setFrameFormat(all);
  const int page = paper.height();
  document.setPageSize(QSizeF(paper.width(), page));
  for (QTextFrame* frame : root->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (table == nullptr || table->rows() != 1)
      continue;
    const QRectF place = layout->frameBoundingRect(table);
    if (static_cast<int>(place.top()) / page == static_cast<int>(place.bottom()) / page)
      continue;
    QTextTableFormat format = table->format();
    format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
    table->setFormat(format);
  }
  document.setPageSize(QSizeF());
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
    QTextDocument document;
    document.setDefaultFont(paperFont());
    document.setHtml(forPaper(html));
    keepRowsWhole(document, writer);
    document.print(&writer);
  }
  return writeFile(path, file.data().toStdString() + signatureFor(".pdf"));
}

} // namespace linesman::app
