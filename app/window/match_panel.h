#pragma once
#include <QFrame>
#include <nlohmann/json.hpp>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace linesman::app {

class MatchDesk;
class TellPanel;

/// The refereed match: the last ruling, all rulings, and the buttons for what must be told.
class MatchPanel : public QFrame {
  Q_OBJECT

public:
  explicit MatchPanel(MatchDesk* desk, QWidget* parent = nullptr);
  TellPanel* telling() const { return telling_; }

private:
  void refresh();
  void showHistory();
  void showRuling(const nlohmann::json& event);
  QWidget* makeAppeal();
  /// Number of the verdict chosen in the history, or of the last one; 0: none.
  long long appealed() const;
  void challenge();
  void overrule();

  MatchDesk* desk_;
  QLabel* word_;
  QLabel* sentence_;
  QListWidget* history_;
  TellPanel* telling_;
  QLineEdit* who_ = nullptr;
  QLineEdit* why_ = nullptr;
  QWidget* form_ = nullptr;
  QPushButton* challenge_ = nullptr;
  QPushButton* overrule_ = nullptr;
  QLabel* notice_;
};

} // namespace linesman::app
