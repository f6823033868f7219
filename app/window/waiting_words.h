#pragma once
#include <QString>

#include "app/snapshot.h"

namespace linesman::app {

class MatchDesk;

/// What the referee of a match waits for at this picture, as one sentence; empty where a fault says it already.
QString waitingWords(const MatchDesk& desk, const Snapshot& snapshot);

} // namespace linesman::app
