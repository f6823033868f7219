// Sets of clause numbers: AC-01 to AC-145.
#pragma once

#include <bitset>
#include <initializer_list>
#include <string>
#include <vector>

namespace linesman::rules::armada_chess {

constexpr int clause_count = 145;

/// The clauses that a ruling rests on.
class ClauseSet {
public:
  ClauseSet() = default;
  ClauseSet(std::initializer_list<int> numbers) { add(numbers); }

  void add(int number) { bits_.set(static_cast<std::size_t>(number)); }
  void add(std::initializer_list<int> numbers) {
    for (const int number : numbers)
      add(number);
  }
  void add(const ClauseSet& others) { bits_ |= others.bits_; }
  bool contains(int number) const { return bits_.test(static_cast<std::size_t>(number)); }
  bool empty() const { return bits_.none(); }

  /// "AC-01" and so on, ascending.
  std::vector<std::string> ids() const {
    std::vector<std::string> names;
    for (int number = 1; number <= clause_count; ++number) {
      if (contains(number))
        names.push_back(idOf(number));
    }
    return names;
  }
  static std::string idOf(int number) { return (number < 10 ? "AC-0" : "AC-") + std::to_string(number); }

private:
  std::bitset<clause_count + 1> bits_;
};

} // namespace linesman::rules::armada_chess
