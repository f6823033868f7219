#pragma once
#include <string>
#include <vector>

#include "app/analyst.h"
#include "app/plane_calls.h"
#include "app/watch/match_profile.h"

namespace linesman::app {

/// The scenes that ship with the program: single tables, and a ship's step in key frames.
Result<std::vector<Scene>> demoScenes();

/// The beginning of a match of Armadas that ships with the program, as a profile to referee.
Result<MatchProfile> demoMatch();

/// The one scene that --source, --lens and --table name.
Scene sceneFrom(const std::string& source, const std::string& lens, const std::string& table, double fps);

/// Runs scenes without a window: writes each picture with its overlay to `folder` and prints the verdicts. Exit status.
int runHeadless(const std::vector<Scene>& scenes, const PlaneCaller& caller, const std::string& folder);

} // namespace linesman::app
