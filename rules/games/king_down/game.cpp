#include <algorithm>
#include <charconv>

#include "rules/board_game.h"
#include "rules/games/king_down/kdfen.h"
#include "rules/games/king_down/play.h"
#include "rules/games/king_down/referee.h"
#include "rules/games/king_down/setup.h"
#include "rules/games/king_down/turns.h"
#include "rules/registry.h"

namespace linesman::rules::king_down {
namespace {

class Match final : public BoardMatch {
public:
  Match(const Law& law, const Position& position, bool draws) : law_(law), position_(position), draws_(draws) {
    seen_.push_back(keyOf(position));
  }

private:
  std::vector<std::string> doTurns() const override {
    std::vector<std::string> texts;
    for (const Turn& turn : legalTurns(law_, position_))
      texts.push_back(textOf(law_, position_, turn));
    return texts;
  }
  std::uint64_t doPerft(int depth) const override { return king_down::perft(law_, position_, depth); }
  std::vector<std::pair<std::string, std::uint64_t>> doDivide(int depth) const override {
    std::vector<std::pair<std::string, std::uint64_t>> parts;
    for (const Turn& turn : legalTurns(law_, position_))
      parts.emplace_back(textOf(law_, position_, turn),
                         king_down::perft(law_, after(law_, position_, turn), depth - 1));
    return parts;
  }
  nlohmann::json doPosition() const override { return writePosition(law_, position_); }
  TurnAnswer doPlay(const std::string& text) override {
    const Position before = position_;
    TurnAnswer answer = judgeTurn(law_, position_, text);
    if (answer.legal && !answer.over && draws_)
      watchDraws(before, answer);
    return answer;
  }

  /// Threefold repetition and fifty moves without a capture or a pawn's move (KD-47).
  void watchDraws(const Position& before, TurnAnswer& answer) {
    const bool progress = before.men[index(Man::pawn)] != position_.men[index(Man::pawn)] ||
                          countBits(before.all()) != countBits(position_.all());
    quiet_turns_ = progress ? 0 : quiet_turns_ + 1;
    seen_.push_back(keyOf(position_));
    if (std::count(seen_.begin(), seen_.end(), seen_.back()) < 3 && quiet_turns_ < 100)
      return;
    answer.over = GameOver{"draw", {"KD-47"}};
    answer.sentence += quiet_turns_ < 100
                           ? " The position stands for the third time; the game is drawn."
                           : " Fifty moves passed without a capture or a pawn's move; the game is drawn.";
  }

  Law law_;
  Position position_;
  bool draws_; ///< draw_rules = automatic
  std::vector<std::uint64_t> seen_;
  int quiet_turns_ = 0;
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
      return fail("The position of King Down must be a KDFEN text; rules/README.md describes it.");
    const auto switches = readSwitches(options);
    if (!switches)
      return tl::unexpected(switches.error());
    const Law law{*switches, steps_};
    auto text = position.get<std::string>();
    if (text.starts_with("setup:")) {
      auto drawn = setupText(readSetupRules(options), text.substr(6));
      if (!drawn)
        return tl::unexpected(drawn.error());
      text = std::move(*drawn);
    }
    const auto start = readPosition(law, text);
    if (!start)
      return tl::unexpected(start.error());
    const auto draws = options.find("draw_rules");
    return std::make_unique<Match>(law, *start, draws != options.end() && draws->second == "automatic");
  }

  /// "setup:N" stands for the start with first row number N; the fields behind the board may follow.
  static Result<std::string> setupText(const SetupRules& rules, const std::string& text) {
    const auto end = std::min(text.find(' '), text.size());
    std::uint64_t number = 0;
    const auto [last, code] = std::from_chars(text.data(), text.data() + end, number);
    const std::uint64_t count = setupCount(rules);
    if (code != std::errc() || last != text.data() + end || number >= count)
      return fail("The set-up number \"" + text.substr(0, end) + "\" is none; give 0 to " + std::to_string(count - 1) +
                  ".");
    const std::string start = setupPosition(rules, setupRow(rules, number));
    return end == text.size() ? start : start.substr(0, start.find(' ')) + text.substr(end);
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
