#include "app/record/html_report.h"

#include <algorithm>
#include <set>

#include <QBuffer>
#include <QImage>

#include "rules/rule_book.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr int picture_width_px = 480;

QString escaped(const std::string& text) {
  return QString::fromStdString(text).toHtmlEscaped();
}

QString wordOf(const json& body, const char* key) {
  const auto found = body.find(key);
  if (found == body.end() || found->is_null())
    return {};
  return found->is_string() ? escaped(found->get<std::string>()) : escaped(found->dump());
}

QString clockOf(double t_s) {
  const int seconds = static_cast<int>(t_s);
  return QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

const char* colourOfRuling(const QString& ruling) {
  if (ruling == QLatin1String("legal"))
    return "#1f6fb5";
  return ruling == QLatin1String("unclear") ? "#8a6a00" : "#b5401f";
}

/// The picture of a settled table as an <img>, or nothing.
QString pictureOf(const std::string& folder, long long seq) {
  if (folder.empty() || seq <= 0)
    return {};
  const QImage picture(QString::fromStdString(folder + "/" + std::to_string(seq) + ".jpg"));
  if (picture.isNull())
    return {};
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  picture.scaledToWidth(std::min(picture_width_px, picture.width()), Qt::SmoothTransformation).save(&buffer, "JPG", 80);
  return QStringLiteral("<img width=\"%1\" alt=\"the table at event %2\" src=\"data:image/jpeg;base64,%3\">")
      .arg(std::min(picture_width_px, picture.width()))
      .arg(seq)
      .arg(QString::fromLatin1(bytes.toBase64()));
}

QString marginOf(const json& body) {
  if (!body.contains("margin_mm") || !body["margin_mm"].is_number())
    return {};
  QString text = QStringLiteral("%1 mm").arg(body["margin_mm"].get<double>(), 0, 'f', 2);
  if (body.contains("sigma_mm") && body["sigma_mm"].is_number())
    text += QStringLiteral(" ± %1").arg(body["sigma_mm"].get<double>(), 0, 'f', 2);
  return text;
}

/// One table row: time, what, and whatever stands beside it.
QString row(const QString& time, const QString& what, const QString& beside = {}) {
  return QStringLiteral("<tr><td class=\"time\">%1</td><td>%2</td><td class=\"margin\">%3</td></tr>\n")
      .arg(time, what, beside);
}

/// Turns the events into rows, one after another.
class Rows {
public:
  explicit Rows(const HtmlReport& report) : report_(report) {}

  void add(const Event& event, long long seq) {
    const json& body = event.body;
    const QString time = clockOf(event.t_s);
    if (event.kind == "settled") {
      settled_ = seq;
    } else if (event.kind == "action") {
      QStringList words;
      for (const char* key : {"kind", "what", "turn", "ship", "target"})
        words << wordOf(body, key);
      words.removeAll(QString());
      const QString actor = wordOf(body, "actor");
      text += row(time, (actor.isEmpty() ? QString() : QStringLiteral("<b>%1</b> ").arg(actor)) +
                            words.join(QLatin1Char(' ')));
    } else if (event.kind == "verdict") {
      addVerdict(body);
    } else if (event.kind == "counter") {
      text += row(
          {}, QStringLiteral("%1 of %2: %3 → %4")
                  .arg(wordOf(body, "counter"), wordOf(body, "ship"), wordOf(body, "before"), wordOf(body, "after")));
    } else if (event.kind == "claim") {
      text += row(time, QStringLiteral("<b>%1</b> says: %2").arg(wordOf(body, "player"), wordOf(body, "say")));
    } else if (event.kind == "put_back" || event.kind == "coverage" || event.kind == "error" ||
               event.kind == "calibration" || event.kind == "retract") {
      text += row(time, QStringLiteral("<i>%1</i> %2").arg(escaped(event.kind), wordOf(body, "sentence")));
    } else if (event.kind == "overrule") {
      text += row(time, QStringLiteral("<b>%1</b> overrules verdict %2: %3")
                            .arg(wordOf(body, "who"), wordOf(body, "of"), wordOf(body, "why")));
    } else if (event.kind == "over") {
      const QString winner = wordOf(body, "winner");
      text += row(time, winner.isEmpty() ? QStringLiteral("<b>The game is over; nobody won.</b>")
                                         : QStringLiteral("<b>The game is over: %1 won.</b>").arg(winner));
    }
  }

  QString text;
  std::set<std::string> clauses; ///< that were cited

private:
  void addVerdict(const json& body) {
    const QString ruling = wordOf(body, "ruling");
    QStringList cited;
    for (const json& clause : body.value("clauses", json::array()))
      if (clause.is_string()) {
        clauses.insert(clause.get<std::string>());
        cited << escaped(clause.get<std::string>());
      }
    QString what = QStringLiteral("<span style=\"color:%1\"><b>%2</b></span> %3 <span class=\"clause\">%4</span>")
                       .arg(QString::fromLatin1(colourOfRuling(ruling)), ruling.toUpper(), wordOf(body, "sentence"),
                            cited.join(QLatin1Char(' ')));
    if (settled_ != shown_)
      if (const QString picture = pictureOf(report_.pictures, settled_); !picture.isEmpty())
        what += QStringLiteral("<br>") + picture;
    shown_ = settled_;
    text += row({}, what, marginOf(body));
  }

  const HtmlReport& report_;
  long long settled_ = 0; ///< number of the last settled table
  long long shown_ = 0;   ///< and of the last whose picture is in the report
};

} // namespace

std::string HtmlReport::write(const MatchRecord::Contents& contents) const {
  Rows rows(*this);
  for (std::size_t i = 0; i < contents.events.size(); ++i)
    rows.add(contents.events[i], static_cast<long long>(i + 1));
  const QString game = escaped(contents.setup.game);
  QString page =
      QStringLiteral("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Match of %1</title>\n"
                     "<style>body{font-family:sans-serif;max-width:56em;margin:2em auto;color:#1a1d21}"
                     "td{padding:3px 10px 3px 0;vertical-align:top}td.time{color:#6a717b;white-space:nowrap}"
                     "td.margin{white-space:nowrap}.clause{color:#6a717b}</style></head>\n<body><h1>Match of %1</h1>\n")
          .arg(game);
  QStringList names;
  for (const Player& player : contents.setup.players)
    names << escaped(player.name);
  if (!names.isEmpty())
    page += QStringLiteral("<p>Players: %1</p>\n").arg(names.join(QStringLiteral(", ")));
  if (!contents.setup.options.empty()) {
    page += QStringLiteral("<p>Options in force: ");
    QStringList options;
    for (const auto& [name, value] : contents.setup.options)
      options << escaped(name + " = " + value);
    page += options.join(QStringLiteral(", ")) + QStringLiteral("</p>\n");
  }
  if (contents.torn)
    page += QStringLiteral(
        "<p>The last line of the record was cut off by a crash; it had not been announced and is left out.</p>\n");
  page += rows.text.isEmpty() ? QStringLiteral("<p>Nothing has happened yet.</p>\n")
                              : QStringLiteral("<table>\n%1</table>\n").arg(rows.text);
  if (!rows.clauses.empty()) {
    page += QStringLiteral("<h2>The clauses cited</h2>\n<table>\n");
    for (const std::string& id : rows.clauses)
      page += row(escaped(id), escaped(clause_text ? clause_text(id) : std::string()));
    page += QStringLiteral("</table>\n");
  }
  return (page + QStringLiteral("</body></html>\n")).toStdString();
}

std::string matchReport(const MatchRecord::Contents& contents, const std::string& pictures) {
  HtmlReport report;
  report.pictures = pictures;
  if (const auto book = rules::RuleBook::load(contents.setup.game))
    report.clause_text = [book = *book](const std::string& id) { return book.clauseText(id); };
  return report.write(contents);
}

} // namespace linesman::app
