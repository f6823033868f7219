#include "models/piece_catalog.h"

#include "models/data_path.h"
#include "models/toml_file.h"

namespace linesman {

PieceCatalog PieceCatalog::standard() {
  return {"Looney Pyramids", {Pyramid(14.2875, 25.4), Pyramid(19.84375, 34.925), Pyramid(25.4, 44.45)}};
}

Result<PieceCatalog> PieceCatalog::load(const std::string& name_or_path) {
  return name_or_path.empty() ? standard() : loadFile(name_or_path, 0);
}

PieceCatalog PieceCatalog::with(PyramidSize size, const Pyramid& pyramid) const {
  PieceCatalog out = *this;
  out.pyramids_[static_cast<std::size_t>(size)] = pyramid;
  return out;
}

namespace {

Result<Pyramid> readPyramid(const toml::table& file, const std::string& path, PyramidSize size,
                            const Pyramid& inherited) {
  const toml::node* node = file.get(nameOf(size));
  if (node == nullptr)
    return inherited;
  const toml::table* table = node->as_table();
  if (table == nullptr)
    return fail(placeOf(path, *node) + ": \"" + std::string(nameOf(size)) + "\" must be a table.");
  if (auto good = checkKeys(*table, path, {"base_mm", "height_mm", "tip_cut_mm"}); !good)
    return tl::unexpected(good.error());
  const auto base_mm = numberAt(*table, path, "base_mm", inherited.base_mm());
  const auto height_mm = numberAt(*table, path, "height_mm", inherited.height_mm());
  const auto tip_cut_mm = numberAt(*table, path, "tip_cut_mm", inherited.tipCut_mm());
  for (const auto* number : {&base_mm, &height_mm, &tip_cut_mm})
    if (!*number)
      return tl::unexpected(number->error());
  if (*base_mm <= 0.0 || *height_mm <= 0.0 || *tip_cut_mm < 0.0 || *tip_cut_mm >= *height_mm)
    return fail(placeOf(path, *table) +
                ": a pyramid needs base_mm > 0, height_mm > 0 and 0 <= tip_cut_mm < height_mm.");
  return Pyramid(*base_mm, *height_mm, *tip_cut_mm);
}

} // namespace

Result<PieceCatalog> PieceCatalog::loadFile(const std::string& name_or_path, int depth) {
  if (depth > 8)
    return fail(name_or_path + ": piece sets extend each other in a circle; break it.");
  std::string path = name_or_path;
  if (!path.ends_with(".toml")) {
    const auto found = findData("models/pieces/" + name_or_path + ".toml");
    if (!found)
      return tl::unexpected(found.error());
    path = found->string();
  }
  const auto file = readToml(path);
  if (!file)
    return tl::unexpected(file.error());
  if (auto good = checkKeys(*file, path, {"name", "extends", "small", "medium", "large"}); !good)
    return tl::unexpected(good.error());
  PieceCatalog catalog = standard();
  if (file->contains("extends")) {
    const auto base = textAt(*file, path, "extends");
    if (!base)
      return tl::unexpected(base.error());
    const auto parent = loadFile(*base, depth + 1);
    if (!parent)
      return tl::unexpected(parent.error());
    catalog = *parent;
  }
  if (file->contains("name")) {
    const auto name = textAt(*file, path, "name");
    if (!name)
      return tl::unexpected(name.error());
    catalog.name_ = *name;
  }
  for (const PyramidSize size : {PyramidSize::small, PyramidSize::medium, PyramidSize::large}) {
    const auto pyramid = readPyramid(*file, path, size, catalog.pyramid(size));
    if (!pyramid)
      return tl::unexpected(pyramid.error());
    catalog.pyramids_[static_cast<std::size_t>(size)] = *pyramid;
  }
  return catalog;
}

} // namespace linesman
