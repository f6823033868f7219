#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "models/result.h"

namespace linesman {

/// The two networks that read squares. The first sees one crop; the second sees what the first made of all squares of a
/// picture, because what is a pawn and what a bishop is told by the other men of the same set.
class SquareNetwork {
public:
  static constexpr std::size_t answers = 23;  ///< as in train_squares.py
  static constexpr std::size_t features = 64; ///< what taught sets are told apart by
  static constexpr std::size_t tokens = 128;  ///< what the second network compares

  /// `first`: squares.onnx; the second, squares_together.onnx, lies beside it.
  static Result<SquareNetwork> load(const std::filesystem::path& first);
  ~SquareNetwork();
  SquareNetwork(SquareNetwork&&) noexcept;
  SquareNetwork& operator=(SquareNetwork&&) noexcept;

  /// Answers, features and tokens of every crop (cropColumn), looked at one by one.
  std::vector<std::vector<float>> readAlone(const std::vector<const float*>& crops);
  /// The same with the answers that the other squares of the picture suggest.
  std::vector<std::vector<float>> readTogether(std::vector<std::vector<float>> alone);
  /// Of the networks' files.
  const std::string& fingerprint() const { return fingerprint_; }

private:
  struct Nets;
  SquareNetwork(std::unique_ptr<Nets> nets, std::string fingerprint);
  std::unique_ptr<Nets> nets_;
  std::string fingerprint_;
};

} // namespace linesman
