#include "app/plain_output.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "models/one_line.h"

namespace linesman::app {

namespace {

/// How much of the text is whole signs of UTF-8 (RFC 3629).
std::size_t wholeSigns(std::string_view text) {
  constexpr std::size_t longest = 4;
  for (std::size_t back = 1; back <= std::min(longest - 1, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0U) == 0x80U) // goes on with one before
      continue;
    const std::size_t bytes = byte >= 0xF0U ? 4 : byte >= 0xE0U ? 3 : byte >= 0xC0U ? 2 : 1;
    return bytes > back ? text.size() - back : text.size();
  }
  return text.size();
}

} // namespace

PlainOutput::PlainOutput(std::ostream& stream) : stream_(stream), under_(stream.rdbuf(this)) {}

PlainOutput::~PlainOutput() {
  write(std::exchange(begun_, {}));
  const auto state = stream_.rdstate(); // which a new buffer would clear
  stream_.rdbuf(under_);
  stream_.setstate(state);
}

bool PlainOutput::write(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\n\r\t"), text.size());
    const std::string plain = spelled(text.substr(0, end)) + std::string(text.substr(end, 1));
    if (under_->sputn(plain.data(), static_cast<std::streamsize>(plain.size())) !=
        static_cast<std::streamsize>(plain.size()))
      return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

std::streambuf::int_type PlainOutput::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof()))
    return traits_type::not_eof(c);
  const char byte = traits_type::to_char_type(c);
  return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
}

std::streamsize PlainOutput::xsputn(const char* text, std::streamsize bytes) {
  const std::string all = std::exchange(begun_, {}) + std::string(text, static_cast<std::size_t>(bytes));
  const std::size_t whole = wholeSigns(all);
  begun_ = all.substr(whole);
  return write(std::string_view(all).substr(0, whole)) ? bytes : 0;
}

int PlainOutput::sync() {
  return under_->pubsync();
}

} // namespace linesman::app
