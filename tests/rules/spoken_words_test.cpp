#include "rules/spoken_words.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "rules/registry.h"

namespace linesman::rules {
namespace {

TEST(SpokenWords, EveryGameHasItsWordsWithKeysOfTheirOwn) {
  for (const std::string& id : Registry::instance().ids()) {
    const auto game = Registry::instance().make(id);
    ASSERT_TRUE(game);
    const auto words = spokenWords((*game)->book());
    ASSERT_GE(words.size(), 6u) << id;
    std::set<std::string> keys;
    for (const SpokenWord& word : words) {
      EXPECT_FALSE(word.say.empty() || word.button.empty()) << id << ' ' << word.id;
      EXPECT_TRUE(keys.insert(word.key).second) << id << ": two words on key " << word.key;
      EXPECT_EQ(word.confirm, word.id == "resign") << id;
    }
    EXPECT_EQ(words.front().say, "done") << id;
  }
}

TEST(SpokenWords, BeginWithDoneAndEndWithWhatIsAskedTwiceBeforeWhatIsSeldomSaid) {
  const auto words = spokenWords(*RuleBook::load("armada_chess"));
  EXPECT_EQ(words.size(), 19u);
  EXPECT_EQ(words.front().id, "done");
  EXPECT_EQ(words[1].id, "adjust");
  const auto seldom = std::find_if(words.begin(), words.end(), [](const SpokenWord& w) { return w.seldom; });
  ASSERT_NE(seldom, words.end());
  EXPECT_EQ((seldom - 1)->id, "resign");
  EXPECT_TRUE(std::all_of(seldom, words.end(), [](const SpokenWord& w) { return w.seldom; }));
  const auto fleet = spokenWords(*RuleBook::load("armada_2k"));
  EXPECT_TRUE(std::any_of(fleet.begin(), fleet.end(), [](const SpokenWord& w) {
    return w.say == "fire <ship> <target>";
  })) << "handed on by the parent";
}

TEST(SpokenWords, AreThoseThatTheAgreedOptionsHaveAUseFor) {
  const auto book = RuleBook::load("armadas");
  ASSERT_TRUE(book);
  const auto has = [&](const std::map<std::string, std::string>& options, const std::string& id) {
    return std::ranges::count(spokenWords(*book, options), id, &SpokenWord::id) == 1;
  };
  EXPECT_FALSE(has({}, "flagship"));
  EXPECT_TRUE(has({{"goal", "flagship"}}, "flagship"));
  EXPECT_TRUE(has({{"goal", "capture_flag"}}, "flagship"));
  EXPECT_FALSE(has({{"armour", "true"}}, "armour")) << "only fleets that are bought leave points over";
  EXPECT_TRUE(has({{"armour", "true"}, {"fleet", "points"}}, "armour"));
  EXPECT_TRUE(has({}, "fire"));
  EXPECT_EQ(spokenWords(*book, {{"goal", "flagship"}}).size() + 3, spokenWords(*book).size());
}

} // namespace
} // namespace linesman::rules
