#pragma once
#include <functional>
#include <memory>
#include <string>

#include <QObject>

#include "app/analyst.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace linesman::app {

class Session;

/// A page's source while it is looked at: its field, the button that starts and stops it, the picture that came last,
/// and what is said of it.
class SourceRun : public QObject {
  Q_OBJECT

public:
  /// `name` begins those of its widgets ("lens" of lens_source).
  SourceRun(const QString& name, QLabel* picture, QWidget* page);
  ~SourceRun() override;

  /// The field with its buttons, for the page to place.
  QHBoxLayout* row() const { return row_; }
  QLabel* words() const { return words_; }
  std::string source() const;
  /// Looks at the source with an analyst, until it ends or is stopped.
  void start(std::function<std::unique_ptr<Analyst>()> make);
  void stop();
  void say(const QString& text, bool trouble = false);

Q_SIGNALS:
  void wanted();  ///< to be started
  void looked();  ///< at a picture, which is shown
  void stopped(); ///< whatever stopped it
  void ended();   ///< the film or folder has no more pictures, and some were shown

private:
  void end();
  void show(const SnapshotPtr& snapshot);

  std::unique_ptr<Session> session_;
  bool shown_ = false; ///< a picture of the source
  QLabel* picture_;
  QLabel* words_;
  QLineEdit* source_;
  QPushButton* start_;
  QHBoxLayout* row_;
};

} // namespace linesman::app
