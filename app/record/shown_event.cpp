#include "app/record/shown_event.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>

#include "app/law_words.h"
#include "app/player_names.h"
#include "app/record/shown_action.h"
#include "app/watch/describe.h"
#include "models/json_line.h"
#include "models/one_line.h"

namespace linesman::app {

using nlohmann::json;

namespace {

QString plain(const QString& text) {
  return QString::fromStdString(spelled(text.toStdString()));
}

QString sentenceOf(const std::string& sentence, const MatchSetup& setup) {
  return shownSentence(withNames(sentence, setup));
}

QString counterText(const json& body, const MatchSetup& setup) {
  const auto value = [&](const char* key) { return QString::fromStdString(jsonText(body.value(key, json()))); };
  return QStringLiteral("%1: %2 → %3").arg(sentenceOf(counterName(body), setup), value("before"), value("after"));
}

} // namespace

bool isRuling(const Event& event) {
  if (event.kind == "clock")
    return event.body.value("expired", false) || event.body.contains("decision");
  return std::ranges::any_of(std::array{"verdict", "put_back", "over", "overrule", "retract"},
                             [&](const char* kind) { return event.kind == kind; });
}

QString shownPerson(const Event& event, const MatchSetup& setup) {
  const char* key = event.kind == "claim" ? "player" : event.kind == "overrule" ? "who" : "actor";
  const std::string who = event.kind == "over" ? winnerOf(event.body) : textIn(event.body, key);
  return plain(QCoreApplication::translate("Colours", setup.displayName(who).c_str()));
}

QString shownEvent(const Event& event, const MatchSetup& setup, const QString& person) {
  const json& body = event.body;
  const auto text = [&](const char* key) { return QString::fromStdString(spelled(textIn(body, key))); };
  if (event.kind == "action")
    return shownAction(body, person);
  if (event.kind == "counter")
    return counterText(body, setup);
  if (event.kind == "claim")
    return QCoreApplication::translate("Report", "%1 says: %2").arg(person, text("say"));
  if (event.kind == "put_back")
    return sentenceOf(putBackSentence(body), setup) + QString::fromStdString(putBackPlaces(body));
  if (event.kind == "coverage" && body.value("seen", false))
    return QCoreApplication::translate("Report", "The whole table is in sight again.");
  if (event.kind == "overrule")
    return QCoreApplication::translate("Report", "%1 overrules ruling %2: %3")
        .arg(person, QString::number(body.value("of", 0LL)), text("why"));
  if (event.kind == "over")
    return winnerOf(body).empty() ? QCoreApplication::translate("Report", "The game is over; nobody won.")
                                  : QCoreApplication::translate("Report", "The game is over: %1 won.").arg(person);
  return sentenceOf(textIn(body, "sentence"), setup);
}

QString shownRefusal(const Event& claim, const MatchSetup& setup) {
  return claim.body.value("accepted", true)
             ? QString()
             : shownSentence("refused: " + withNames(textIn(claim.body, "sentence"), setup));
}

} // namespace linesman::app
