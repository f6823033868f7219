// Reads rendered men with the networks and writes what speaks for their rubber bands, for fit_bands.py.
//   measure_bands SQUARES_ONNX OUT.csv SHARD_PREFIX...
// SHARD_PREFIX: as render_boards wrote it. One line a man: three times the eight traits (vision/band_reader.h) and 1, 0
// or 0.5 for a band that is seen, none, a doubtful one; then whether he is a king.
#include <fstream>
#include <iostream>

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
    readings.back().rings = ringSteps(crops[k].data(), footOffset(answers[k]));
  }
  for (const MansTraits& man : bandTraits(readings)) {
    const Label& label = labels[man.reading];
    const int kind = static_cast<int>(label[0]);
    if (kind == 0 || label[1] < 0.35F)
      continue;
    for (std::size_t b = 0; b < band_count; ++b) {
      for (const double trait : man.of[b])
        out << trait << ",";
      out << label[4 + b] << ",";
    }
    out << ((kind - 1) % 6 == 0 ? 1 : 0) << "\n";
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: measure_bands SQUARES_ONNX OUT.csv SHARD_PREFIX...\n";
    return 2;
  }
  auto network = SquareNetwork::load(argv[1]);
  if (!network) {
    std::cerr << network.error().sentence << "\n";
    return 1;
  }
  std::ofstream out(argv[2]);
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
