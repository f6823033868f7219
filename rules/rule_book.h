#pragma once
#include <map>
#include <string>
#include <vector>

#include "models/result.h"
#include "models/toml_file.h"

namespace linesman::rules {

/// A clause of the law, in our words.
struct Clause {
  std::string id;
  std::string text;
};

/// A switch of the rules: its default, and its allowed values (empty: any number or text as `type` says).
struct Option {
  std::string name;
  std::string type; ///< choice | number | integer | boolean | text
  std::string default_value;
  std::vector<std::string> values;
  std::string text;
};

/// A game's data file (rules/games/*.toml): title, clauses, options and the game's own tables. A book may extend
/// another; its clauses and options replace those of the same name, and `drop_clauses = "AR-"` leaves out those of the
/// parent whose id begins so. Unknown keys are errors with file and line.
class RuleBook {
public:
  /// `name`: "armadas" (a file beside the program's data) or a path ending in .toml.
  static Result<RuleBook> load(const std::string& name);
  /// The same from text, for tests and fuzzers.
  static Result<RuleBook> parse(std::string_view text, const std::string& name);

  const std::string& id() const { return id_; }
  const std::string& title() const { return title_; }
  const std::vector<Clause>& clauses() const { return clauses_; }
  const std::vector<Option>& options() const { return options_; }
  /// Text of a clause; empty when the book has no such clause.
  std::string clauseText(const std::string& id) const;
  const Option* option(const std::string& name) const;
  /// The game's own tables: everything under [data], parents' keys replaced one by one.
  const toml::table& data() const { return data_; }
  /// One sentence when `name` is no option of this book or `value` is not allowed.
  Result<void> checkOption(const std::string& name, const std::string& value) const;

private:
  static Result<RuleBook> read(const toml::table& file, const std::string& path, int depth);
  static Result<RuleBook> loadDepth(const std::string& name, int depth);
  Result<void> readClauses(const toml::table& file, const std::string& path);
  Result<void> readOptions(const toml::table& file, const std::string& path);

  std::string id_;
  std::string title_;
  std::vector<Clause> clauses_;
  std::vector<Option> options_;
  toml::table data_;
};

} // namespace linesman::rules
