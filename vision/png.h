#pragma once
#include <cstdio>

namespace linesman {

/// Whether a PNG file breaks off or a part of it is damaged, by the lengths and check sums of its chunks (ISO/IEC
/// 15948, section 5); false for a file of another kind. libpng tells on a line of its own what it stumbles over, so
/// such files are not given to it. Reads the file from its beginning.
bool isTornPng(std::FILE* file);

} // namespace linesman
