#include <algorithm>

#include "rules/games/invasion/infen.h"
#include "rules/games/invasion/referee.h"
#include "rules/games/invasion/turns.h"
#include "rules/registry.h"
#include "rules/turn_match.h"

namespace linesman::rules::invasion {
namespace {

struct Rules {
  using Law = invasion::Law;
  using Position = invasion::Position;

  static std::string write(const Law&, const Position& p) { return writePosition(p); }
  /// Draws by agreement only, unless the match switches repetition or the move limit on (IN-55); so does a
  /// resignation end it.
  static DrawRules draws(const Law& law) {
    const auto when = [](bool on) { return on ? DrawRules::When::at_once : DrawRules::When::never; };
    return {when(law.with.repetition),
            when(law.with.move_limit),
            200,
            "IN-55",
            "A hundred turns of each side passed without a capture",
            "IN-55"};
  }
  static bool irrevocable(const Position& before, const Position& after) {
    return countBits(before.all()) != countBits(after.all());
  }
  static const SquareBoard& squares() { return board; }
  static constexpr Man never_taken = Man::headquarters;
  static Turn moving(int from, int to) {
    Turn turn;
    turn.from = static_cast<std::int8_t>(from);
    turn.to = static_cast<std::int8_t>(to);
    return turn;
  }
};

class Invasion final : public BoardGame {
public:
  explicit Invasion(RuleBook book) : book_(std::move(book)), movements_(movementsOf(book_)) {}

private:
  const RuleBook& doBook() const override { return book_; }
  Result<std::unique_ptr<BoardMatch>> doOpen(const nlohmann::json& position, const OptionValues& options,
                                             const std::string& board_file) const override {
    if (!board_file.empty())
      return fail("Invasion knows one board only; leave --board out.");
    if (!position.is_string())
      return fail("The position of Invasion must be an INFEN text, or the word start.");
    const auto switches = readSwitches(options);
    if (!switches)
      return tl::unexpected(switches.error());
    const auto reach = readReach(movements_, *switches);
    if (!reach)
      return tl::unexpected(reach.error());
    const Law law{*switches, *reach};
    std::string text = position.get<std::string>();
    if (text == "start")
      text = startText(options);
    const auto start = readPosition(text);
    if (!start)
      return tl::unexpected(start.error());
    return std::make_unique<TurnMatch<Rules>>(law, *start);
  }

  /// The starting position by the switches array, first_player and home: both armies in their fortresses (IN-03,
  /// IN-04), White to begin (IN-56).
  std::string startText(const OptionValues& options) const {
    std::string array = options.at("array");
    if (array == "proposed")
      array = book_.data()["array"]["proposed"].value_or(std::string());
    return array + (options.at("first_player") == "white" ? " w" : " b") + " off,off " + options.at("home");
  }

  RuleBook book_;
  std::map<std::string, std::string> movements_;
};

Result<std::unique_ptr<Game>> makeInvasion() {
  auto book = RuleBook::load("invasion");
  if (!book)
    return tl::unexpected(book.error());
  return std::make_unique<Invasion>(std::move(*book));
}

const RegisterGame registered("invasion", makeInvasion);

} // namespace
} // namespace linesman::rules::invasion
