#pragma once
#include <QWidget>
#include <nlohmann/json.hpp>

#include "app/watch/match_setup.h"
#include "app/window/clause_rows.h"

class QLabel;

namespace linesman::app {

class MarginGauge;

/// One event of the match in front: the word, one sentence, the margin as a picture, and the clauses with their texts.
class RulingView : public QWidget {
  Q_OBJECT

public:
  explicit RulingView(ClauseText clause_text, QWidget* parent = nullptr);
  /// `setup` says what the players are called.
  void setEvent(const nlohmann::json& event, const MatchSetup& setup);
  /// Nothing was ruled yet.
  void clear();

private:
  QLabel* word_;
  QLabel* sentence_;
  MarginGauge* gauge_;
  ClauseRows* clauses_;
};

} // namespace linesman::app
