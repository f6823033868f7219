#pragma once
#include <optional>

#include "app/watch/referee.h"
#include "app/watch/turned_board.h"

namespace linesman::app {

/// A game on squares whose pictures may not tell which corner is a1: a board without marks looks the same from both
/// sides, a camera that is carried round it finds it anew, and what is printed on it may have been turned away. What
/// stands on the board tells: the position that the game is in, or the array it begins with; then what people said,
/// then what vision knows. A game that is picked up with none of these begins with the corner that vision took, says
/// so, and hears `a1 far right` and the like until a turn is played.
class OrientedReferee final : public Referee {
public:
  static Result<std::unique_ptr<Referee>> make(const MatchSetup& setup);

private:
  OrientedReferee(std::unique_ptr<Referee> game, MatchSetup setup) : game_(std::move(game)), setup_(std::move(setup)) {}

  std::vector<Event> doObserve(const SettledTable& table) override;
  std::vector<Event> doHear(const Claim& claim) override;
  std::vector<Event> doOverrule(const Overruling& overruling) override { return game_->overrule(overruling); }
  Result<void> doMayOverrule(const Overruling& overruling) const override { return game_->mayOverrule(overruling); }
  bool doesGoWithTurn(const Claim& claim) const override { return game_->goesWithTurn(claim); }
  bool isWaiting() const override { return game_->waiting(); }
  bool isHoldingBack() const override { return game_->holdingBack(); }
  bool isSettingUp() const override { return game_->settingUp(); }
  nlohmann::json doState() const override;
  void doRestore(const nlohmann::json& state) override;
  SettledTable doFacing(const SettledTable& table) const override;

  /// Turns the board until what stands there is as it should be; keeps it where that is not plain.
  void orient(const TableState& state);
  /// Whether the game begins with the board seen so; nothing where it cannot be tried.
  std::optional<double> agreementAtStart(const TableState& state, int quarters) const;
  void beginAnew();
  bool asksForCorner() const { return setup_.pick_up && !setup_.hasPosition() && !corner_; }

  std::unique_ptr<Referee> game_;
  MatchSetup setup_;
  int quarters_ = 0;                 ///< that a board is turned by of which vision does not know where a1 is
  int known_quarters_ = 0;           ///< the same of one of which it does
  std::optional<SeenCorner> corner_; ///< where people said that a1 is
  std::optional<SeenCorner> taken_;  ///< for a1, and said so
};

} // namespace linesman::app
