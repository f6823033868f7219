// An action as somebody wrote it, before the law has looked at it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/result.h"
#include "rules/games/armada_chess/action.h"

namespace linesman::rules::armada_chess {

struct Request {
  Action action;                ///< fields that the text does not name stay at their "none" values
  std::optional<Bands> bands;   ///< a band suffix was written
  std::optional<int> announced; ///< "train d5 2": the number that was said
  bool word_given = false;      ///< occupy or destroy was written
};

/// Understands one action text. The error is one sentence that shows the form that was expected.
Result<Request> readRequest(const Law& law, std::string_view text);

/// Does this legal action carry out the request (bands left out mean the piece without bands)?
bool matches(const Action& legal, const Request& request);
/// The legal action that was meant: the unbanded piece where several states fit and none was named.
std::optional<Action> findMeant(const std::vector<Action>& legal, const Request& request);

/// Splits at a character; empty parts stay.
std::vector<std::string> splitText(std::string_view text, char separator);

} // namespace linesman::rules::armada_chess
