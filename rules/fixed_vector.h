#pragma once
#include <array>
#include <cassert>
#include <cstddef>
#include <initializer_list>

namespace linesman::rules {

/// A short list that lives on the stack: hulls and clipped outlines have a handful of corners, and the geometry asks
/// for thousands of them. Going past the capacity is a bug.
template <class T, std::size_t N> class FixedVector {
public:
  FixedVector() = default;
  FixedVector(std::initializer_list<T> items) {
    for (const T& item : items)
      push_back(item);
  }
  void push_back(const T& item) { // NOLINT(readability-identifier-naming): as std::vector has it
    assert(size_ < N);
    items_[size_++] = item;
  }
  void pop_back() { --size_; } // NOLINT(readability-identifier-naming): likewise
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T& back() { return items_[size_ - 1]; }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

private:
  std::array<T, N> items_;
  std::size_t size_ = 0;
};

} // namespace linesman::rules
