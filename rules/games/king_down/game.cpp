#include <algorithm>
#include <charconv>
#include <sstream>

#include "rules/games/king_down/kdfen.h"
#include "rules/games/king_down/play.h"
#include "rules/games/king_down/power_choice.h"
#include "rules/games/king_down/referee.h"
#include "rules/games/king_down/setup.h"
#include "rules/games/king_down/turns.h"
#include "rules/registry.h"
#include "rules/turn_match.h"

namespace linesman::rules::king_down {
namespace {

struct Rules {
  using Law = king_down::Law;
  using Position = king_down::Position;

  static std::string write(const Law& law, const Position& p) { return writePosition(law, p); }
  /// Threefold repetition and fifty moves of each side without a capture or a pawn's move (KD-47); the repetition key
  /// holds tokens, marks and lost men. Resignation and agreed draws are KD-48.
  static DrawRules draws(const Law& law) {
    return {law.with.draws, law.with.draws, 100, "KD-47", "Fifty moves passed without a capture or a pawn's move",
            "KD-48"};
  }
  static bool irrevocable(const Position& before, const Position& after) {
    return before.men[index(Man::pawn)] != after.men[index(Man::pawn)] ||
           countBits(before.all()) != countBits(after.all());
  }
  static const SquareBoard& squares() { return board; }
  static constexpr Man never_taken = Man::king;
  static Turn moving(int from, int to) {
    Turn turn;
    turn.first.from = static_cast<std::int8_t>(from);
    turn.first.to = static_cast<std::int8_t>(to);
    return turn;
  }
};

class KingDown final : public BoardGame {
public:
  KingDown(RuleBook book, const StepTables& steps) : book_(std::move(book)), steps_(steps) {}

private:
  const RuleBook& doBook() const override { return book_; }
  Result<std::unique_ptr<BoardMatch>> doOpen(const nlohmann::json& position, const OptionValues& options,
                                             const std::string& board_file) const override {
    if (!board_file.empty())
      return fail("King Down knows one board only; leave --board out.");
    if (!position.is_string())
      return fail("The position of King Down must be a KDFEN text such as \"4k3/8/8/8/8/8/8/4K3 w\".");
    const auto switches = readSwitches(options);
    if (!switches)
      return tl::unexpected(switches.error());
    const Law law{*switches, steps_};
    auto text = position.get<std::string>();
    if (text.starts_with("setup:")) {
      auto drawn = setupText(options, text.substr(6));
      if (!drawn)
        return tl::unexpected(drawn.error());
      text = std::move(*drawn);
    }
    const auto start = readPosition(law, text);
    if (!start)
      return tl::unexpected(start.error());
    return std::make_unique<TurnMatch<Rules>>(law, *start);
  }

  Result<SetupDraw> doDraw(std::uint64_t seed, std::optional<std::uint64_t> number, const OptionValues& options,
                           const std::string& powers) const override {
    const SetupRules rules = readSetupRules(options);
    const SetupDraw draw{number.value_or(drawSetup(rules, seed)), setupCount(rules), {}};
    auto text = setupText(options, std::to_string(draw.number) + (powers.empty() ? "" : " w " + powers));
    if (!text)
      return tl::unexpected(text.error());
    const auto match = doOpen(*text, options, "");
    if (!match)
      return tl::unexpected(match.error());
    return SetupDraw{draw.number, draw.count, (*match)->position().get<std::string>()};
  }

  /// "setup:N" stands for the start with first row number N; the fields behind the board may follow, where the powers
  /// are those that the players choose now.
  static Result<std::string> setupText(const OptionValues& options, const std::string& text) {
    const SetupRules rules = readSetupRules(options);
    const auto end = std::min(text.find(' '), text.size());
    std::uint64_t number = 0;
    const auto [last, code] = std::from_chars(text.data(), text.data() + end, number);
    const std::uint64_t count = setupCount(rules);
    if (code != std::errc() || last != text.data() + end || number >= count)
      return fail("The set-up number \"" + text.substr(0, end) + "\" is none; give 0 to " + std::to_string(count - 1) +
                  ".");
    const std::string start = setupPosition(rules, setupRow(rules, number));
    if (end == text.size())
      return start;
    std::istringstream fields(text.substr(end));
    std::string turn, powers, more;
    fields >> turn >> powers;
    std::getline(fields, more);
    if (powers.empty()) // none, as in the start
      return start.substr(0, start.find(' ') + 1) + turn + start.substr(start.find(' ', start.find(' ') + 1));
    const auto chosen = choosePowers(options, powers);
    if (!chosen)
      return tl::unexpected(chosen.error());
    if (more.empty()) // the fields behind the powers
      more = start.substr(start.find(" - "));
    return start.substr(0, start.find(' ')) + " " + turn + " " + *chosen + more;
  }

  RuleBook book_;
  StepTables steps_;
};

Result<std::unique_ptr<Game>> makeKingDown() {
  auto book = RuleBook::load("king_down");
  if (!book)
    return tl::unexpected(book.error());
  const auto steps = readSteps(movementsOf(*book));
  if (!steps)
    return tl::unexpected(steps.error());
  return std::make_unique<KingDown>(std::move(*book), *steps);
}

const RegisterGame registered("king_down", makeKingDown);

} // namespace
} // namespace linesman::rules::king_down
