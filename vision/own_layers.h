#pragma once
namespace linesman {

/// From now on OpenCV makes this program's networks with our own layers where there are some for this processor:
/// convolutions (Winograd, PlainConvolution) and fully connected layers (WideLayer), which take the rectifier behind
/// them along, doubling of pictures, and joining of what several layers tell.
void useOwnLayers();

} // namespace linesman
