#pragma once
#include <memory>

#include <QObject>
#include <QPointer>
#include <QString>

#include "app/call.h"

namespace linesman::app {

class MatchDesk;
class Voice;

/// Says rulings aloud in short sentences; where no voice is installed, the system's bell rings instead. Silent until it
/// is switched on.
class Speaker : public QObject {
  Q_OBJECT

public:
  explicit Speaker(QObject* parent = nullptr);
  ~Speaker() override;

  bool on() const { return on_; }
  /// Says what a match rules from now on, what is to be put back, and whose turn it is.
  void follow(MatchDesk* desk);
  /// A call on a picture; the same one twice in a row is said once.
  void tell(const Call& call);

public Q_SLOTS:
  void setOn(bool on);
  void say(const QString& sentence);

Q_SIGNALS:
  /// What is being said, or rung for.
  void said(const QString& sentence);

private:
  void hearDesk();

  bool on_ = false;
  QPointer<MatchDesk> desk_; ///< matches come and go
  std::size_t heard_ = 0;    ///< events of the desk's history that were said
  std::string to_move_;
  QString last_call_;
  std::unique_ptr<Voice> voice_; ///< made when first switched on: engines take a while to start
};

} // namespace linesman::app
