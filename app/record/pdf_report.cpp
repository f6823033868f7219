#include "app/record/pdf_report.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTextDocument>

#include "app/annotate.h"
#include "models/text_file.h"

namespace linesman::app {

namespace {

/// QTextDocument knows few style rules: no page width and no automatic margins.
constexpr const char* paper_style = "body{font-family:'Inter','Noto Sans','DejaVu Sans';font-size:9pt;color:#1a1d21}"
                                    "h1{font-size:18pt}h2{font-size:13pt}table{margin-bottom:12px}"
                                    "td{padding:2px 8px 2px 0;vertical-align:top}.time,.clause{color:#6a717b}"
                                    ".time,.margin{white-space:nowrap}";
constexpr int paper_picture_px = 420; ///< so that time and margin have room beside it

QString forPaper(const std::string& html) {
  QString page = QString::fromStdString(html);
  const qsizetype from = page.indexOf(QStringLiteral("<style>"));
  const qsizetype to = page.indexOf(QStringLiteral("</style>"));
  if (from >= 0 && to > from)
    page.replace(from, to - from, QStringLiteral("<style>") + QString::fromLatin1(paper_style));
  static const QRegularExpression width(QStringLiteral("<img width=\"\\d+\""));
  page.replace(width, QStringLiteral("<img width=\"%1\"").arg(paper_picture_px));
  return page;
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
    document.setHtml(forPaper(html));
    document.print(&writer);
  }
  return writeFile(path, std::string_view(file.data().constData(), static_cast<std::size_t>(file.size())));
}

} // namespace linesman::app
