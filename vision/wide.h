#pragma once
#include <cstddef>

/// Before a function that reckons with `Wide`: it must only be called where hasWideRegisters(). (What is made for
/// registers of half that width, too, is in wide_kernels.h.)
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

/// Numbers that such processors reckon with at once.
constexpr std::size_t lanes = 16;
/// Sums of so many numbers each that are kept at once: with one load of weights they fill the registers.
constexpr std::size_t sums_at_once = 6;
/// Where the weight of number `in` for number `out` lies among those that are loaded `lanes` at once: blocks of
/// out / lanes x `count` numbers in x lanes.
constexpr std::size_t packedAt(std::size_t out, std::size_t in, std::size_t count) {
  return (out / lanes * count + in) * lanes + out % lanes;
}
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
