#include "app/record/html_report.h"

#include <algorithm>
#include <array>
#include <set>

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>

#include "app/figures.h"
#include "app/game_clauses.h"
#include "app/game_facts.h"
#include "app/language.h"
#include "app/law_words.h"
#include "app/player_names.h"
#include "app/record/clip.h"
#include "app/record/match_story.h"
#include "app/record/shown_event.h"
#include "app/time_text.h"
#include "app/watch/describe.h"
#include "models/one_line.h"
#include "rules/registry.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr int picture_width_px = 480;

QString escaped(const QString& text) {
  return QString::fromStdString(spelled(text.toStdString())).toHtmlEscaped();
}

/// The report's own words, in the language that is spoken.
class Report {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

QString sentenceAt(const json& body, const MatchSetup& setup) {
  return escaped(shownSentence(withNames(textIn(body, "sentence"), setup)));
}

QString imageTag(const QImage& picture, long long seq) {
  if (picture.isNull())
    return {};
  const int width = std::min(picture_width_px, picture.width());
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  picture.scaledToWidth(width, Qt::SmoothTransformation).save(&buffer, "JPG", 80);
  return QStringLiteral("<img width=\"%1\" alt=\"%2\" src=\"data:image/jpeg;base64,%3\">")
      .arg(width)
      .arg(escaped(Report::tr("the table at event %1").arg(seq)), QString::fromLatin1(bytes.toBase64()));
}

QString marginOf(const json& body) {
  if (!body.contains("margin_mm") || !body["margin_mm"].is_number())
    return {};
  QString text = QStringLiteral("%1 mm").arg(shownFigure(body["margin_mm"].get<double>(), 2));
  if (body.contains("sigma_mm") && body["sigma_mm"].is_number())
    text += QStringLiteral(" ± %1").arg(shownFigure(body["sigma_mm"].get<double>(), 2));
  return text;
}

/// One table row: time, what, and whatever stands beside it.
QString row(const QString& time, const QString& what, const QString& beside = {}) {
  return QStringLiteral(
             "<tr><td class=\"time\" width=\"9%\">%1</td><td>%2</td><td class=\"margin\" width=\"18%\">%3</td></tr>\n")
      .arg(time, what, beside);
}

/// What an event says; who it was stands out.
QString eventText(const Event& event, const MatchSetup& setup) {
  const QString person(QChar::ObjectReplacementCharacter);
  QString text = escaped(shownEvent(event, setup, person))
                     .replace(person, QStringLiteral("<b>%1</b>").arg(escaped(shownPerson(event, setup))));
  if (const QString refusal = shownRefusal(event, setup); !refusal.isEmpty())
    text += QStringLiteral("<br><i>%1</i>").arg(escaped(refusal));
  return text;
}

/// Is it said beside the match, not by what somebody does in it?
bool isAside(const Event& event) {
  return std::ranges::none_of(std::array{"action", "counter", "claim", "overrule", "over"},
                              [&](const char* kind) { return event.kind == kind; });
}

/// Turns the events into rows, one after another.
class Rows {
public:
  Rows(const HtmlReport& report, const MatchSetup& setup) : report_(report), setup_(setup) {}

  void add(const Event& event, long long seq) {
    if (event.kind == "settled")
      settled_ = seq;
    if (event.kind == "verdict")
      return addVerdict(event.body, seq);
    const QString what = eventText(event, setup_);
    if (!what.isEmpty())
      text += row(event.kind == "counter" ? QString() : QString::fromStdString(timeText(event.t_s)),
                  (isAside(event)         ? QStringLiteral("<i>%1</i>")
                   : event.kind == "over" ? QStringLiteral("<b>%1</b>")
                                          : QStringLiteral("%1"))
                      .arg(what));
  }

  QString text;
  std::set<std::string> clauses; ///< that were cited

private:
  void addVerdict(const json& body, long long seq) {
    const Outcome outcome = outcomeOf(body);
    QStringList cited;
    for (const json& clause : body.value("clauses", json::array()))
      if (clause.is_string()) {
        clauses.insert(clause.get<std::string>());
        cited << escaped(QString::fromStdString(clause.get<std::string>()));
      }
    QString what = QStringLiteral("<span style=\"color:%1\"><b>%2</b></span> %3 <span class=\"clause\">%4</span>")
                       .arg(outcome == Outcome::yes     ? QStringLiteral("#1f6fb5")
                            : outcome == Outcome::close ? QStringLiteral("#8a6a00")
                                                        : QStringLiteral("#b5401f"),
                            QCoreApplication::translate("Words", wordOf(body).c_str()), sentenceAt(body, setup_),
                            cited.join(QLatin1Char(' ')));
    if (report_.picture && settled_ != shown_)
      if (const QString picture = imageTag(report_.picture(seq), seq); !picture.isEmpty())
        what += QStringLiteral("<br>") + picture;
    shown_ = settled_;
    text += row({}, what, marginOf(body));
  }

  const HtmlReport& report_;
  const MatchSetup& setup_;
  long long settled_ = 0; ///< number of the last settled table
  long long shown_ = 0;   ///< and of the last whose picture is in the report
};

QString headOf(const QString& title) {
  return QStringLiteral(
             "<!DOCTYPE html>\n<html lang=\"%1\"><head><meta charset=\"utf-8\"><meta name=\"generator\" "
             "content=\"Linesman\"><title>%2</title>\n"
             "<style>body{font-family:sans-serif;max-width:56em;margin:2em auto;padding:0 1em;color:#1a1d21}"
             "td{padding:3px 10px 3px 0;vertical-align:top}td.time{color:#6a717b;white-space:nowrap}"
             "td.margin{white-space:nowrap;text-align:right}.clause{color:#6a717b}img{max-width:100%;margin:6px 0}"
             "</style></head>\n<body><h1>%2</h1>\n")
      .arg(QString::fromStdString(spokenLanguage()), title);
}

QString tableOf(const QString& rows) {
  return QStringLiteral("<table width=\"100%\">\n%1</table>\n").arg(rows);
}

/// Who played, on which board, and by which options.
QString circumstances(const MatchRecord::Contents& contents) {
  QString text;
  QStringList agreed;
  if (const QStringList names = listedPlayers(contents.setup); !names.isEmpty())
    text += QStringLiteral("<p>%1</p>\n").arg(Report::tr("Players: %1").arg(escaped(names.join(QStringLiteral(", ")))));
  if (const std::string board = contents.setup.board(); !board.empty())
    text += QStringLiteral("<p>%1</p>\n").arg(Report::tr("Board: %1").arg(escaped(QString::fromStdString(board))));
  for (const OptionInForce& option : optionsInForce(contents.setup))
    if (!option.usual)
      agreed << QStringLiteral("<li>%1 = <b>%2</b>: %3</li>")
                    .arg(escaped(QString::fromStdString(option.name)), escaped(shownOptionValue(option.value)),
                         escaped(shownSentence(option.text)));
  text += agreed.isEmpty() ? QStringLiteral("<p>%1</p>\n").arg(Report::tr("Every rule as usual."))
                           : QStringLiteral("<p>%1</p>\n<ul>%2</ul>\n").arg(Report::tr("Agreed:"), agreed.join(u'\n'));
  if (!contents.lost.empty())
    text += QStringLiteral("<p>%1</p>\n").arg(escaped(shownSentence(contents.lost)));
  return text;
}

} // namespace

std::string HtmlReport::write(const MatchRecord::Contents& contents) const {
  Rows rows(*this, contents.setup);
  for (std::size_t i = 0; i < contents.events.size(); ++i)
    rows.add(contents.events[i], static_cast<long long>(i + 1));
  const QString game = escaped(QString::fromStdString(title.empty() ? contents.setup.game : title));
  QString page = headOf(Report::tr("Match of %1").arg(game)) + circumstances(contents);
  page += rows.text.isEmpty() ? QStringLiteral("<p>%1</p>\n").arg(Report::tr("Nothing has happened yet."))
                              : tableOf(rows.text);
  if (!rows.clauses.empty()) {
    QString cited;
    for (const std::string& id : rows.clauses)
      cited += row(escaped(QString::fromStdString(id)),
                   escaped(shownClause(id, clause_text ? clause_text(id) : std::string())));
    page += QStringLiteral("<h2>%1</h2>\n").arg(Report::tr("The clauses cited")) + tableOf(cited);
  }
  return (page + QStringLiteral("</body></html>\n")).toStdString();
}

std::string matchReport(const MatchStory& story) {
  HtmlReport report;
  report.picture = [&](long long seq) {
    const auto moment = static_cast<std::size_t>(seq - 1);
    return moment < story.moments().size() ? tablePicture(story, moment) : QImage();
  };
  if (const auto game = rules::Registry::instance().make(story.contents().setup.game))
    report.title = (*game)->title();
  report.clause_text = clausesOf(story.contents().setup.game);
  return report.write(story.contents());
}

} // namespace linesman::app
