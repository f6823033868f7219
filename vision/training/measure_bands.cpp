// Reads rendered men with the networks and writes what speaks for their rubber bands, for fit_bands.py.
//   measure_bands [--twice] SQUARES_ONNX OUT.traits SHARD_PREFIX...
// SHARD_PREFIX: as render_boards wrote it; --twice: of two looks at each board (render_boards --twice), of which the
// later one is told: bands that were put on, and changeTraits. Of every man floats: number of the picture, whether he
// is a king, 1, 0 or 0.5 for a low, neck and crown band that is seen, none, a doubtful one, how many rings, his traits
// and those of six rings (vision/band_traits.h), 0 where there are fewer.
#include <fstream>
#include <iostream>
#include <string>
#include <utility>

#include "vision/band_reader.h"
#include "vision/square_crop.h"
#include "vision/square_reading.h"
#include "vision/training/written_file.h"

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

/// The squares of one picture as the networks read them.
struct Picture {
  std::vector<std::vector<float>> crops, answers;
  std::vector<Label> labels;
  std::vector<SquareReading> readings;
};

void read(SquareNetwork& network, Picture& picture) {
  std::vector<const float*> pointers;
  for (const auto& crop : picture.crops)
    pointers.push_back(crop.data());
  picture.answers = network.readTogether(network.readAlone(pointers));
  for (std::size_t k = 0; k < picture.crops.size(); ++k) {
    SquareReading& reading = picture.readings.emplace_back(readingOf(picture.answers[k]));
    if (reading.occupied() > 0.5 && picture.labels[k][12] >= 0.0F) // a man on a square
      reading.rings = ringsAround(picture.crops[k].data(), footOffset(picture.answers[k]));
  }
}

/// Tells the men of a later picture of a board how they looked in the earlier one; which of that one's squares is each
/// man's.
std::vector<std::size_t> compare(const Picture& before, Picture& now) {
  std::vector<std::size_t> whose(now.labels.size());
  for (std::size_t k = 0; k < now.labels.size(); ++k)
    for (std::size_t old = 0; old < before.labels.size(); ++old) {
      const SquareReading& was = before.readings[old];
      SquareReading& is = now.readings[k];
      if (before.labels[old][12] != now.labels[k][12] || before.labels[old][13] != now.labels[k][13] ||
          !was.rings.told() || !is.rings.told() || was.best() != is.best())
        continue;
      whose[k] = old;
      is.since = {was.low,
                  was.high,
                  was.crown,
                  was.seen,
                  was.rings,
                  changeOf(now.crops[k].data(), footOffset(now.answers[k]), before.crops[old].data(),
                           footOffset(before.answers[old]))};
    }
  return whose;
}

void write(const MansTraits& man, const Label& label, const std::array<float, 3>& bands, std::size_t ring_traits,
           std::ofstream& out) {
  const int kind = static_cast<int>(label[0]);
  if (kind == 0 || label[1] < 0.35F)
    return;
  std::vector<float> told{label[11], (kind - 1) % 6 == 0 ? 1.0F : 0.0F,   bands[0], bands[1],
                          bands[2],  static_cast<float>(man.rings.size())};
  told.insert(told.end(), man.man.begin(), man.man.end());
  for (const auto& ring : man.rings)
    told.insert(told.end(), ring.begin(), ring.end());
  told.resize(told.size() + (ManRings::most - man.rings.size()) * ring_traits);
  out.write(reinterpret_cast<const char*>(told.data()), static_cast<std::streamsize>(told.size() * sizeof(float)));
}

/// The men of one picture.
void writeMen(const Picture& picture, std::ofstream& out) {
  for (const MansTraits& man : bandTraits(picture.readings)) {
    const Label& label = picture.labels[man.reading];
    write(man, label, {label[4], label[5], label[6]}, ring_trait_count, out);
  }
}

/// 1 for a band that was put on, 0 for none such, between them a doubtful one.
float putOn(float then_worn, float now_worn) {
  return now_worn == 0.0F || then_worn == 1.0F ? 0.0F : now_worn == 1.0F && then_worn == 0.0F ? 1.0F : 0.5F;
}

/// The men of a later picture of a board who stood there before, and which bands were put on.
void writeChanges(const BandNetwork& bands, const Picture& before, Picture& now, std::ofstream& out) {
  const auto whose = compare(before, now);
  std::vector<BandChances> alone(now.readings.size());
  for (const MansTraits& man : bandTraits(now.readings))
    alone[man.reading] = bands.chances(man);
  for (const MansTraits& man : changeTraits(now.readings, alone)) {
    const Label &is = now.labels[man.reading], &was = before.labels[whose[man.reading]];
    if (was[0] == is[0])
      write(man, is, {putOn(was[4], is[4]), putOn(was[5], is[5]), putOn(was[6], is[6])}, change_ring_trait_count, out);
  }
}

} // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> told(argv + 1, argv + argc);
  const bool twice = !told.empty() && told.front() == "--twice";
  const std::vector<std::string> asked(told.begin() + (twice ? 1 : 0), told.end());
  if (asked.size() < 3) {
    std::cerr << "usage: measure_bands [--twice] SQUARES_ONNX OUT.traits SHARD_PREFIX...\n";
    return 2;
  }
  auto network = SquareNetwork::load(asked[0]);
  if (!network) {
    std::cerr << network.error().sentence << "\n";
    return 1;
  }
  const auto& bands = BandNetwork::shipped();
  if (twice && !bands) {
    std::cerr << bands.error().sentence << "\n";
    return 1;
  }
  std::ofstream out = fileToWrite(asked[1]);
  for (std::size_t k = 2; k < asked.size(); ++k) {
    std::ifstream pictures(asked[k] + ".crops", std::ios::binary), labels(asked[k] + ".labels", std::ios::binary);
    if (!pictures || !labels)
      throw std::runtime_error(asked[k] + " is no shard (NAME.crops and NAME.labels) that render_boards wrote.");
    Picture before, now;
    const auto ended = [&] {
      if (now.labels.empty())
        return;
      read(*network, now);
      const auto number = static_cast<int>(now.labels.front()[11]);
      if (!twice)
        writeMen(now, out);
      else if (number % 2 == 1 && !before.labels.empty() && static_cast<int>(before.labels.front()[11]) == number - 1)
        writeChanges(**bands, before, now, out);
      before = std::exchange(now, {});
    };
    Label label{};
    while (labels.read(reinterpret_cast<char*>(label.data()), sizeof label)) {
      if (!now.labels.empty() && label[11] != now.labels.back()[11])
        ended();
      now.labels.push_back(label);
      now.crops.push_back(planesOf(pictures));
    }
    ended();
  }
  return out.good() ? 0 : 1;
}
