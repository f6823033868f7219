#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>
#include <iostream>
#include <memory>
#include <poll.h>
#include <sstream>
#include <unistd.h>
#include <utility>

#include "app/certification.h"
#include "app/command.h"
#include "app/commands/game_options.h"
#include "app/end_signals.h"
#include "app/match_scene.h"
#include "app/record/table_pictures.h"
#include "app/scale_watch.h"
#include "app/watch/camera_feed.h"
#include "app/watch/given_start.h"
#include "app/watch/match.h"
#include "app/watch/state_source.h"
#include "app/watch/taught_men.h"
#include "app/watch/told.h"
#include "calibration/lens_file.h"
#include "models/json_keys.h"
#include "models/json_line.h"
#include "models/text_file.h"
#include "vision/camera_identity.h"
#include "vision/frame_source.h"

namespace linesman::app {

namespace {

struct RefereeArguments {
  std::string game;
  std::string source;
  std::string lens;
  std::string table;
  std::string told;
  std::string record;
  std::string pick_up;
  std::string start;
  std::optional<double> fps;
  std::vector<std::string> options;
  bool resume = false;

  /// A file of table states instead of pictures?
  bool states() const { return source.ends_with(".jsonl"); }
  /// Is every picture a table at rest? A rate makes a film of a folder, and of states that do not tell their times.
  bool keyFrames() const { return !fps && (states() ? !statesTellTimes(source) : showsSinglePictures(source)); }
  /// Is a board at rest in several pictures? Then the first of a camera, which may be exposed badly, is none yet.
  bool film() const { return !states() && showsFilm(source, fps, game); }
};

Result<std::string> readStart(const std::string& path) {
  if (const auto file = checkNoFolder(path); !file)
    return tl::unexpected(file.error());
  std::ifstream in(path);
  if (!in)
    return fail("The start file " + path + " cannot be read; check the name.");
  std::ostringstream text;
  text << in.rdbuf();
  std::string start = withoutByteOrderMark(text.str());
  if (start.find_first_not_of(" \t\r\n") == std::string::npos)
    return fail("The start file " + path + " is empty; give it a position, or leave --start out.");
  if (nestedTooDeeply(start))
    return fail("The start file " + path + " is nested more than a position ever is; give it one.");
  if (const std::string key = keyGivenTwice(start); !key.empty())
    return fail("The start file " + path + " has two values of \"" + key + "\" in one object; leave one out.");
  return start;
}

Result<std::optional<Lens>> readMatchLens(const RefereeArguments& arguments) {
  if (arguments.lens.empty())
    return std::nullopt;
  auto read = readLens(arguments.lens);
  if (!read)
    return tl::unexpected(read.error());
  if (const auto same = checkLensCamera(*read, arguments.lens, cameraIdentity(arguments.source)); !same)
    return tl::unexpected(same.error());
  return std::move(*read);
}

/// The files that the words name, as they are read and fit each other.
struct RefereeFiles {
  TableFile table; ///< the game's usual board where none is named
  MatchSetup setup;
  std::vector<Claim> told;
  std::optional<Lens> lens;
};

/// Sets up the match as the table file and the words say.
Result<void> readTableAndSetup(const RefereeArguments& arguments, const rules::OptionValues& options,
                               RefereeFiles& files) {
  files.setup.game = arguments.game;
  files.setup.options = options;
  if (!arguments.table.empty()) {
    auto table = readTableFile(arguments.table);
    if (!table)
      return tl::unexpected(table.error());
    files.table = std::move(*table);
    files.setup.readTable(files.table);
  }
  if (!arguments.pick_up.empty())
    files.setup.pick_up = arguments.pick_up;
  if (!arguments.start.empty()) {
    auto start = readStart(arguments.start);
    if (!start)
      return tl::unexpected(start.error());
    if (onSquares(arguments.game)) {
      auto given = GivenStart::from(*start, files.setup);
      if (!given)
        return tl::unexpected(given.error());
      if (!given->not_read.empty())
        std::cerr << given->not_read << '\n';
      *start = std::move(given->position);
    }
    files.setup.start = std::move(*start);
  }
  if (onSquares(arguments.game) && !files.table.board)
    files.table.board.emplace().definition = boardOf(files.setup);
  return checkBoardSize(files.table, arguments.game, boardOf(files.setup));
}

Result<RefereeFiles> readFiles(const RefereeArguments& arguments, const rules::OptionValues& options) {
  RefereeFiles files;
  if (const auto read = readTableAndSetup(arguments, options, files); !read)
    return tl::unexpected(read.error());
  if (!arguments.told.empty()) {
    auto told = readTold(arguments.told);
    if (!told)
      return tl::unexpected(told.error());
    files.told = std::move(*told);
  }
  auto lens = readMatchLens(arguments);
  if (!lens)
    return tl::unexpected(lens.error());
  files.lens = std::move(*lens);
  return files;
}

Result<std::unique_ptr<StateSource>> openStates(const RefereeArguments& arguments, const RefereeFiles& files) {
  const double rate = arguments.fps.value_or(30.0);
  if (arguments.states())
    return recordedStates(arguments.source, rate);
  if (const auto fits = checkTaughtMen(files.table, arguments.game); !fits)
    return tl::unexpected(fits.error());
  return pictureStates(arguments.source, rate, files.lens, files.table, onSquares(arguments.game),
                       arguments.keyFrames());
}

/// What was not seen, and what to do: what was asked for already is not advised.
std::string whyNotBegun(const MatchSetup& setup) {
  if (!onSquares(setup.game))
    return "no ship of a player was seen. Lay the fleets out, and name their colours with their players in the table "
           "file.";
  if (!setup.start.empty())
    return "the board did not show the position of --start. Set the men as it has them, or correct the file.";
  if (setup.pick_up)
    return "what was seen on the board is no position of the game. Show the whole board with all its men, or give the "
           "position with --start.";
  return "the starting position was not seen. Set the men as it begins, pick up a game under way with --pick-up, or "
         "give its position with --start.";
}

/// What is told for long after the last look, by who took other times for the source's than it has.
void tellLateClaims(const std::vector<Claim>& told, std::size_t next, double last_s) {
  constexpr double soon_s = 10.0; // what is said at the end may well be
  const auto late = std::ranges::count_if(told.begin() + static_cast<std::ptrdiff_t>(next), told.end(),
                                          [&](const Claim& claim) { return claim.t_s > last_s + soon_s; });
  if (late > 0)
    std::cerr << late << " of " << told.size() << " claims of --told are for later than the source lasts ("
              << std::round(last_s * 10.0) / 10.0
              << " s; pictures without --fps are 1/30 s apart), and are heard at its end.\n";
}

/// `scale`: told as soon as it is known; `at_once`, before the table is judged. The record is closed and the last
/// answers printed also when the watch is `ended` by hand, or nobody hears it any more.
int watch(Match& match, StateSource& source, const std::vector<Claim>& told, ScaleWatch& scale, bool at_once,
          const std::function<void(const Look&)>& on_look, const std::function<bool()>& ended) {
  std::size_t next_claim = 0;
  double last_s = match.takenUp_s(), ahead_s = match.takenUp_s(); // a record's time does not go back
  bool looked = false;
  const auto hearNext = [&] {
    Claim claim = told[next_claim++];
    claim.t_s += ahead_s;
    match.hear(claim);
  };
  bool any = false;
  std::string last_trouble;
  while (!ended()) {
    auto look = source.next();
    if (!look)
      break;
    if (!std::exchange(looked, true))
      ahead_s = std::max(0.0, match.takenUp_s() - look->t_s);
    while (next_claim < told.size() && told[next_claim].t_s <= look->t_s)
      hearNext();
    look->t_s += ahead_s;
    if (look->state)
      look->state->t_s = look->t_s;
    last_s = look->t_s;
    on_look(*look);
    match.note(look->t_s, look->note);
    if (!look->state) {
      if (last_trouble.empty() || look->kind != "source") // what no picture showed says more than that one is torn
        last_trouble = look->trouble;
      if (look->kind == "source")
        match.passOver(look->t_s, look->trouble);
      else
        match.trouble(look->t_s, look->kind, look->trouble);
      continue;
    }
    any = true;
    for (const char* kind : {"camera", "calibration"})
      if (match.troubled(kind))
        match.trouble(look->t_s, kind, "");
    scale.see(look->image, *look->state);
    match.doubtScale(look->t_s, at_once ? scale.toldAtLast() : scale.told());
    match.see(*look->state);
  }
  if (!ended())
    tellLateClaims(told, next_claim, last_s - ahead_s);
  while (!ended() && next_claim < told.size())
    hearNext();
  match.doubtScale(last_s, ended() ? scale.told() : scale.toldAtLast());
  match.finish(last_s);
  if (!any)
    return complain(last_trouble.empty() ? std::string(gave_no_picture) : last_trouble);
  if (match.recordFailed())
    return complain("The record " + match.record()->folder() +
                    " is not whole, for it could not be written; free some space, and referee the source again.");
  if (ended() || match.refereeState().value("begun", true))
    return 0;
  return complain("The match did not begin: " + whyNotBegun(match.setup()));
}

/// Has the reader of standard output gone away? That no space on a disk mends.
bool outputClosed() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLNVAL)) != 0;
}

/// That events cannot be printed any more, and what becomes of the match.
std::string notHeard(bool closed, bool recorded) {
  if (!closed)
    return "Standard output cannot be written any more; free some space, or give it another place. " +
           std::string(recorded ? "What happens from now on is in the record alone." : "The watch ends here.");
  return "Standard output was closed, so the watch ends here" + std::string(recorded ? "; go on with --resume." : ".");
}

int refereeMatch(const RefereeArguments& arguments, const RefereeFiles& files, StateSource& source) {
  TablePictures pictures(arguments.record);
  Look shown;
  enum class Heard { all, recorded, nowhere } heard = Heard::all;
  const auto print = [&](const nlohmann::json& event) {
    pictures.hear(event, shown.image, shown.lens);
    std::cout << jsonLine(event) << '\n' << std::flush;
    if (std::cout || heard != Heard::all)
      return;
    heard = outputClosed() || arguments.record.empty() ? Heard::nowhere : Heard::recorded;
    (void)complain(notHeard(outputClosed(), !arguments.record.empty()));
  };
  auto match =
      arguments.resume ? Match::resume(arguments.record, print) : Match::begin(files.setup, arguments.record, print);
  if (!match)
    return complain(match.error().sentence);
  if (arguments.keyFrames())
    match->expectKeyFrames();
  else if (arguments.film())
    match->expectFilm();
  MatchCertifier certifier(arguments.record, files.lens, files.table);
  heedEndSignals();
  std::signal(SIGPIPE, SIG_IGN); // outputClosed() tells
  ScaleWatch scale(files.lens, files.table);
  const auto onLook = [&](const Look& look) {
    shown = look;
    if (!look.state)
      return;
    certifier.see(look.image, look.t_s);
    if (arguments.keyFrames()) // single pictures have no frame rate to speak of
      certifier.finish();
  };
  const auto ended = [&] { return toldToEnd() || heard == Heard::nowhere; };
  const int status = watch(*match, source, files.told, scale, arguments.keyFrames(), onLook, ended);
  std::cout.clear(); // what could not be printed has been said
  return heard == Heard::all ? status : 1;
}

int runReferee(const RefereeArguments& arguments) {
  const auto options = readOptionValues(arguments.game, arguments.options);
  if (!options)
    return misused(options.error().sentence);
  if (arguments.table.empty() && !arguments.states() && !onSquares(arguments.game))
    return misused("Pictures need --table: a table.toml that says what is known of the table.");
  const auto files = readFiles(arguments, *options);
  if (!files)
    return complain(files.error().sentence);
  const auto source = openStates(arguments, *files);
  if (!source)
    return complain(source.error().sentence);
  if (arguments.fps && !arguments.states() && !showsSinglePictures(arguments.source) && !isPicture(arguments.source))
    std::cerr << "--fps is the rate of folders and patterns of pictures; " << arguments.source
              << " has its own times, which count.\n";
  if (arguments.keyFrames() && arguments.game == "armada_chess")
    std::cerr
        << arguments.source << " tells no times, so the match's clocks count 1/30 s from one table to the next; "
        << "give --fps where the pictures were taken at a steady rate, or time the players by a clock of yours.\n";
  if (arguments.resume)
    if (const auto same = checkGoneOn(arguments.record, {arguments.game, *options, arguments.pick_up}); !same)
      return complain(same.error().sentence);
  return refereeMatch(arguments, *files, **source);
}

} // namespace

Command refereeCommand() {
  return {
      "referee", "Watches a source and prints events, one JSON object a line",
      [](CLI::App& sub) -> std::function<int()> {
        auto a = std::make_shared<RefereeArguments>();
        sub.add_option("--game", a->game, "armadas, armada2k, king_down, invasion or armada_chess")
            ->required()
            ->check(knownGame());
        sub.add_option("--source", a->source,
                       "Camera index or device, film, folder or quoted pattern of pictures, URL, or a .jsonl file "
                       "of table states as `detect` prints them")
            ->required();
        sub.add_option("--lens", a->lens, "lens.yml; without it the focal length is estimated");
        sub.add_option("--table", a->table, "table.toml: what is known of the table; games on squares can do without");
        sub.add_option("--told", a->told, "What the players say, JSON Lines with t_s, player and say");
        sub.add_option("--record", a->record, "Folder that keeps the match");
        sub.add_flag("--resume", a->resume, "Go on with the match in the --record folder")->needs("--record");
        sub.add_option("--pick-up", a->pick_up, "The first settled table is a game in progress, this player to move");
        sub.add_option("--start", a->start, "File with a starting position");
        sub.add_option("--fps", a->fps,
                       "Pictures per second of folders, patterns and states without times; without it each picture "
                       "without a hand is a settled table")
            ->check(over_zero);
        addSwitches(sub, a->options);
        return [a] { return runReferee(*a); };
      }};
}

} // namespace linesman::app
