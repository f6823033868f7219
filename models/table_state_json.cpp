#include "models/table_state_json.h"

#include <cmath>
#include <optional>

#include "models/json_line.h"
#include "models/matrix_json.h"
#include "models/polygon_json.h"
#include "models/relative_covariance.h"

namespace linesman {

namespace {

using nlohmann::json;

/// A saved frame is that of markers which were taken away, so that `from` is one of two words.
json registrationJson(const Registration& registration) {
  json out = {{"ok", registration.ok}};
  if (registration.from != Registration::From::none)
    out["from"] = registration.from == Registration::From::board ? "board" : "markers";
  if (registration.from == Registration::From::saved)
    out["saved"] = true;
  if (registration.ok) {
    out["rms_px"] = registration.rms_px;
    out["camera_from_table"] = matrixJson(registration.camera_from_table.pose.matrix());
    out["covariance"] = covarianceJson(registration.camera_from_table.covariance);
  }
  if (!registration.warning.empty())
    out["warning"] = registration.warning;
  return out;
}

/// An upright piece looks the same after a quarter turn: its heading is told in [0, 90).
double heading_deg(const SeenPyramid& pyramid) {
  const double deg = degFromRad(pyramid.table_from_piece.heading_rad());
  if (pyramid.posture == Posture::lying)
    return deg;
  const double turned = deg - 90.0 * std::floor(deg / 90.0);
  return turned < 90.0 ? turned : 0.0; // less than rounding below 0
}

/// `relative`: of relativeCovariances().
json pyramidJson(const SeenPyramid& pyramid, const Eigen::Matrix3d& relative) {
  json out = {{"id", pyramid.id.value},
              {"size", linesman::nameOf(pyramid.size)},
              {"posture", linesman::nameOf(pyramid.posture)},
              {"colour", linesman::nameOf(pyramid.colour)},
              {"colour_p", pyramid.colour_p},
              {"x_mm", pyramid.table_from_piece.x_mm()},
              {"y_mm", pyramid.table_from_piece.y_mm()},
              {"heading_deg", heading_deg(pyramid)},
              {"covariance", covarianceJson(pyramid.covariance)},
              {"relative_covariance", covarianceJson(relative)},
              {"own_covariance", covarianceJson(pyramid.own_covariance)},
              {"score", pyramid.score},
              {"visible", pyramid.visible}};
  if (pyramid.shared_error.cols() > 0)
    out["shared_error"] = matrixJson(pyramid.shared_error);
  return out;
}

json boardPieceJson(const SeenBoardPiece& piece) {
  json out = {{"square", piece.square}, {"kind", piece.kind},          {"side", piece.side},
              {"p", piece.p},           {"x_mm", piece.centre_mm.x()}, {"y_mm", piece.centre_mm.y()},
              {"bands", piece.bands},   {"turned", piece.turned},      {"hidden", piece.hidden}};
  out["rider"] = piece.rider ? json(*piece.rider) : json(nullptr);
  if (!piece.alternatives.empty())
    out["alternatives"] = piece.alternatives;
  return out;
}

/// Bytes as hexadecimal digits: short, and readable by any program.
std::string hexOf(const std::vector<std::uint8_t>& bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

std::vector<std::uint8_t> bytesOf(const std::string& hex) {
  const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10) & 15U; };
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(digit(hex[i]) << 4U | digit(hex[i + 1])));
  return bytes;
}

json boardJson(const SeenBoard& board) {
  json out = {{"rows", board.rows},
              {"columns", board.columns},
              {"square_mm", board.square_mm},
              {"square_known", board.square_known},
              {"centre_mm", {board.table_from_board.x_mm(), board.table_from_board.y_mm()}},
              {"heading_deg", degFromRad(board.table_from_board.heading_rad())},
              {"thickness_mm", board.thickness_mm},
              {"orientation_known", board.orientation_known},
              {"pieces", json::array()},
              {"dice", json::array()},
              {"rings", board.rings},
              {"off_board", json::array()}};
  for (const SeenBoardPiece& piece : board.pieces)
    out["pieces"].push_back(boardPieceJson(piece));
  for (const SeenDie& die : board.dice)
    out["dice"].push_back({{"square", die.square}, {"face", die.face}, {"p", die.p}});
  for (const SeenOffBoard& piece : board.off_board)
    out["off_board"].push_back(
        {{"kind", piece.kind}, {"side", piece.side}, {"x_mm", piece.centre_mm.x()}, {"y_mm", piece.centre_mm.y()}});
  for (const auto& [square, seen] : board.looks)
    out["looks"][square] = {{"empty", std::round(1e4 * seen.empty) / 1e4}, {"look", hexOf(seen.look)}};
  return out;
}

/// \throws std::bad_optional_access of a size or colour that there is not
SeenPyramid readPyramid(const json& in) {
  SeenPyramid pyramid;
  pyramid.id = PieceId{in.value("id", 0)};
  pyramid.size = pyramidSizeFrom(in.at("size").get<std::string>()).value();
  pyramid.posture = in.value("posture", "lying") == std::string("upright") ? Posture::upright : Posture::lying;
  pyramid.colour = colourFrom(in.at("colour").get<std::string>()).value();
  pyramid.colour_p = in.value("colour_p", 1.0);
  pyramid.table_from_piece = {in.at("x_mm").get<double>(), in.at("y_mm").get<double>(),
                              radFromDeg(in.at("heading_deg").get<double>())};
  if (in.contains("covariance"))
    readMatrix(in["covariance"], pyramid.covariance);
  pyramid.own_covariance = pyramid.covariance;
  for (const char* key : {"own_covariance", "relative_covariance"}) // the second: states that know of nothing shared
    if (in.contains(key)) {
      readMatrix(in[key], pyramid.own_covariance);
      break;
    }
  if (in.contains("shared_error"))
    pyramid.shared_error = readSharedError(in["shared_error"]);
  pyramid.score = in.value("score", 0.0);
  pyramid.visible = in.value("visible", 0.0);
  return pyramid;
}

Registration::From readFrom(const json& in) {
  const std::string word = in.value("from", "");
  if (in.value("saved", false) || word == "saved") // the word of older records
    return Registration::From::saved;
  return word == "markers" ? Registration::From::markers
         : word == "board" ? Registration::From::board
                           : Registration::From::none;
}

SeenBoard readBoard(const json& in) {
  SeenBoard board;
  board.rows = in.at("rows").get<int>();
  board.columns = in.at("columns").get<int>();
  board.square_mm = in.value("square_mm", 0.0);
  board.square_known = in.value("square_known", true);
  // Left out: the table's frame is the board's. A record of an earlier Linesman has null then.
  const auto numberOr0 = [](const json& value) { return value.is_number() ? value.get<double>() : 0.0; };
  const json centre_mm = in.value("centre_mm", json::array({0.0, 0.0}));
  board.table_from_board = {numberOr0(centre_mm.at(0)), numberOr0(centre_mm.at(1)),
                            radFromDeg(numberOr0(in.value("heading_deg", json(0.0))))};
  board.thickness_mm = in.value("thickness_mm", 0.0);
  board.orientation_known = in.value("orientation_known", true);
  for (const json& piece : in.value("pieces", json::array())) {
    SeenBoardPiece seen;
    seen.square = piece.at("square").get<std::string>();
    seen.kind = piece.at("kind").get<std::string>();
    seen.side = piece.at("side").get<std::string>();
    seen.p = piece.value("p", 0.0);
    seen.centre_mm = {piece.value("x_mm", 0.0), piece.value("y_mm", 0.0)};
    seen.bands = piece.value("bands", std::vector<std::string>());
    seen.turned = piece.value("turned", false);
    seen.hidden = piece.value("hidden", false);
    if (piece.contains("rider") && piece["rider"].is_string())
      seen.rider = piece["rider"].get<std::string>();
    seen.alternatives = piece.value("alternatives", std::map<std::string, double>());
    board.pieces.push_back(std::move(seen));
  }
  for (const json& die : in.value("dice", json::array()))
    board.dice.push_back({die.at("square").get<std::string>(), die.at("face").get<int>(), die.value("p", 1.0)});
  board.rings = in.value("rings", std::vector<std::string>());
  const json looks = in.value("looks", json::object());
  for (const auto& [square, look] : looks.items())
    board.looks[square] = {look.value("empty", 1.0), bytesOf(look.value("look", std::string()))};
  for (const json& piece : in.value("off_board", json::array()))
    board.off_board.push_back({piece.at("kind").get<std::string>(),
                               piece.at("side").get<std::string>(),
                               {piece.value("x_mm", 0.0), piece.value("y_mm", 0.0)}});
  return board;
}

TableState readState(const json& in) {
  TableState state;
  state.image = in.value("image", "");
  state.width_px = in.value("width", 0);
  state.height_px = in.value("height", 0);
  state.t_s = in.value("t_s", 0.0);
  state.grey = in.value("grey", false);
  const json registration = in.value("registration", json::object());
  state.registration.warning = registration.value("warning", "");
  if (registration.value("ok", false)) {
    state.registration.ok = true;
    state.registration.rms_px = registration.value("rms_px", 0.0);
    state.registration.from = readFrom(registration);
    Eigen::Matrix4d camera_from_table;
    readMatrix(registration.at("camera_from_table"), camera_from_table);
    state.registration.camera_from_table.pose = Pose<CameraFrame, TableFrame>::fromMatrix(camera_from_table);
    if (registration.contains("covariance"))
      readMatrix(registration["covariance"], state.registration.camera_from_table.covariance);
  }
  for (const json& pyramid : in.value("pyramids", json::array()))
    state.pyramids.push_back(readPyramid(pyramid));
  for (const json& chit : in.value("chits", json::array()))
    state.chits.push_back({colourFrom(chit.at("colour").get<std::string>()).value_or(Colour::yellow),
                           {chit.at("x_mm").get<double>(), chit.at("y_mm").get<double>()},
                           PieceId{chit.contains("ship") && chit["ship"].is_number() ? chit["ship"].get<int>() : 0}});
  for (const json& obstacle : in.value("obstacles", json::array()))
    state.obstacles.push_back({cornersFrom(obstacle.at("polygon_mm")), obstacle.value("height_mm", 0.0)});
  if (in.contains("board") && in["board"].is_object())
    state.board = readBoard(in["board"]);
  for (const json& hand : in.value("hands", json::array()))
    state.hands_mm.push_back(cornersFrom(hand.at("polygon_mm")));
  for (const json& hand : in.value("resting", json::array()))
    state.resting_mm.push_back(cornersFrom(hand.at("polygon_mm")));
  for (const json& area : in.value("unseen", json::array()))
    state.unseen_mm.push_back(cornersFrom(area.at("polygon_mm")));
  return state;
}

} // namespace

json toJson(const TableState& state) {
  json out = {{"image", state.image},
              {"width", state.width_px},
              {"height", state.height_px},
              {"t_s", state.t_s},
              {"registration", registrationJson(state.registration)},
              {"pyramids", json::array()},
              {"chits", json::array()},
              {"obstacles", json::array()},
              {"hands", json::array()},
              {"unseen", json::array()}};
  if (state.grey)
    out["grey"] = true;
  const std::vector<Eigen::Matrix3d> relative = relativeCovariances(state.pyramids);
  for (std::size_t i = 0; i < state.pyramids.size(); ++i)
    out["pyramids"].push_back(pyramidJson(state.pyramids[i], relative[i]));
  for (const SeenChit& chit : state.chits)
    out["chits"].push_back({{"colour", linesman::nameOf(chit.colour)},
                            {"x_mm", chit.centre_mm.x()},
                            {"y_mm", chit.centre_mm.y()},
                            {"ship", chit.ship ? json(chit.ship.value) : json(nullptr)}});
  for (const SeenObstacle& obstacle : state.obstacles)
    out["obstacles"].push_back({{"polygon_mm", cornersJson(obstacle.polygon_mm)}, {"height_mm", obstacle.height_mm}});
  if (state.board)
    out["board"] = boardJson(*state.board);
  for (const TablePolygon& hand : state.hands_mm)
    out["hands"].push_back({{"polygon_mm", cornersJson(hand)}});
  for (const TablePolygon& hand : state.resting_mm)
    out["resting"].push_back({{"polygon_mm", cornersJson(hand)}});
  for (const TablePolygon& area : state.unseen_mm)
    out["unseen"].push_back({{"polygon_mm", cornersJson(area)}});
  double total_ms = 0.0;
  for (const auto& [stage, duration_ms] : state.stages_ms)
    total_ms += duration_ms;
  out["ms"] = {{"total", total_ms}, {"stages", state.stages_ms}};
  return out;
}

Result<TableState> tableStateFromJson(const json& in) {
  try {
    return readState(in);
  } catch (const std::bad_optional_access&) {
    return fail("This is not a table state: a pyramid has no known size or colour; give one object of `linesman "
                "detect`.");
  } catch (const json::exception& error) {
    return fail("This is not a table state: " + jsonFault(error) + "; give one object of `linesman detect`.");
  }
}

} // namespace linesman
