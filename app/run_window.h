#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QSize>

#include "app/analyst.h"
#include "app/plane_calls.h"

class QApplication;
class QWidget;

namespace linesman::app {

/// How the window is to appear; the screenshot options serve the gallery of the handbook.
struct WindowOptions {
  bool light = false;
  bool large_type = false;
  bool full_screen = false;
  std::string language;           ///< of the window's texts; empty: the system's
  bool speak = false;             ///< rulings are said aloud
  std::string screenshot;         ///< write this picture of the window, then close
  std::string size;               ///< "1280x720"
  int picture = 1;                ///< the picture to stop at for a screenshot
  std::string ship;               ///< name of the ship to select
  std::string view;               ///< camera, above or both
  std::vector<std::string> press; ///< names of buttons to press before the screenshot
  int wait_ms = 250;              ///< from the presses to the screenshot
  bool no_reach = false;          ///< the referee helps no player
  std::string chroma_key;         ///< a colour: nothing but the marks, on it
  std::string game;               ///< a match to referee; empty: pictures are judged one by one
  std::string pick_up;            ///< the match is picked up with this player to move
  std::string record;             ///< folder that keeps the match; empty: one of its own in the user's data folder
  int spectators_port = -1;
  bool spectators_everywhere = false;
};

/// Qt with the program's name, colours and type. One per process, for as long as its windows live.
class GuiProgram {
public:
  explicit GuiProgram(const WindowOptions& options);
  ~GuiProgram();

private:
  std::unique_ptr<QApplication> application_;
};

/// The size that the options ask for, or a usual one that the screen has room for.
QSize firstSize(const WindowOptions& options);
/// Writes the picture that the options ask for and ends the program.
void photograph(QWidget& window, const WindowOptions& options);

/// True when a window can be opened.
bool hasDisplay();

/// Opens the window on scenes (none: the start page) and runs it to its end. Exit status.
int runWindow(std::vector<Scene> scenes, const PlaneCaller& caller, const WindowOptions& options);

} // namespace linesman::app
