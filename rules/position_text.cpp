#include "rules/position_text.h"

namespace linesman::rules {

tl::unexpected<Error> unusablePosition(const std::string& what) {
  return fail("The position cannot be used: " + what + ".");
}

Result<std::vector<std::string>> positionFields(std::string_view text, const std::vector<std::string>& usual,
                                                const std::string& example, std::size_t extra) {
  auto fields = fieldsOf(text);
  if (fields.empty())
    return unusablePosition("it is empty; write " + example);
  if (fields.size() > usual.size() + extra)
    return unusablePosition("it has more than " + std::to_string(usual.size()) + " fields");
  for (std::size_t i = fields.size(); i < usual.size(); ++i)
    fields.push_back(usual[i]);
  return fields;
}

Result<BoardSide> sideToMove(const std::string& field) {
  if (field != "w" && field != "b")
    return unusablePosition("the side to move is \"" + field + "\"; write w or b");
  return field == "w" ? BoardSide::white : BoardSide::black;
}

} // namespace linesman::rules
