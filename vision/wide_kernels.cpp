#include "vision/wide_kernels.h"

#include <utility>

namespace linesman {

#if defined(__x86_64__) && defined(__GNUC__)

namespace {

constexpr int block = winograd_block, patch = winograd_patch;

namespace avx512 {
#define LINESMAN_REGISTERS __attribute__((target("avx512f")))
constexpr std::size_t part_lanes = 16;
#include "vision/wide_kernels.inc"
#undef LINESMAN_REGISTERS
} // namespace avx512

namespace avx2 {
#define LINESMAN_REGISTERS __attribute__((target("avx2,fma")))
constexpr std::size_t part_lanes = 8;
#include "vision/wide_kernels.inc"
#undef LINESMAN_REGISTERS
} // namespace avx2

} // namespace

std::array<const WideKernels*, 2> allWideKernels() {
  return forThisProcessor(avx512::kernels, avx2::kernels);
}

#else

std::array<const WideKernels*, 2> allWideKernels() {
  return {};
}

#endif

const WideKernels* wideKernels() {
  static const WideKernels* const best = widestOf(allWideKernels());
  return best;
}

} // namespace linesman
