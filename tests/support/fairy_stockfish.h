#pragma once
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include <unistd.h>

namespace linesman::rules::testing {

inline constexpr const char* fairy_stockfish = "/usr/games/fairy-stockfish";
inline bool hasFairyStockfish() {
  return access(fairy_stockfish, X_OK) == 0;
}

/// Nodes that fairy-stockfish counts from a FEN of a variant; nothing when it says no number. `variants`: a definition
/// file.
inline std::optional<std::uint64_t> fairyPerft(const std::string& variants, const std::string& variant,
                                               const std::string& fen, int depth) {
  std::string input = variants.empty() ? "" : "setoption name VariantPath value " + variants + "\\n";
  input += "setoption name UCI_Variant value " + variant + "\\nposition " + (fen.empty() ? "startpos" : "fen " + fen) +
           "\\ngo perft " + std::to_string(depth) + "\\nquit\\n";
  const std::string command = "printf '" + input + "' | " + fairy_stockfish + " 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr)
    return std::nullopt;
  std::optional<std::uint64_t> nodes;
  for (char line[512]; std::fgets(line, sizeof line, pipe) != nullptr;) {
    unsigned long long number = 0;
    if (std::sscanf(line, "Nodes searched: %llu", &number) == 1)
      nodes = number;
  }
  pclose(pipe);
  return nodes;
}

} // namespace linesman::rules::testing
