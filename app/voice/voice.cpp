#include "app/voice/voice.h"

#ifdef LINESMAN_SPEECH
#include <QElapsedTimer>
#include <QLocale>
#include <QTextToSpeech>

#include "app/voice/sentence_queue.h"
#endif

namespace linesman::app {

#ifdef LINESMAN_SPEECH

namespace {

class QtVoice final : public Voice {
public:
  explicit QtVoice(const QString& language) : queue_([this](const QString& sentence) { engine_.say(sentence); }) {
    time_.start();
    for (const QLocale& spoken : engine_.availableLocales())
      if (spoken.language() == QLocale(language).language() && engine_.locale().language() != spoken.language())
        engine_.setLocale(spoken);
    QObject::connect(&engine_, &QTextToSpeech::stateChanged, &engine_, [this](QTextToSpeech::State state) {
      if (state == QTextToSpeech::Ready)
        queue_.ended(now_s());
    });
  }
  bool works() const override { return engine_.state() != QTextToSpeech::Error; }
  void say(const QString& sentence) override { queue_.add(sentence, now_s()); }

private:
  double now_s() const { return 0.001 * static_cast<double>(time_.elapsed()); }

  QElapsedTimer time_;
  SentenceQueue queue_;
  QTextToSpeech engine_; // the first to go: it tells the others that it ends
};

} // namespace

std::unique_ptr<Voice> Voice::make(const QString& language) {
  // Qt's own mock engine keeps silent.
  QStringList engines = QTextToSpeech::availableEngines();
  engines.removeAll(QStringLiteral("mock"));
  if (engines.isEmpty())
    return nullptr;
  auto voice = std::make_unique<QtVoice>(language);
  return voice->works() ? std::move(voice) : nullptr;
}

#else

std::unique_ptr<Voice> Voice::make(const QString&) {
  return nullptr;
}

#endif

} // namespace linesman::app
