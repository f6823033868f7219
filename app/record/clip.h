#pragma once
#include <string>
#include <vector>

#include <QImage>

#include "app/record/match_story.h"

namespace linesman::app {

/// The table at a moment with the marks of its ruling, at most 1280 wide.
QImage tablePicture(const MatchStory& story, std::size_t moment);

/// One picture of a clip: the table at a moment with its marks, and below it what was ruled. 1280x720.
QImage clipPicture(const MatchStory& story, std::size_t moment);

/// The moments a viewer wants to see: rulings, what was asked back, the end.
std::vector<std::size_t> clipMoments(const MatchStory& story, std::size_t first, std::size_t last);

/// Writes moments first..last as a film (path ends in .avi or .mp4; each moment stays 2 s) or, where the path has no
/// ending or is that of a folder, as numbered pictures in it. How many moments there are; a film of another kind is an
/// error sentence.
Result<std::size_t> writeClip(const MatchStory& story, std::size_t first, std::size_t last, const std::string& path);

} // namespace linesman::app
