#include "vision/taught_set.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include <nlohmann/json.hpp>

#include "models/dense.h"
#include "models/json_keys.h"
#include "models/text_file.h"

namespace linesman {

namespace {

using nlohmann::json;
constexpr const char* format = "linesman taught set 1";
constexpr const char* any_format = "linesman taught set ";
constexpr double least = 1e-4;
/// No set is learnt with larger numbers: features are of the order of 1, and weights are drawn to zero.
constexpr double most_number = 1e3;

/// Features, the network's opinion and the answer of every square, as matrices.
struct Lesson {
  Eigen::MatrixXd features; ///< squares x (features + 1), standardised
  Eigen::MatrixXd opinion;  ///< squares x men, logarithms
  std::vector<int> answer;
  std::vector<int> picture;
};

struct Choice {
  double trust = 1.0, pull = 0.1; ///< weight of the network's opinion; how strongly weights are drawn to zero
};

/// The rows of a lesson that are marked.
Lesson rowsOf(const Lesson& lesson, const std::vector<std::size_t>& rows) {
  Lesson out;
  out.features.resize(static_cast<Eigen::Index>(rows.size()), lesson.features.cols());
  out.opinion.resize(static_cast<Eigen::Index>(rows.size()), lesson.opinion.cols());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    out.features.row(static_cast<Eigen::Index>(k)) = lesson.features.row(static_cast<Eigen::Index>(rows[k]));
    out.opinion.row(static_cast<Eigen::Index>(k)) = lesson.opinion.row(static_cast<Eigen::Index>(rows[k]));
    out.answer.push_back(lesson.answer[rows[k]]);
    out.picture.push_back(lesson.picture[rows[k]]);
  }
  return out;
}

Eigen::MatrixXd softmax(const Eigen::MatrixXd& logits) {
  Eigen::MatrixXd p = (logits.colwise() - logits.rowwise().maxCoeff()).array().exp();
  return p.array().colwise() / p.rowwise().sum().array();
}

/// Every man counts alike in the square root: sixteen pawns do not drown one king.
Eigen::VectorXd weightsOf(const Lesson& lesson, int men, int without) {
  std::vector<double> count(static_cast<std::size_t>(men), 0.0);
  for (std::size_t k = 0; k < lesson.answer.size(); ++k)
    count[static_cast<std::size_t>(lesson.answer[k])] += lesson.picture[k] == without ? 0.0 : 1.0;
  Eigen::VectorXd weight(static_cast<Eigen::Index>(lesson.answer.size()));
  for (std::size_t k = 0; k < lesson.answer.size(); ++k)
    weight[static_cast<Eigen::Index>(k)] =
        lesson.picture[k] == without ? 0.0 : 1.0 / std::sqrt(count[static_cast<std::size_t>(lesson.answer[k])]);
  return weight / weight.sum();
}

/// Multinomial logistic regression by accelerated gradient steps; `without` is left out.
Eigen::MatrixXd fit(const Lesson& lesson, const Choice& choice, int without) {
  const auto men = lesson.opinion.cols();
  Eigen::MatrixXd target = Eigen::MatrixXd::Zero(lesson.features.rows(), men);
  for (std::size_t k = 0; k < lesson.answer.size(); ++k)
    target(static_cast<Eigen::Index>(k), lesson.answer[k]) = 1.0;
  const Eigen::VectorXd weight = weightsOf(lesson, static_cast<int>(men), without);
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(men, lesson.features.cols()), before = w;
  // Bound of the curvature: half the largest squared length of a square's features.
  const double rate = 1.0 / (0.5 * weight.dot(lesson.features.rowwise().squaredNorm()) + choice.pull);
  for (int round = 0; round < 150; ++round) {
    const Eigen::MatrixXd ahead = w + (w - before) * (round / (round + 3.0));
    before = w;
    const Eigen::MatrixXd p = softmax(choice.trust * lesson.opinion + product(lesson.features, ahead.transpose()));
    w = ahead - rate * (weightedProduct(p - target, weight, lesson.features) + choice.pull * ahead);
  }
  return w;
}

Eigen::VectorXd opinionOf(const SquareReading& reading, const std::vector<int>& known) {
  Eigen::VectorXd out(static_cast<Eigen::Index>(known.size()));
  for (std::size_t m = 0; m < known.size(); ++m) // what the network cannot know gets what it gives to all men together
    out[static_cast<Eigen::Index>(m)] = std::log(
        std::max(least, known[m] >= 0 ? reading.p[static_cast<std::size_t>(known[m])] : 0.1 * reading.occupied()));
  return out;
}

/// Share of the men told on `squares` that the network by itself takes for what they are.
double namedAlone(const std::vector<TaughtSquare>& squares) {
  double men = 0.0, named = 0.0;
  for (const TaughtSquare& square : squares)
    if (square.centred && !square.kind.empty()) {
      men += 1.0;
      named += square.reading.best() == classOf(square.side, square.kind) ? 1.0 : 0.0;
    }
  return men > 0.0 ? named / men : 0.0;
}

} // namespace

Result<TaughtSet> TaughtSet::learn(const std::vector<TaughtSquare>& squares, const std::string& network) {
  TaughtSet set;
  set.network_ = network;
  set.men_ = {{"", ""}};
  std::set<int> pictures;
  for (const TaughtSquare& square : squares) {
    const BoardMan man{square.kind, square.side};
    if (std::find(set.men_.begin(), set.men_.end(), man) == set.men_.end())
      set.men_.push_back(man);
    pictures.insert(square.picture);
  }
  if (set.men_.size() < 2)
    return fail("No men were shown; give a picture of the start position, or say with --position what stands where.");
  for (const BoardMan& man : set.men_)
    set.known_.push_back(man.kind.empty() ? 0 : classOf(man.side, man.kind) > 0 ? classOf(man.side, man.kind) : -1);
  const auto n = static_cast<Eigen::Index>(squares.size());
  constexpr Eigen::Index count = 64;
  Lesson lesson;
  lesson.features.resize(n, count + 1);
  lesson.opinion.resize(n, static_cast<Eigen::Index>(set.men_.size()));
  for (Eigen::Index k = 0; k < n; ++k) {
    const TaughtSquare& square = squares[static_cast<std::size_t>(k)];
    for (Eigen::Index f = 0; f < count; ++f)
      lesson.features(k, f) = static_cast<double>(square.reading.feature[static_cast<std::size_t>(f)]);
    lesson.opinion.row(k) = opinionOf(square.reading, set.known_).transpose();
    const BoardMan man{square.kind, square.side};
    lesson.answer.push_back(static_cast<int>(std::find(set.men_.begin(), set.men_.end(), man) - set.men_.begin()));
    lesson.picture.push_back(square.picture);
  }
  set.mean_ = lesson.features.leftCols(count).colwise().mean().transpose();
  const Eigen::MatrixXd off = lesson.features.leftCols(count).rowwise() - set.mean_.transpose();
  set.scale_ = (off.colwise().squaredNorm().transpose() / static_cast<double>(n)).array().sqrt();
  const double typical = std::max(1e-6, set.scale_.mean());
  set.scale_ = set.scale_.array().max(0.3 * typical); // features that hardly vary must not be blown up
  lesson.features.leftCols(count) = off.array().rowwise() / set.scale_.transpose().array();
  lesson.features.col(count).setOnes();

  set.named_alone_ = namedAlone(squares);

  Choice best;
  if (pictures.size() > 1) {
    std::vector<std::size_t> middles; // squares looked at from their middle are enough to choose by
    for (std::size_t k = 0; k < squares.size(); ++k)
      if (squares[k].centred)
        middles.push_back(k);
    const Lesson trial = rowsOf(lesson, middles);
    double lowest = 1e18;
    for (const double trust : {0.6, 1.0})
      for (const double pull : {0.03, 0.1, 0.3, 1.0}) {
        std::vector<Eigen::MatrixXd> logits;
        for (const int without : pictures)
          logits.push_back(trust * trial.opinion +
                           product(trial.features, fit(trial, {trust, pull}, without).transpose()));
        for (const double temperature : {0.8, 1.0, 1.3, 1.7, 2.2}) {
          double loss = 0.0, right = 0.0;
          std::size_t fold = 0;
          for (const int without : pictures) {
            const Eigen::MatrixXd p = softmax(logits[fold++] / temperature);
            for (std::size_t k = 0; k < trial.answer.size(); ++k)
              if (trial.picture[k] == without) {
                Eigen::Index told = 0;
                p.row(static_cast<Eigen::Index>(k)).maxCoeff(&told);
                right += told == trial.answer[k] ? 1.0 : 0.0;
                loss -= std::log(std::max(1e-6, p(static_cast<Eigen::Index>(k), trial.answer[k])));
              }
          }
          if (loss < lowest) {
            lowest = loss;
            best = {trust, pull};
            set.temperature_ = temperature;
            set.held_out_ = right / static_cast<double>(trial.answer.size());
          }
        }
      }
  }
  set.trust_ = best.trust;
  set.weights_ = fit(lesson, best, -1);
  return set;
}

Eigen::VectorXd TaughtSet::logits(const SquareReading& reading) const {
  Eigen::VectorXd feature(mean_.size() + 1);
  for (Eigen::Index f = 0; f < mean_.size(); ++f)
    feature[f] = (static_cast<double>(reading.feature[static_cast<std::size_t>(f)]) - mean_[f]) / scale_[f];
  feature[mean_.size()] = 1.0;
  return (trust_ * opinionOf(reading, known_) + product(weights_, feature)) / temperature_;
}

TaughtChances TaughtSet::chances(const SquareReading& reading) const {
  const Eigen::VectorXd z = logits(reading);
  const Eigen::VectorXd p = (z.array() - z.maxCoeff()).exp();
  const Eigen::VectorXd shares = p / p.sum();
  return {shares.data(), shares.data() + shares.size()};
}

void TaughtSet::apply(SquareReading& reading) const {
  if (reading.plain) { // without features: the set has nothing to say
    const double rest = (1.0 - reading.p[0]) / static_cast<double>(std::max<std::size_t>(1, men_.size() - 1));
    for (const BoardMan& man : men_)
      reading.taught.push_back(man.kind.empty() ? reading.p[0] : rest);
    return;
  }
  reading.taught = chances(reading);
  reading.p.fill(0.0);
  for (std::size_t m = 0; m < known_.size(); ++m)
    if (known_[m] >= 0)
      reading.p[static_cast<std::size_t>(known_[m])] = reading.taught[m];
}

void TaughtSet::follow(SquareReading& reading) const {
  for (std::size_t m = 0; m < known_.size(); ++m)
    if (known_[m] >= 0)
      reading.taught[m] = reading.p[static_cast<std::size_t>(known_[m])];
}

Result<void> TaughtSet::save(const std::string& path) const {
  json men = json::array();
  for (const BoardMan& man : men_)
    men.push_back({{"kind", man.kind}, {"side", man.side}});
  const auto row = [](const Eigen::VectorXd& v) { return std::vector<double>(v.data(), v.data() + v.size()); };
  json weights = json::array();
  for (Eigen::Index m = 0; m < weights_.rows(); ++m)
    weights.push_back(row(weights_.row(m).transpose()));
  const json all = {
      {"format", format},      {"network", network_},        {"men", men},      {"mean", row(mean_)},
      {"scale", row(scale_)},  {"weights", weights},         {"trust", trust_}, {"temperature", temperature_},
      {"held_out", held_out_}, {"named_alone", named_alone_}};
  return writeFile(path, all.dump(1) + "\n");
}

std::vector<BoardMan> TaughtSet::menIn(const std::string& path) {
  if (!isIn(path))
    return {};
  std::ifstream in(path);
  const json all = json::parse(in, nullptr, false);
  std::vector<BoardMan> men;
  try {
    for (const json& man : all.at("men"))
      if (man.at("kind") != "")
        men.push_back({man.at("kind"), man.at("side")});
  } catch (const json::exception&) {
    return {}; // reading the set says that it is damaged
  }
  return men;
}

bool TaughtSet::isIn(const std::string& path) {
  if (!checkNoFolder(path))
    return false;
  std::ifstream in(path);
  const json all = json::parse(in, nullptr, false);
  const auto found = all.is_object() ? all.find("format") : all.end();
  return found != all.end() && found->is_string() && found->get<std::string>().starts_with(any_format);
}

Result<TaughtSet> TaughtSet::load(const std::string& path, const std::string& network) {
  if (const auto file = checkNoFolder(path); !file)
    return tl::unexpected(file.error());
  std::ifstream in(path);
  if (!in)
    return fail(path +
                " cannot be read; make it with `linesman teach`, or set pieces.set to \"staunton\" or \"tokens\".");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const json all = json::parse(text, nullptr, false);
  try {
    if (!all.is_object() || all.at("format") != format)
      return fail(path + " is no taught set; make one with `linesman teach`.");
    if (all.at("network") != network)
      return fail(path + " was taught with another version of the network; teach the set again with `linesman teach`.");
    if (const std::string key = keyGivenTwice(text); !key.empty())
      return fail(path + " is damaged (it has \"" + key + "\" twice); teach the set again with `linesman teach`.");
    TaughtSet set;
    set.network_ = network;
    for (const json& man : all.at("men"))
      set.men_.push_back({man.at("kind"), man.at("side")});
    for (const BoardMan& man : set.men_)
      set.known_.push_back(man.kind.empty() ? 0 : classOf(man.side, man.kind) > 0 ? classOf(man.side, man.kind) : -1);
    const auto numbers = [](const json& list) {
      const auto v = list.get<std::vector<double>>();
      return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size())));
    };
    set.mean_ = numbers(all.at("mean"));
    set.scale_ = numbers(all.at("scale"));
    const auto features = static_cast<Eigen::Index>(SquareReading{}.feature.size());
    const json& weights = all.at("weights");
    if (set.men_.size() < 2 || weights.size() != set.men_.size() || set.mean_.size() != features ||
        set.scale_.size() != features || !(set.scale_.minCoeff() > 0.0))
      return fail(path + " is damaged; teach the set again with `linesman teach`.");
    set.weights_.resize(static_cast<Eigen::Index>(weights.size()), features + 1);
    for (std::size_t m = 0; m < weights.size(); ++m) {
      const Eigen::VectorXd one = numbers(weights[m]);
      if (one.size() != features + 1)
        return fail(path + " is damaged; teach the set again with `linesman teach`.");
      set.weights_.row(static_cast<Eigen::Index>(m)) = one.transpose();
    }
    set.trust_ = all.at("trust");
    set.temperature_ = all.at("temperature");
    set.held_out_ = all.value("held_out", 0.0);
    set.named_alone_ = all.value("named_alone", 0.0); // files of older versions do not tell
    const auto possible = [](const auto& numbers) {   // NaN is not either
      return (numbers.array().abs() <= most_number).all();
    };
    if (!(set.temperature_ > 0.0 && set.temperature_ <= most_number) || !(set.trust_ >= 0.0 && set.trust_ <= 1.0) ||
        !possible(set.mean_) || !possible(set.scale_) || !possible(set.weights_))
      return fail(path + " is damaged; teach the set again with `linesman teach`.");
    return set;
  } catch (const json::exception&) {
    return fail(path + " is damaged; teach the set again with `linesman teach`.");
  }
}

} // namespace linesman
