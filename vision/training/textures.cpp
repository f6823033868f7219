#include "vision/training/textures.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace linesman::training {

namespace {

cv::Vec3b colour(int b, int g, int r) {
  return {static_cast<uchar>(b), static_cast<uchar>(g), static_cast<uchar>(r)};
}

cv::Vec3b vary(const cv::Vec3b& c, Rng& rng, double by) {
  cv::Vec3b out;
  const double gain = uniform(rng, 1.0 - by, 1.0 + by);
  for (int k = 0; k < 3; ++k)
    out[k] = cv::saturate_cast<uchar>(c[k] * gain * uniform(rng, 1.0 - 0.4 * by, 1.0 + 0.4 * by));
  return out;
}

/// Multiplies by streaks (wood) or blotches.
void grain(cv::Mat image, Rng& rng, double amount, bool streaks, bool upright) {
  cv::Mat noise(std::max(2, image.rows / (streaks ? (upright ? 40 : 2) : 6)),
                std::max(2, image.cols / (streaks ? (upright ? 2 : 40) : 6)), CV_32F);
  cv::RNG random(rng());
  random.fill(noise, cv::RNG::NORMAL, 1.0, amount);
  cv::Mat big, three;
  cv::resize(noise, big, image.size(), 0, 0, cv::INTER_CUBIC);
  cv::merge(std::vector<cv::Mat>{big, big, big}, three);
  cv::Mat wide;
  image.convertTo(wide, CV_32FC3);
  cv::multiply(wide, three, wide);
  wide.convertTo(image, CV_8UC3);
}

/// Clouds and veins of another colour, as slabs of marble have them; every square is a slab of its own.
void marble(cv::Mat image, Rng& rng, const cv::Vec3b& other, double amount) {
  cv::RNG random(rng());
  cv::Mat clouds = cv::Mat::zeros(image.size(), CV_32F);
  for (const int cells : {3, 6, 12}) {
    cv::Mat noise(cells + 1, cells + 1, CV_32F), big;
    random.fill(noise, cv::RNG::NORMAL, 0.0, 1.6 / cells);
    cv::resize(noise, big, image.size(), 0, 0, cv::INTER_CUBIC);
    clouds += big;
  }
  const double turn = uniform(rng, 0.0, 6.28), waves = uniform(rng, 0.3, 1.5) * 6.28 / image.cols,
               sharp = uniform(rng, 1.0, 6.0), phase = uniform(rng, 0.0, 6.28), cover = uniform(rng, -0.3, 0.5);
  for (int y = 0; y < image.rows; ++y)
    for (int x = 0; x < image.cols; ++x) {
      const double cloud = static_cast<double>(clouds.at<float>(y, x));
      const double vein =
          std::pow(std::abs(std::sin(phase + waves * (x * std::cos(turn) + y * std::sin(turn)) + 4.0 * cloud)), sharp);
      const double share = amount * std::clamp(0.6 * vein + cloud + cover, 0.0, 1.0);
      auto& pixel = image.at<cv::Vec3b>(y, x);
      for (int c = 0; c < 3; ++c)
        pixel[c] = cv::saturate_cast<uchar>(pixel[c] + share * (other[c] - pixel[c]));
    }
}

cv::Scalar ink(Rng& rng) {
  const cv::Vec3b inks[] = {colour(30, 30, 200), colour(20, 20, 20), colour(40, 90, 200),
                            colour(160, 70, 40), colour(70, 70, 80), colour(235, 235, 235)};
  const auto c = vary(inks[whole(rng, 0, 5)], rng, 0.15);
  return {double(c[0]), double(c[1]), double(c[2])};
}

void letter(cv::Mat image, cv::Point middle, double size, const std::string& text, const cv::Scalar& c, int thick) {
  const int fonts[] = {cv::FONT_HERSHEY_SIMPLEX, cv::FONT_HERSHEY_DUPLEX, cv::FONT_HERSHEY_COMPLEX};
  const int font = fonts[static_cast<std::size_t>(text[0]) % 3];
  const double scale = size / 22.0;
  int base = 0;
  const auto box = cv::getTextSize(text, font, scale, thick, &base);
  cv::putText(image, text, middle + cv::Point(-box.width / 2, box.height / 2), font, scale, c, thick, cv::LINE_AA);
}

/// A capital in the middle of a square, thin or bold, towards one of the four sides.
void turnedLetter(cv::Mat cell, Rng& rng, const cv::Scalar& c) {
  const int s = cell.cols, turn = chance(rng, 0.5) ? 3 : whole(rng, 0, 2); // cv::RotateFlags, 3: none
  cv::Mat upright;
  turn == 3 ? cell.copyTo(upright) : cv::rotate(cell, upright, turn);
  letter(upright, {s / 2, s / 2}, s * uniform(rng, 0.35, 0.65),
         std::string(1, static_cast<char>('A' + whole(rng, 0, 25))), c, whole(rng, s / 18, s / 7));
  if (turn == 3)
    upright.copyTo(cell);
  else // turned back: a quarter to the right undoes one to the left
    cv::rotate(upright, cell, 2 - turn);
}

void drawMark(cv::Mat image, cv::Rect cell, Rng& rng, int mark, bool& city) {
  const cv::Point middle(cell.x + cell.width / 2, cell.y + cell.height / 2);
  const int s = cell.width;
  const cv::Scalar c = ink(rng), d = ink(rng);
  switch (mark) {
  case 0: // lettered disc
    if (chance(rng, 0.7))
      cv::circle(image, middle, s * 2 / 5, cv::Scalar(225, 235, 240), cv::FILLED, cv::LINE_AA);
    cv::circle(image, middle, s * 2 / 5, c, std::max(2, s / 25), cv::LINE_AA);
    turnedLetter(image(cell), rng, d);
    break;
  case 1: { // lettered block, filling the square or within it
    const int inset = chance(rng, 0.4) ? 0 : whole(rng, 0, s / 4);
    cv::rectangle(image, cv::Rect(cell.x + inset, cell.y + inset, s - 2 * inset, s - 2 * inset), c, cv::FILLED);
    turnedLetter(image(cell), rng, chance(rng, 0.7) ? cv::Scalar(230, 230, 230) : d);
    break;
  }
  case 2: { // arrow
    const cv::Point way = whole(rng, 0, 1) ? cv::Point(s / 3, 0) : cv::Point(0, s / 3);
    cv::arrowedLine(image, middle - way, middle + way * (chance(rng, 0.5) ? 1 : 1), c, std::max(2, s / 16), cv::LINE_AA,
                    0, 0.35);
    break;
  }
  case 3: { // mountain
    const std::vector<cv::Point> peak{{cell.x + s / 8, cell.y + s * 7 / 8},
                                      {cell.x + s * 3 / 8, cell.y + s / 4},
                                      {cell.x + s / 2, cell.y + s / 2},
                                      {cell.x + s * 5 / 8, cell.y + s / 6},
                                      {cell.x + s * 7 / 8, cell.y + s * 7 / 8}};
    const int g = whole(rng, 60, 130);
    cv::fillPoly(image, std::vector<std::vector<cv::Point>>{peak}, cv::Scalar(g, g, g), cv::LINE_AA);
    cv::circle(image, {cell.x + s * 5 / 8, cell.y + s / 4}, s / 12, cv::Scalar(235, 235, 235), cv::FILLED, cv::LINE_AA);
    break;
  }
  case 4: { // city
    city = true;
    const auto k = vary(colour(60, 90, 130), rng, 0.3);
    cv::rectangle(image, cell, cv::Scalar(k[0], k[1], k[2]), cv::FILLED);
    for (int e = 0; e < 6; ++e)
      for (const int y : {cell.y, cell.y + s - s / 10})
        cv::rectangle(image, cv::Rect(cell.x + e * s / 6, y, s / 12, s / 10), cv::Scalar(k[0] / 2, k[1] / 2, k[2] / 2),
                      cv::FILLED);
    break;
  }
  case 5: // full colour
    cv::rectangle(image, cell, c, cv::FILLED);
    break;
  case 6: // water
    cv::rectangle(image, cell, cv::Scalar(whole(rng, 170, 230), whole(rng, 110, 160), whole(rng, 30, 70)), cv::FILLED);
    for (int y = 1; y < 4; ++y)
      for (int x = 0; x < 6; ++x)
        cv::line(image, {cell.x + x * s / 6, cell.y + y * s / 4 + (x % 2) * s / 20},
                 {cell.x + (x + 1) * s / 6, cell.y + y * s / 4 + (1 - x % 2) * s / 20}, cv::Scalar(240, 220, 200),
                 std::max(1, s / 40), cv::LINE_AA);
    break;
  case 7: // saw blade at one edge
    for (int x = 0; x < 10; ++x)
      cv::line(image, {cell.x + x * s / 10, cell.y + s - (x % 2) * s / 15},
               {cell.x + (x + 1) * s / 10, cell.y + s - (1 - x % 2) * s / 15}, cv::Scalar(90, 90, 90),
               std::max(1, s / 30), cv::LINE_AA);
    break;
  case 8: // star or ring
    cv::circle(image, middle, whole(rng, s / 5, s * 2 / 5), c, std::max(2, whole(rng, s / 30, s / 12)), cv::LINE_AA);
    break;
  default: // cross
    cv::line(image, cell.tl(), cell.br(), c, std::max(2, s / 20), cv::LINE_AA);
    cv::line(image, {cell.x, cell.y + s}, {cell.x + s, cell.y}, c, std::max(2, s / 20), cv::LINE_AA);
  }
}

} // namespace

BoardLook randomBoard(Rng& rng, int n) {
  BoardLook look;
  look.margin = chance(rng, 0.15) ? uniform(rng, 0.05, 0.2) : uniform(rng, 0.3, 0.75);
  const int cell = 88;
  const int edge = static_cast<int>(look.margin * cell), size = n * cell + 2 * edge;
  // light, dark, frame (BGR)
  const cv::Vec3b pairs[][3] = {{colour(200, 228, 238), colour(80, 130, 180), colour(35, 50, 70)},
                                {colour(190, 220, 228), colour(60, 105, 20), colour(170, 205, 215)},
                                {colour(95, 160, 210), colour(25, 35, 60), colour(20, 28, 48)},
                                {colour(160, 205, 230), colour(60, 95, 140), colour(45, 70, 110)},
                                {colour(235, 240, 240), colour(60, 60, 60), colour(230, 235, 235)},
                                {colour(225, 235, 240), colour(70, 40, 110), colour(220, 230, 235)},
                                {colour(220, 230, 235), colour(140, 90, 50), colour(200, 215, 220)},
                                {colour(110, 185, 215), colour(40, 50, 80), colour(80, 160, 200)},
                                {colour(215, 225, 225), colour(40, 80, 30), colour(215, 225, 225)},
                                {colour(150, 190, 215), colour(50, 60, 130), colour(70, 110, 170)}};
  const auto& pair = pairs[whole(rng, 0, 9)];
  const cv::Vec3b light = vary(pair[0], rng, 0.12), dark = vary(pair[1], rng, 0.2),
                  frame = vary(chance(rng, 0.25) ? (chance(rng, 0.5) ? pair[0] : pair[1]) : pair[2], rng, 0.2);
  const double wood = chance(rng, 0.5) ? uniform(rng, 0.05, 0.16) : 0.0;
  look.texture = cv::Mat(size, size, CV_8UC3, cv::Scalar(frame[0], frame[1], frame[2]));
  if (wood > 0.0)
    grain(look.texture, rng, wood, true, false);
  const bool stone = wood == 0.0 && chance(rng, 0.3), dark_stone = stone && chance(rng, 0.4);
  const cv::Vec3b clouds[] = {colour(200, 140, 60), colour(150, 150, 150), colour(90, 130, 170), colour(110, 150, 90),
                              colour(90, 80, 160)};
  const cv::Vec3b vein = vary(clouds[whole(rng, 0, 4)], rng, 0.4);
  const double veined = uniform(rng, 0.2, 1.0);
  const bool printed = n == 10 ? chance(rng, 0.75) : chance(rng, 0.15);
  const bool sea = n == 10 && chance(rng, 0.25);
  const int density = whole(rng, 3, 9);
  for (int rank = 0; rank < n; ++rank)
    for (int file = 0; file < n; ++file) {
      const cv::Rect where(edge + file * cell, edge + (n - 1 - rank) * cell, cell, cell);
      const cv::Vec3b c = vary((file + rank) % 2 == 0 ? dark : light, rng, wood > 0.0 ? 0.07 : 0.01);
      cv::Mat place = look.texture(where);
      place.setTo(cv::Scalar(c[0], c[1], c[2]));
      if (wood > 0.0)
        grain(place, rng, wood, true, (file + rank) % 2 == 0);
      if (stone && ((file + rank) % 2 != 0 || dark_stone))
        marble(place, rng, vein, (file + rank) % 2 != 0 ? veined : 0.5 * veined);
      bool city = false;
      if (sea && file >= n / 2 - 2 && file < n / 2 + 2 && rank >= n / 2 - 2 && rank < n / 2 + 2)
        drawMark(look.texture, where, rng, 6, city);
      else if (printed && whole(rng, 0, 9) < density - 2 && chance(rng, 0.6))
        drawMark(look.texture, where, rng, whole(rng, 0, 9), city);
      if (city)
        look.cities.push_back(rank * n + file);
    }
  if (chance(rng, 0.4)) {
    const cv::Scalar c(frame[0] / 2, frame[1] / 2, frame[2] / 2);
    for (int k = 0; k <= n; ++k) {
      cv::line(look.texture, {edge + k * cell, edge}, {edge + k * cell, edge + n * cell}, c, whole(rng, 1, 3));
      cv::line(look.texture, {edge, edge + k * cell}, {edge + n * cell, edge + k * cell}, c, whole(rng, 1, 3));
    }
  }
  if (look.margin > 0.25 && chance(rng, 0.7)) {
    const bool bright = frame[0] + frame[1] + frame[2] < 380;
    const cv::Scalar c = bright ? cv::Scalar(220, 225, 230) : cv::Scalar(60, 60, 70);
    for (int k = 0; k < n; ++k) {
      const int at = edge + k * cell + cell / 2;
      letter(look.texture, {at, size - edge / 2}, 0.5 * edge, std::string(1, static_cast<char>('a' + k)), c, 2);
      letter(look.texture, {edge / 2, size - at}, 0.5 * edge, std::to_string(k + 1), c, 2);
      if (chance(rng, 0.5))
        letter(look.texture, {at, edge / 2}, 0.5 * edge, std::string(1, static_cast<char>('a' + k)), c, 2);
    }
  }
  if (chance(rng, 0.5))
    grain(look.texture, rng, uniform(rng, 0.01, 0.06), false, false);
  look.side = vary(frame, rng, 0.1);
  return look;
}

cv::Mat randomTable(Rng& rng) {
  const int size = 768;
  const cv::Vec3b bases[] = {colour(40, 60, 90),    colour(90, 140, 190),  colour(60, 60, 60),
                             colour(210, 210, 215), colour(90, 50, 30),    colour(60, 90, 40),
                             colour(40, 40, 130),   colour(150, 180, 200), colour(25, 25, 28)};
  const cv::Vec3b base = vary(bases[whole(rng, 0, 8)], rng, 0.3);
  cv::Mat table(size, size, CV_8UC3, cv::Scalar(base[0], base[1], base[2]));
  const int kind = whole(rng, 0, 4);
  if (kind == 0 || kind == 1)
    grain(table, rng, uniform(rng, 0.06, 0.2), true, kind == 1);
  if (kind == 2) { // checked cloth
    const int step = whole(rng, 14, 40);
    const cv::Vec3b other = vary(bases[whole(rng, 0, 8)], rng, 0.3);
    for (int y = 0; y < size; y += step)
      for (int x = 0; x < size; x += step)
        if ((x / step + y / step) % 2 == 0)
          cv::rectangle(table, cv::Rect(x, y, std::min(step, size - x), std::min(step, size - y)),
                        cv::Scalar(other[0], other[1], other[2]), cv::FILLED);
  }
  if (kind == 3)
    for (int k = 0; k < 60; ++k) {
      const cv::Vec3b other = vary(bases[whole(rng, 0, 8)], rng, 0.4);
      cv::circle(table, {whole(rng, 0, size), whole(rng, 0, size)}, whole(rng, 5, 60),
                 cv::Scalar(other[0], other[1], other[2]), chance(rng, 0.5) ? cv::FILLED : 3);
    }
  grain(table, rng, uniform(rng, 0.01, 0.08), false, false);
  return table;
}

} // namespace linesman::training
