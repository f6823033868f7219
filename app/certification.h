#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <opencv2/core/mat.hpp>

#include "calibration/certificate.h"
#include "vision/board_stage.h"

namespace linesman::app {

/// What a certificate is to be made of.
struct CertificationRequest {
  std::string source, table_path;
  std::string lens_path; ///< empty: the focal length is estimated
  double fps = 30.0;     ///< of folders and patterns
  double seconds = 10.0; ///< of the source to look at
};

/// A certificate with the picture it was measured on.
struct Certification {
  Certificate certificate;
  cv::Mat picture; ///< 8 bit BGR, the first frame
};

/// Told the share done in [0,1]; returning false cancels.
using CertificationProgress = std::function<bool(double)>;

/// Watches the source and measures it; one sentence when something is missing, or when cancelled.
Result<Certification> certifySource(const CertificationRequest& request, const CertificationProgress& progress = {});

/// The picture with the nine points and what each is worth, for screen and paper.
cv::Mat certificatePicture(const Certification& certification);

/// The certificate as its JSON file has it, one line.
std::string certificateJson(const Certificate& certificate);

/// Writes the certificate as certificate.json and certificate.pdf into the folder of a match.
Result<void> storeCertificate(const Certification& certification, const std::string& folder);

/// Frames of a table for its certificate: registered by its markers or as that was saved, else by its board.
class TableCertifier {
public:
  TableCertifier(std::optional<Lens> lens, TableFile table);

  /// The next frame, 8 bit BGR. One sentence when nothing registers the table in the first one.
  Result<void> add(const cv::Mat& bgr, double t_s);
  std::size_t frames() const { return certifier_.frames(); }
  Result<Certificate> finish() const { return certifier_.finish(); }

private:
  std::optional<Lens> lens_;
  TableFile table_;
  Certifier certifier_;
  BoardStage board_;
  bool by_board_ = false;
};

/// Certifies a match from its own first frames, as they come: no second look at the camera is needed.
class MatchCertifier {
public:
  /// `folder`: of the match's record. Nothing is done where that is empty, the table has neither markers nor a board
  /// for pyramids, or the match has a certificate already.
  MatchCertifier(std::string folder, std::optional<Lens> lens, TableFile table);
  /// Writes what there is.
  ~MatchCertifier();

  /// Does it need more frames?
  bool wanting() const { return certifier_ != nullptr; }
  /// A frame in which the table could be read.
  void see(const cv::Mat& bgr, double t_s);
  /// Writes what there is and wants no more.
  void finish();

private:
  std::string folder_;
  std::unique_ptr<TableCertifier> certifier_; ///< none when done
  cv::Mat picture_;
};

} // namespace linesman::app
