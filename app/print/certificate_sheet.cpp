#include "app/print/certificate_sheet.h"

#include <algorithm>

#include "app/law_words.h"
#include "vision/jpeg.h"
#include <opencv2/imgproc.hpp>

namespace linesman::app {

PdfSheet certificateSheet(const Certificate& certificate, const cv::Mat& picture) {
  PdfSheet sheet(210.0, 297.0);
  sheet.text({20.0, 22.0}, 7.0, shownSentence("Table certificate").toStdString(), Align::left, black, true);
  sheet.text({190.0, 22.0}, 3.2, certificate.date, Align::right, grey);
  double y_mm = 32.0;
  bool first = true;
  for (const std::string& line : toText(certificate)) {
    const bool indented = line.rfind("  ", 0) == 0;
    const std::string shown = shownSentence(indented ? line.substr(2) : line).toStdString();
    sheet.text({indented ? 25.0 : 20.0, y_mm}, first ? 5.0 : 3.4, shown, Align::left,
               line.rfind("Warning", 0) == 0 ? Ink{0.75, 0.1, 0.0} : black, first);
    y_mm += first ? 9.0 : 5.2;
    first = false;
  }
  if (picture.empty())
    return sheet;
  cv::Mat small = picture;
  if (picture.cols > 1280)
    cv::resize(picture, small, {}, 1280.0 / picture.cols, 1280.0 / picture.cols, cv::INTER_AREA);
  const std::vector<unsigned char> jpeg = jpegBytes(small, 85);
  const double width_mm = std::min(170.0, (285.0 - y_mm) * small.cols / small.rows);
  sheet.picture({20.0, y_mm + 2.0, width_mm, width_mm * small.rows / small.cols}, std::string(jpeg.begin(), jpeg.end()),
                small.cols, small.rows);
  return sheet;
}

} // namespace linesman::app
