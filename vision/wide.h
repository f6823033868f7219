#pragma once
#include <array>
#include <cstddef>

/// Before a function that reckons with `Wide`: it must only be called where hasWideRegisters(). (What is made for
/// registers of half that width, too, is in wide_kernels.inc and edge_profile.inc.)
#if defined(__x86_64__) && defined(__GNUC__)
#define LINESMAN_ON_WIDE_REGISTERS __attribute__((target("avx512f")))
#else
#define LINESMAN_ON_WIDE_REGISTERS
#endif

namespace linesman {

inline bool hasWideRegisters() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx512f") != 0;
#else
  return false;
#endif
}

/// Registers of half that width, and sums of products in one go.
inline bool hasHalfWideRegisters() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
#else
  return false;
#endif
}

/// Of functions made for both widths those that this processor can call, the wider first.
template <class Kernels> std::array<const Kernels*, 2> forThisProcessor(const Kernels& wide, const Kernels& half_wide) {
  return {hasWideRegisters() ? &wide : nullptr, hasHalfWideRegisters() ? &half_wide : nullptr};
}

/// The widest of them, or nullptr.
template <class Kernels> const Kernels* widestOf(const std::array<const Kernels*, 2>& kernels) {
  return kernels[0] != nullptr ? kernels[0] : kernels[1];
}

/// Numbers that processors with wide registers reckon with at once.
constexpr std::size_t lanes = 16;
/// So many numbers, of whatever alignment.
using Wide = float __attribute__((vector_size(lanes * sizeof(float)), aligned(alignof(float)), may_alias));

using WideInts = int __attribute__((vector_size(lanes * sizeof(int))));

[[gnu::always_inline]] inline const Wide& wide(const float* numbers) {
  return *reinterpret_cast<const Wide*>(numbers);
}

[[gnu::always_inline]] inline Wide& wide(float* numbers) {
  return *reinterpret_cast<Wide*>(numbers);
}

} // namespace linesman
