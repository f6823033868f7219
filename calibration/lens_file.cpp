#include "calibration/lens_file.h"

#include <cmath>
#include <fstream>
#include <iomanip>
#include <sstream>

#include <opencv2/core.hpp>
#include <opencv2/core/persistence.hpp>

#include "models/text_file.h"

namespace linesman {
namespace {

/// All numbers of a matrix node, whether OpenCV (with dt) or ROS (without) wrote it.
std::optional<std::vector<double>> numbersOf(const cv::FileNode& node) {
  const cv::FileNode data = node.isMap() ? node["data"] : node;
  if (!data.isSeq())
    return std::nullopt;
  std::vector<double> numbers;
  for (const cv::FileNode& entry : data) {
    if (!entry.isReal() && !entry.isInt())
      return std::nullopt;
    numbers.push_back(static_cast<double>(entry));
    if (!std::isfinite(numbers.back()))
      return std::nullopt;
  }
  return numbers;
}

std::string sentence(const std::string& path, const std::string& what) {
  return path + " is not a usable lens file: " + what + "; make a new one with `linesman calibrate lens`.";
}

Result<void> readMatrix(const cv::FileStorage& file, const std::string& path, Lens& lens) {
  const auto matrix = numbersOf(file["camera_matrix"]);
  if (!matrix || matrix->size() != 9)
    return fail(sentence(path, "camera_matrix must hold 3 x 3 numbers"));
  lens.fx_px = (*matrix)[0];
  lens.cx_px = (*matrix)[2];
  lens.fy_px = (*matrix)[4];
  lens.cy_px = (*matrix)[5];
  if (!(lens.fx_px > 0.0) || !(lens.fy_px > 0.0))
    return fail(sentence(path, "the focal lengths in camera_matrix must be positive"));
  if ((*matrix)[1] != 0.0)
    return fail(sentence(path, "camera_matrix has a skew, which no webcam has"));
  if ((*matrix)[3] != 0.0 || (*matrix)[6] != 0.0 || (*matrix)[7] != 0.0 || (*matrix)[8] != 1.0)
    return fail(sentence(path, "camera_matrix must be [fx 0 cx; 0 fy cy; 0 0 1]"));
  return {};
}

Result<void> readDistortion(const cv::FileStorage& file, const std::string& path, Lens& lens) {
  const cv::FileNode model = file["distortion_model"];
  if (model.isString() && model.string() != "plumb_bob" && model.string() != "rational_polynomial")
    return fail(sentence(path, "distortion_model \"" + model.string() +
                                   "\" is unknown (known: plumb_bob, rational_polynomial)"));
  const auto numbers = numbersOf(file["distortion_coefficients"]);
  if (!numbers || (numbers->size() != 4 && numbers->size() != 5 && numbers->size() != 8))
    return fail(sentence(path, "distortion_coefficients must hold 4, 5 or 8 numbers"));
  std::copy(numbers->begin(), numbers->end(), lens.distortion.begin());
  return {};
}

Result<void> readCovariance(const cv::FileStorage& file, const std::string& path, Lens& lens) {
  const cv::FileNode node = file["parameter_covariance"];
  if (node.empty())
    return {};
  const auto numbers = numbersOf(node);
  if (!numbers || numbers->size() != 144)
    return fail(sentence(path, "parameter_covariance must hold 12 x 12 numbers"));
  Eigen::Matrix<double, 12, 12> covariance =
      Eigen::Map<const Eigen::Matrix<double, 12, 12, Eigen::RowMajor>>(numbers->data());
  if ((covariance.diagonal().array() < 0.0).any())
    return fail(sentence(path, "parameter_covariance has a negative variance"));
  lens.parameter_covariance = 0.5 * (covariance + covariance.transpose());
  return {};
}

Result<Lens> readNodes(const cv::FileStorage& file, const std::string& path) {
  Lens lens;
  const cv::FileNode width = file["image_width"];
  const cv::FileNode height = file["image_height"];
  constexpr int largest_px = 100'000; // a number that does not fit is read as any other
  const auto is_size = [](const cv::FileNode& node) {
    const double number = node.isInt() ? static_cast<double>(node) : 0.0;
    return number > 0.0 && number <= largest_px;
  };
  if (!is_size(width) || !is_size(height))
    return fail(sentence(path, "image_width and image_height must be positive whole numbers up to 100000"));
  lens.width_px = static_cast<int>(width);
  lens.height_px = static_cast<int>(height);
  if (auto read = readMatrix(file, path, lens); !read)
    return tl::unexpected(read.error());
  if (auto read = readDistortion(file, path, lens); !read)
    return tl::unexpected(read.error());
  if (auto read = readCovariance(file, path, lens); !read)
    return tl::unexpected(read.error());
  if (const cv::FileNode rms = file["rms_px"]; rms.isReal() || rms.isInt())
    lens.rms_px = static_cast<double>(rms);
  for (const char* key : {"camera_name", "camera"})
    if (const cv::FileNode name = file[key]; name.isString())
      lens.camera = name.string();
  if (const cv::FileNode date = file["date"]; date.isString())
    lens.date = date.string();
  if (const cv::FileNode focus = file["focus"]; focus.isReal() || focus.isInt())
    lens.focus = static_cast<double>(focus);
  if (const cv::FileNode estimated = file["estimated"]; estimated.isInt())
    lens.estimated = static_cast<int>(estimated) != 0;
  return lens;
}

/// A block that OpenCV's FileStorage and YAML readers of ROS both take for a matrix: `dt` is for the former, no tag for
/// the latter.
void writeNumbers(std::ostream& out, const std::string& name, int rows, int columns,
                  const std::vector<double>& numbers) {
  out << name << ":\n  rows: " << rows << "\n  cols: " << columns << "\n  dt: d\n  data: [ ";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::ostringstream number;
    number << std::setprecision(17) << numbers[i];
    std::string text = number.str();
    if (text.find_first_of(".e") == std::string::npos)
      text += ".0"; // a number without a point would be read as an integer
    out << (i == 0 ? "" : i % 4 == 0 ? ",\n      " : ", ") << text;
  }
  out << " ]\n";
}

/// Text in double quotes, with what YAML would misread removed.
std::string quoted(std::string text) {
  std::erase_if(text, [](unsigned char c) { return c == '"' || c == '\\' || c < 0x20; });
  return '"' + text + '"';
}

void writeText(std::ostream& out, const Lens& lens) {
  const auto& d = lens.distortion;
  const bool rational = d[5] != 0.0 || d[6] != 0.0 || d[7] != 0.0;
  out << "%YAML 1.0\n---\n";
  out << "image_width: " << lens.width_px << "\nimage_height: " << lens.height_px << '\n';
  out << "camera_name: " << quoted(lens.camera.empty() ? "camera" : lens.camera) << '\n';
  writeNumbers(out, "camera_matrix", 3, 3, {lens.fx_px, 0, lens.cx_px, 0, lens.fy_px, lens.cy_px, 0, 0, 1});
  out << "distortion_model: " << (rational ? "rational_polynomial" : "plumb_bob") << '\n';
  writeNumbers(out, "distortion_coefficients", 1, rational ? 8 : 5,
               std::vector<double>(d.begin(), rational ? d.end() : d.begin() + 5));
  writeNumbers(out, "rectification_matrix", 3, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1});
  writeNumbers(out, "projection_matrix", 3, 4,
               {lens.fx_px, 0, lens.cx_px, 0, 0, lens.fy_px, lens.cy_px, 0, 0, 0, 1, 0});
  if (lens.parameter_covariance) {
    const Eigen::Matrix<double, 12, 12, Eigen::RowMajor> c = *lens.parameter_covariance;
    writeNumbers(out, "parameter_covariance", 12, 12, std::vector<double>(c.data(), c.data() + 144));
  }
  out << std::setprecision(6);
  if (lens.rms_px)
    out << "rms_px: " << std::showpoint << *lens.rms_px << std::noshowpoint << '\n';
  if (!lens.camera.empty())
    out << "camera: " << quoted(lens.camera) << '\n';
  if (!lens.date.empty())
    out << "date: " << quoted(lens.date) << '\n';
  if (lens.focus)
    out << "focus: " << std::showpoint << *lens.focus << std::noshowpoint << '\n';
  if (lens.estimated)
    out << "estimated: 1\n";
}

} // namespace

Result<Lens> readLens(const std::string& path) {
  if (const auto file = checkNoFolder(path); !file)
    return tl::unexpected(file.error());
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream read;
  if (!stream)
    return fail("Cannot read the lens file " + path + "; check that it exists and may be read.");
  read << stream.rdbuf(); // sets its fail bit when the file is empty, which is said below
  std::string text = withoutByteOrderMark(read.str());
  if (nestedTooDeeply(text)) // OpenCV's reader would overflow the stack
    return fail(sentence(path, "it is nested more than a lens file ever is"));
  if (text.rfind("%YAML", 0) != 0) // ROS files may begin with a comment, "---" or the first key
    text = "%YAML:1.0\n" + (text.rfind("---", 0) == 0 ? text : "---\n" + text);
  try {
    const cv::FileStorage file(text, cv::FileStorage::READ | cv::FileStorage::MEMORY);
    if (!file.isOpened())
      return fail(sentence(path, "it is no YAML"));
    return readNodes(file, path);
  } catch (const cv::Exception&) {
    return fail(sentence(path, "it is torn or no YAML"));
  }
}

Result<void> writeLens(const Lens& lens, const std::string& path) {
  std::ostringstream text;
  writeText(text, lens);
  return writeFile(path, text.str());
}

Result<void> checkLensSize(const Lens& lens, const std::string& lens_path, int width_px, int height_px) {
  if (lens.width_px == width_px && lens.height_px == height_px)
    return {};
  std::ostringstream words;
  words << lens_path << " was made for pictures of " << lens.width_px << " x " << lens.height_px
        << " pixels, but this one is " << width_px << " x " << height_px
        << "; set the camera to that size or calibrate it at this one.";
  return fail(words.str());
}

Result<void> checkLensCamera(const Lens& lens, const std::string& lens_path, const std::string& camera) {
  if (camera.empty() || lens.camera.empty() || lens.camera == "camera" /* what ROS writes of an unnamed one */ ||
      lens.camera == camera)
    return {};
  return fail(lens_path + " was made with the camera \"" + lens.camera + "\", but this one is \"" + camera +
              "\"; calibrate this one with `linesman calibrate lens`, or correct the name in the file.");
}

} // namespace linesman
