#include "app/window/speaker.h"

#include <set>

#include <QApplication>

#include "app/language.h"
#include "app/law_words.h"
#include "app/player_names.h"
#include "app/voice/voice.h"
#include "app/watch/describe.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"
#include "app/window/ruling_text.h"

namespace linesman::app {

using nlohmann::json;

namespace {

QString spoken(Call::Question question, const rules::Verdict& verdict) {
  const bool shot = question == Call::Question::shot;
  switch (outcomeOf(verdict)) {
  case Outcome::yes:
    return shot ? Speaker::tr("hit") : Speaker::tr("legal");
  case Outcome::no:
    return shot ? Speaker::tr("no") : Speaker::tr("illegal");
  case Outcome::close:
    break;
  }
  return verdict.withheld.empty() ? Speaker::tr("too close: no") : Speaker::tr("not ruled");
}

/// Is it no ruling on what lies on the table, but something that people agree on, or are asked?
bool saysItsSentence(const json& event) {
  static const std::set<std::string> actions = {"out", "flagship", "flag", "base", "draw", "repair", "extra", "armour"};
  static const std::set<std::string> questions = {"flagship", "draw"};
  const std::string kind = textIn(event, "event");
  return (kind == "verdict" && actions.contains(textIn(event, "action"))) ||
         (kind == "error" && questions.contains(textIn(event, "what")));
}

/// Short enough to be said before the next hand comes; empty: nothing to say.
QString announcementOf(const json& event, const MatchDesk& desk) {
  const QString kind = textOf(event, "event");
  const QString what = textOf(event, "ship").isEmpty() ? textOf(event, "turn") : textOf(event, "ship");
  if (saysItsSentence(event))
    return rulingSentence(event, desk.setup());
  if (kind == u"verdict") {
    QString word = spoken(questionOf(event), verdictFrom(event));
    for (const json& left_out : event.value("not_applied", json::array()))
      word += QStringLiteral(", ") + Speaker::tr("%1 not applied").arg(shownSentence(left_out.get<std::string>()));
    return what.isEmpty() ? word : QStringLiteral("%1: %2").arg(what, word);
  }
  if (kind == u"put_back" && !event.value("done", false)) {
    const QString piece = shownSentence(textIn(event, "piece")); // a man's kind, or a ship's name
    return piece.isEmpty() ? Speaker::tr("put the men back") : Speaker::tr("put %1 back").arg(piece);
  }
  if (kind == u"over")
    return winnerOf(event).empty()
               ? Speaker::tr("the game is over, nobody wins")
               : Speaker::tr("the game is over, %1 wins").arg(shownPlayer(desk.displayName(winnerOf(event))));
  if (kind == u"clock" && event.value("expired", false))
    return rulingSentence(event, desk.setup());
  if (kind == u"coverage" || kind == u"calibration" || kind == u"retract")
    return shownSentence(withNames(textIn(event, "sentence"), desk.setup()));
  return {};
}

} // namespace

Speaker::Speaker(QObject* parent) : QObject(parent) {}

Speaker::~Speaker() = default;

void Speaker::setOn(bool on) {
  on_ = on;
  if (on && voice_ == nullptr)
    voice_ = Voice::make(QString::fromStdString(spokenLanguage()));
  if (desk_ != nullptr) {
    heard_ = desk_->history().size(); // nothing old is said
    to_move_ = desk_->view().to_move;
  }
}

void Speaker::follow(MatchDesk* desk) {
  desk_ = desk;
  heard_ = desk->history().size();
  to_move_ = desk->view().to_move;
  connect(desk, &MatchDesk::changed, this, &Speaker::hearDesk);
}

void Speaker::hearDesk() {
  const auto& history = desk_->history();
  for (; heard_ < history.size(); ++heard_)
    if (const QString sentence = announcementOf(history[heard_], *desk_); !sentence.isEmpty())
      say(sentence);
  const std::string to_move = desk_->view().to_move;
  if (to_move != to_move_ && !to_move.empty())
    say(tr("%1 to move").arg(shownPlayer(desk_->displayName(to_move))));
  to_move_ = to_move;
}

void Speaker::tell(const Call& call) {
  const QString sentence = QStringLiteral("%1: %2").arg(shownSentence(call.title), spoken(call.question, call.verdict));
  if (sentence == last_call_)
    return;
  last_call_ = sentence;
  say(sentence);
}

void Speaker::say(const QString& sentence) {
  if (!on_)
    return;
  Q_EMIT said(sentence);
  if (voice_ != nullptr && voice_->works())
    voice_->say(sentence);
  else
    QApplication::beep();
}

} // namespace linesman::app
