// The table clause -> code -> test in the game's README is made from the sources; this test keeps it true.
// Run with LINESMAN_UPDATE=1 to write it anew.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "rules/games/armada_chess/clause_set.h"

namespace linesman::rules::armada_chess {
namespace {

namespace fs = std::filesystem;

const fs::path root = fs::path(LINESMAN_TEST_DATA).parent_path().parent_path();

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<fs::path> sourcesIn(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
      paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

void note(std::map<int, std::set<std::string>>& found, const std::string& numbers, const std::string& where) {
  static const std::regex number(R"(\b\d+\b)");
  for (std::sregex_iterator it(numbers.begin(), numbers.end(), number), end; it != end; ++it)
    found[std::stoi(it->str())].insert(where);
}

/// Clauses that a source cites in its calls, or names in a comment as AC-nn.
std::map<int, std::set<std::string>> codeOfClauses() {
  std::map<int, std::set<std::string>> found;
  const std::regex cited(R"((?:cite|object|refused|granted|find|add)\(\s*\{([^{}]*)\})");
  const std::regex alone(R"((?:add|won)\((?:\w+(?:\(\w+\))?, )?(\d+)\))");
  const std::regex named(R"(AC-(\d+))");
  const std::regex outcome(R"(Winner[^{};]*\{([\d, ]+)\})");
  const std::regex outcome_of(R"(winnerOf[^{};]*\{([\d, ]+)\})");
  for (const fs::path& path : sourcesIn(root / "rules/games/armada_chess")) {
    const std::string text = contents(path);
    for (const std::regex* pattern : {&cited, &alone, &named, &outcome, &outcome_of}) {
      for (std::sregex_iterator it(text.begin(), text.end(), *pattern), end; it != end; ++it)
        note(found, (*it)[1].str(), path.stem().string());
    }
  }
  return found;
}

std::map<int, std::set<std::string>> testsOfClauses() {
  std::map<int, std::set<std::string>> found;
  const std::regex named(R"(TEST\(ArmadaChessClauses, (AC_(\d+)_\w+)\))");
  for (const fs::path& path : sourcesIn(root / "tests/rules/games/armada_chess")) {
    const std::string text = contents(path);
    for (std::sregex_iterator it(text.begin(), text.end(), named), end; it != end; ++it)
      found[std::stoi((*it)[2].str())].insert((*it)[1].str());
  }
  return found;
}

std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "`" : ", `") + word + "`";
  return text;
}

std::string madeTable() {
  const auto code = codeOfClauses(), tests = testsOfClauses();
  std::string table = "| clause | code | test |\n|---|---|---|\n";
  for (int number = 1; number <= clause_count; ++number) {
    table += "| " + ClauseSet::idOf(number) + " | " +
             joined(code.contains(number) ? code.at(number) : std::set<std::string>{}) + " | " +
             joined(tests.contains(number) ? tests.at(number) : std::set<std::string>{}) + " |\n";
  }
  return table;
}

TEST(ArmadaChessClauseTable, EveryClauseHasCodeAndATestOfItsName) {
  const auto code = codeOfClauses(), tests = testsOfClauses();
  for (int number = 1; number <= clause_count; ++number) {
    EXPECT_TRUE(code.contains(number)) << ClauseSet::idOf(number) << " stands nowhere in the code";
    EXPECT_TRUE(tests.contains(number)) << ClauseSet::idOf(number) << " has no test";
  }
}

TEST(ArmadaChessClauseTable, TheReadmeShowsIt) {
  const fs::path path = root / "rules/games/armada_chess/README.md";
  const std::string readme = contents(path), begin = "<!-- clause table -->\n", end = "<!-- end of clause table -->";
  const auto from = readme.find(begin), to = readme.find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  const std::string made = readme.substr(0, from + begin.size()) + madeTable() + readme.substr(to);
  if (std::getenv("LINESMAN_UPDATE") != nullptr)
    std::ofstream(path) << made;
  EXPECT_EQ(contents(path), made) << "the table is out of date: run this test once with LINESMAN_UPDATE=1";
}

} // namespace
} // namespace linesman::rules::armada_chess
