#include "rules/games/king_down/setup.h"

#include <algorithm>
#include <array>
#include <random>

namespace linesman::rules::king_down {
namespace {

/// Kinds of the bag in alphabetical order and how many of each it holds; the king is always drawn.
constexpr std::array<char, 10> letters{'A', 'B', 'G', 'K', 'L', 'M', 'N', 'Q', 'R', 'S'};
constexpr std::array<int, 10> copies{2, 2, 2, 1, 1, 2, 2, 1, 2, 2};
constexpr std::size_t bishop = 1;
constexpr std::size_t king = 3;
constexpr int fixed_king_file = 4;

/// Rows of n squares out of `ones` kinds with one copy left and `twos` kinds with two, any number of each used: a kind
/// joins with C(n, j) places for its j copies.
std::uint64_t wordsOf(int n, int ones, int twos) {
  static std::array<std::array<std::array<std::int64_t, 11>, 11>, 9> known = [] {
    std::array<std::array<std::array<std::int64_t, 11>, 11>, 9> fresh{};
    for (auto& plane : fresh)
      for (auto& line : plane)
        line.fill(-1);
    return fresh;
  }();
  if (n == 0)
    return 1;
  if (ones + twos == 0)
    return 0;
  auto& value = known[static_cast<std::size_t>(n)][static_cast<std::size_t>(ones)][static_cast<std::size_t>(twos)];
  if (value >= 0)
    return static_cast<std::uint64_t>(value);
  const int most = ones > 0 ? 1 : 2;
  std::uint64_t sum = 0;
  std::uint64_t ways = 1; // C(n, j)
  for (int j = 0; j <= most && j <= n; ++j) {
    sum += ways * (ones > 0 ? wordsOf(n - j, ones - 1, twos) : wordsOf(n - j, 0, twos - 1));
    ways = ways * static_cast<std::uint64_t>(n - j) / static_cast<std::uint64_t>(j + 1);
  }
  value = static_cast<std::int64_t>(sum);
  return sum;
}

/// A row filled from file a up to `filled`.
struct Partial {
  SetupRules rules;
  std::array<int, 10> left = copies;
  int filled = 0;
  int bishop_colour = -1; ///< colour of the bishop already placed: 0 for files a, c, e, g
};

bool fits(const Partial& row, std::size_t kind) {
  if (row.left[kind] == 0)
    return false;
  if (row.rules.king_fixed && (kind == king) != (row.filled == fixed_king_file))
    return false;
  return !(row.rules.bishops_opposite_colours && kind == bishop && row.bishop_colour == row.filled % 2);
}

Partial placed(Partial row, std::size_t kind) {
  --row.left[kind];
  if (kind == bishop)
    row.bishop_colour = row.filled % 2;
  ++row.filled;
  return row;
}

/// Rows without king and bishops that fill n squares.
std::uint64_t others(const Partial& row, int n) {
  if (n < 0)
    return 0;
  int ones = 0;
  int twos = 0;
  for (std::size_t kind = 0; kind < letters.size(); ++kind) {
    if (kind == king || kind == bishop)
      continue;
    ones += row.left[kind] == 1 ? 1 : 0;
    twos += row.left[kind] == 2 ? 1 : 0;
  }
  return wordsOf(n, ones, twos);
}

/// Ways to fill the free squares with bishops and other men, the king's square `king_at` aside (-1: no king to come).
std::uint64_t withBishops(const Partial& row, int king_at) {
  std::array<std::uint64_t, 2> free{};
  for (int file = row.filled; file < 8; ++file)
    if (file != king_at)
      ++free[static_cast<std::size_t>(file % 2)];
  const std::uint64_t n = free[0] + free[1];
  const int squares = static_cast<int>(n);
  std::uint64_t ways = others(row, squares);
  const bool colours = row.rules.bishops_opposite_colours;
  if (row.left[bishop] >= 1) {
    const std::uint64_t places =
        colours && row.bishop_colour >= 0 ? free[static_cast<std::size_t>(1 - row.bishop_colour)] : n;
    ways += places * others(row, squares - 1);
  }
  if (row.left[bishop] == 2 && n >= 2)
    ways += (colours ? free[0] * free[1] : n * (n - 1) / 2) * others(row, squares - 2);
  return ways;
}

/// How many whole rows begin like this one.
std::uint64_t completions(const Partial& row) {
  if (row.left[king] == 0)
    return withBishops(row, -1);
  if (row.rules.king_fixed)
    return row.filled <= fixed_king_file ? withBishops(row, fixed_king_file) : 0;
  std::uint64_t ways = 0;
  for (int file = row.filled; file < 8; ++file)
    ways += withBishops(row, file);
  return ways;
}

/// A number below `bound`, each alike: numbers of the generator that would favour some are thrown away.
std::uint64_t below(std::mt19937_64& random, std::uint64_t bound) {
  const std::uint64_t limit = ~std::uint64_t{0} - ~std::uint64_t{0} % bound;
  std::uint64_t number = random();
  while (number >= limit)
    number = random();
  return number % bound;
}

/// Draws seven figures from the bag of sixteen and lays them and the king out; again, until the rules are kept.
std::string physicalRow(const SetupRules& rules, std::mt19937_64& random) {
  while (true) {
    std::string bag = "QLRRBBNNAAGGMMSS";
    for (std::size_t i = 0; i < 7; ++i)
      std::swap(bag[i], bag[i + below(random, bag.size() - i)]);
    std::string row = bag.substr(0, 7);
    row.insert(
        rules.king_fixed ? static_cast<std::size_t>(fixed_king_file) : static_cast<std::size_t>(below(random, 8)), "K");
    if (setupNumber(rules, row))
      return row;
  }
}

} // namespace

SetupRules readSetupRules(const std::map<std::string, std::string>& options) {
  const auto is = [&](const char* name, const char* value) {
    const auto found = options.find(name);
    return found != options.end() && found->second == value;
  };
  return {is("setup_king", "fixed"), is("bishops_opposite_colours", "true"), is("setup_symmetry", "rotated"),
          is("setup_distribution", "draws"), is("castling", "true")};
}

std::uint64_t setupCount(const SetupRules& rules) {
  return completions(Partial{rules});
}

std::string setupRow(const SetupRules& rules, std::uint64_t number) {
  std::string text;
  Partial row{rules};
  while (row.filled < 8) {
    for (std::size_t kind = 0; kind < letters.size(); ++kind) {
      if (!fits(row, kind))
        continue;
      const std::uint64_t ways = completions(placed(row, kind));
      if (number >= ways) {
        number -= ways;
        continue;
      }
      text += letters[kind];
      row = placed(row, kind);
      break;
    }
  }
  return text;
}

Result<std::uint64_t> setupNumber(const SetupRules& rules, const std::string& text) {
  std::uint64_t number = 0;
  Partial row{rules};
  if (text.size() != 8)
    return fail("The first row \"" + text + "\" needs eight letters, one a file.");
  for (const char letter : text) {
    const auto at = static_cast<std::size_t>(std::find(letters.begin(), letters.end(), letter) - letters.begin());
    if (at == letters.size() || !fits(row, at))
      return fail("The first row \"" + text + "\" cannot be drawn: '" + std::string(1, letter) +
                  "' does not fit on file " + std::string(1, static_cast<char>('a' + row.filled)) + ".");
    for (std::size_t kind = 0; kind < at; ++kind)
      if (fits(row, kind))
        number += completions(placed(row, kind));
    row = placed(row, at);
  }
  if (row.left[king] != 0)
    return fail("The first row \"" + text + "\" has no king.");
  return number;
}

std::uint64_t drawSetup(const SetupRules& rules, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  if (!rules.physical_draws)
    return below(random, setupCount(rules));
  return *setupNumber(rules, physicalRow(rules, random));
}

std::string setupPosition(const SetupRules& rules, const std::string& row) {
  std::string black = row;
  if (rules.rotated)
    std::reverse(black.begin(), black.end());
  std::string rooks;
  const auto add_rooks = [&rooks](const std::string& letters, char rank) {
    for (std::size_t file = 0; file < letters.size(); ++file)
      if (letters[file] == 'R') {
        rooks += static_cast<char>('a' + file);
        rooks += rank;
      }
  };
  if (rules.castling) {
    add_rooks(row, '1');
    add_rooks(black, '8');
  }
  for (char& c : black)
    c = static_cast<char>(c - 'A' + 'a');
  return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + row + " w none:0,none:0 - - - " + (rooks.empty() ? "-" : rooks) + " -";
}

} // namespace linesman::rules::king_down
