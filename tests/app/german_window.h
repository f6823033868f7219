#pragma once
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTranslator>

#include "app/language.h"
#include "models/data_path.h"

namespace linesman::app::testing {

/// The window speaks German, and English again behind the test.
class GermanWindow : public ::testing::Test {
protected:
  void SetUp() override {
    if (!findData("translations/linesman_de.qm"))
      GTEST_SKIP() << "built without Qt Linguist";
    ASSERT_TRUE(useLanguage("de"));
  }
  void TearDown() override {
    for (QTranslator* translator : QCoreApplication::instance()->findChildren<QTranslator*>()) {
      QCoreApplication::removeTranslator(translator);
      delete translator;
    }
    (void)useLanguage("en");
  }
};

} // namespace linesman::app::testing
