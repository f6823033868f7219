#include "app/match_scene.h"

#include "models/board_size.h"
#include "vision/frame_source.h"

namespace linesman::app {

std::string boardOf(const MatchSetup& match) {
  if (!match.board().empty())
    return match.board();
  return match.game == "armada_chess" ? "companion-10x10" : match.game == "invasion" ? "invasion-10x10" : "chess-8x8";
}

Result<void> checkBoardSize(const TableFile& table, const std::string& game, const std::string& board) {
  if (!onSquares(game) || !table.board)
    return {};
  if (game == "armada_chess" && hasBoardFile(table.board->definition)) // it has boards of its own
    return {};
  const auto has = boardSize(table.board->definition), wants = boardSize(board);
  if (!has)
    return tl::unexpected(has.error());
  if (!wants || *has == *wants)
    return {};
  const auto text = [](const std::pair<int, int>& size) {
    return std::to_string(size.first) + 'x' + std::to_string(size.second);
  };
  return fail("The table's board " + table.board->definition + " has " + text(*has) + " squares, and " + game +
              " is played on " + text(*wants) + "; name another board in the table file.");
}

bool showsFilm(const std::string& source, std::optional<double> fps, const std::string& game) {
  constexpr double least_fps = 4.0;
  const bool one_picture = isPicture(source) && !isAddress(source);
  if (!onSquares(game) || one_picture)
    return false;
  return !showsSinglePictures(source) || fps.value_or(0.0) >= least_fps;
}

double usualRate(const std::string& source) {
  constexpr double at_rest = 1.0, film = 30.0;
  return showsSinglePictures(source) ? at_rest : film;
}

MatchProfile profileOf(const Scene& scene, const MatchSetup& match) {
  return {scene.title,      match,           scene.source, scene.lens_path,
          scene.table_path, scene.piece_set, scene.fps,    scene.begins_s};
}

Scene withMatch(Scene scene, const MatchSetup& match) {
  scene.game = match.game;
  scene.squares = onSquares(match.game);
  if (*scene.squares) {
    scene.board = match.board();
    scene.usual_board = boardOf(match);
    return scene;
  }
  for (const Player& player : match.players)
    for (const Colour colour : player.colours)
      scene.players[colour] = player.name;
  return scene;
}

Scene sceneOf(const MatchProfile& profile) {
  Scene scene{profile.name.empty() ? profile.match.game : profile.name, profile.source, profile.lens, profile.table,
              profile.fps};
  scene.piece_set = profile.piece_set;
  scene.begins_s = profile.begins_s;
  return withMatch(std::move(scene), profile.match);
}

} // namespace linesman::app
