#pragma once
#include <string>

namespace linesman::rules {

/// What a label of a condition ("joint#1", "object:b1#2", see Component::label) says, to stand in a sentence: "the turn
/// of step 1", "the range". A label that is none comes back as it is.
std::string limitWords(const std::string& label);

/// What is wrong where that demand is not met: "b1 and b2 overlap".
std::string faultWords(const std::string& label);

} // namespace linesman::rules
