#pragma once
// The tables clause -> code -> test in the READMEs are made from the rule books, the sources and the tests. A test
// keeps each true; run with LINESMAN_UPDATE=1 it writes the table anew.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace linesman::rules::testing {

inline std::filesystem::path sourceRoot() {
  return std::filesystem::path(LINESMAN_TEST_DATA).parent_path().parent_path();
}

inline std::string contentsOf(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// C++ files of a folder, sorted.
inline std::vector<std::filesystem::path> sourcesIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// First groups of all matches.
inline std::vector<std::string> allMatches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it)
    found.push_back((*it)[1].str());
  return found;
}

struct ClauseRow {
  std::string id;
  std::set<std::string> code;  ///< stems of source files
  std::set<std::string> tests; ///< names of tests, ids of worked cases
  std::string otherwise = {};  ///< said in place of `code` when that is empty
};

inline std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "`" : ", `") + word + "`";
  return text;
}

inline std::string tableOf(const std::vector<ClauseRow>& rows) {
  std::string table = "| clause | code | test |\n|---|---|---|\n";
  for (const ClauseRow& row : rows)
    table += "| " + row.id + " | " + (row.code.empty() ? row.otherwise : joined(row.code)) + " | " + joined(row.tests) +
             " |\n";
  return table;
}

/// Every row has code (or says what stands for it) and a test, and the README shows the table between its markers
/// "<!-- clause table NAME -->" and "<!-- end of clause table -->".
inline void expectTable(const std::string& readme, const std::string& name, const std::vector<ClauseRow>& rows) {
  for (const ClauseRow& row : rows) {
    EXPECT_FALSE(row.code.empty() && row.otherwise.empty()) << row.id << " stands nowhere in the code";
    EXPECT_FALSE(row.tests.empty()) << row.id << " has no test";
  }
  const std::filesystem::path path = sourceRoot() / readme;
  const std::string text = contentsOf(path);
  const std::string begin = "<!-- clause table " + name + " -->\n";
  const auto from = text.find(begin);
  ASSERT_NE(from, std::string::npos) << readme << " has no place for the table " << name;
  const auto to = text.find("<!-- end of clause table -->", from);
  ASSERT_NE(to, std::string::npos);
  const std::string made = text.substr(0, from + begin.size()) + tableOf(rows) + text.substr(to);
  if (std::getenv("LINESMAN_UPDATE") != nullptr)
    std::ofstream(path) << made;
  EXPECT_EQ(contentsOf(path), made) << "the table is out of date: run this test once with LINESMAN_UPDATE=1";
}

} // namespace linesman::rules::testing
