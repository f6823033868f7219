#include "models/one_line.h"

#include <gtest/gtest.h>

#include "models/json_line.h"
#include "models/toml_file.h"

namespace linesman {
namespace {

TEST(OneLine, SignsThatAreNotSeenAreSpelledAndAllOthersStay) {
  const std::string people = "Zoë \xD8\xB9\xD9\x84\xD9\x8A 木村 👩\xE2\x80\x8D🚀 a\xCC\x88"; // joiners and marks are seen
  EXPECT_TRUE(isOneLine(people));
  EXPECT_EQ(spelled(people), people);
  const std::pair<std::string, std::string> hidden[] = {{"Ann\x1B[31m", "Ann<U+001B>[31m"},
                                                        {"Ann\nLEGAL", "Ann<U+000A>LEGAL"},
                                                        {"A\x7F", "A<U+007F>"},
                                                        {"A\xC2\x9B"
                                                         "2J",
                                                         "A<U+009B>2J"},
                                                        {"\xE2\x80\xAE"
                                                         "nnA",
                                                         "<U+202E>nnA"},
                                                        {"A\xE2\x81\xA6", "A<U+2066>"},
                                                        {"A\xE2\x80\xA8"
                                                         "B",
                                                         "A<U+2028>B"}};
  for (const auto& [text, shown] : hidden) {
    EXPECT_FALSE(isOneLine(text)) << shown;
    EXPECT_EQ(spelled(text), shown);
  }
  EXPECT_EQ(spelled("\xE2\x80"), "\xE2<U+0080>") << "half a sign";
}

TEST(OneLine, JsonAndTomlSayTheSameWithSignsThatAreSeen) {
  const std::string name = "\xE2\x80\xAE"
                           "nnA \x7F \"\\ \xC2\x85";
  const std::string json = jsonLine({{"name", name}});
  EXPECT_TRUE(isOneLine(json)) << json;
  EXPECT_EQ(nlohmann::json::parse(json)["name"], name);
  const std::string toml = tomlText(name);
  EXPECT_TRUE(isOneLine(toml)) << toml;
  const auto read = parseToml("name = " + toml, "names.toml");
  ASSERT_TRUE(read) << read.error().sentence;
  EXPECT_EQ((*read)["name"].value<std::string>(), name);
}

} // namespace
} // namespace linesman
