#pragma once
// The reader of squares from a folder of networks, as the accuracy tools measure it.
#include <filesystem>
#include <optional>

#include <nlohmann/json.hpp>

#include "support/table_truth.h"
#include "vision/board_reader.h"

namespace linesman {

/// `models`: folder with squares.onnx, squares_together.onnx and set_likeness.json; fails when one is missing or torn.
inline Result<BoardReader> boardReaderOf(const std::filesystem::path& models) {
  auto squares = SquareReader::load(models / "squares.onnx");
  if (!squares)
    return tl::unexpected(squares.error());
  auto likeness = SetLikeness::load(models / "set_likeness.json", squares->fingerprint());
  if (!likeness)
    return tl::unexpected(likeness.error());
  return BoardReader(std::move(*squares), std::move(*likeness));
}

/// How the board of a rendered table is looked for: the lens is known, no marker is used.
inline BoardRequest boardRequestOf(const nlohmann::json& truth) {
  BoardRequest request;
  request.lens = support::trueLens(truth);
  for (const nlohmann::json& o : truth["objects"])
    if (o["kind"] == "board")
      request.columns = request.rows = o["n"];
  request.known.coordinates = "a1";
  return request;
}

/// Where dice and rings may lie on the board of a rendered table: its four corner cities are among those of the shipped
/// board file.
inline std::vector<CityPlace> citiesOf(const nlohmann::json& truth) {
  for (const nlohmann::json& o : truth["objects"])
    if (o["kind"] == "board" && o["variant"] == "armada10")
      return cityPlaces("companion-10x10");
  return {};
}

} // namespace linesman
