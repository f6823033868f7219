#pragma once
#include <QWidget>

#include "app/snapshot.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace linesman::app {

/// A page that says what is wrong and what to do about it, with the buttons to do it.
class MessagePage : public QWidget {
  Q_OBJECT

public:
  explicit MessagePage(QWidget* parent = nullptr);
  /// `of_camera`: what is watched is a camera or stream, which is tried again by itself.
  void show(const Trouble& trouble, bool of_camera = false);
  QString headline() const;
  /// Offers to change the match's set-up, where there is one.
  void offerSetup(bool offered);

Q_SIGNALS:
  void retryWanted();
  void demoWanted();
  void setupWanted();
  /// Of the camera, or of where the table's markers lie.
  void calibrationWanted(bool of_table);
  void homeWanted();
  /// The table has this file.
  void tableChosen(const QString& path);

private:
  QLabel* headline_;
  QLabel* sentence_;
  QLabel* advice_;
  QPushButton* retry_;
  QPushButton* setup_;
  QPushButton* calibrate_;
  QPushButton* choose_;   ///< the table's file
  bool of_table_ = false; ///< what the calibration would be of
  bool setup_offered_ = false;
};

/// What a user can do about each kind of trouble, in a few lines.
QString headlineOf(Trouble::Kind kind);
QStringList adviceOn(Trouble::Kind kind);

} // namespace linesman::app
