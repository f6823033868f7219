#include <algorithm>
#include <memory>

#include "app/command.h"
#include "app/commands/output_file.h"
#include "app/print/printable.h"

namespace linesman::app {

namespace {

struct Wanted {
  std::string what;
  std::string file;
  PrintOptions print;
};

/// An option that was given and changes nothing of the sheet is a mistake.
Result<void> checkOptions(const CLI::App& given, const Printable& sheet) {
  for (const Printable& other : printables())
    for (const std::string& option : other.options) {
      if (given.get_option(option)->count() == 0 || std::ranges::find(sheet.options, option) != sheet.options.end())
        continue;
      std::string changes;
      for (const Printable& one : printables())
        if (std::ranges::find(one.options, option) != one.options.end())
          changes += (changes.empty() ? "" : " or ") + one.name;
      return fail(option + " changes nothing of what `linesman print " + sheet.name +
                  "` prints; leave it out, or print " + changes + ".");
    }
  return {};
}

int run(Wanted options) {
  if (const auto ending = checkEnding(options.file, OutputKind::pdf); !ending)
    return misused(ending.error().sentence);
  if (options.print.definition == invasion_board)
    options.print.invasion.men = InvasionPlan::proposed().men;
  if (const auto kept = checkOutput(options.file, OutputKind::pdf); !kept)
    return complain(kept.error().sentence);
  const auto sheet = makeSheet(options.what, options.print);
  if (!sheet) // without a file it can only be the words
    return options.print.definition.empty() ? misused(sheet.error().sentence) : complain(sheet.error().sentence);
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
            ->transform([](std::string name) { return CLI::detail::to_lower(std::move(name)); }) // A4, Letter
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
                ->check(numberFrom(10.0, 100.0))
                ->capture_default_str();
        return [options, square, &sub] {
          if (const auto sheet = std::ranges::find(printables(), options->what, &Printable::name);
              sheet != printables().end())
            if (const auto fits = checkOptions(sub, *sheet); !fits)
              return misused(fits.error().sentence);
          if (square->count() > 0 && (options->what != "board" || options->print.definition != invasion_board))
            return misused("--square is for Invasion's board alone (--definition " + std::string(invasion_board) +
                           "); the others' files say how large their squares are.");
          return run(*options);
        };
      },
      true};
}

} // namespace linesman::app
