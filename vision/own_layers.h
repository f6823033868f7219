#pragma once
#include <opencv2/dnn.hpp>

namespace linesman {

/// From now on OpenCV makes this program's networks with our own layers where there are some for this processor:
/// convolutions (Winograd, PlainConvolution) and fully connected layers (WideLayer), which take the rectifier behind
/// them along, and doubling of pictures.
void useOwnLayers();

/// Lets our own layers hand each other pictures with channels last, as their inner loops want them, also past sums of
/// two and rectifiers, which do not mind. What the network is given and what it tells lies as before.
void handChannelsLast(cv::dnn::Net& net);

} // namespace linesman
