#include "app/cli.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <iostream>

#include <opencv2/core.hpp>

#include "app/command.h"
#include "app/plain_output.h"

namespace linesman::app {

int complain(const std::string& sentence) {
  std::cerr << "linesman: " << sentence << '\n';
  return 1;
}

int misused(const std::string& sentence) {
  (void)complain(sentence);
  return 2;
}

namespace {

std::vector<Command> allCommands() {
  return {demoCommand(),      gamesCommand(), rulesCommand(),   judgeCommand(),   movesCommand(),
          perftCommand(),     drawCommand(),  detectCommand(),  refereeCommand(), replayCommand(),
          calibrateCommand(), printCommand(), certifyCommand(), teachCommand()};
}

/// CLI11 looks for what is missing before what is too much: of a mistyped option it would say only that the right one
/// is missing.
int exitOf(const CLI::App& app, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
    if (const std::vector<std::string> unknown = app.remaining(true); !unknown.empty())
      return app.exit(CLI::ExtrasError(unknown));
  return app.exit(error);
}

/// The first argument of a command for which that holds: "--record", or "images" of those without a name; "" without
/// one.
std::string argumentThat(const std::function<bool(const CLI::Option&)>& holds, const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    if (holds(*option))
      return option->get_name(!option->nonpositional());
  for (const CLI::App* sub : app.get_subcommands())
    if (std::string name = argumentThat(holds, *sub); !name.empty())
      return name;
  return {};
}

/// An unset variable of a shell leaves a value empty, and taken for left out it would drop a match's record or a told
/// claim without a word.
bool isEmpty(const CLI::Option& option) {
  return std::ranges::count(option.results(), std::string()) > 0;
}

bool writesToDash(const CLI::Option& option) {
  return option.check_lname("output") && std::ranges::count(option.results(), std::string("-")) > 0;
}

int parseAndRun(CLI::App& app, int argc, char** argv) {
  std::function<int()> chosen;
  const Command window = windowCommand();
  const std::function<int()> open_window = window.attach(app);
  for (const Command& command : allCommands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary + (command.built ? "" : " (not working yet)"));
    sub->callback([&chosen, run = command.attach(*sub)] { chosen = run; });
  }
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return exitOf(app, error) == 0 ? 0 : 2;
  }
  if (const std::string empty = argumentThat(isEmpty, app); !empty.empty())
    return misused(empty + " was given without a value; give it one, or leave it out.");
  if (const std::string output = argumentThat(writesToDash, app); !output.empty())
    return misused(output + " writes no standard output; name a file (./- where it is to be called so).");
  return chosen ? chosen() : open_window();
}

} // namespace

int runCli(int argc, char** argv) {
  const PlainOutput plain_output(std::cout), plain_errors(std::cerr);
  CLI::App app("Linesman referees tabletop games through a webcam. Without a command it opens its window.", "linesman");
  app.set_version_flag("--version", "linesman " LINESMAN_VERSION);
  try {
    const int status = parseAndRun(app, argc, argv);
    std::cout.flush();
    if (!std::cout && status == 0)
      return complain("Standard output cannot be written; free some space, or give it another place.");
    return status;
  } catch (const cv::Exception&) { // its text speaks of lines of OpenCV, over two lines
    return complain("Stopped by a picture that could not be worked on; please report it with the command you gave.");
  } catch (const std::exception& error) {
    return complain(std::string("Stopped by an unexpected fault (") + error.what() +
                    "); please report it with the command you gave.");
  }
}

} // namespace linesman::app
