#pragma once
#include <functional>
#include <optional>
#include <utility>

#include <QStringList>

namespace linesman::app {

/// Sentences to be said one after the other, for an engine breaks off what it is saying when it is given the next.
class SentenceQueue {
public:
  /// `say` begins a sentence.
  explicit SentenceQueue(std::function<void(const QString&)> say) : say_(std::move(say)) {}

  void add(const QString& sentence, double now_s) {
    waiting_.append(sentence);
    if (waiting_.size() > most_waiting) // nobody wants to hear what was a while ago
      waiting_.removeFirst();
    if (!since_s_ || now_s - *since_s_ > longest_s) // some engines never tell that they have ended
      next(now_s);
  }
  /// The engine has nothing to say just now.
  void ended(double now_s) {
    since_s_.reset();
    next(now_s);
  }

private:
  static constexpr qsizetype most_waiting = 4;
  static constexpr double longest_s = 12.0;

  void next(double now_s) {
    if (waiting_.isEmpty())
      return;
    since_s_ = now_s;
    say_(waiting_.takeFirst());
  }

  std::function<void(const QString&)> say_;
  QStringList waiting_;
  std::optional<double> since_s_; ///< the sentence that is being said
};

} // namespace linesman::app
