#pragma once
#include <compare>
#include <functional>

namespace linesman {

/// A number that names one thing of one kind; ids of different kinds do not mix.
template <class Tag> struct Id {
  int value = 0; ///< 0: none

  auto operator<=>(const Id&) const = default;
  explicit operator bool() const { return value != 0; }
};

using PieceId = Id<struct PieceTag>;

} // namespace linesman

template <class Tag> struct std::hash<linesman::Id<Tag>> {
  std::size_t operator()(const linesman::Id<Tag>& id) const noexcept { return std::hash<int>()(id.value); }
};
