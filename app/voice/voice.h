#pragma once
#include <memory>

#include <QString>

namespace linesman::app {

/// The system's voice. A library of its own, so that only it needs Qt's TextToSpeech.
class Voice {
public:
  virtual ~Voice() = default;
  virtual void say(const QString& sentence) = 0;

  /// Null when this machine has no voice, or the program was built without it.
  static std::unique_ptr<Voice> make();
};

} // namespace linesman::app
