#pragma once
#include <string>
#include <string_view>

#include "models/result.h"

namespace linesman {

/// A folder opens as a file does, and reading it throws or yields nothing: an error where `path` is one.
Result<void> checkNoFolder(const std::string& path);

/// Whether a file of this name can be written, asked before work is spent on what it is to hold; touches nothing. The
/// error is that of writing.
Result<void> checkWritable(const std::string& path);

/// When what was written survives a crash of the machine: before the name is given to it, or with time.
enum class Kept { surely, soon };

/// Writes `bytes` as the whole of the file: whoever reads it finds what was there or all of the new, also when the
/// program is killed meanwhile, or two write it at once, and where it is kept surely, when the machine loses its power.
/// The error says what to do.
Result<void> writeFile(const std::string& path, std::string_view bytes, Kept kept = Kept::surely);

/// A new file is durable only when its folder's entry is.
void syncFolderOf(const std::string& path);

/// What a file's name ends in while it is being written: of each file and process another, for two that save one file
/// at once would write into each other's.
std::string ownEnding();

/// Without the mark of its encoding that some editors set before a file's first letter.
std::string withoutByteOrderMark(std::string text);

/// Whether JSON has more brackets within each other than anything of ours, so that reading it might exhaust the stack.
bool nestedTooDeeply(std::string_view json);

} // namespace linesman
