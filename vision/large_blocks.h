#pragma once
#include <cstdlib> // tells whether this is glibc
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace linesman {

/// Keeps the memory of pictures that come and go: glibc gives large blocks back at once, and then clears every page of
/// them anew, which takes a tenth of the time of a frame. For the start of a program.
inline void keepLargeBlocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

} // namespace linesman
