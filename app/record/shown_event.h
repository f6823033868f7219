#pragma once
#include <QString>

#include "app/watch/event.h"
#include "app/watch/match_setup.h"

namespace linesman::app {

/// What people go through again: rulings, and what takes them back, is asked for, or is decided about time.
bool isRuling(const Event& event);

/// Who did what an event tells, by the name in the match; empty where that is nobody.
QString shownPerson(const Event& event, const MatchSetup& setup);

/// What an event says in reports and transcripts, in the language that is spoken: "Ann plays e2e4". Empty where it says
/// nothing; verdicts have a form of their own. `person`: how whoever did it is to be written.
QString shownEvent(const Event& event, const MatchSetup& setup, const QString& person);

/// Why what was said does not count; empty where it does.
QString shownRefusal(const Event& claim, const MatchSetup& setup);

} // namespace linesman::app
