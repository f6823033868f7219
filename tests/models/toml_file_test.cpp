#include "models/toml_file.h"

#include <gtest/gtest.h>

namespace linesman {
namespace {

TEST(TomlFile, TornHeadersAndStrayLettersAreOneSentence) {
  for (const char* text :
       {"a = 1\n[, b = 2\n", "[[ ,]]\n", "[=]\n", "[\n]\n", "[.a]\n", "[#]\n", "a = 1 \u00e4\n", "\u0416 = 2\n"}) {
    const auto read = parseToml(text, "torn.toml");
    ASSERT_FALSE(read) << text;
    EXPECT_TRUE(read.error().sentence.starts_with("torn.toml:")) << read.error().sentence;
  }
  EXPECT_TRUE(parseToml("[ \"a\" ]\nb = [[1, 2],\n[3, 4]]\n[[c]]\n", "good.toml"));
}

TEST(TomlFile, AnyTextIsReadAsItWasWritten) {
  const std::string text = std::string("a \"b\" c:\\d\te\nf\x01\x7F") + '\0' + "\xC3\xA4";
  const auto file = parseToml("name = " + tomlText(text) + "\n", "names.toml");
  ASSERT_TRUE(file) << file.error().sentence;
  EXPECT_EQ((*file)["name"].value<std::string>(), text);
}

TEST(TomlFile, SemicolonsBetweenKeysAreSaidToBeNone) {
  const auto read = parseToml("a = 1\nb = 2; c = 3\n", "joined.toml");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().sentence.rfind("joined.toml:2: ", 0), 0u) << read.error().sentence;
  EXPECT_NE(read.error().sentence.find("write every key on a line of its own."), std::string::npos);
}

} // namespace
} // namespace linesman
