#pragma once
// Games of men in drawn pictures in which somebody does what the law forbids: what the situations of all boards are
// made of, whatever the game.
#include "app/watch/turn_text.h"
#include "tests/support/men_in_pictures.h"
#include "tests/support/table_changes.h"

namespace linesman::tests {

/// A game under way, white to move, and what may be done in it.
struct Scene {
  nlohmann::json position;
  std::string legal, other;     ///< two turns of one man
  std::string second;           ///< a turn of another one
  std::string reply, reply_too; ///< of black's men
  std::string illegal;          ///< one man goes where he may not ...
  std::string clause;           ///< ... by this clause ...
  std::string instead;          ///< ... and may go there
  std::string capture;
  std::string aside, theirs; ///< men of both sides who stand by
  std::string empty;         ///< nobody stands there
  std::string one, another;  ///< white men of different kinds, side by side
};

class MenChanges : public MenInPictures {
public:
  explicit MenChanges(const PictureGameOptions& options);
  using MenInPictures::scoreOf;

protected:
  void start(const nlohmann::json& position);
  void start() { start(scene_.position); }
  std::string mover() const { return app::sideToMove(law_->position()); }
  template <class Change> void byHand(const std::string& square, Change change) {
    PictureGame::byHand(centreOf(square), [&] {
      change();
      draw();
    });
  }
  void carry(const std::string& from, const std::string& to);
  void move(const std::string& from, const std::string& to);
  /// The men go where a turn says, whatever the law says of it.
  void carry(const std::string& turn) { carry(app::squaresOf(turn)[0], app::squaresOf(turn)[1]); }
  void move(const std::string& turn) { move(app::squaresOf(turn)[0], app::squaresOf(turn)[1]); }
  app::BoardContents right() const { return app::contentsOf(options_.game, law_->position()); }
  /// The law plays it; what stands on the table changes with it.
  void playByLaw(const std::string& turn);
  static std::vector<std::string> played(const std::string& turn);
  static std::vector<std::string> refused(const std::string& turn, const std::string& clause);
  void turnOf(const std::string& turn);
  /// Is it the question whether a turn was played that the law forbids?
  bool isAboutIllegal(const std::string& words) const;
  /// What was refused or asked back is said to be back.
  void putRight(const std::string& square);
  void goesOn();
  void tell(const std::string& words) { say(mover(), words); }
  /// Ruled with its clause or, where the reader is not that sure, asked about with the law's reason.
  void refusedOrAsked(const std::string& turn, const std::string& clause);
  void onlyRefused(const nlohmann::json& position, const std::string& turn, const std::string& clause,
                   const std::string& legal);
  void askedBack(const std::string& square, const std::string& what);

  Scene scene_;
};

/// By name; each is played by a table of its own.
template <class Changes>
TableChanges playedAs(const std::vector<std::pair<std::string, void (Changes::*)()>>& situations) {
  TableChanges changes;
  for (const auto& [name, situation] : situations)
    changes.emplace_back(name, [situation](const PictureGameOptions& options) {
      Changes table(options);
      return table.scoreOf([&] { (table.*situation)(); });
    });
  return changes;
}

TableChanges anyBoardChanges();
TableChanges kingDownChanges();
TableChanges invasionChanges();
TableChanges armadaChessChanges();

} // namespace linesman::tests
