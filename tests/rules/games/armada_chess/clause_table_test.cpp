// Clauses of ArmadaChess in the code (cited by their numbers) and in the tests; see support/clause_table.h.
#include "support/clause_table.h"

#include <map>

#include "rules/games/armada_chess/clause_set.h"

namespace linesman::rules::armada_chess {
namespace {

using rules::testing::ClauseRow;
using rules::testing::contentsOf;
using rules::testing::sourceRoot;
using rules::testing::sourcesIn;

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
  for (const auto& path : sourcesIn(sourceRoot() / "rules/games/armada_chess")) {
    const std::string text = contentsOf(path);
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
  for (const auto& path : sourcesIn(sourceRoot() / "tests/rules/games/armada_chess")) {
    const std::string text = contentsOf(path);
    for (std::sregex_iterator it(text.begin(), text.end(), named), end; it != end; ++it)
      found[std::stoi((*it)[2].str())].insert((*it)[1].str());
  }
  return found;
}

TEST(ArmadaChessClauseTable, EveryClauseHasCodeAndATestOfItsName) {
  const auto code = codeOfClauses(), tests = testsOfClauses();
  std::vector<ClauseRow> rows;
  for (int number = 1; number <= clause_count; ++number) {
    ClauseRow row{ClauseSet::idOf(number), {}, {}};
    if (code.contains(number))
      row.code = code.at(number);
    if (tests.contains(number))
      row.tests = tests.at(number);
    rows.push_back(row);
  }
  rules::testing::expectTable("rules/games/armada_chess/README.md", "ArmadaChess", rows);
}

} // namespace
} // namespace linesman::rules::armada_chess
