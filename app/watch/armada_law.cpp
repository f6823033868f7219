#include "app/watch/armada_law.h"

#include "app/print/board_drawing.h"
#include "rules/games/armada_chess/board_file.h"
#include "rules/games/armada_chess/options.h"

namespace linesman::app {

using namespace rules::armada_chess;

Result<ArmadaLaw> ArmadaLaw::make(const MatchSetup& setup) {
  ArmadaLaw out;
  const auto board = loadBoard(setup.board().empty() ? "companion-10x10" : setup.board());
  if (!board)
    return tl::unexpected(board.error());
  out.board = *board;
  for (const auto& [name, value] : setup.options)
    if (auto set = setOption(out.options, name, value); !set)
      return tl::unexpected(set.error());
  return out;
}

int ArmadaLaw::cityOn(const std::string& square) const {
  const auto field = board->fieldNamed(square);
  const CityIndex city = field ? board->fields[*field].city : no_city;
  return city == no_city ? 0 : board->cities[city].id;
}

std::vector<DiePlace> diePlaces(const std::string& board) {
  std::vector<DiePlace> places;
  const auto file = loadBoard(board);
  if (!file || (*file)->rows == 0) // fields of any shape are not read as squares
    return places;
  const Eigen::Vector2d middle_mm = 0.5 * (*file)->square_mm * Eigen::Vector2d((*file)->columns, (*file)->rows);
  for (std::size_t city = 0; city < (*file)->cities.size(); ++city)
    places.push_back({(*file)->nameOf((*file)->cities[city].footprint.front()),
                      (cityDie(**file, city).centre_mm - middle_mm) / (*file)->square_mm});
  return places;
}

} // namespace linesman::app
