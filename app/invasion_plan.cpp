#include "app/invasion_plan.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "calibration/table_file.h"
#include "models/board_men.h"
#include "models/text_file.h"
#include "rules/board_game.h"
#include "rules/rule_book.h"
#include "rules/square_board.h"

namespace linesman::app {

namespace {

constexpr int last = InvasionPlan::side - 1;
const rules::SquareBoard squares{InvasionPlan::side, InvasionPlan::side};

bool isCorner(int column, int row) {
  return (column == 0 || column == last) && (row == 0 || row == last);
}

/// The same man of the other army.
char turnedMan(char man) {
  const auto letter = static_cast<unsigned char>(man);
  return static_cast<char>(std::isupper(letter) != 0 ? std::tolower(letter) : std::toupper(letter));
}

Result<void> fill(InvasionPlan& plan, const std::string& array) {
  plan.men.fill(InvasionPlan::empty);
  const auto placed = rules::readBoardField(squares, array);
  if (!placed)
    return tl::unexpected(placed.error());
  for (const auto& [square, letter] : *placed)
    if (letter != '*')
      plan.men[static_cast<std::size_t>(square)] = letter;
  return {};
}

std::string inMm(double mm) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", mm);
  return text.data();
}

/// The array that the rule book proposes.
std::string bookArray() {
  const auto book = rules::RuleBook::load("invasion");
  return book ? book->data()["array"]["proposed"].value_or(std::string()) : std::string();
}

} // namespace

InvasionPlan InvasionPlan::proposed() {
  InvasionPlan plan;
  (void)fill(plan, bookArray());
  return plan;
}

Result<InvasionPlan> InvasionPlan::read(const std::string& path) {
  const auto profile = readProfile(path);
  if (!profile)
    return tl::unexpected(profile.error());
  const MatchSetup& match = profile->match;
  if (match.game != "invasion")
    return fail(path + " is a match of another game; choose one of Invasion.");
  InvasionPlan plan = proposed();
  plan.name = profile->name;
  const std::string array = match.option("array").value_or("proposed");
  if (array != "proposed")
    if (const auto filled = fill(plan, array); !filled)
      return fail(path + ": " + filled.error().sentence);
  plan.camp_size = std::atoi(match.option("camp_size").value_or("3").c_str());
  plan.red_homes = match.option("red_corners") == "homes";
  if (profile->table.empty())
    return plan;
  const auto table = readTableFile(profile->table);
  if (!table)
    return tl::unexpected(table.error());
  if (table->board) {
    plan.square_mm = table->board->square_mm.value_or(plan.square_mm);
    plan.near_left = table->board->coordinates.value_or(plan.near_left);
  }
  return plan;
}

bool InvasionPlan::place(int square, char man, bool both_sides) {
  const int column = square % side, row = square / side;
  char& here = men[static_cast<std::size_t>(square)];
  if (isSea(column, row) || here == man)
    return false;
  if (man == 'H' || man == 'h')
    std::replace(men.begin(), men.end(), man, empty);
  here = man;
  if (both_sides)
    place(side * side - 1 - square, man == empty ? empty : turnedMan(man), false);
  return true;
}

std::optional<std::string> InvasionPlan::home(bool white) const {
  const auto at = std::find(men.begin(), men.end(), white ? 'H' : 'h');
  if (at == men.end())
    return std::nullopt;
  const int square = static_cast<int>(at - men.begin());
  return isCorner(square % side, square / side) ? std::optional(squares.nameOf(square)) : std::nullopt;
}

bool InvasionPlan::isCamp(int column, int row) const {
  for (const bool white : {true, false})
    if (const auto corner = home(white)) {
      const int square = *squares.squareNamed(*corner);
      if (std::max(std::abs(square % side - column), std::abs(square / side - row)) < camp_size)
        return !isSea(column, row);
    }
  return false;
}

bool InvasionPlan::isRed(int column, int row) const {
  if (!isCorner(column, row))
    return false;
  const std::string corner = squares.nameOf(row * side + column);
  return (corner == home(true) || corner == home(false)) == red_homes;
}

std::vector<InvasionPlan::Difference> InvasionPlan::differences() const {
  static const std::map<std::string, char> letters = {{"headquarters", 'H'}, {"flag", 'F'},    {"commando", 'C'},
                                                      {"tank", 'T'},         {"trooper", 'I'}, {"paratrooper", 'P'}};
  std::vector<Difference> found;
  for (const bool white : {true, false})
    for (const MenCount& wanted : menOf("invasion"))
      if (const auto letter = letters.find(wanted.kind); letter != letters.end()) { // the bomb lies beside the board
        const char man = white ? letter->second : turnedMan(letter->second);
        if (const auto count = std::count(men.begin(), men.end(), man); count != wanted.count)
          found.push_back({white, wanted.kind, static_cast<int>(count) - wanted.count});
      }
  return found;
}

std::string InvasionPlan::array() const {
  std::string letters(men.begin(), men.end());
  for (int square = 0; square < side * side; ++square)
    if (isSea(square % side, square / side))
      letters[static_cast<std::size_t>(square)] = '*';
  return rules::writeBoardField(squares, letters);
}

std::map<std::string, std::string> InvasionPlan::options() const {
  std::map<std::string, std::string> chosen;
  if (const std::string field = array(); field != bookArray())
    chosen["array"] = field;
  if (camp_size != 3)
    chosen["camp_size"] = std::to_string(camp_size);
  if (red_homes)
    chosen["red_corners"] = "homes";
  const std::string homes = home(true).value_or("j1") + "," + home(false).value_or("a10");
  if (homes != "j1,a10")
    chosen["home"] = homes;
  return chosen;
}

Result<void> InvasionPlan::check() const {
  const auto game = rules::makeBoardGame("invasion");
  if (!game)
    return tl::unexpected(game.error());
  const auto match = (*game)->open("start", options());
  if (!match)
    return tl::unexpected(match.error());
  return {};
}

std::string InvasionPlan::tableText() const {
  std::string out = "# A board of Invasion: " + name +
                    "\n[board]\ndefinition = \"invasion-10x10\"\nsquare_mm = " + inMm(square_mm) +
                    "\ncoordinates = \"" + near_left + "\"  # the corner that lies near left\n";
  std::replace_if(
      out.begin(), out.begin() + static_cast<std::ptrdiff_t>(out.find("\n[board]")),
      [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  std::string switches;
  for (const auto& [key, value] : options())
    switches += " --option '" + key + "=" + value + "'";
  return out + "# without the window: linesman referee --game invasion --table THIS_FILE" + switches +
         " --source CAMERA\n";
}

MatchProfile InvasionPlan::profile(const std::string& table) const {
  MatchProfile profile;
  profile.name = name;
  profile.match.game = "invasion";
  profile.match.options = options();
  profile.table = table;
  return profile;
}

std::string tableBeside(const std::string& match_file) {
  return std::filesystem::absolute(match_file).replace_extension().string() + ".table.toml";
}

Result<void> InvasionPlan::write(const std::string& path) const {
  const std::string table = tableBeside(path);
  if (const auto written = writeFile(table, tableText()); !written)
    return written;
  return writeProfile(profile(table), path);
}

} // namespace linesman::app
