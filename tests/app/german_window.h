#pragma once
#include <optional>

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTranslator>

#include "app/language.h"
#include "models/data_path.h"

namespace linesman::app::testing {

inline bool hasGerman() {
  return findData("translations/linesman_de.qm").has_value();
}
inline constexpr const char* no_german = "built without Qt Linguist";

/// The window speaks German as long as this lives, and English again behind it.
class SpokenGerman {
public:
  SpokenGerman() { EXPECT_TRUE(useLanguage("de")); }
  SpokenGerman(const SpokenGerman&) = delete;
  SpokenGerman& operator=(const SpokenGerman&) = delete;
  ~SpokenGerman() {
    for (QTranslator* translator : QCoreApplication::instance()->findChildren<QTranslator*>()) {
      QCoreApplication::removeTranslator(translator);
      delete translator;
    }
    (void)useLanguage("en");
  }
};

/// German in every test of a fixture.
class GermanWindow : public ::testing::Test {
protected:
  void SetUp() override {
    if (!hasGerman())
      GTEST_SKIP() << no_german;
    german_.emplace();
  }

private:
  std::optional<SpokenGerman> german_;
};

} // namespace linesman::app::testing
