#pragma once
#include <string>

#include "models/piece_kind.h"
#include "models/pyramid.h"
#include "models/result.h"

namespace linesman {

/// The pyramids of one set, with the dimensions of its file (models/pieces/*.toml).
class PieceCatalog {
public:
  /// `name_or_path`: "looney-pyramids" (so does an empty one) or the path of a set's own file, which may extend
  /// another.
  static Result<PieceCatalog> load(const std::string& name_or_path);
  /// The sharp standard pieces, built in: what looney-pyramids.toml says (a test compares them).
  static PieceCatalog standard();

  const std::string& name() const { return name_; }
  const Pyramid& pyramid(PyramidSize size) const { return pyramids_[static_cast<std::size_t>(size)]; }
  /// The same set but for one size.
  PieceCatalog with(PyramidSize size, const Pyramid& pyramid) const;

private:
  PieceCatalog(std::string name, std::array<Pyramid, 3> pyramids) : name_(std::move(name)), pyramids_(pyramids) {}
  static Result<PieceCatalog> loadFile(const std::string& name_or_path, int depth);
  std::string name_;
  std::array<Pyramid, 3> pyramids_;
};

} // namespace linesman
