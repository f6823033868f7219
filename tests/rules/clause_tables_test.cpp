// The clause tables of all games but ArmadaChess, whose code cites its clauses by numbers (its own test reads those).
#include "support/clause_table.h"

#include <map>

#include <nlohmann/json.hpp>

#include "rules/rule_book.h"

namespace linesman::rules::testing {
namespace {

namespace fs = std::filesystem;
using Names = std::map<std::string, std::set<std::string>>;

/// "AR-22" from "AR", 22.
std::string idOf(const std::string& prefix, int number) {
  return prefix + (number < 10 ? "-0" : "-") + std::to_string(number);
}

/// Clauses that a source names, in its code or in a comment; "KD-10 to KD-13" and "KD-10..13" name those between too.
void addNamed(Names& names, const std::string& text, const std::string& prefix, const std::string& where) {
  for (const auto& id : allMatches(text, "(" + prefix + R"(-\d+[a-f]?))"))
    names[id].insert(where);
  const std::regex range(prefix + R"(-(\d+)(?: to )" + prefix + R"(-|\.\.)(\d+))");
  for (std::sregex_iterator it(text.begin(), text.end(), range), end; it != end; ++it)
    for (int number = std::stoi((*it)[1].str()); number <= std::stoi((*it)[2].str()); ++number)
      names[idOf(prefix, number)].insert(where);
}

Names codeOf(const std::vector<fs::path>& sources, const std::string& prefix) {
  Names names;
  for (const fs::path& path : sources)
    addNamed(names, contentsOf(path), prefix, path.stem().string());
  return names;
}

/// Tests "TEST(Suite, Words_KD11_KD75)" of a folder, and cases of files under tests/data.
Names testsOf(const std::vector<fs::path>& sources, const std::vector<std::string>& case_files,
              const std::string& prefix) {
  Names names;
  for (const fs::path& path : sources) {
    const std::string text = contentsOf(path);
    const std::regex test(R"(TEST\((\w+), (\w+)\))");
    for (std::sregex_iterator it(text.begin(), text.end(), test), end; it != end; ++it)
      for (const auto& number : allMatches((*it)[2].str() + "_", prefix + R"((\d+)_)"))
        names[prefix + "-" + number].insert((*it)[1].str() + "." + (*it)[2].str());
  }
  for (const std::string& file : case_files) {
    const auto cases = nlohmann::json::parse(contentsOf(sourceRoot() / "tests/data/examples" / file));
    for (const auto& one : cases.at("examples"))
      for (const auto& id :
           allMatches(one.value("tests", "") + " " + one.value("clauses", ""), "(" + prefix + R"(-\d+))"))
        names[id].insert(one.at("id").get<std::string>());
  }
  return names;
}

std::vector<ClauseRow> rowsOf(const std::string& book_id, const Names& code, const Names& tests) {
  const auto book = RuleBook::load(book_id);
  EXPECT_TRUE(book);
  std::vector<ClauseRow> rows;
  for (const Clause& clause : book->clauses()) {
    ClauseRow row{clause.id, {}, {}};
    if (const auto found = code.find(clause.id); found != code.end())
      row.code = found->second;
    if (const auto found = tests.find(clause.id); found != tests.end())
      row.tests = found->second;
    rows.push_back(row);
  }
  return rows;
}

TEST(ClauseTables, OfKingDown) {
  const auto code = codeOf(sourcesIn(sourceRoot() / "rules/games/king_down"), "KD");
  const auto tests = testsOf(sourcesIn(sourceRoot() / "tests/rules/king_down"),
                             {"kingdown_examples.json", "kingdown_clauses.json"}, "KD");
  expectTable("rules/games/README.md", "King Down", rowsOf("king_down", code, tests));
}

TEST(ClauseTables, OfInvasion) {
  const auto code = codeOf(sourcesIn(sourceRoot() / "rules/games/invasion"), "IN");
  const auto tests = testsOf(sourcesIn(sourceRoot() / "tests/rules/invasion"),
                             {"invasion_examples.json", "invasion_clauses.json"}, "IN");
  expectTable("rules/games/README.md", "Invasion", rowsOf("invasion", code, tests));
}

/// Rows of the plane games: a clause of Armada 2K that says the same as one of Armadas is decided there.
TEST(ClauseTables, OfArmadasAndArmada2K) {
  std::vector<fs::path> sources;
  for (const char* folder : {"rules", "rules/games"})
    for (const fs::path& path : sourcesIn(sourceRoot() / folder))
      sources.push_back(path);
  const std::string named = contentsOf(sourceRoot() / "tests/rules/armadas_clauses_test.cpp");
  Names tests;
  for (const auto& test : allMatches(named, R"(TEST\(Clause, (\w+)\))"))
    for (auto id : allMatches("_" + test + "_", R"((?=_((?:AR|A2)_\d+[a-f]?)_))"))
      tests[id.replace(2, 1, "-")].insert(test);
  std::vector<ClauseRow> rows;
  for (const auto& [book, prefix] : {std::pair("armadas", "AR"), {"armada_2k", "A2"}}) {
    const std::string text = contentsOf(sourceRoot() / "rules/games" / (std::string(book) + ".toml"));
    for (ClauseRow row : rowsOf(book, codeOf(sources, prefix), tests)) {
      if (!row.id.starts_with(prefix))
        continue;
      const auto same = allMatches(text, "(AR-\\d+) = \"" + row.id + "\"");
      row.otherwise = same.empty() ? "by data or by people at the table" : "as " + same[0];
      rows.push_back(row);
    }
  }
  expectTable("rules/README.md", "Armadas and Armada 2K", rows);
}

} // namespace
} // namespace linesman::rules::testing
