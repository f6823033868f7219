#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/command.h"
#include "app/print/printable.h"

namespace linesman::app {

namespace {

struct Wanted {
  std::string what;
  std::string file;
  PrintOptions print;
};

/// What an option is for, where it is not for every sheet.
struct Serves {
  const char* option;
  std::vector<std::string> sheets;
};

const std::vector<Serves>& served() {
  static const std::vector<Serves> all = {
      {"--target", {"target"}},
      {"--size", {"markers", "board"}},
      {"--dictionary", {"markers", "board"}},
      {"--first-id", {"markers", "board"}},
      {"--definition", {"board"}},
      {"--game", {"tokens"}},
      {"--diameter", {"tokens"}},
  };
  return all;
}

/// An option that was given and changes nothing of the sheet is a mistake.
Result<void> checkServed(const CLI::App& given, const std::string& what) {
  for (const auto& [option, sheets] : served())
    if (given.get_option(option)->count() > 0 && std::ranges::find(sheets, what) == sheets.end())
      return fail(std::string(option) + " changes nothing of what `linesman print " + what +
                  "` prints; leave it out, or print " +
                  (sheets.size() > 1 ? sheets[0] + " or " + sheets[1] : sheets[0]) + ".");
  return {};
}

int run(Wanted options) {
  const std::string ending = std::filesystem::path(options.file).extension().string();
  if (!ending.empty() && ending != ".pdf" && ending != ".PDF")
    return complain("Sheets are written as PDF, and " + options.file +
                    " would be taken for something else; end the "
                    "name in .pdf.");
  if (options.print.definition == invasion_board)
    options.print.invasion.men = InvasionPlan::proposed().men;
  const auto sheet = makeSheet(options.what, options.print);
  if (!sheet)
    return complain(sheet.error().sentence);
  if (const auto written = sheet->write(options.file); !written)
    return complain(written.error().sentence);
  return 0;
}

} // namespace

Command printCommand() {
  return {
      "print", "Targets, markers, tokens, boards and gauges at exact scale",
      [](CLI::App& sub) -> std::function<int()> {
        auto options = std::make_shared<Wanted>();
        std::string list;
        for (const Printable& printable : printables())
          list += "\n  " + printable.name + ": " + printable.summary;
        sub.add_option("what", options->what, "What to print:" + list)->required();
        sub.add_option("-o,--output", options->file, "The PDF to write")->required();
        sub.add_option("--paper", options->print.paper, "a4, letter, or for boards `board`: one page")
            ->capture_default_str();
        sub.add_option("--target", options->print.target, "Calibration target, as for `calibrate lens`");
        sub.add_option("--size", options->print.marker_mm, "Side of a corner marker's black square in mm")
            ->capture_default_str();
        sub.add_option("--dictionary", options->print.dictionary, "Marker dictionary")->capture_default_str();
        sub.add_option("--first-id", options->print.first_id, "Id of the first corner marker")->capture_default_str();
        sub.add_option("--definition,--board", options->print.definition,
                       "Board file or piece set, where one is needed");
        sub.add_option("--game", options->print.game, "Whose tokens: king_down, invasion or armada_chess")
            ->capture_default_str();
        sub.add_option("--diameter", options->print.token_mm, "Of a token in mm: about four fifths of a square")
            ->capture_default_str();
        CLI::Option* square =
            sub.add_option("--square", options->print.invasion.square_mm, "Side of a square of Invasion's board in mm")
                ->check(CLI::Range(10.0, 100.0))
                ->capture_default_str();
        return [options, square, &sub] {
          const bool known = std::ranges::any_of(
              printables(), [&](const Printable& printable) { return printable.name == options->what; });
          if (const auto fits = checkServed(sub, options->what); known && !fits)
            return complain(fits.error().sentence);
          if (square->count() > 0 && (options->what != "board" || options->print.definition != invasion_board))
            return complain("--square is for Invasion's board alone (--definition " + std::string(invasion_board) +
                            "); the others' files say how large their squares are.");
          return run(*options);
        };
      },
      true};
}

} // namespace linesman::app
