#pragma once
#include <functional>
#include <vector>

#include "app/watch/event.h"
#include "app/watch/not_counted.h"
#include "app/watch/ship.h"

namespace linesman::app {

/// A lying pyramid that is no ship's and no gauge.
struct Stranger {
  PyramidSize size = PyramidSize::small;
  Colour colour = Colour::red;
  SeenPose at;
  int looks = 0; ///< settled tables in a row with it

  /// Whether it is the one that lies there.
  bool is(const SeenPyramid& pyramid) const;
  SeenPyramid pyramid() const;
  nlohmann::json toJson() const;
  static Stranger fromJson(const nlohmann::json& json);
};

/// All of them that lie on the table, in the order in which they were seen. After `patient_tables` settled tables with
/// it one is asked about: players may say what it is then, and until it is gone it may be in the way.
class Strangers {
public:
  const std::vector<Stranger>& all() const { return all_; }
  /// True while one was shown by too few tables to be asked about.
  bool holdBack() const;
  /// The one that lay there before, as often as it was seen so far, or a new one that was not seen yet.
  Stranger at(const SeenPyramid& pyramid) const;
  /// Those of the newest table.
  void see(std::vector<Stranger> now) { all_ = std::move(now); }
  /// Those are forgotten that lie there no more, among the table's pyramids that nobody expected (by their indices).
  void forgetGone(const TableState& state, const std::vector<std::size_t>& unexpected);
  /// It is none.
  void forget(const SeenPyramid& pyramid);
  void clear() { all_.clear(); }

  /// Whether it is what somebody said; tells of it then.
  using Settling = std::function<bool(const Stranger&, std::vector<Event>&)>;
  /// A player says what those are that were asked about: those are none any more that `settle` takes. The answer, and
  /// what `settle` told. `none`: what there is to say where it takes none.
  std::vector<Event> hear(const Claim& claim, const std::string& none, const Settling& settle);

  /// Those that were asked about, as things in the way; not the `gauge` whose step is judged.
  std::vector<NotCounted> inTheWay(const SeenPose* gauge) const;

  nlohmann::json toJson() const;
  static Strangers fromJson(const nlohmann::json& json);

private:
  std::vector<Stranger> all_;
};

} // namespace linesman::app
