#pragma once
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "models/result.h"

namespace linesman {

/// What the screen makes of one crop.
struct SquareGlance {
  float plain = 0.0F;           ///< log odds of a plainly empty square: seen, no man, die, ring or hand on it
  std::array<float, 13> p{};    ///< roughly, of SquareNetwork's classes
  std::array<float, 5> flags{}; ///< roughly, that a man there is turned or a rider, has a low, high or crown band
};

/// The networks that read squares. The first sees one crop; the second sees what the first made of all squares of a
/// picture, because what is a pawn and what a bishop is told by the other men of the same set. A third one, forty times
/// as fast, the screen, tells beforehand which squares are plainly empty and roughly what stands on the others.
class SquareNetwork {
public:
  static constexpr std::size_t answers = 23;  ///< as in train_squares.py
  static constexpr std::size_t classes = 13;  ///< the first answers
  static constexpr std::size_t foot = 21;     ///< the last two: where a man stands, across the line of sight and along
  static constexpr std::size_t features = 64; ///< what taught sets are told apart by
  static constexpr std::size_t tokens = 128;  ///< what the second network compares

  /// `first`: squares.onnx; squares_together.onnx and squares_screen.onnx lie beside it.
  static Result<SquareNetwork> load(const std::filesystem::path& first);
  ~SquareNetwork();
  SquareNetwork(SquareNetwork&&) noexcept;
  SquareNetwork& operator=(SquareNetwork&&) noexcept;

  /// What the screen makes of every crop (cropColumn). Men of another form than chessmen may be taken for plain
  /// squares; of chessmen hardly any where `plain` is over 5, one in thirty beside a board where it is over 1.
  std::vector<SquareGlance> glance(const std::vector<const float*>& crops);
  /// Answers, features and tokens of every crop, looked at one by one.
  std::vector<std::vector<float>> readAlone(const std::vector<const float*>& crops);
  /// The same; the squares most in doubt are looked at again as long as they are, a little moved and in a mirror, and
  /// the answers averaged. A crop that answers as `before` (an earlier answer to the same square, or none; by crop)
  /// needs no second look.
  std::vector<std::vector<float>> readCarefully(const std::vector<const float*>& crops,
                                                const std::vector<std::vector<float>>& before = {});
  /// The same with the answers that the other squares of the picture suggest. Squares without answers are left out.
  std::vector<std::vector<float>> readTogether(std::vector<std::vector<float>> alone);
  /// Of the first two networks' files.
  const std::string& fingerprint() const { return fingerprint_; }

private:
  struct Nets;
  SquareNetwork(std::unique_ptr<Nets> nets, std::string fingerprint);
  std::unique_ptr<Nets> nets_;
  std::string fingerprint_;
};

} // namespace linesman
