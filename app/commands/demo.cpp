#include "app/demo.h"

#include <memory>

#include "app/command.h"
#include "app/commands/window_options.h"

namespace linesman::app {

namespace {

struct DemoChoice {
  WindowChoice window;
  bool headless = false;
  std::string out = "linesman-demo";
};

int runDemo(const DemoChoice& choice) {
  auto caller = PlaneCaller::make("armadas");
  if (!caller)
    return complain(caller.error().sentence);
  std::vector<Scene> scenes;
  if (choice.window.source.empty()) {
    auto demo = demoScenes();
    if (!demo)
      return complain(demo.error().sentence);
    scenes = std::move(*demo);
  } else {
    scenes = {choice.window.scene()};
  }
  const bool headless = choice.headless || !hasDisplay();
  if (headless && !choice.window.window.game.empty())
    return misused("Without a window demo judges single pictures; watch a match with `linesman referee --game " +
                   choice.window.window.game + "`.");
  if (headless)
    return runHeadless(scenes, *caller, choice.out);
  return runWindow(std::move(scenes), *caller, choice.window.window);
}

} // namespace

Command demoCommand() {
  return {"demo", "The main job on pictures that ship with the program: sees a table, judges it, shows the verdicts",
          [](CLI::App& sub) -> std::function<int()> {
            auto choice = std::make_shared<DemoChoice>();
            sub.add_flag("--headless", choice->headless, "No window: write the annotated pictures, print the verdicts");
            sub.add_option("--out", choice->out, "Folder for the annotated pictures")->capture_default_str();
            addWindowOptions(sub, choice->window);
            return [choice] { return runDemo(*choice); };
          }};
}

} // namespace linesman::app
