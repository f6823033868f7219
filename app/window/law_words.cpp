#include "app/window/law_words.h"

#include <map>
#include <vector>

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

#include "app/language.h"
#include "app/window/labels.h"
#include "app/window/law_sentences.h"
#include "models/data_path.h"
#include "models/toml_file.h"
#include "rules/limit_words.h"

namespace linesman::app {

namespace {

using Clauses = std::map<std::string, QString>;

/// Of the language that is spoken; none where there is no file.
Clauses readClauses() {
  Clauses clauses;
  const auto file = findData("translations/clauses_" + spokenLanguage() + ".toml");
  const auto table = file ? readToml(file->string()) : Result<toml::table>(toml::table());
  if (table)
    for (const auto& [id, text] : *table)
      if (const auto words = text.value<std::string>())
        clauses[std::string(id.str())] = QString::fromStdString(*words);
  return clauses;
}

/// A sentence with blanks, as it is recognised, and in the window's language.
struct Pattern {
  QRegularExpression source;
  QString shown;
};

Pattern patternOf(const char* sentence) {
  QString source = QRegularExpression::escape(QString::fromUtf8(sentence));
  source.replace(QRegularExpression(QStringLiteral("\\\\%([1-9])")), QStringLiteral("(?<p\\1>.+?)"));
  return {QRegularExpression(QRegularExpression::anchoredPattern(source)),
          QCoreApplication::translate("Sentences", sentence)};
}

/// What stands in for a blank: a part of a sentence, a player or a colour, or a name.
QString shownPart(const QString& part) {
  const QString player = shownPlayer(part.toStdString());
  return player != part ? player : shownSentence(part.toStdString());
}

QString translated(const QString& sentence, const std::vector<Pattern>& patterns) {
  for (const Pattern& pattern : patterns) {
    const auto match = pattern.source.match(sentence);
    if (!match.hasMatch())
      continue;
    QString shown;
    for (qsizetype i = 0; i < pattern.shown.size(); ++i) {
      const bool blank = pattern.shown[i] == u'%' && i + 1 < pattern.shown.size() && pattern.shown[i + 1].isDigit();
      if (blank)
        shown += shownPart(match.captured(QStringLiteral("p") + pattern.shown[++i]));
      else
        shown += pattern.shown[i];
    }
    return shown;
  }
  const qsizetype end = sentence.indexOf(QLatin1String(". ")); // several: each by itself
  return end < 0 ? sentence
                 : translated(sentence.left(end + 1), patterns) + QLatin1Char(' ') +
                       translated(sentence.mid(end + 2), patterns);
}

/// Everything of one language, read once.
struct Words {
  std::string language;
  Clauses clauses;
  std::vector<Pattern> patterns;
  QHash<QString, QString> seen; ///< the same few sentences are shown again with every picture
};

Words& words() {
  static Words words;
  if (words.language != spokenLanguage()) {
    words = {spokenLanguage(), readClauses(), {}, {}};
    for (const char* known : law_sentences)
      words.patterns.push_back(patternOf(known));
  }
  return words;
}

} // namespace

QString shownClause(const std::string& id, const std::string& text) {
  const Clauses& clauses = words().clauses;
  const auto found = clauses.find(id);
  return found == clauses.end() ? QString::fromStdString(text) : found->second;
}

QString shownSentence(const std::string& sentence) {
  const QString text = QString::fromStdString(sentence);
  if (spokenLanguage() == "en")
    return text;
  Words& known = words();
  if (const auto before = known.seen.constFind(text); before != known.seen.constEnd())
    return *before;
  constexpr qsizetype most_kept = 2000;
  if (known.seen.size() > most_kept)
    known.seen.clear();
  const QString shown = translated(text, known.patterns);
  known.seen.insert(text, shown);
  return shown;
}

QString shownLimit(const std::string& limit) {
  return shownSentence(rules::limitWords(limit));
}

} // namespace linesman::app
