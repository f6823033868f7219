#include "app/record/journal.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <QByteArray>
#include <QCryptographicHash>

#include "models/text_file.h"

namespace linesman::app {

namespace {

constexpr std::size_t hash_length = 64;
const std::string first_hash(hash_length, '0');

std::string chained(const std::string& previous, const std::string& text) {
  QCryptographicHash hash(QCryptographicHash::Sha256);
  hash.addData(QByteArrayView(previous.data(), static_cast<qsizetype>(previous.size())));
  hash.addData(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
  return hash.result().toHex().toStdString();
}

std::string reason() {
  return std::strerror(errno);
}

struct Checked {
  Journal::Contents contents;
  std::int64_t whole_bytes = 0;
  std::string hash = first_hash;
};

/// Follows the chain. Only a last line without its end may be torn: a kill leaves a beginning of what was being
/// written.
Checked check(const std::string& bytes) {
  Checked checked;
  std::size_t start = 0;
  while (start < bytes.size()) {
    const std::size_t end = bytes.find('\n', start);
    const std::string line = bytes.substr(start, end == std::string::npos ? std::string::npos : end - start);
    const bool formed = end != std::string::npos && line.size() > hash_length && line[hash_length] == ' ';
    const std::string text = formed ? line.substr(hash_length + 1) : std::string();
    const std::string hash = formed ? chained(checked.hash, text) : std::string();
    if (!formed || line.compare(0, hash_length, hash) != 0) {
      if (end != std::string::npos) // whoever ended the line had written all of it
        checked.contents.damaged_line = checked.contents.lines.size() + 1;
      else
        checked.contents.torn = true;
      break;
    }
    checked.contents.lines.push_back(text);
    checked.hash = hash;
    start = end + 1;
    checked.whole_bytes = static_cast<std::int64_t>(start);
  }
  return checked;
}

/// Two who write one record would write over each other. The lock goes with the file.
Result<void> lock(int file, const std::string& path) {
  if (::flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) // not every file system has locks
    return {};
  ::close(file);
  return fail("The record " + path +
              " is being written by another Linesman; end that match first, or choose another folder.");
}

/// Opens a file in which no line came to be, as where the disk was full when it was begun: it is no match, and would
/// keep the next one from its folder. -1 and EEXIST where it holds anything or is being written.
int openUnbegun(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  struct stat status {};
  if (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) == 0 && ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
      status.st_size == 0)
    return file;
  if (file >= 0)
    ::close(file);
  errno = EEXIST;
  return -1;
}

Result<std::string> bytesOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return fail("The record " + path + " cannot be read (" + reason() + "); check the name and the rights.");
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

} // namespace

std::string damageOf(const std::string& path, std::size_t damaged_line) {
  return "The record " + path + " is damaged at line " + std::to_string(damaged_line) +
         "; restore it from a copy, for what follows cannot be trusted.";
}

Journal::Journal(std::string path, int file, std::int64_t size, std::string hash)
    : path_(std::move(path)), file_(file), size_(size), hash_(std::move(hash)) {}

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)), size_(other.size_),
      hash_(std::move(other.hash_)), waiting_(std::move(other.waiting_)), restored_(other.restored_) {}

Journal& Journal::operator=(Journal&& other) noexcept {
  if (this == &other)
    return *this;
  if (file_ >= 0)
    ::close(file_);
  path_ = std::move(other.path_);
  file_ = std::exchange(other.file_, -1);
  size_ = other.size_;
  hash_ = std::move(other.hash_);
  waiting_ = std::move(other.waiting_);
  restored_ = other.restored_;
  return *this;
}

Journal::~Journal() {
  if (file_ >= 0)
    ::close(file_);
}

Result<Journal> Journal::create(const std::string& path) {
  int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0 && errno == EEXIST)
    file = openUnbegun(path);
  if (file < 0)
    return fail(errno == EEXIST ? "The record " + path + " exists already; choose another folder for the new match."
                                : "The record " + path + " cannot be written (" + reason() +
                                      "); choose a folder you may write to.");
  if (auto ours = lock(file, path); !ours)
    return tl::unexpected(ours.error());
  syncFolderOf(path);
  return Journal(path, file, 0, first_hash);
}

Result<Journal::Contents> Journal::read(const std::string& path) {
  const auto bytes = bytesOf(path);
  if (!bytes)
    return tl::unexpected(bytes.error());
  return check(*bytes).contents;
}

Result<Journal> Journal::open(const std::string& path, Contents& contents) {
  const auto refused = [&] {
    return fail("The record " + path + " cannot be continued (" + reason() + "); check the rights on it.");
  };
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0 && errno != ENOENT)
    return refused();
  if (file >= 0)
    if (auto ours = lock(file, path); !ours)
      return tl::unexpected(ours.error());
  Journal journal(path, file, 0, first_hash); // closes the file
  const auto bytes = bytesOf(path);
  if (!bytes)
    return tl::unexpected(bytes.error());
  Checked checked = check(*bytes);
  if (const std::size_t line = checked.contents.damaged_line; line != 0)
    return fail(damageOf(path, line));
  if (::ftruncate(file, checked.whole_bytes) != 0)
    return refused();
  contents = std::move(checked.contents);
  journal.size_ = checked.whole_bytes;
  journal.hash_ = checked.hash;
  return journal;
}

Result<void> Journal::append(const std::vector<std::string>& lines) {
  waiting_.insert(waiting_.end(), lines.begin(), lines.end());
  return flush();
}

Result<void> Journal::flush() {
  if (waiting_.empty())
    return {};
  if (auto there = restoreIfRemoved(); !there)
    return there;
  std::string bytes;
  std::string hash = hash_;
  for (const std::string& text : waiting_) {
    hash = chained(hash, text);
    bytes += hash + ' ' + text + '\n';
  }
  if (auto written = writeAll(bytes); !written)
    return written;
  size_ += static_cast<std::int64_t>(bytes.size());
  hash_ = hash;
  waiting_.clear();
  return {};
}

/// What is deleted can still be read by whom it is open for.
Result<void> Journal::restoreIfRemoved() {
  struct stat status {};
  if (::fstat(file_, &status) != 0 || status.st_nlink > 0)
    return {};
  const auto refused = [&](const std::string& why) {
    return fail("The record " + path_ + " was deleted and cannot be made anew (" + why +
                "); the game goes on, but nothing of it is safe until its folder can be written to.");
  };
  std::string bytes(static_cast<std::size_t>(size_), '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    const auto n = ::pread(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return refused(n == 0 ? "it is cut off" : reason());
    done += static_cast<std::size_t>(n);
  }
  std::error_code unmade;
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), unmade);
  if (unmade)
    return refused(unmade.message());
  auto anew = create(path_);
  if (!anew)
    return refused(reason());
  if (auto written = anew->writeAll(bytes); !written) {
    ::unlink(path_.c_str());
    return refused(reason());
  }
  std::swap(file_, anew->file_);
  restored_ = true;
  return {};
}

Result<void> Journal::writeAll(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto n = ::pwrite(file_, bytes.data() + done, bytes.size() - done, size_ + static_cast<std::int64_t>(done));
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      const std::string why = n == 0 ? "nothing could be written" : reason();
      // Half a batch would look like a torn line at the next start, and like damage once more is written behind it.
      if (::ftruncate(file_, size_) != 0)
        return fail("The record " + path_ + " cannot be written (" + why + ") nor repaired; stop and copy it away.");
      return fail("The record " + path_ + " cannot be written (" + why + "); free some space: the game goes on, but " +
                  std::to_string(waiting_.size()) + " events are not safe yet.");
    }
    done += static_cast<std::size_t>(n);
  }
  if (::fdatasync(file_) != 0)
    return fail("The record " + path_ + " did not reach the disk (" + reason() + "); the game goes on, but " +
                std::to_string(waiting_.size()) + " events are not safe yet.");
  return {};
}

} // namespace linesman::app
