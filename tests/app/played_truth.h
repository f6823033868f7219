#pragma once
#include <string>
#include <vector>

#include "app/watch/match.h"
#include "app/watch/told.h"
#include "support/truth.h"

namespace linesman::app::testing {

/// Lets `match` watch the truth of a rendered match (a folder of tests/data/matches), with errors of the given size,
/// and hear what was told meanwhile, to the end.
inline void playTruth(Match& match, const std::string& folder, const tests::Noise& noise = {}) {
  const auto told = readTold(folder + "/told.jsonl").value_or(std::vector<Claim>());
  tests::TruthReader reader(noise);
  std::size_t next = 0;
  double last_s = 0.0;
  for (const nlohmann::json& frame : tests::readTruth(folder)) {
    const TableState state = reader.read(frame);
    for (; next < told.size() && told[next].t_s <= state.t_s; ++next)
      match.hear(told[next]);
    match.see(state);
    last_s = state.t_s;
  }
  for (; next < told.size(); ++next)
    match.hear(told[next]);
  match.finish(last_s);
}

} // namespace linesman::app::testing
