#include "app/print/pdf_sheet.h"

#include <array>
#include <cstdio>

#include "models/signed_file.h"
#include "models/text_file.h"

namespace linesman::app {
namespace {

constexpr double points_per_mm = 72.0 / 25.4;

/// Enough digits for a ten-thousandth of a millimetre.
std::string number(double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.5f", value);
  return text.data();
}

std::string colour(Ink ink, const char* operation) {
  return number(ink.red) + ' ' + number(ink.green) + ' ' + number(ink.blue) + ' ' + operation + '\n';
}

/// UTF-8 to Latin-1, escaped for a PDF string.
std::string latin(const std::string& utf8) {
  std::string out;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto c = static_cast<unsigned char>(utf8[i]);
    unsigned char letter = c;
    if (c >= 0xC2 && c <= 0xC3 && i + 1 < utf8.size())
      letter = static_cast<unsigned char>(((c & 0x03) << 6) | (static_cast<unsigned char>(utf8[++i]) & 0x3F));
    else if (c >= 0x80) {
      while (i + 1 < utf8.size() && (static_cast<unsigned char>(utf8[i + 1]) & 0xC0) == 0x80)
        ++i;
      letter = '?';
    }
    if (letter == '(' || letter == ')' || letter == '\\')
      out += '\\';
    out += letter < 0x20 ? ' ' : static_cast<char>(letter);
  }
  return out;
}

/// Widths of Helvetica's letters (thousandths of its size), from the metrics that Adobe publishes for the standard
/// fonts.
double widthOf(const std::string& latin_text) {
  static const std::array<int, 95> widths = {
      278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
      556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
      611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
      667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
      222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
  double sum = 0.0;
  for (std::size_t i = 0; i < latin_text.size(); ++i) {
    if (latin_text[i] == '\\' && i + 1 < latin_text.size())
      ++i;
    const auto c = static_cast<unsigned char>(latin_text[i]);
    sum += c >= 32 && c < 127 ? widths[c - 32] : 556;
  }
  return sum / 1000.0;
}

} // namespace

std::string PdfSheet::x(double mm) const {
  return number(mm * points_per_mm);
}

std::string PdfSheet::y(double mm) const {
  return number((height_mm_ - mm) * points_per_mm);
}

void PdfSheet::newPage() {
  pages_.emplace_back();
}

void PdfSheet::fill(const std::vector<Rect>& rects, Ink ink) {
  std::string& page = pages_.back();
  page += colour(ink, "rg");
  for (const Rect& rect : rects)
    page += x(rect.x_mm) + ' ' + y(rect.y_mm + rect.height_mm) + ' ' + number(rect.width_mm * points_per_mm) + ' ' +
            number(rect.height_mm * points_per_mm) + " re\n";
  page += "f\n";
}

void PdfSheet::fill(const std::vector<Eigen::Vector2d>& polygon_mm, Ink ink) {
  std::string& page = pages_.back();
  page += colour(ink, "rg");
  for (std::size_t i = 0; i < polygon_mm.size(); ++i)
    page += x(polygon_mm[i].x()) + ' ' + y(polygon_mm[i].y()) + (i == 0 ? " m\n" : " l\n");
  page += "h f\n";
}

void PdfSheet::outline(const std::vector<Eigen::Vector2d>& polygon_mm, double thickness_mm, Ink ink) {
  std::string& page = pages_.back();
  page += colour(ink, "RG") + number(thickness_mm * points_per_mm) + " w\n";
  for (std::size_t i = 0; i < polygon_mm.size(); ++i)
    page += x(polygon_mm[i].x()) + ' ' + y(polygon_mm[i].y()) + (i == 0 ? " m\n" : " l\n");
  page += "h S\n";
}

void PdfSheet::line(const Eigen::Vector2d& from_mm, const Eigen::Vector2d& to_mm, double thickness_mm, Ink ink) {
  pages_.back() += colour(ink, "RG") + number(thickness_mm * points_per_mm) + " w\n" + x(from_mm.x()) + ' ' +
                   y(from_mm.y()) + " m " + x(to_mm.x()) + ' ' + y(to_mm.y()) + " l S\n";
}

void PdfSheet::text(const Eigen::Vector2d& at_mm, double height_mm, const std::string& utf8, Align align, Ink ink,
                    bool bold) {
  const std::string letters = latin(utf8);
  const double width_mm = widthOf(letters) * height_mm;
  const double shift = align == Align::left ? 0.0 : align == Align::centre ? 0.5 : 1.0;
  pages_.back() += "BT " + colour(ink, "rg") + (bold ? "/F2 " : "/F1 ") + number(height_mm * points_per_mm) + " Tf " +
                   x(at_mm.x() - shift * width_mm) + ' ' + y(at_mm.y()) + " Td (" + letters + ") Tj ET\n";
}

void PdfSheet::clip(const Rect& window) {
  pages_.back() += "q " + x(window.x_mm) + ' ' + y(window.y_mm + window.height_mm) + ' ' +
                   number(window.width_mm * points_per_mm) + ' ' + number(window.height_mm * points_per_mm) +
                   " re W n\n";
}

void PdfSheet::unclip() {
  pages_.back() += "Q\n";
}

void PdfSheet::picture(const Rect& place, const std::string& jpeg, int width_px, int height_px) {
  pictures_.push_back({jpeg, width_px, height_px});
  pages_.back() += "q " + number(place.width_mm * points_per_mm) + " 0 0 " + number(place.height_mm * points_per_mm) +
                   ' ' + x(place.x_mm) + ' ' + y(place.y_mm + place.height_mm) + " cm /P" +
                   std::to_string(pictures_.size()) + " Do Q\n";
}

std::string PdfSheet::pdf() const {
  // Objects: 1 catalogue, 2 page tree, 3 and 4 fonts, then pictures, then a page and its content each.
  const std::size_t first_page = 5 + pictures_.size();
  std::vector<std::string> objects = {"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>"};
  std::string kids, pictures;
  for (std::size_t i = 0; i < pages_.size(); ++i)
    kids += std::to_string(first_page + 2 * i) + " 0 R ";
  objects.push_back("<< /Type /Pages /Kids [ " + kids + "] /Count " + std::to_string(pages_.size()) + " >>");
  for (const char* font : {"Helvetica", "Helvetica-Bold"})
    objects.push_back(std::string("<< /Type /Font /Subtype /Type1 /BaseFont /") + font +
                      " /Encoding /WinAnsiEncoding >>");
  for (std::size_t i = 0; i < pictures_.size(); ++i) {
    const Picture& p = pictures_[i];
    objects.push_back("<< /Type /XObject /Subtype /Image /Width " + std::to_string(p.width_px) + " /Height " +
                      std::to_string(p.height_px) +
                      " /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length " +
                      std::to_string(p.jpeg.size()) + " >>\nstream\n" + p.jpeg + "\nendstream");
    pictures += "/P" + std::to_string(i + 1) + ' ' + std::to_string(5 + i) + " 0 R ";
  }
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    objects.push_back("<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 " + number(width_mm_ * points_per_mm) + ' ' +
                      number(height_mm_ * points_per_mm) +
                      " ] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> /XObject << " + pictures + ">> >> /Contents " +
                      std::to_string(first_page + 2 * i + 1) + " 0 R >>");
    objects.push_back("<< /Length " + std::to_string(pages_[i].size()) + " >>\nstream\n" + pages_[i] + "endstream");
  }
  std::string file = "%PDF-1.4\n";
  std::string table;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    std::array<char, 32> offset{};
    std::snprintf(offset.data(), offset.size(), "%010zu 00000 n \n", file.size());
    table += offset.data();
    file += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const std::size_t start = file.size();
  const std::string count = std::to_string(objects.size() + 1);
  file += "xref\n0 " + count + "\n0000000000 65535 f \n" + table + "trailer\n<< /Size " + count +
          " /Root 1 0 R >>\nstartxref\n" + std::to_string(start) + "\n%%EOF\n";
  return file;
}

Result<void> PdfSheet::write(const std::string& path) const {
  return writeFile(path, pdf() + signatureFor(".pdf"));
}

} // namespace linesman::app
