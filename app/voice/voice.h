#pragma once
#include <memory>

#include <QString>

namespace linesman::app {

/// The system's voice. A library of its own, so that only it needs Qt's TextToSpeech.
class Voice {
public:
  virtual ~Voice() = default;
  /// Not any more where the system's speech has failed.
  virtual bool works() const = 0;
  /// Behind what is being said.
  virtual void say(const QString& sentence) = 0;

  /// One that speaks `language` ("de"), if the system has it. Null when this machine has no voice, or the program was
  /// built without it.
  static std::unique_ptr<Voice> make(const QString& language);
};

} // namespace linesman::app
