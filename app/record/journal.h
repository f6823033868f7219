#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/result.h"

namespace linesman::app {

/// An append-only file of lines that survives a kill at any instant. Each line is `HASH TEXT`, where HASH is the
/// SHA-256 of the previous line's hash followed by TEXT: a changed, lost or swapped line breaks the chain. append()
/// returns only after the lines are on the disk (fdatasync). Nothing is ever overwritten; corrections are new lines.
class Journal {
public:
  struct Contents {
    std::vector<std::string> lines; ///< texts in order, without hashes
    bool torn = false;              ///< the last line was cut off by a crash and left out
    /// The first, counted from 1, at which the chain breaks: it and what follows is left out. 0: the chain is whole.
    std::size_t damaged_line = 0;
  };

  /// Starts a new file; one that exists already and holds anything is an error sentence.
  static Result<Journal> create(const std::string& path);
  /// Opens a file to go on with it. A torn last line (a kill in the middle of a write) is cut off; it was never
  /// announced. A broken chain anywhere else is an error sentence that names the line: nothing is written behind it.
  static Result<Journal> open(const std::string& path, Contents& contents);
  /// Reads a file without touching it, as far as its chain is whole.
  static Result<Contents> read(const std::string& path);

  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&& other) noexcept;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  /// Writes the lines (none may hold a line break) and waits until they are durable. When the disk is full or gone the
  /// lines wait in memory, the sentence says so, and the next append() or flush() tries them again, in order. A file
  /// that somebody deleted meanwhile, with its folder or without, is made anew with all its lines.
  Result<void> append(const std::vector<std::string>& lines);
  /// Tries what waits again.
  Result<void> flush();
  /// Was the file taken away since the last call, by append()'s or flush()'s finding? Then it is there again, whole.
  bool takeRestored() { return std::exchange(restored_, false); }
  /// Lines accepted but not yet on the disk.
  std::size_t waiting() const { return waiting_.size(); }
  const std::string& path() const { return path_; }

private:
  Journal(std::string path, int file, std::int64_t size, std::string hash);
  Result<void> writeAll(const std::string& bytes);
  Result<void> restoreIfRemoved();

  std::string path_;
  int file_ = -1;
  std::int64_t size_ = 0; ///< bytes that are whole lines on the disk
  std::string hash_;      ///< of the last whole line on the disk
  std::vector<std::string> waiting_;
  bool restored_ = false;
};

/// What is said of a record whose chain breaks at a line.
std::string damageOf(const std::string& path, std::size_t damaged_line);

} // namespace linesman::app
