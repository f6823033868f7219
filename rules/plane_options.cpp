#include "rules/plane_options.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "rules/rule_book.h"

namespace linesman::rules {

namespace {

/// Value of an option: as given, else the book's default, else empty.
class Chosen {
public:
  Chosen(const RuleBook& book, const std::map<std::string, std::string>& given) : book_(book), given_(given) {}
  std::string text(const std::string& name) const {
    if (const auto found = given_.find(name); found != given_.end())
      return found->second;
    const Option* option = book_.option(name);
    return option == nullptr ? std::string() : option->default_value;
  }
  void number(const std::string& name, double& into) const {
    const std::string value = text(name);
    double parsed = 0.0;
    const char* last = value.data() + value.size();
    if (!value.empty() && std::from_chars(value.data(), last, parsed).ptr == last)
      into = parsed;
  }
  void flag(const std::string& name, bool& into) const {
    if (const std::string value = text(name); !value.empty())
      into = value == "true";
  }
  /// `names` in the order of the enumerators.
  template <class E> void choice(const std::string& name, std::initializer_list<const char*> names, E& into) const {
    const std::string value = text(name);
    const auto found = std::find(names.begin(), names.end(), value);
    if (found != names.end())
      into = static_cast<E>(std::distance(names.begin(), found));
  }

private:
  const RuleBook& book_;
  const std::map<std::string, std::string>& given_;
};

} // namespace

Result<PlaneOptions> PlaneOptions::from(const RuleBook& book, const std::map<std::string, std::string>& given) {
  for (const auto& [name, value] : given)
    if (auto good = book.checkOption(name, value); !good)
      return tl::unexpected(good.error());
  const Chosen chosen(book, given);
  PlaneOptions options;
  const auto hulls = {"footprint", "solid", "silhouette"};
  chosen.choice("contact_model", hulls, options.contact_model);
  chosen.choice("edge_model", hulls, options.edge_model);
  chosen.choice("fire_shape", hulls, options.fire_shape);
  chosen.choice("template_shape", {"triangle", "solid", "silhouette"}, options.template_shape);
  chosen.choice("sweep", {"placements", "hull"}, options.sweep);
  chosen.choice("los", {"template_free", "template_to_target", "broadside", "sight", "corners", "none"}, options.los);
  chosen.choice("target_cover", {"any", "centroid", "whole"}, options.target_cover);
  chosen.choice("range", {"large", "own"}, options.range);
  chosen.choice("rear_cannon", {"off", "large_only", "own_size_all", "large_template_all"}, options.rear_cannon);
  chosen.choice("short_side", {"none", "centered", "cover"}, options.short_side);
  chosen.choice("friendly_fire", {"allowed", "ask", "forbidden"}, options.friendly_fire);
  chosen.flag("own_ships_block", options.own_ships_block);
  chosen.flag("template_must_fit", options.template_must_fit);
  chosen.flag("flag_shootable", options.flag_shootable);
  chosen.flag("flag_contact", options.flag_contact);
  chosen.flag("setup_touch", options.setup_touch);
  options.ideal_bow = chosen.text("bow_point") == "ideal";
  chosen.number("touch_tol_mm", options.touch_tol_mm);
  options.reach_tol_mm = options.touch_tol_mm;
  chosen.number("reach_tol_mm", options.reach_tol_mm);
  chosen.number("turn_margin_deg", options.turn_margin_deg);
  chosen.number("min_separation_mm", options.min_separation_mm);
  const toml::table& data = book.data();
  if (const toml::table* steps = data["max_steps"].as_table())
    for (const PyramidSize size : {PyramidSize::small, PyramidSize::medium, PyramidSize::large})
      if (const auto most = (*steps)[nameOf(size)].value<int>())
        options.max_steps[static_cast<std::size_t>(size)] = *most;
  options.warn_separation_mm = data["warn_separation_mm"].value_or(options.warn_separation_mm);
  return options;
}

} // namespace linesman::rules
