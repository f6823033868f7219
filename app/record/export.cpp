#include "app/record/export.h"

#include <algorithm>
#include <vector>

#include <cstdio>

#include "app/watch/describe.h"

namespace linesman::app {

using nlohmann::json;

namespace {

std::string textOf(const json& body, const char* key) {
  return body.contains(key) && body[key].is_string() ? body[key].get<std::string>() : std::string();
}

std::string clock(double t_s) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%3d:%04.1f", static_cast<int>(t_s) / 60,
                t_s - 60.0 * (static_cast<int>(t_s) / 60));
  return buffer;
}

std::string joined(const json& list) {
  std::string words;
  for (const json& word : list)
    words += (words.empty() ? "" : " ") + word.get<std::string>();
  return words;
}

std::string actionWords(const json& body) {
  std::string words = textOf(body, "kind");
  for (const char* key : {"what", "turn", "ship", "target"})
    if (const std::string word = textOf(body, key); !word.empty())
      words += " " + word;
  return words;
}

} // namespace

std::string textTranscript(const MatchRecord::Contents& contents) {
  std::string text = "Match of " + contents.setup.game + "\n";
  for (const Event& event : contents.events) {
    const json& body = event.body;
    const std::string actor = textOf(body, "actor");
    if (event.kind == "action")
      text += clock(event.t_s) + "  " + (actor.empty() ? "" : actor + ": ") + actionWords(body) + "\n";
    else if (event.kind == "verdict")
      text += "         " + textOf(body, "ruling") + " (" + joined(body.value("clauses", json::array())) + ") " +
              textOf(body, "sentence") + "\n";
    else if (event.kind == "counter")
      text += "         " + counterName(body) + ": " + body["before"].dump() + " -> " + body["after"].dump() + "\n";
    else if (event.kind == "claim")
      text += clock(event.t_s) + "  " + textOf(body, "player") + " says: " + textOf(body, "say") + "\n";
    else if (event.kind == "clock" &&
             !textOf(body, "sentence").empty()) // changes of turn have none: the actions show them
      text += clock(event.t_s) + "  clock: " + textOf(body, "sentence") + "\n";
    else if (event.kind == "put_back" || event.kind == "coverage" || event.kind == "error" ||
             event.kind == "calibration")
      text += clock(event.t_s) + "  " + event.kind + " " + textOf(body, "sentence") + "\n";
    else if (event.kind == "overrule")
      text += clock(event.t_s) + "  " + textOf(body, "who") + " overrules verdict " +
              std::to_string(body.value("of", 0LL)) + ": " + textOf(body, "why") + "\n";
    else if (event.kind == "retract")
      text += clock(event.t_s) + "  retracted: " + textOf(body, "sentence") + "\n";
    else if (event.kind == "over")
      text +=
          clock(event.t_s) + "  over, winner: " + (body["winner"].is_string() ? textOf(body, "winner") : "none") + "\n";
  }
  return text;
}

std::string pgnTranscript(const MatchRecord::Contents& contents) {
  std::string tags = "[Game \"" + contents.setup.game + "\"]\n";
  std::vector<std::string> moves; // turns in force; remarks between them begin with a brace
  std::string result = "*";
  const auto takeBack = [&](const std::string& turn) { // and what came after it
    const auto last = std::find(moves.rbegin(), moves.rend(), turn);
    if (last != moves.rend())
      moves.erase(std::remove_if(std::next(last).base(), moves.end(), [](const std::string& m) { return m[0] != '{'; }),
                  moves.end());
  };
  for (const Event& event : contents.events) {
    const json& body = event.body;
    if (event.kind == "start" && body.contains("position"))
      tags +=
          "[Start \"" + (body["position"].is_string() ? textOf(body, "position") : body["position"].dump()) + "\"]\n";
    if (event.kind == "verdict" && body.contains("turn")) {
      const std::string turn = textOf(body, "turn");
      const bool legal = textOf(body, "ruling") == "legal";
      if (body.contains("overrules")) {
        if (!legal)
          takeBack(turn);
        moves.push_back("{" + textOf(body, "sentence") + "}");
      } else if (!legal)
        moves.push_back("{refused: " + turn + " (" + joined(body.value("clauses", json::array())) + ")}");
      if (legal)
        moves.push_back(turn);
    }
    if (event.kind == "retract" && body.contains("turns")) {
      const auto turns = body["turns"].get<std::vector<std::string>>();
      if (!turns.empty())
        takeBack(turns.front());
      moves.push_back("{retracted: " + joined(body["turns"]) + "}");
    }
    if (event.kind == "over") {
      const std::string winner = body["winner"].is_string() ? textOf(body, "winner") : "";
      result = winner == "white" ? "1-0" : winner == "black" ? "0-1" : "1/2-1/2";
    }
  }
  std::string text;
  int ply = 0;
  for (const std::string& move : moves) {
    const bool remark = move[0] == '{';
    text += (!remark && ply % 2 == 0 ? std::to_string(ply / 2 + 1) + ". " : std::string()) + move + " ";
    ply += remark ? 0 : 1;
  }
  return tags + "[Result \"" + result + "\"]\n\n" + text + result + "\n";
}

json jsonTranscript(const MatchRecord::Contents& contents) {
  json out = {{"setup", contents.setup.toJson()}, {"events", json::array()}};
  for (std::size_t i = 0; i < contents.events.size(); ++i)
    out["events"].push_back(toJson(contents.events[i], static_cast<long long>(i + 1)));
  return out;
}

} // namespace linesman::app
