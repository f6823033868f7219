#include <algorithm>

#include "rules/board_game.h"
#include "rules/games/invasion/infen.h"
#include "rules/games/invasion/referee.h"
#include "rules/games/invasion/turns.h"
#include "rules/registry.h"

namespace linesman::rules::invasion {
namespace {

class Match final : public BoardMatch {
public:
  Match(const Law& law, const Position& position) : law_(law), position_(position) { seen_.push_back(keyOf(position)); }

private:
  std::vector<std::string> doTurns() const override {
    std::vector<std::string> texts;
    for (const Turn& turn : legalTurns(law_, position_))
      texts.push_back(textOf(law_, position_, turn));
    return texts;
  }
  std::uint64_t doPerft(int depth) const override { return invasion::perft(law_, position_, depth); }
  std::vector<std::pair<std::string, std::uint64_t>> doDivide(int depth) const override {
    std::vector<std::pair<std::string, std::uint64_t>> parts;
    for (const Turn& turn : legalTurns(law_, position_))
      parts.emplace_back(textOf(law_, position_, turn), invasion::perft(law_, after(law_, position_, turn), depth - 1));
    return parts;
  }
  nlohmann::json doPosition() const override { return writePosition(position_); }
  TurnAnswer doPlay(const std::string& text) override {
    const int men = countBits(position_.all());
    TurnAnswer answer = judgeTurn(law_, position_, text);
    if (answer.legal && !answer.over)
      watchDraws(men != countBits(position_.all()), answer);
    return answer;
  }

  /// The draws that a match may agree on beforehand (IN-55).
  void watchDraws(bool captured, TurnAnswer& answer) {
    quiet_turns_ = captured ? 0 : quiet_turns_ + 1;
    seen_.push_back(keyOf(position_));
    const bool third = law_.with.repetition && std::count(seen_.begin(), seen_.end(), seen_.back()) >= 3;
    const bool long_quiet = law_.with.move_limit && quiet_turns_ >= 200;
    if (!third && !long_quiet)
      return;
    answer.over = GameOver{"draw", {"IN-55"}};
    answer.sentence += third ? " The position stands for the third time; the game is drawn."
                             : " A hundred turns of each side passed without a capture; the game is drawn.";
  }

  Law law_;
  Position position_;
  std::vector<std::uint64_t> seen_;
  int quiet_turns_ = 0;
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
      return fail("The position of Invasion must be an INFEN text; rules/README.md describes it.");
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
    const auto start = readPosition(law, text);
    if (!start)
      return tl::unexpected(start.error());
    return std::make_unique<Match>(law, *start);
  }

  /// The starting position by the switches array, first_player and home.
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
