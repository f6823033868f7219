#include "app/player_names.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "models/one_line.h"

namespace linesman::app {

namespace {

/// A player: as a name, as whose something is, or behind "of". Not the colour of a man, nor an option's value.
const QRegularExpression& sideInSentence() {
  static const QRegularExpression side(
      QStringLiteral("\\b(?:(White|Black)(?! (?:man|men|piece|pieces|square|squares|pawn|knight|bishop|rook|queen|king|"
                     "paper)\\b)|(white|black)(?='s\\b)|(?<=\\b(?:of|to|by) )(white|black)(?=$|[.,;:)]))"));
  return side;
}

} // namespace

std::string withNames(const std::string& sentence, const MatchSetup& setup) {
  if (!onSquares(setup.game) || setup.players.empty())
    return sentence;
  const QString text = QString::fromStdString(sentence);
  QString named;
  qsizetype end = 0;
  for (auto sides = sideInSentence().globalMatch(text); sides.hasNext();) {
    const auto side = sides.next();
    const std::string player = side.captured().toLower().toStdString(), name = setup.displayName(player);
    named += text.mid(end, side.capturedStart() - end);
    // A full stop within a name ends no sentence: the blank behind it is one that does not break.
    named += name == player ? side.captured()
                            : QString::fromStdString(name).replace(QStringLiteral(". "), QStringLiteral(".\u00A0"));
    end = side.capturedEnd();
    if (name == player || !name.ends_with('.') || end == text.size())
      continue;
    if (text[end] == u' ')
      named += QChar::Nbsp;
    if (text[end] == u' ' || text[end] == u'.') // one full stop is enough
      ++end;
  }
  return (named + text.mid(end)).toStdString();
}

QString shownPlayer(const std::string& name) {
  return QCoreApplication::translate("Colours", spelled(name).c_str());
}

QString capitalised(const QString& sentence) {
  return sentence.left(1).toUpper() + sentence.mid(1);
}

QStringList listedPlayers(const MatchSetup& setup) {
  const std::string white = setup.displayName("white"), black = setup.displayName("black");
  QStringList names;
  if (white != "white" || black != "black") {
    for (const auto& [name, side] : {std::pair(white, "white"), std::pair(black, "black")})
      names << (name == side ? capitalised(shownPlayer(name)) : shownPlayer(name));
    return names;
  }
  for (const Player& player : setup.players)
    names << shownPlayer(player.name);
  return names;
}

} // namespace linesman::app
