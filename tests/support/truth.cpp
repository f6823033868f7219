#include "support/truth.h"

#include <fstream>

namespace linesman::tests {

using nlohmann::json;

namespace {

constexpr double least_visible = 0.3;

TablePolygon boxAround(double x_mm, double y_mm) {
  return {
      {x_mm - 40.0, y_mm - 80.0}, {x_mm + 40.0, y_mm - 80.0}, {x_mm + 40.0, y_mm + 40.0}, {x_mm - 40.0, y_mm + 40.0}};
}

} // namespace

double TruthReader::normal(double sigma) {
  return sigma > 0.0 ? std::normal_distribution<double>(0.0, sigma)(random_) : 0.0;
}

SeenPyramid TruthReader::pyramid(const json& object) {
  SeenPyramid seen;
  seen.id = PieceId{object.at("id").get<int>()};
  seen.size = pyramidSizeFrom(object.at("size").get<std::string>()).value();
  seen.colour = colourFrom(object.at("color").get<std::string>()).value();
  seen.posture = object.at("state") == "flat" ? Posture::lying : Posture::upright;
  seen.table_from_piece = {object.at("x").get<double>() + normal(noise_.sigma_mm),
                           object.at("y").get<double>() + normal(noise_.sigma_mm),
                           radFromDeg(object.at("heading").get<double>() + normal(noise_.sigma_deg))};
  const double sigma_rad = radFromDeg(noise_.sigma_deg);
  seen.covariance.diagonal() << noise_.sigma_mm * noise_.sigma_mm, noise_.sigma_mm * noise_.sigma_mm,
      sigma_rad * sigma_rad;
  seen.own_covariance = seen.covariance;
  seen.score = 0.98;
  seen.visible = object.value("visible_fraction", 1.0);
  return seen;
}

TableState TruthReader::read(const json& truth) {
  TableState state;
  const json& sequence = truth.at("sequence");
  state.t_s = sequence.at("t_s").get<double>();
  state.width_px = truth.at("image").at("width").get<int>();
  state.height_px = truth.at("image").at("height").get<int>();
  for (const json& object : truth.at("objects")) {
    const std::string kind = object.at("kind").get<std::string>();
    const bool held = object.value("held", false);
    const bool hidden = object.value("visible_fraction", 1.0) < least_visible;
    if (kind == "hand")
      state.hands_mm.push_back(boxAround(object.at("x").get<double>(), object.at("y").get<double>()));
    else if (kind == "board") {
      SeenBoard board;
      board.rows = board.columns = object.at("n").get<int>();
      board.square_mm = object.at("square_mm").get<double>();
      board.table_from_board = {object.at("x").get<double>(), object.at("y").get<double>(),
                                radFromDeg(object.at("heading").get<double>())};
      state.board = board;
    } else if (held || hidden)
      continue;
    else if (kind == "pyramid")
      state.pyramids.push_back(pyramid(object));
    else if (kind == "chit")
      state.chits.push_back({colourFrom(object.at("color").get<std::string>()).value_or(Colour::yellow),
                             {object.at("x").get<double>(), object.at("y").get<double>()},
                             PieceId{object.value("ship", 0)}});
  }
  if (!state.board)
    return state;
  for (const json& object : truth.at("objects")) {
    if (object.at("kind") != "piece" || object.value("held", false) ||
        object.value("visible_fraction", 1.0) < least_visible)
      continue;
    const Eigen::Vector2d centre_mm(object.at("x").get<double>(), object.at("y").get<double>());
    const std::string piece = object.at("type").get<std::string>();
    const std::string side = object.at("side").get<std::string>();
    if (!object.contains("square") || object["square"].is_null()) {
      state.board->off_board.push_back({piece, side, centre_mm});
      continue;
    }
    SeenBoardPiece seen;
    seen.square = object["square"].get<std::string>();
    seen.kind = piece;
    seen.side = side;
    seen.p = 0.99;
    seen.centre_mm = centre_mm;
    state.board->pieces.push_back(seen);
  }
  return state;
}

std::vector<json> readTruth(const std::string& folder) {
  std::ifstream in(folder + "/truth.jsonl");
  std::vector<json> frames;
  for (std::string line; std::getline(in, line);)
    frames.push_back(json::parse(line));
  return frames;
}

} // namespace linesman::tests
