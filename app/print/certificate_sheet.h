#pragma once
#include <opencv2/core/mat.hpp>

#include "app/print/pdf_sheet.h"
#include "calibration/certificate.h"

namespace linesman::app {

/// The certificate as one A4 page with a picture of the table (8 bit BGR, may be empty).
PdfSheet certificateSheet(const Certificate& certificate, const cv::Mat& picture);

} // namespace linesman::app
