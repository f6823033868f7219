#include "app/window/waiting_words.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "app/board_geometry.h"
#include "app/law_words.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"
#include "models/polygon.h"
#include "models/sentences.h"
#include "rules/games/armada_chess/board_file.h"

namespace linesman::app {

namespace {

struct Waiting {
  Q_DECLARE_TR_FUNCTIONS(Waiting)
};

/// Is the square a city's? Its die may hide it, but no man stands there.
bool isCity(const MatchSetup& setup, const std::string& square) {
  if (setup.game != "armada_chess")
    return false;
  const auto board = rules::armada_chess::loadBoard(boardOf(setup));
  const auto field = board ? (*board)->fieldNamed(square) : std::nullopt;
  return field && (*board)->fields[*field].city != rules::armada_chess::no_city;
}

/// The squares for men that cannot be read: "e4, e5", a few of them.
QString hiddenSquares(const MatchSetup& setup, const TableState& state) {
  constexpr int most = 4;
  QStringList names;
  if (!state.board)
    return {};
  const SeenBoard& board = *state.board;
  for (int row = 1; row <= board.rows; ++row)
    for (int column = 0; column < board.columns; ++column) {
      const std::string name = std::string(1, static_cast<char>('a' + column)) + std::to_string(row);
      Eigen::Vector2d middle = Eigen::Vector2d::Zero();
      for (const Eigen::Vector2d& corner : squareCorners(board, name))
        middle += 0.25 * corner;
      if (std::ranges::any_of(state.unseen_mm, [&](const TablePolygon& part) { return holds(part, middle); }) &&
          !isCity(setup, name))
        names << QString::fromStdString(name);
    }
  return names.size() <= most ? names.join(QStringLiteral(", "))
                              : names.mid(0, most).join(QStringLiteral(", ")) + QStringLiteral(" …");
}

QString playerNames(const MatchDesk& desk, const std::vector<std::string>& players) {
  QStringList names;
  for (const std::string& player : players)
    names << shortName(shownPlayer(desk.displayName(player)));
  return names.join(QStringLiteral(", "));
}

/// Who goes back where after an illegal turn.
QString backWords(const std::vector<ManBack>& men) {
  const auto kind = [](const ManBack& man) { return shownSentence(man.kind); };
  const ManBack& moved = men.front();
  const QString now = QString::fromStdString(moved.now), home = QString::fromStdString(moved.home);
  if (moved.now.empty())
    return Waiting::tr("Waiting for the %1 to go back to %2.").arg(kind(moved), home);
  if (men.size() < 2)
    return Waiting::tr("Waiting for the %1 on %2 to go back to %3.").arg(kind(moved), now, home);
  return Waiting::tr("Waiting for the %1 on %2 to go back to %3, and the %4 to %2.")
      .arg(kind(moved), now, home, kind(men[1]));
}

} // namespace

QString waitingWords(const MatchDesk& desk, const Snapshot& snapshot) {
  if (snapshot.trouble.kind != Trouble::Kind::none || desk.failed())
    return {};
  const bool squares = onSquares(desk.setup().game);
  const MatchView view = desk.view();
  if (view.over)
    return Waiting::tr("The game is over.");
  if (desk.ended())
    return view.to_move.empty() ? Waiting::tr("The pictures have ended before the match began.")
                                : Waiting::tr("The pictures have ended.");
  if (!snapshot.state.hands_mm.empty())
    return Waiting::tr("Waiting for the hand to leave the table.");
  const QString hidden = squares ? hiddenSquares(desk.setup(), snapshot.state) : QString();
  if (!hidden.isEmpty() && view.to_move.empty()) // a game that goes on does so without them
    return Waiting::tr("Waiting for a free view of %1.").arg(hidden);
  const TableNotes notes = desk.notesFor(snapshot.state);
  if (!notes.men_back.empty())
    return backWords(notes.men_back);
  if (!notes.squares.empty())
    return Waiting::tr("Waiting for %1 to be put right.").arg(QString::fromStdString(joined(notes.squares)));
  if (!notes.put_back.empty())
    return Waiting::tr("Waiting for %1 to be put back.").arg(QString::fromStdString(notes.put_back.front().name));
  if (view.to_move.empty() && desk.setup().pick_up)
    return Waiting::tr("Waiting for more looks at the game that goes on.");
  if (!view.awaited.empty())
    return Waiting::tr("Waiting for \"done\" from %1.").arg(playerNames(desk, view.awaited));
  if (view.to_move.empty())
    return squares ? Waiting::tr("Waiting for the men to stand on their first rows.")
                   : Waiting::tr("Waiting for the fleets to be set up.");
  const QString player = shortName(shownPlayer(desk.displayName(view.to_move)));
  if (!squares)
    return Waiting::tr("Waiting for %1's action.").arg(player);
  const QString waiting = Waiting::tr("Waiting for %1's move.").arg(player);
  return hidden.isEmpty() ? waiting : waiting + QLatin1Char(' ') + Waiting::tr("Not in sight: %1.").arg(hidden);
}

} // namespace linesman::app
