#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "app/annotate.h"
#include "app/command.h"
#include "app/commands/output_file.h"
#include "app/commands/window_options.h"
#include "app/end_signals.h"
#include "app/language.h"
#include "app/record/clip.h"
#include "app/record/dispute.h"
#include "app/record/export.h"
#include "app/record/html_report.h"
#include "app/record/match_story.h"
#include "app/record/pdf_report.h"
#include "app/run_replay_window.h"
#include "app/watch/replay.h"
#include "models/json_line.h"
#include "models/signed_file.h"
#include "models/text_file.h"

namespace linesman::app {

namespace {

struct ReplayArguments {
  std::string record;
  std::string export_as;
  std::optional<long long> dispute;
  std::string output;
  bool window = false;
  std::string clip;
  WindowOptions look; ///< of the window
};

int report(const Result<std::vector<std::string>>& differences, std::size_t events) {
  if (!differences)
    return complain(differences.error().sentence);
  for (const std::string& line : *differences)
    std::cout << line << '\n';
  if (!differences->empty())
    return complain(std::to_string(differences->size()) + (differences->size() == 1
                                                               ? " answer differs from the recorded one."
                                                               : " answers differ from the recorded ones."));
  std::cerr << events << (events == 1 ? " event" : " events") << " re-judged; every answer is the recorded one.\n";
  return 0;
}

int saveDispute(const ReplayArguments& arguments, const MatchRecord::Contents& contents) {
  if (arguments.output.empty())
    return misused("Name the dispute file to write with -o FILE.");
  if (const auto kept = checkOutput(arguments.output, OutputKind::dispute); !kept)
    return complain(kept.error().sentence);
  const std::string pictures = MatchRecord::picturesOf(arguments.record);
  auto dispute = makeDispute(contents, *arguments.dispute, pictures);
  if (!dispute)
    return complain(dispute.error().sentence);
  if (auto written = writeDispute(std::move(*dispute), arguments.output); !written)
    return complain(written.error().sentence);
  return 0;
}

/// Transcripts, reports and clips speak English unless another language is asked for: what is kept in a file is not to
/// depend on whose machine wrote it.
Result<void> speakAsAsked(const ReplayArguments& arguments) {
  ensureLetters();
  return useLanguage(arguments.look.language.empty() ? "en" : arguments.look.language);
}

OutputKind kindOf(const std::string& exported) {
  return exported == "pdf"    ? OutputKind::pdf
         : exported == "html" ? OutputKind::html
         : exported == "json" ? OutputKind::json
         : exported == "pgn"  ? OutputKind::pgn
                              : OutputKind::text;
}

/// To the file that was named, or else to standard output.
int give(const std::string& text, const ReplayArguments& arguments) {
  if (arguments.output.empty()) {
    std::cout << text;
    return 0;
  }
  const auto written = writeFile(arguments.output, text);
  return written ? 0 : complain(written.error().sentence);
}

int saveReport(const ReplayArguments& arguments) {
  const auto story = MatchStory::open(arguments.record);
  if (!story)
    return complain(story.error().sentence);
  if (const auto spoken = speakAsAsked(arguments); !spoken)
    return complain(spoken.error().sentence);
  const std::string page = matchReport(*story);
  if (arguments.export_as == "pdf") {
    if (arguments.output.empty())
      return misused("Name the PDF to write with -o FILE.");
    const auto written = writePdfReport(page, "Match of " + story->contents().setup.game, arguments.output);
    return written ? 0 : complain(written.error().sentence);
  }
  return give(page, arguments);
}

/// Says what is lost of a record; 1 where it is damaged, so that nobody takes what follows for the whole match.
int tellLost(const MatchRecord::Contents& contents) {
  if (contents.damaged)
    return complain(contents.lost);
  if (!contents.lost.empty())
    std::cerr << contents.lost << '\n';
  return 0;
}

int showOrFilm(const ReplayArguments& arguments) {
  auto story = MatchStory::open(arguments.record);
  if (!story)
    return complain(story.error().sentence);
  if (!arguments.clip.empty()) {
    if (const auto kept = checkOwnDrawing(arguments.clip); !kept)
      return complain(kept.error().sentence);
    if (const auto spoken = speakAsAsked(arguments); !spoken)
      return complain(spoken.error().sentence);
    const int damaged = tellLost(story->contents());
    heedEndSignals();
    const auto written = writeClip(*story, 0, story->moments().size(), arguments.clip);
    return written ? damaged : complain(written.error().sentence);
  }
  if (!hasDisplay())
    return complain("The window needs a display; without one, --export html writes a page to read.");
  return runReplayWindow(std::move(*story), arguments.look);
}

/// What was asked for in writing, of a record or a dispute file; `first_seq` is the number of its first event.
int exportAs(const ReplayArguments& arguments, const MatchRecord::Contents& contents, long long first_seq) {
  if (!arguments.output.empty())
    if (const auto kept = checkOutput(arguments.output, kindOf(arguments.export_as)); !kept)
      return complain(kept.error().sentence);
  if (const auto ending = checkEnding(arguments.output, kindOf(arguments.export_as)); !ending)
    return misused(ending.error().sentence);
  if (arguments.export_as == "text") {
    const auto spoken = speakAsAsked(arguments);
    return spoken ? give(textTranscript(contents), arguments) : complain(spoken.error().sentence);
  }
  if (arguments.export_as == "pgn") {
    const auto pgn = pgnTranscript(contents);
    return pgn ? give(*pgn, arguments) : complain(pgn.error().sentence);
  }
  if (arguments.export_as == "json")
    return give(jsonLine(jsonTranscript(contents, first_seq)) + '\n', arguments);
  return saveReport(arguments);
}

int noSuchOutput(const ReplayArguments& arguments) {
  return misused("What to write to " + arguments.output + " is not said; give --export or --dispute too.");
}

int runDispute(const ReplayArguments& arguments) {
  const auto dispute = readDispute(arguments.record);
  if (!dispute)
    return complain(dispute.error().sentence);
  if (arguments.dispute)
    return complain(arguments.record + " is a dispute file already; --dispute needs the folder of a record.");
  const auto contents = eventsOf(*dispute);
  if (!contents)
    return complain(contents.error().sentence);
  if (!arguments.export_as.empty())
    return exportAs(arguments, *contents, firstSeq(*dispute));
  if (!arguments.output.empty())
    return noSuchOutput(arguments);
  return report(replayDispute(*dispute), contents->events.size());
}

int runReplay(const ReplayArguments& arguments) {
  std::error_code ignored;
  if (!std::filesystem::exists(arguments.record, ignored))
    return complain("There is no record " + arguments.record +
                    "; name the folder given to --record, or a dispute file.");
  if (arguments.window || !arguments.clip.empty())
    return showOrFilm(arguments);
  if (!std::filesystem::is_directory(arguments.record, ignored) && isDispute(arguments.record))
    return runDispute(arguments);
  const auto contents = MatchRecord::read(arguments.record);
  if (!contents)
    return complain(contents.error().sentence);
  const int damaged = tellLost(*contents);
  const int status = arguments.dispute              ? saveDispute(arguments, *contents)
                     : !arguments.export_as.empty() ? exportAs(arguments, *contents, 1)
                     : !arguments.output.empty()    ? noSuchOutput(arguments)
                                                    : report(replay(*contents), contents->events.size());
  return std::max(damaged, status);
}

/// What stands in a record or dispute file may be of other types than it should, though its chain is whole.
int runWhole(const ReplayArguments& arguments) {
  try {
    return runReplay(arguments);
  } catch (const nlohmann::json::exception& error) {
    return complain("The record " + arguments.record + " cannot be understood (" + jsonFault(error) +
                    "); it is not whole.");
  }
}

} // namespace

Command replayCommand() {
  return {"replay", "Re-judges a recorded match or dispute file", [](CLI::App& sub) -> std::function<int()> {
            auto arguments = std::make_shared<ReplayArguments>();
            sub.add_option("record", arguments->record, "Folder given to --record, or a dispute file")->required();
            CLI::Option* report =
                sub.add_option("--export", arguments->export_as, "Print the record instead of re-judging it")
                    ->check(CLI::IsMember({"text", "pgn", "json", "html", "pdf"}));
            CLI::Option* dispute = sub.add_option("--dispute", arguments->dispute,
                                                  "Write a dispute file about the event with this number");
            CLI::Option* output =
                sub.add_option("-o,--output", arguments->output, "The dispute file or report to write");
            CLI::Option* window = sub.add_flag("--window", arguments->window, "Look through it in a window");
            CLI::Option* clip = sub.add_option("--clip", arguments->clip,
                                               "Write its rulings as a film (.avi, .mp4) or a folder of pictures");
            dispute->excludes(report);
            window->excludes(report, dispute, output);
            clip->excludes(report, dispute, output, window);
            addLookOptions(sub, arguments->look);
            return [arguments] { return runWhole(*arguments); };
          }};
}

} // namespace linesman::app
