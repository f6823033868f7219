#include "rules/game.h"
#include "rules/plane_scenario.h"
#include "rules/registry.h"

namespace linesman::rules {

namespace {

/// Armadas, or a game whose book extends it.
class PlaneGame : public Game {
public:
  explicit PlaneGame(RuleBook book) : book_(std::make_shared<const RuleBook>(std::move(book))) {}

private:
  const RuleBook& doBook() const override { return *book_; }
  Result<nlohmann::json> doJudge(const nlohmann::json& scenario) const override {
    return judgePlaneScenario(book_, scenario);
  }
  std::shared_ptr<const RuleBook> book_;
};

Registry::Maker makerOf(const std::string& file) {
  return [file]() -> Result<std::unique_ptr<Game>> {
    auto book = RuleBook::load(file);
    if (!book)
      return tl::unexpected(book.error());
    return std::make_unique<PlaneGame>(std::move(*book));
  };
}

const RegisterGame armadas("armadas", makerOf("armadas"));
const RegisterGame armada_2k("armada2k", makerOf("armada_2k"));

} // namespace

} // namespace linesman::rules
