#include "app/watch/referee.h"

#include "app/watch/oriented_referee.h"
#include "app/watch/plane_referee.h"

namespace linesman::app {

Result<void> Referee::restore(const nlohmann::json& state) {
  try {
    doRestore(state);
    return {};
  } catch (const nlohmann::json::exception& error) {
    return fail(std::string("The recorded state of the match cannot be read (") + error.what() +
                "); the record is not whole.");
  }
}

Result<std::unique_ptr<Referee>> makeReferee(const MatchSetup& setup) {
  if (setup.game == "armadas" || setup.game == "armada2k" || setup.game == "armada_2k")
    return PlaneReferee::make(setup);
  return OrientedReferee::make(setup);
}

} // namespace linesman::app
