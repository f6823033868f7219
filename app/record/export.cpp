#include "app/record/export.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "app/watch/describe.h"
#include "app/watch/turn_text.h"
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

std::string joined(const json& list) {
  std::string words;
  for (const json& word : list)
    words += (words.empty() ? "" : " ") + word.get<std::string>();
  return words;
}

std::string actionWords(const json& body) {
  std::string words = textIn(body, "kind");
  for (const char* key : {"what", "turn", "ship", "target"})
    if (const std::string word = textIn(body, key); !word.empty())
      words += " " + word;
  return words;
}

/// "pawn e2": a man with his square, or a ship by its name.
std::string pieceWords(const json& body) {
  const std::string piece = textIn(body, "piece"), square = textIn(body, "square");
  return piece + (piece.empty() || square.empty() ? "" : " ") + square;
}

/// Which pieces, and what is to be done or that it is done.
std::string putBackWords(const json& body) {
  std::string words = pieceWords(body);
  for (const json& one : body.value("squares", json::array()))
    words += (words.empty() ? "" : ", ") + pieceWords(one);
  if (body.value("done", false))
    words += words.empty() ? "done" : ": done";
  if (const std::string sentence = textIn(body, "sentence"); !sentence.empty())
    words += (words.empty() ? "" : ": ") + sentence;
  return words;
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
      remark("refused: " + turn + " (" + joined(verdict.value("clauses", json::array())) + ")");
    if (legal && isTalk(turn.substr(0, turn.find(' '))))
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
    remark("retracted: " + joined(turns));
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
  std::string text = "Match of " + contents.setup.game + "\n";
  for (const Event& event : contents.events) {
    const json& body = event.body;
    const std::string actor = textIn(body, "actor");
    if (event.kind == "action")
      text += clock(event.t_s) + "  " + (actor.empty() ? "" : actor + ": ") + actionWords(body) + "\n";
    else if (event.kind == "verdict")
      text += "         " + textIn(body, "ruling") + " (" + joined(body.value("clauses", json::array())) + ") " +
              textIn(body, "sentence") + "\n";
    else if (event.kind == "counter")
      text += "         " + counterName(body) + ": " + body["before"].dump() + " -> " + body["after"].dump() + "\n";
    else if (event.kind == "claim")
      text += clock(event.t_s) + "  " + textIn(body, "player") + " says: " + textIn(body, "say") + "\n" +
              (body.value("accepted", true) ? "" : "         refused: " + textIn(body, "sentence") + "\n");
    else if (event.kind == "clock" &&
             !textIn(body, "sentence").empty()) // changes of turn have none: the actions show them
      text += clock(event.t_s) + "  clock: " + textIn(body, "sentence") + "\n";
    else if (event.kind == "put_back")
      text += clock(event.t_s) + "  put_back " + putBackWords(body) + "\n";
    else if (event.kind == "coverage" || event.kind == "error" || event.kind == "calibration")
      text += clock(event.t_s) + "  " + event.kind + " " + textIn(body, "sentence") + "\n";
    else if (event.kind == "overrule")
      text += clock(event.t_s) + "  " + textIn(body, "who") + " overrules verdict " +
              std::to_string(body.value("of", 0LL)) + ": " + textIn(body, "why") + "\n";
    else if (event.kind == "retract")
      text += clock(event.t_s) + "  retracted: " + textIn(body, "sentence") + "\n";
    else if (event.kind == "over")
      text +=
          clock(event.t_s) + "  over, winner: " + (body["winner"].is_string() ? textIn(body, "winner") : "none") + "\n";
  }
  return text;
}

Result<std::string> pgnTranscript(const MatchRecord::Contents& contents) {
  if (const std::string& game = contents.setup.game; !rules::makeBoardGame(game))
    return fail("A match of " + game + " is not played on squares and has no PGN; export it as text, html or json.");
  PgnMoves moves;
  std::string tags = pgnTag("Game", contents.setup.game);
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
