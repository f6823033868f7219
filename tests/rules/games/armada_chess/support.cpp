#include "rules/games/armada_chess/support.h"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "rules/games/armada_chess/board_file.h"
#include "rules/games/armada_chess/position_json.h"

namespace linesman::rules::armada_chess::testing {

using nlohmann::json;

namespace {

std::string kindOf(char letter) {
  const auto index = std::string_view("PNBRQK").find(letter);
  if (index == std::string_view::npos)
    throw std::invalid_argument(std::string("no piece ") + letter);
  return nameOf(static_cast<Kind>(index));
}

std::vector<std::string> wordsOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

json piece(const std::vector<std::string>& words) {
  json one = {
      {"side", words.at(0) == "w" ? "white" : "black"}, {"kind", kindOf(words.at(1).at(0))}, {"at", words.at(2)}};
  for (std::size_t i = 3; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "trained" || word == "turned")
      one[word] = true;
    else if (word == "high" || word == "crown")
      one["lives"] = word;
    else if (word == "rider")
      one["rider"] = {{"kind", "pawn"}, {"trained", false}};
    else if (word == "rider+low")
      one["rider"] = {{"kind", "pawn"}, {"trained", true}};
    else if (word == "rider+high")
      one["rider"] = {{"kind", "pawn"}, {"trained", false}, {"lives", "high"}};
    else if (word.starts_with("training="))
      one["training"] = std::stoi(word.substr(9));
    else if (word.starts_with("upgrade="))
      one["upgrade"] = std::stoi(word.substr(8));
    else if (word.starts_with("start="))
      one["start"] = word.substr(6);
    else
      throw std::invalid_argument("no such word: " + word);
  }
  return one;
}

} // namespace

const Board& boardById(const std::string& id) {
  const auto board = loadBoard(id);
  if (!board)
    throw std::runtime_error(board.error().sentence);
  return **board;
}

Field fieldOf(const std::string& name) {
  return *boardById("companion-10x10").fieldNamed(name);
}

Options optionsWith(const Switches& switches) {
  Options options;
  for (const auto& [name, value] : switches) {
    if (const auto set = setOption(options, name, value); !set)
      throw std::runtime_error(set.error().sentence);
  }
  return options;
}

json pieces(const std::string& text) {
  json list = json::array();
  std::istringstream stream(text);
  for (std::string entry; std::getline(stream, entry, ',');) {
    const auto words = wordsOf(entry);
    if (!words.empty())
      list.push_back(piece(words));
  }
  return list;
}

Table::Table(const std::string& men, const std::string& board)
    : board_(board), json_({{"board", board}, {"side", "white"}, {"pieces", pieces(men)}}) {}

Table& Table::black() {
  return with("side", "black");
}

Table& Table::with(const std::string& key, const json& value) {
  json_[key] = value;
  return *this;
}

Table& Table::reserve(const std::string& side, const std::string& letters) {
  for (const std::string& word : wordsOf(letters)) {
    json one = {{"kind", kindOf(word.at(0))}};
    if (word.find("+low") != std::string::npos)
      one["trained"] = true;
    if (word.find("+high") != std::string::npos)
      one["lives"] = "high";
    json_["reserve"][side].push_back(one);
  }
  return *this;
}

json& Table::cityEntry(int id) {
  json& cities = json_["cities"];
  for (json& city : cities) {
    if (city.at("id") == id)
      return city;
  }
  cities.push_back({{"id", id}});
  return cities.back();
}

Table& Table::city(int id, int die, const std::string& controller) {
  json& city = cityEntry(id);
  city["die"] = die;
  if (!controller.empty())
    city["controller"] = controller;
  return *this;
}

Table& Table::king(int id, int die, const std::string& lives) {
  json& city = cityEntry(id);
  city["die"] = die;
  city["king"] = true;
  if (lives != "none")
    city["king"] = {{"trained", false}, {"lives", lives}};
  return *this;
}

Table& Table::ruin(int id, int rebuild) {
  json& city = cityEntry(id);
  city["destroyed"] = true;
  city["rebuild"] = rebuild;
  return *this;
}

Table& Table::revive(const std::string& side, const std::string& kinds) {
  for (const std::string& kind : wordsOf(kinds))
    json_["revive"][side].push_back({{"kind", kind}});
  return *this;
}

Table& Table::ceasefire(int white, int black) {
  return with("ceasefire", {{"white", white}, {"black", black}});
}
Table& Table::clock(int seconds) {
  return with("clock_s", seconds);
}

Table& Table::option(const std::string& name, const std::string& value) {
  switches_.emplace_back(name, value);
  return *this;
}

Play::Play(const Table& table) {
  const Board& board = boardById(table.boardId());
  const Options options = optionsWith(table.switches());
  const auto position = readPosition(Law{board, options}, table.source());
  if (!position)
    throw std::runtime_error(position.error().sentence);
  match_ = std::make_unique<Match>(board, options, *position);
}

Play& Play::legal(const std::string& text, std::initializer_list<int> clauses) {
  last_ = match_->play(text);
  EXPECT_TRUE(last_.legal) << text << ": " << last_.sentence;
  for (const int clause : clauses)
    EXPECT_TRUE(std::count(last_.clauses.begin(), last_.clauses.end(), clause) > 0)
        << text << " should cite " << ClauseSet::idOf(clause);
  return *this;
}

Play& Play::illegal(const std::string& text, std::initializer_list<int> clauses) {
  const Position before = match_->position();
  last_ = match_->play(text);
  EXPECT_FALSE(last_.legal) << text << " was taken for legal: " << last_.sentence;
  EXPECT_TRUE(before == match_->position()) << text << " changed the position";
  EXPECT_FALSE(last_.sentence.empty()) << text;
  for (const int clause : clauses)
    EXPECT_TRUE(std::count(last_.clauses.begin(), last_.clauses.end(), clause) > 0)
        << text << " should cite " << ClauseSet::idOf(clause) << ": " << last_.sentence;
  return *this;
}

Play& Play::over(const std::string& winner, int clause) {
  EXPECT_TRUE(match_->over().over) << "the game should be over";
  if (!match_->over().over)
    return *this;
  EXPECT_EQ(nameOf(match_->over().winner), winner);
  EXPECT_TRUE(match_->over().clauses.contains(clause)) << ClauseSet::idOf(clause);
  return *this;
}

Play& Play::goesOn() {
  EXPECT_FALSE(match_->over().over) << "won by " << nameOf(match_->over().winner);
  return *this;
}

int Play::die(int city) const {
  return match_->position().cities[*match_->board().cityWithId(city)].die;
}
bool Play::destroyed(int city) const {
  return match_->position().cities[*match_->board().cityWithId(city)].destroyed;
}
std::string Play::holder(int city) const {
  return nameOf(match_->position().cities[*match_->board().cityWithId(city)].controller);
}

std::string Play::at(const std::string& field) const {
  const Piece& piece = match_->position().at(*match_->board().fieldNamed(field));
  if (!piece.present())
    return "";
  std::string text = std::string(piece.side == Side::white ? "w " : "b ") + nameOf(piece.kind);
  if (piece.trained)
    text += " trained";
  if (piece.lives == Lives::high)
    text += " high";
  if (piece.lives == Lives::crown)
    text += " crown";
  if (piece.turned)
    text += " turned";
  if (piece.isUnit())
    text += " rider";
  if (piece.training > 0)
    text += " training=" + std::to_string(piece.training);
  if (piece.upgrade > 0)
    text += " upgrade=" + std::to_string(piece.upgrade);
  return text;
}

std::string Play::reserve(const std::string& side) const {
  const json all = writePosition(match_->law(), match_->position());
  std::string text;
  for (const json& entry : all.at("reserve").at(side)) {
    text += (text.empty() ? "" : " ") + entry.at("kind").get<std::string>();
    if (entry.at("trained").get<bool>())
      text += "+low";
    if (entry.at("lives") == "high")
      text += "+high";
  }
  return text;
}

std::string Play::revivals(const std::string& side) const {
  const json all = writePosition(match_->law(), match_->position());
  std::string text;
  for (const json& entry : all.at("revive").at(side))
    text += (text.empty() ? "" : " ") + entry.at("kind").get<std::string>();
  return text;
}

bool Play::lists(const std::string& text) const {
  const auto texts = turnTexts(match_->law(), match_->position());
  return std::binary_search(texts.begin(), texts.end(), text);
}

std::size_t Play::count() const {
  return turnTexts(match_->law(), match_->position()).size();
}

} // namespace linesman::rules::armada_chess::testing
