#include <memory>

#include "app/command.h"
#include "app/commands/game_options.h"
#include "app/commands/window_options.h"
#include "app/record/match_record.h"

namespace linesman::app {

Command windowCommand() {
  return {"window", "The window", [](CLI::App& sub) -> std::function<int()> {
            auto choice = std::make_shared<WindowChoice>();
            addWindowOptions(sub, *choice);
            return [choice]() -> int {
              if (!hasDisplay())
                return complain(
                    "The window needs a display; run `linesman demo --headless` without one, or see --help.");
              if (const WindowOptions& window = choice->window; MatchRecord::exists(window.record))
                if (const auto same = checkGoneOn(window.record, {window.game, {}, window.pick_up}); !same)
                  return complain(same.error().sentence);
              auto caller = PlaneCaller::make("armadas");
              if (!caller)
                return complain(caller.error().sentence);
              std::vector<Scene> scenes;
              if (!choice->source.empty())
                scenes.push_back(choice->scene());
              return runWindow(std::move(scenes), *caller, choice->window);
            };
          }};
}

} // namespace linesman::app
