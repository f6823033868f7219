#pragma once
#include <string>

#include "app/watch/match_setup.h"

namespace linesman::app {

/// What a file of a starting state gives a match on squares.
struct GivenStart {
  std::string position; ///< a position text or JSON
  std::string not_read; ///< a sentence that names what else the file says and the match does not heed; empty: nothing

  /// Of a scenario, as `judge` takes it, its position; every other text as it is. A scenario of another game is an
  /// error.
  static Result<GivenStart> from(const std::string& text, const MatchSetup& setup);
};

} // namespace linesman::app
