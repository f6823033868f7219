#pragma once
#include <map>
#include <string>
#include <vector>

#include "models/table_state.h"

namespace linesman::app {

/// Names of lying pyramids: the colour's first letters (as many as tell the colours on the table apart) and a number
/// counted from left to right.
std::map<PieceId, std::string> shipNames(const TableState& state);

/// Keeps names through a scene: a ship that lies where one of its colour and size lay keeps that one's name, others get
/// the next number.
class NameKeeper {
public:
  std::map<PieceId, std::string> names(const TableState& state);

private:
  struct Known {
    SeenPyramid ship;
    std::string name;
  };
  const Known* nearest(const SeenPyramid& ship) const;
  std::string fresh(const std::string& wanted) const;
  std::vector<Known> known_;
};

} // namespace linesman::app
