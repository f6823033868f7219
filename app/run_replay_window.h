#pragma once
#include "app/record/match_story.h"
#include "app/run_window.h"

namespace linesman::app {

/// Opens a window on a recorded match and runs it to its end. Exit status.
int runReplayWindow(MatchStory story, const WindowOptions& options);

} // namespace linesman::app
