// Hangs ArmadaChess into the row of board games.
#include <algorithm>

#include "models/sentences.h"
#include "rules/board_game.h"
#include "rules/games/armada_chess/board_file.h"
#include "rules/games/armada_chess/match.h"
#include "rules/games/armada_chess/position_json.h"
#include "rules/registry.h"

namespace linesman::rules::armada_chess {

namespace {

class ArmadaChessMatch final : public BoardMatch {
public:
  ArmadaChessMatch(const Board& board, const Options& options, const Position& start) : match_(board, options, start) {}

private:
  std::vector<std::string> doTurns() const override {
    if (match_.over().over)
      return {};
    return turnTexts(match_.law(), match_.position());
  }
  std::vector<std::string> doClaims() const override { return match_.claims(); }
  std::string doOfferedBy() const override {
    const Question& question = match_.position().question;
    return question.asked == Question::none ? "" : question.by == Side::white ? "white" : "black";
  }
  std::uint64_t doPerft(int depth) const override {
    if (match_.over().over)
      return depth <= 0 ? 1 : 0;
    return armada_chess::perft(match_.law(), match_.position(), depth);
  }
  std::vector<std::pair<std::string, std::uint64_t>> doDivide(int depth) const override {
    std::vector<std::pair<std::string, std::uint64_t>> parts;
    const Law law = match_.law();
    forEachTurn(law, match_.position(), [&](const std::string& text, const Turn& turn) {
      const bool leaf = depth <= 1;
      const std::uint64_t below = leaf               ? 1
                                  : turn.over().over ? 0
                                                     : armada_chess::perft(law, turn.position(), depth - 1);
      parts.emplace_back(text, below);
    });
    return parts;
  }
  nlohmann::json doPosition() const override { return writePosition(match_.law(), match_.position()); }
  TurnAnswer doPlay(const std::string& turn) override {
    const Answer said = match_.play(turn);
    TurnAnswer answer;
    answer.legal = said.legal;
    for (const int number : said.clauses)
      answer.clauses.push_back(ClauseSet::idOf(number));
    answer.sentence = said.sentence;
    if (!said.changes.empty())
      answer.sentence += " Counters: " + joined(said.changes) + ".";
    if (!said.notices.empty())
      answer.sentence += " Notice: " + joined(said.notices, " ");
    for (const Field field : said.highlights)
      answer.highlights.push_back(match_.board().nameOf(field));
    answer.instead = said.instead;
    answer.notices = said.notices;
    answer.over = endOf(said.over);
    return answer;
  }

  std::optional<AllowedMove> doAllowed(const std::string& from, const std::string& to) const override {
    const auto source = match_.board().fieldNamed(from), target = match_.board().fieldNamed(to);
    const auto after = source && target ? match_.allowed(*source, *target) : std::nullopt;
    if (!after)
      return std::nullopt;
    return AllowedMove{writePosition(match_.law(), after->position), endOf(after->over)};
  }

  static std::optional<GameOver> endOf(const Over& over) {
    return over.over ? std::optional(GameOver{nameOf(over.winner), over.clauses.ids()}) : std::nullopt;
  }

  Match match_;
};

class ArmadaChess final : public BoardGame {
public:
  explicit ArmadaChess(RuleBook book) : book_(std::move(book)) {}

private:
  const RuleBook& doBook() const override { return book_; }

  Result<std::unique_ptr<BoardMatch>> doOpen(const nlohmann::json& source, const OptionValues& values,
                                             const std::string& board_name) const override {
    Options options;
    for (const auto& [name, value] : values) {
      if (auto set = setOption(options, name, value); !set)
        return tl::unexpected(set.error());
    }
    nlohmann::json position = source;
    if (source.is_string()) {
      const auto text = source.get<std::string>();
      position = text == "start" ? nlohmann::json::object() : nlohmann::json::parse(text, nullptr, false);
      if (position.is_discarded())
        return fail("A position of ArmadaChess is a JSON object with \"side\" and \"pieces\", or the word start; this "
                    "text is neither.");
    }
    const auto board = board_name.empty() ? boardOf(position) : loadBoard(board_name);
    if (!board)
      return tl::unexpected(board.error());
    const Law law{**board, options};
    const auto start = readPosition(law, position);
    if (!start)
      return tl::unexpected(start.error());
    if (options.first_mover == choice::first_mover_draw_lots && !position.contains("side"))
      return fail("The first mover is drawn by lot (first_mover=draw_lots); say in \"side\" who drew it.");
    return std::make_unique<ArmadaChessMatch>(**board, options, *start);
  }

  RuleBook book_;
};

const RegisterGame registered("armada_chess", []() -> Result<std::unique_ptr<Game>> {
  auto book = RuleBook::load("armada_chess");
  if (!book)
    return tl::unexpected(book.error());
  return std::make_unique<ArmadaChess>(std::move(*book));
});

} // namespace

} // namespace linesman::rules::armada_chess
