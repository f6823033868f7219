#pragma once
#include <string>

#include "models/result.h"

namespace linesman {

/// Pictures, films and PDFs that this program draws end in its name, behind what their formats read, so that they are
/// told from a user's own, which are not to be lost to a slip of the hand.

/// The name as the last bytes of a file of this kind, told by the ending of `path` (.avi, .mp4, .pdf, any picture).
std::string signatureFor(const std::string& path);

/// Sets the name behind what another library wrote; one that is there already stays.
void sign(const std::string& path);

bool isSigned(const std::string& path);

/// Whether a drawing may take the name `path`: an error where a file is there that this program did not draw. An empty
/// file, a pipe and a device have nothing to lose.
Result<void> checkOwnDrawing(const std::string& path);

} // namespace linesman
