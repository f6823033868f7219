#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/result.h"
#include "vision/frame.h"
#include "vision/picture_file.h"

namespace linesman {

/// Where frames come from. Not thread-safe; one thread reads it.
class FrameSource {
public:
  virtual ~FrameSource() = default;
  /// The next frame; nothing at the end of a file or folder; an error when a camera or stream broke, and once
  /// for each picture of several that cannot be read and at the end of a film that is cut off: the next call goes on
  /// behind it.
  Result<std::optional<Frame>> next() { return doNext(); }
  /// True for a camera or stream, whose frames come in real time.
  bool live() const { return isLive(); }

private:
  virtual Result<std::optional<Frame>> doNext() = 0;
  virtual bool isLive() const = 0;
};

/// The next frame that can be read: of what is not live, `passed_over` hears why others cannot. An error when a camera
/// or stream broke.
Result<std::optional<Frame>> nextReadable(FrameSource& source,
                                          const std::function<void(const std::string& sentence)>& passed_over);

/// Is the file named as a picture is?
bool isPicture(const std::string& path);

/// The path of a file:// address, as file managers give them; anything else as it is.
std::string localPath(const std::string& source);
/// Is it the address of something that is not on this machine's disks: a camera on the network, a stream?
bool isAddress(const std::string& source);

/// Is `source` a folder or pattern of pictures, whose pictures may each come from another place? A URL is none,
/// whatever letters are in it.
bool showsSinglePictures(const std::string& source);

/// `source`: a camera index or device path, a video file, a folder of images or a quoted pattern ('dir/f*.jpg') in name
/// order, an image file, the file:// address of one of these, or a URL that OpenCV can open. `fps` is the rate of
/// folders and patterns.
Result<std::unique_ptr<FrameSource>> openSource(const std::string& source, double fps = 30.0);

} // namespace linesman
