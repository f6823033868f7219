#pragma once
#include <ostream>
#include <streambuf>
#include <string>

namespace linesman::app {

/// While it lives, a stream writes what people named (files, players, scenarios) as signs that are seen: a terminal
/// would take others for commands. Ends of lines and tabs stay (models/one_line.h).
class PlainOutput : private std::streambuf {
public:
  explicit PlainOutput(std::ostream& stream);
  ~PlainOutput() override;
  PlainOutput(const PlainOutput&) = delete;
  PlainOutput& operator=(const PlainOutput&) = delete;

private:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize bytes) override;
  int sync() override;
  /// Whether all was taken.
  bool write(std::string_view text);

  std::ostream& stream_;
  std::streambuf* under_;
  std::string begun_; ///< of a sign whose other bytes are to come
};

} // namespace linesman::app
