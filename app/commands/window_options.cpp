#include "app/commands/window_options.h"

#include <QColor>

#include "app/command.h"
#include "app/commands/game_options.h"
#include "app/demo.h"
#include "app/language.h"
#include "app/match_scene.h"

namespace linesman::app {

Scene WindowChoice::scene() const {
  return sceneFrom(source, lens, table, fps.value_or(usualRate(source)));
}

void addLookOptions(CLI::App& app, WindowOptions& window) {
  app.add_flag("--light", window.light, "Dark letters on light ground");
  app.add_flag("--large", window.large_type, "Large type, for a screen across the room");
  app.add_flag("--full-screen", window.full_screen, "Fill the screen");
  app.add_option("--language", window.language,
                 "Of the window's texts, of reports and clips: en or de (left out: the system's; of files English)")
      ->check([](const std::string& language) { return objection(checkLanguage(language)); });
  app.add_option("--press", window.press, "Names of buttons to press first")->group("");
  app.add_option("--wait-ms", window.wait_ms, "Time from the presses to the screenshot")->group("");
  app.add_option("--screenshot", window.screenshot, "Write a picture of the window and close")->group("");
  app.add_option("--window-size", window.size, "WIDTHxHEIGHT")->group("");
}

void addWindowOptions(CLI::App& app, WindowChoice& choice) {
  auto* source = app.add_option("--source", choice.source,
                                "Camera number or device, film, folder, quoted pattern, picture or URL");
  app.add_option("--lens", choice.lens, "The camera's lens.yml; without it the focal length is estimated")
      ->needs(source);
  app.add_option("--table", choice.table, "The table's table.toml: markers, area, pieces")->needs(source);
  app.add_option("--fps", choice.fps,
                 "Pictures a second of folders and patterns; without it each picture is a table at rest")
      ->check(over_zero);
  auto* game = app.add_option("--game", choice.window.game, "Referee a match of this game (see linesman games)")
                   ->needs(source)
                   ->check(knownGame());
  app.add_option("--pick-up", choice.window.pick_up, "The match is going on already, this player to move")->needs(game);
  app.add_option("--record", choice.window.record,
                 "Folder that keeps the match; one that holds a match already is gone on with")
      ->needs(game);
  addLookOptions(app, choice.window);
  app.add_option("--chroma-key", choice.window.chroma_key,
                 "Nothing but the marks, on this colour (lime, #00FF00), for a mixing program to cut out")
      ->check([](const std::string& colour) {
        return QColor(QString::fromStdString(colour)).isValid()
                   ? std::string()
                   : "There is no colour \"" + colour + "\"; give a name such as lime, or #00FF00.";
      });
  app.add_flag("--speak", choice.window.speak, "Say rulings aloud; without a voice on the system its bell rings");
  app.add_flag("--no-reach", choice.window.no_reach,
               "Do not show where ships can get to: a referee that helps no player");
  auto* port =
      app.add_option("--spectators", choice.window.spectators_port,
                     "Serve a page for OBS and a JSON event stream on this port (0: a free one), this machine only")
          ->check(CLI::Range(0, 65535));
  app.add_flag("--spectators-everywhere", choice.window.spectators_everywhere, "Serve it to the whole network")
      ->needs(port);
  app.add_option("--picture", choice.window.picture, "Which picture of the source")->group("");
  app.add_option("--ship", choice.window.ship, "Name of the ship to select")->group("");
  app.add_option("--view", choice.window.view, "camera, above or both")->group("");
}

} // namespace linesman::app
