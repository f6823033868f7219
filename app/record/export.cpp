#include "app/record/export.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <QCoreApplication>

#include "app/law_words.h"
#include "app/player_names.h"
#include "app/record/shown_event.h"
#include "app/watch/describe.h"
#include "app/watch/turn_text.h"
#include "models/sentences.h"
#include "rules/board_game.h"

namespace linesman::app {

using nlohmann::json;

namespace {

std::string clock(double t_s) {
  char buffer[32];
  const long tenths = std::lround(10.0 * t_s); // rounded before it is split, or 59.97 were 0:60.0
  std::snprintf(buffer, sizeof buffer, "%3ld:%02ld.%ld", tenths / 600, tenths / 10 % 60, tenths % 10);
  return buffer;
}

std::string wordsOf(const json& list) {
  return joined(list.get<std::vector<std::string>>(), " ");
}

QString verdictWords(const json& body, const MatchSetup& setup) {
  return QStringLiteral("%1 (%2) %3")
      .arg(QCoreApplication::translate("Words", wordOf(body).c_str()),
           QString::fromStdString(wordsOf(body.value("clauses", json::array()))),
           shownSentence(withNames(textIn(body, "sentence"), setup)));
}

std::string pgnTag(const std::string& name, const std::string& value) {
  std::string tag = "[" + name + " \"";
  for (const char c : value)
    tag += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return tag + "\"]\n";
}

/// The turns in force, with remarks between them.
class PgnMoves {
public:
  void judge(const json& verdict, long long seq) {
    const std::string turn = textIn(verdict, "turn");
    const bool legal = textIn(verdict, "ruling") == "legal";
    if (const long long of = verdict.value("overrules", 0LL); of != 0) { // what was played since then falls
      takeBack([&](const Move& move) { return move.seq >= of; });
      remark(textIn(verdict, "sentence"));
    } else if (!legal)
      remark("refused: " + turn + " (" + wordsOf(verdict.value("clauses", json::array())) + ")");
    if (legal && isTalk(firstWord(turn)))
      remark(textIn(verdict, "actor") + ": " + turn);
    else if (legal)
      moves_.push_back({turn, seq});
  }
  void retract(const json& turns) {
    const auto first = turns.empty() ? moves_.rend()
                                     : std::find_if(moves_.rbegin(), moves_.rend(),
                                                    [&](const Move& move) { return move.text == turns.front(); });
    if (first != moves_.rend())
      takeBack([since = first->seq](const Move& move) { return move.seq >= since; });
    remark("retracted: " + wordsOf(turns));
  }
  std::string text() const {
    std::string text;
    int ply = 0;
    for (const Move& move : moves_) {
      const bool counts = move.seq != 0;
      text += (counts && ply % 2 == 0 ? std::to_string(ply / 2 + 1) + ". " : std::string()) + move.text + " ";
      ply += counts ? 1 : 0;
    }
    return text;
  }

private:
  struct Move {
    std::string text;
    long long seq = 0; ///< of its verdict; 0: a remark
  };

  void remark(std::string text) {
    std::replace(text.begin(), text.end(), '}', ')'); // it would end there
    moves_.push_back({"{" + text + "}", 0});
  }
  template <typename Fallen> void takeBack(Fallen fallen) {
    std::erase_if(moves_, [&](const Move& move) { return move.seq != 0 && fallen(move); });
  }

  std::vector<Move> moves_;
};

} // namespace

std::string textTranscript(const MatchRecord::Contents& contents) {
  const MatchSetup& setup = contents.setup;
  const QString below = QStringLiteral("         "); // under the words of what it answers
  QString text =
      QCoreApplication::translate("Report", "Match of %1").arg(QString::fromStdString(setup.game)) + QLatin1Char('\n');
  for (const Event& event : contents.events) {
    const bool verdict = event.kind == "verdict";
    const QString words =
        verdict ? verdictWords(event.body, setup) : shownEvent(event, setup, shownPerson(event, setup));
    if (words.isEmpty())
      continue;
    text += (verdict || event.kind == "counter" ? below : QString::fromStdString(clock(event.t_s) + "  ")) + words +
            QLatin1Char('\n');
    if (const QString refusal = shownRefusal(event, setup); !refusal.isEmpty())
      text += below + refusal + QLatin1Char('\n');
  }
  return text.toStdString();
}

Result<std::string> pgnTranscript(const MatchRecord::Contents& contents) {
  if (const std::string& game = contents.setup.game; !rules::makeBoardGame(game))
    return fail("A match of " + game + " is not played on squares and has no PGN; export it as text, html or json.");
  PgnMoves moves;
  std::string tags = pgnTag("Game", contents.setup.game);
  if (!listedPlayers(contents.setup).isEmpty())
    for (const auto& [tag, side] : {std::pair("White", "white"), std::pair("Black", "black")}) {
      const std::string name = contents.setup.displayName(side);
      tags += pgnTag(tag, name == side ? "?" : name);
    }
  std::string result = "*";
  long long seq = 0;
  for (const Event& event : contents.events) {
    ++seq;
    const json& body = event.body;
    if (event.kind == "start" && body.contains("position"))
      tags += pgnTag("Start", body["position"].is_string() ? textIn(body, "position") : body["position"].dump());
    if (event.kind == "verdict" && body.contains("turn"))
      moves.judge(body, seq);
    if (event.kind == "retract" && body.contains("turns"))
      moves.retract(body["turns"]);
    if (event.kind == "retract" || (event.kind == "verdict" && body.contains("overrules")))
      result = "*"; // the game goes on, unless it is said again that it is over
    if (event.kind == "over") {
      const std::string winner = winnerOf(body);
      result = winner == "white" ? "1-0" : winner == "black" ? "0-1" : "1/2-1/2";
    }
  }
  return tags + pgnTag("Result", result) + "\n" + moves.text() + result + "\n";
}

json jsonTranscript(const MatchRecord::Contents& contents, long long first_seq) {
  json out = {{"setup", contents.setup.toJson()}, {"events", json::array()}};
  for (const Event& event : contents.events)
    out["events"].push_back(toJson(event, first_seq++));
  return out;
}

} // namespace linesman::app
