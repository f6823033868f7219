// Reads rendered men with the networks and writes what speaks for their rubber bands, for fit_bands.py.
//   measure_bands SQUARES_ONNX OUT.traits SHARD_PREFIX...
// SHARD_PREFIX: as render_boards wrote it. Of every man floats: number of the picture, whether he is a king, 1, 0 or
// 0.5 for a low, neck and crown band that is seen, none, a doubtful one, how many rings, his traits and those of
// six rings (vision/band_reader.h), 0 where there are fewer.
#include <fstream>
#include <iostream>

#include "vision/band_reader.h"
#include "vision/square_crop.h"
#include "vision/square_reader.h"

using namespace linesman;

namespace {

constexpr std::size_t labels_each = 17;
using Label = std::array<float, labels_each>;

/// The floats that the network is given of a crop's bytes.
std::vector<float> planesOf(std::ifstream& in) {
  constexpr std::size_t area = SquareCropShape::width_px * SquareCropShape::height_px;
  std::vector<unsigned char> bytes(SquareCropShape::numbers);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  std::vector<float> planes(bytes.size());
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    const float v = static_cast<float>(bytes[k]) / 255.0F;
    planes[k] = k >= 3 * area && k < 4 * area ? 1.4F * v - 0.4F : v;
  }
  return planes;
}

/// The men of one picture.
void writePicture(SquareNetwork& network, const std::vector<std::vector<float>>& crops,
                  const std::vector<Label>& labels, std::ofstream& out) {
  std::vector<const float*> pointers;
  for (const auto& crop : crops)
    pointers.push_back(crop.data());
  const auto answers = network.readTogether(network.readAlone(pointers));
  std::vector<SquareReading> readings;
  for (std::size_t k = 0; k < crops.size(); ++k) {
    readings.push_back(readingOf(answers[k]));
    if (readings[k].occupied() > 0.5 && labels[k][12] >= 0.0F) // a man on a square
      readings[k].rings = ringsAround(crops[k].data(), footOffset(answers[k]));
  }
  for (const MansTraits& man : bandTraits(readings)) {
    const Label& label = labels[man.reading];
    const int kind = static_cast<int>(label[0]);
    if (kind == 0 || label[1] < 0.35F)
      continue;
    std::array<float, 5> told{label[11], (kind - 1) % 6 == 0 ? 1.0F : 0.0F, label[4], label[5], label[6]};
    out.write(reinterpret_cast<const char*>(told.data()), sizeof told);
    std::array<RingTraits, ManRings::most> rings{};
    std::ranges::copy(man.rings, rings.begin());
    const auto count = static_cast<float>(man.rings.size());
    out.write(reinterpret_cast<const char*>(&count), sizeof count);
    out.write(reinterpret_cast<const char*>(man.man.data()), sizeof man.man);
    out.write(reinterpret_cast<const char*>(rings.data()), sizeof rings);
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: measure_bands SQUARES_ONNX OUT.traits SHARD_PREFIX...\n";
    return 2;
  }
  auto network = SquareNetwork::load(argv[1]);
  if (!network) {
    std::cerr << network.error().sentence << "\n";
    return 1;
  }
  std::ofstream out(argv[2], std::ios::binary);
  for (int k = 3; k < argc; ++k) {
    std::ifstream pictures(std::string(argv[k]) + ".crops", std::ios::binary),
        told(std::string(argv[k]) + ".labels", std::ios::binary);
    std::vector<std::vector<float>> crops;
    std::vector<Label> labels;
    Label label{};
    while (told.read(reinterpret_cast<char*>(label.data()), sizeof label)) {
      if (!labels.empty() && label[11] != labels.back()[11]) {
        writePicture(*network, crops, labels, out);
        crops.clear();
        labels.clear();
      }
      labels.push_back(label);
      crops.push_back(planesOf(pictures));
    }
    writePicture(*network, crops, labels, out);
  }
  return out.good() ? 0 : 1;
}
