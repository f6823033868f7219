#include <memory>

#include "app/command.h"
#include "app/commands/window_options.h"

namespace linesman::app {

Command windowCommand() {
  return {"window", "The window", [](CLI::App& sub) -> std::function<int()> {
            auto choice = std::make_shared<WindowChoice>();
            addWindowOptions(sub, *choice);
            return [choice]() -> int {
              if (!hasDisplay())
                return complain(
                    "The window needs a display; run `linesman demo --headless` without one, or see --help.");
              auto caller = PlaneCaller::make(choice->window.game == "armada2k" ? "armada2k" : "armadas");
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
