#pragma once
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace linesman {

/// Expected trouble: one sentence for the user that names the thing and says what to do.
struct Error {
  std::string sentence;
};

/// A value, or the sentence why there is none. Bugs are assertions, not errors; game law is a Verdict.
template <class T> using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string sentence) {
  return tl::unexpected<Error>(Error{std::move(sentence)});
}

} // namespace linesman
