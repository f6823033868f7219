#include "app/voice/voice.h"

#ifdef LINESMAN_SPEECH
#include <QTextToSpeech>
#endif

namespace linesman::app {

#ifdef LINESMAN_SPEECH

namespace {

class QtVoice final : public Voice {
public:
  bool works() const { return engine_.state() != QTextToSpeech::Error; }
  void say(const QString& sentence) override { engine_.say(sentence); }

private:
  QTextToSpeech engine_;
};

} // namespace

std::unique_ptr<Voice> Voice::make() {
  // Qt's own mock engine keeps silent.
  QStringList engines = QTextToSpeech::availableEngines();
  engines.removeAll(QStringLiteral("mock"));
  if (engines.isEmpty())
    return nullptr;
  auto voice = std::make_unique<QtVoice>();
  return voice->works() ? std::move(voice) : nullptr;
}

#else

std::unique_ptr<Voice> Voice::make() {
  return nullptr;
}

#endif

} // namespace linesman::app
