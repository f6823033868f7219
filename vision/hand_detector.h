#pragma once
#include <optional>
#include <vector>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// Finds hands and arms: what came into the picture over its border since the table was last seen without. Works by
/// change, not by the colour of skin, so sleeves and gloves count as well; a lamp that is switched changes the picture
/// smoothly and is taken out first. For a camera that stands still; feed it one source in order.
class HandDetector {
public:
  using Outlines = std::vector<std::vector<cv::Point>>; ///< pixels of the full picture

  /// What has lain where it lies for so long (in two pictures at least) rests: it holds nothing up any more, and hides
  /// what is under it until it stirs or leaves. The sooner one: far from all pieces, where those are known.
  static constexpr double rests_after_s = 10.0, rests_sooner_s = 2.0;
  /// The same, though it stirs, of what has been over no piece and beside none for so long: a player's hand never lies
  /// still. It goes on until it comes over one. The sooner one far from all pieces, as above.
  static constexpr double idles_after_s = 4.0, idles_sooner_s = 2.0;
  struct Piece {
    cv::Point2f middle;    ///< pixels of the full picture
    double reach_px = 0.0; ///< whose hand is nearer may be at work on it
    double over_px = 0.0;  ///< whose hand is nearer is over it or beside it
  };

  /// Hands at work. `t_s`: time in the source. `pieces`: all that lie on the table; null where that is not known.
  Outlines find(const cv::Mat& image_bgr, double t_s, const std::vector<Piece>* pieces = nullptr);
  /// Hands that lie in the last picture, as something else tells: nothing was seen of the table without them. They are
  /// as those that came in and have not stirred since.
  void hold(const Outlines& outlines, double t_s);
  /// What rests or idles in the last picture: a hand that waits on a piece, an elbow, a book that was laid over the
  /// border.
  Outlines resting() const;
  /// Whether hardly anything looks otherwise than in the last picture: no more than a few men or ships who were moved.
  bool nearlySame(const cv::Mat& image_bgr) const;
  /// Whether a picture was seen since the beginning or reset(): changes are told from then on.
  bool knowsTable() const { return !bare_.empty(); }
  /// The camera was nudged: what is known of the table is moved along, `now_from_before` in pixels of the full picture;
  /// where nothing was seen of it yet it looks as in `image_bgr`, the next picture.
  void follow(const cv::Mat& image_bgr, const cv::Matx33d& now_from_before);
  /// One that goes its own way from here.
  HandDetector copy() const;
  /// The next picture is taken as one without hands.
  void reset() { *this = HandDetector(); }

private:
  /// What came in over the border and has not stirred since.
  struct Lying {
    cv::Mat mask; ///< 8 bit
    cv::Mat look; ///< logarithms of the whole picture when it came to lie
    double since_s = 0.0;
    bool is_arm = false;    ///< else too little of it reaches in: fingertips, a man who was pushed beyond the border
    bool was_there = false; ///< from the beginning: the table is not known without it
    bool rests = false;
    bool seen = true;     ///< in the last picture, as it came to lie
    bool covered = false; ///< in the last picture by another one
    bool idle = false;    ///< it may stir, over no piece
    /// Over no piece since then, stirring or not; nothing where it is over one, or none is known.
    std::optional<double> clear_since_s = {};
  };
  bool isNear(const cv::Mat& part, const std::vector<Piece>& pieces, double Piece::*within_px) const;
  bool stirred(const cv::Mat& logs, const cv::Mat& part, const Lying& lying) const;
  Lying& lyingAs(const cv::Mat& logs, const cv::Mat& part, double t_s);
  void inherit(Lying& lying) const;
  void watchIdling(Lying& lying, const cv::Mat& part, double t_s, const std::vector<Piece>* pieces) const;
  bool comesToRest(const Lying& lying, double t_s, const std::vector<Piece>* pieces) const;
  void forgetUnseen(const cv::Mat& held, const cv::Mat& at_work);
  bool wasTaken(const cv::Mat& logs, const cv::Mat& part) const;
  bool isShadow(const cv::Mat& logs, const cv::Mat& part) const;
  void remember(const cv::Mat& logs, const cv::Mat& held);

  double scale_ = 1.0; ///< full picture from reduced
  cv::Mat bare_;       ///< logarithms of the table without hands, reduced
  cv::Mat last_;       ///< the same of the last picture
  std::vector<Lying> lying_;
};

} // namespace linesman
