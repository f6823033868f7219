#include "app/law_words.h"

#include <algorithm>
#include <map>
#include <optional>

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

#include "app/figures.h"
#include "app/language.h"
#include "models/data_path.h"
#include "models/one_line.h"
#include "models/toml_file.h"
#include "rules/limit_words.h"

namespace linesman::app {

namespace {

using Texts = std::map<std::string, QString>;

/// A table of `translations/WHAT_LANGUAGE.toml`, or the whole file; empty where there is no file.
Texts readTexts(const std::string& what, const char* part = nullptr) {
  Texts texts;
  const auto file = findData("translations/" + what + "_" + spokenLanguage() + ".toml");
  auto table = file ? readToml(file->string()) : Result<toml::table>(toml::table());
  if (!table)
    return texts;
  if (const toml::table* inside = part == nullptr ? &*table : (*table)[part].as_table())
    for (const auto& [key, text] : *inside)
      if (const auto words = text.value<std::string>())
        texts[std::string(key.str())] = QString::fromStdString(*words);
  return texts;
}

/// A sentence with blanks, as it is recognised, and in the window's language; both without their full stop.
struct Pattern {
  QRegularExpression source;
  QString longest; ///< of its words between blanks: what does not hold them need not be tried
  QString shown;
  qsizetype words = 0; ///< letters of its own
  bool begins = false; ///< with words, not with a blank
};

QString withoutStop(QString sentence) {
  if (sentence.endsWith(u'.'))
    sentence.chop(1);
  return sentence;
}

Pattern patternOf(const std::string& sentence, const QString& shown) {
  static const QRegularExpression blank(QStringLiteral("%([1-9])"));
  const QString text = withoutStop(QString::fromStdString(sentence));
  Pattern pattern{{}, {}, withoutStop(shown), 0, !text.startsWith(u'%')};
  QString source;
  qsizetype end = 0;
  const auto own = [&](const QString& words) {
    pattern.words += words.size();
    QString escaped = QRegularExpression::escape(words);
    QString known = words;
    if (source.isEmpty() && !words.isEmpty() && words[0].isLetter()) { // as a part, or at the head of a sentence
      escaped.replace(0, 1, QStringLiteral("[%1%2]").arg(words[0].toUpper()).arg(words[0].toLower()));
      known.remove(0, 1);
    }
    if (known.size() > pattern.longest.size())
      pattern.longest = known;
    source += escaped;
  };
  for (auto blanks = blank.globalMatch(text); blanks.hasNext();) {
    const auto one = blanks.next();
    own(text.mid(end, one.capturedStart() - end));
    const QString times = source.endsWith(u'"') ? QStringLiteral("*") : QStringLiteral("+"); // quoted: or nothing
    source += QStringLiteral("(?<p%1>(?:(?!\\. ).)%2?)").arg(one.captured(1), times);        // never two sentences
    end = one.capturedEnd();
  }
  own(text.mid(end));
  pattern.source.setPattern(QRegularExpression::anchoredPattern(source));
  return pattern;
}

/// Everything of one language, read once.
struct Words {
  std::string language;
  Texts clauses;
  Texts values;
  std::vector<Pattern> patterns; ///< those that begin with words first, then by how many they have of their own
  QHash<QString, QString> seen;  ///< the same few sentences are shown again with every picture
};

Words& words() {
  static Words words;
  if (words.language != spokenLanguage()) {
    words = {spokenLanguage(), readTexts("clauses"), readTexts("sentences", "values"), {}, {}};
    for (const auto& [sentence, shown] : readTexts("sentences", "sentences"))
      words.patterns.push_back(patternOf(sentence, shown));
    std::stable_sort(words.patterns.begin(), words.patterns.end(), [](const Pattern& a, const Pattern& b) {
      return a.begins != b.begins ? a.begins : a.words > b.words;
    });
  }
  return words;
}

/// Puts one sentence, or several, into the window's language and notes what stays as it is.
class Translator {
public:
  explicit Translator(std::vector<std::string>* misses = nullptr) : misses_(misses) {}

  QString sentence(const QString& text) {
    if (const auto shown = known(text))
      return *shown;
    if (const qsizetype end = text.indexOf(QLatin1String(". ")); end >= 0) // several: each by itself
      return sentence(text.left(end + 1)) + u' ' + sentence(text.mid(end + 2));
    QStringList list;
    for (const QString& one : text.split(QStringLiteral(", ")))
      if (const auto shown = known(one))
        list << *shown;
    if (list.size() == text.count(QStringLiteral(", ")) + 1)
      return list.join(QStringLiteral(", "));
    static const QRegularExpression words(QStringLiteral("[a-z]{2} [a-z]{2}")); // not a turn, and not a name
    if (misses_ != nullptr && text.contains(words))
      misses_->push_back(text.toStdString());
    return text;
  }

private:
  std::optional<QString> known(const QString& text) {
    const bool stop = text.endsWith(u'.');
    const QString body = withoutStop(text);
    for (const Pattern& pattern : words().patterns) {
      if (!body.contains(pattern.longest))
        continue;
      if (const auto match = pattern.source.match(body); match.hasMatch()) {
        QString shown = filled(pattern.shown, match);
        if (!shown.isEmpty() && body[0].isUpper() && !beginsWithName(pattern, match))
          shown[0] = shown[0].toUpper();
        return stop ? shown + u'.' : shown;
      }
    }
    return std::nullopt;
  }

  /// A ship's name is small at the head of a sentence too.
  bool beginsWithName(const Pattern& pattern, const QRegularExpressionMatch& match) {
    if (!pattern.shown.startsWith(u'%'))
      return false;
    const QString first = match.captured(QStringLiteral("p") + pattern.shown[1]);
    return part(first) == first;
  }

  QString filled(const QString& shown, const QRegularExpressionMatch& match) {
    QString text;
    for (qsizetype i = 0; i < shown.size(); ++i) {
      const bool blank = shown[i] == u'%' && i + 1 < shown.size() && shown[i + 1].isDigit();
      text += blank ? part(match.captured(QStringLiteral("p") + shown[++i])) : QString(shown[i]);
    }
    return text;
  }

  /// What stands in for a blank: a player or a colour, a figure, a part of a sentence, or a name.
  QString part(const QString& text) {
    static const QRegularExpression figures(QStringLiteral("^[^\\p{L}]+( mm| px)?$"));
    if (figures.match(text).hasMatch())
      return shownFigures(text);
    const QString player = QCoreApplication::translate("Colours", text.toUtf8().constData());
    return player != text ? player : sentence(text);
  }

  std::vector<std::string>* misses_;
};

} // namespace

QString shownClause(const std::string& id, const std::string& text) {
  const Texts& clauses = words().clauses;
  const auto found = clauses.find(id);
  return found == clauses.end() ? QString::fromStdString(text) : found->second;
}

QString shownSentence(const std::string& sentence) {
  const QString text = QString::fromStdString(spelled(sentence));
  if (spokenLanguage() == "en")
    return text;
  Words& known = words();
  if (const auto before = known.seen.constFind(text); before != known.seen.constEnd())
    return *before;
  constexpr qsizetype most_kept = 2000;
  if (known.seen.size() > most_kept)
    known.seen.clear();
  const QString shown = Translator().sentence(text);
  known.seen.insert(text, shown);
  return shown;
}

QString shownLimit(const std::string& limit) {
  return shownSentence(rules::limitWords(limit));
}

QString shownOptionValue(const std::string& value) {
  const Texts& values = words().values;
  const auto found = values.find(value);
  return found == values.end() ? QString::fromStdString(value).replace(u'_', u' ') : found->second;
}

std::vector<std::string> untranslatedParts(const std::string& sentence) {
  std::vector<std::string> misses;
  if (spokenLanguage() != "en")
    Translator(&misses).sentence(QString::fromStdString(sentence));
  return misses;
}

} // namespace linesman::app
