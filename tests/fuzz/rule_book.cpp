// Rule books: a torn or hostile file is one sentence, never a crash.
#include <cstdint>
#include <string_view>

#include "rules/plane_options.h"
#include "rules/rule_book.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto book =
      linesman::rules::RuleBook::parse(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.toml");
  if (book)
    (void)linesman::rules::PlaneOptions::from(*book, {});
  return 0;
}
