#include "app/window/ruling_text.h"

#include "app/law_words.h"
#include "app/player_names.h"
#include "app/time_text.h"
#include "app/watch/clock_ruling.h"
#include "app/watch/describe.h"
#include "app/window/labels.h"
#include "app/window/match_panel.h"
#include "models/one_line.h"

namespace linesman::app {

using nlohmann::json;

namespace {

QString shownClockRuling(const ClockRuling& ruling, const MatchSetup& setup) {
  const QString who = QString::fromStdString(spelled(ruling.who)), why = QString::fromStdString(spelled(ruling.why));
  const QString player = shownPlayer(setup.displayName(ruling.player));
  const QString time = QString::fromStdString(timeText(ruling.seconds));
  switch (ruling.what) {
  case ClockRuling::What::give:
    return MatchPanel::tr("%1 gives %2 %3: %4").arg(who, player, time, why);
  case ClockRuling::What::take:
    return MatchPanel::tr("%1 takes %2 from %3: %4").arg(who, time, player, why);
  case ClockRuling::What::warn:
    return MatchPanel::tr("%1 warns %2: %3").arg(who, player, why);
  case ClockRuling::What::stop:
    return MatchPanel::tr("%1 stops the clocks: %2").arg(who, why);
  case ClockRuling::What::run:
    return MatchPanel::tr("%1 lets the clocks run: %2").arg(who, why);
  }
  return {};
}

QString clockSentence(const json& event, const MatchSetup& setup) {
  if (const auto ruling = clockRulingFrom(event))
    return shownClockRuling(*ruling, setup);
  if (event.value("set_up", false))
    return shownSentence(withNames(textIn(event, "sentence"), setup));
  return textOf(event, "player").isEmpty()
             ? MatchPanel::tr("The agreed playing time is used up.")
             : MatchPanel::tr("The time of %1 is used up.")
                   .arg(shownPlayer(setup.displayName(event["player"].get<std::string>())));
}

} // namespace

QString textOf(const json& event, const char* key) {
  return QString::fromStdString(spelled(textIn(event, key)));
}

QString rulingWord(const json& event) {
  const QString kind = textOf(event, "event");
  if (kind == u"verdict")
    return shownWord(wordOf(event));
  if (kind == u"put_back")
    return event.value("done", false) ? MatchPanel::tr("put back") : MatchPanel::tr("PUT BACK");
  if (kind == u"over")
    return MatchPanel::tr("OVER");
  if (kind == u"overrule")
    return MatchPanel::tr("overruled");
  if (kind == u"retract")
    return MatchPanel::tr("RETRACTED");
  if (kind == u"challenge")
    return MatchPanel::tr("challenged");
  if (kind == u"clock") {
    const auto ruling = clockRulingFrom(event);
    return ruling && ruling->what == ClockRuling::What::warn   ? MatchPanel::tr("PENALTY")
           : ruling && ruling->what == ClockRuling::What::take ? MatchPanel::tr("TIME PENALTY")
                                                               : MatchPanel::tr("CLOCK");
  }
  if (kind == u"error")
    return event.value("ok", false) ? MatchPanel::tr("all well") : MatchPanel::tr("trouble");
  if (kind == u"calibration")
    return MatchPanel::tr("camera");
  return kind == u"coverage"              ? MatchPanel::tr("view")
         : kind != u"claim"               ? kind
         : event.value("accepted", false) ? MatchPanel::tr("answer")
                                          : MatchPanel::tr("refused");
}

QString rulingSentence(const json& event, const MatchSetup& setup) {
  const QString kind = textOf(event, "event");
  if (kind == u"overrule")
    return MatchPanel::tr("No. %1 by %2: %3")
        .arg(event.value("of", 0LL))
        .arg(textOf(event, "who"), textOf(event, "why"));
  if (kind == u"challenge")
    return MatchPanel::tr("No. %1, kept in a file of its own").arg(event.value("of", 0LL));
  if (kind == u"over")
    return winnerOf(event).empty()
               ? MatchPanel::tr("Nobody wins.")
               : capitalised(MatchPanel::tr("%1 wins.").arg(shownPlayer(setup.displayName(winnerOf(event)))));
  if (kind == u"clock")
    return clockSentence(event, setup);
  if (const QString sentence = textOf(event, "sentence"); !sentence.isEmpty())
    return shownSentence(withNames(sentence.toStdString(), setup));
  if (kind == u"put_back")
    return shownSentence(putBackSentence(event));
  return kind == u"coverage" ? MatchPanel::tr("The whole table is in sight again.") : QString();
}

} // namespace linesman::app
