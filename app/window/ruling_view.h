#pragma once
#include <QWidget>
#include <nlohmann/json.hpp>

#include "app/window/clause_rows.h"

class QLabel;

namespace linesman::app {

class MarginGauge;

/// One event of the match in front: the word, one sentence, the margin as a picture, and the clauses with their texts.
class RulingView : public QWidget {
  Q_OBJECT

public:
  explicit RulingView(ClauseText clause_text, QWidget* parent = nullptr);
  void setEvent(const nlohmann::json& event);
  /// Nothing was ruled yet.
  void clear();

private:
  QLabel* word_;
  QLabel* sentence_;
  MarginGauge* gauge_;
  ClauseRows* clauses_;
};

} // namespace linesman::app
