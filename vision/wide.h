#pragma once
#include <cstddef>

/// Before a function: compiled for several processors, the best one is taken when the program starts.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__)
#define LINESMAN_ON_WIDE_PROCESSORS __attribute__((target_clones("avx512f", "fma", "default")))
#else
#define LINESMAN_ON_WIDE_PROCESSORS
#endif

namespace linesman {

/// Numbers that the widest processors reckon with at once.
constexpr std::size_t lanes = 16;
/// Sums of so many numbers each that are kept at once: with one load of weights they fill the registers.
constexpr std::size_t sums_at_once = 6;
/// So many numbers, of whatever alignment.
using Wide = float __attribute__((vector_size(lanes * sizeof(float)), aligned(alignof(float)), may_alias));

[[gnu::always_inline]] inline const Wide& wide(const float* numbers) {
  return *reinterpret_cast<const Wide*>(numbers);
}

[[gnu::always_inline]] inline Wide& wide(float* numbers) {
  return *reinterpret_cast<Wide*>(numbers);
}

} // namespace linesman
