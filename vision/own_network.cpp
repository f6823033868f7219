#include "vision/own_network.h"

#include <algorithm>
#include <map>
#include <utility>

namespace linesman {

namespace {

/// A layer of a network and which ones read what it tells.
struct Node {
  cv::Ptr<cv::dnn::Layer> layer;
  std::vector<int> seen, readers;
  bool hands_last = false; ///< tells pictures with channels last

  PictureLayer* pictures() const { return dynamic_cast<PictureLayer*>(layer.get()); }
  /// Reads pictures in whatever layout and tells them in the same one: where it does not matter which place is which.
  bool keepsLayout() const {
    const auto own = layer.dynamicCast<OwnLayer>();
    return layer->type == "Eltwise" || layer->type == "ReLU" || (own && own->keepsLayout());
  }
};

std::map<int, Node> nodesOf(const cv::dnn::Net& net) {
  std::map<int, Node> nodes;
  std::map<const cv::dnn::Layer*, int> ids;
  for (const cv::String& name : net.getLayerNames()) {
    const int id = net.getLayerId(name);
    nodes[id].layer = net.getLayer(id);
    ids[nodes[id].layer.get()] = id;
  }
  for (auto& [id, node] : nodes)
    for (const cv::Ptr<cv::dnn::Layer>& input : net.getLayerInputs(id)) {
      const auto known = ids.find(input.get());
      node.seen.push_back(known == ids.end() ? -1 : known->second);
      if (known != ids.end())
        nodes.at(known->second).readers.push_back(id);
    }
  return nodes;
}

/// Could this layer hand on pictures with channels last, as the others are to?
bool couldHandLast(const Node& node, const std::map<int, Node>& nodes) {
  const auto seen_last = [&](int id) { return id >= 0 && nodes.at(id).hands_last; };
  const auto reads_last = [&](int id) {
    const Node& reader = nodes.at(id);
    return reader.keepsLayout() ? reader.hands_last : reader.pictures() != nullptr;
  };
  return (node.keepsLayout() ? std::ranges::all_of(node.seen, seen_last) : node.pictures() != nullptr) &&
         !node.readers.empty() && std::ranges::all_of(node.readers, reads_last);
}

/// Lets one of our own layers, which tells numbers in rows, do the work of a rectifier or a normalisation (factors and
/// summands that are known) that alone reads them.
bool takeAlong(const cv::Ptr<OwnLayer>& by, const cv::Ptr<cv::dnn::ActivationLayer>& next) {
  if (by->setActivation(next))
    return true;
  if (next->type != "BatchNorm" || next->blobs.empty())
    return false;
  const std::vector<cv::Mat> row(1, cv::Mat::zeros(1, static_cast<int>(next->blobs.front().total()), CV_32F));
  next->finalize(cv::InputArrayOfArrays(row), cv::OutputArrayOfArrays(row)); // it gets ready for what it sees first
  cv::Mat scale, shift;
  next->getScaleShift(scale, shift);
  return by->takeScale(scale, shift);
}

/// Hands on the numbers that it reads as they lie, of another shape perhaps.
bool leavesNumbers(const cv::dnn::Layer& layer) {
  return layer.type == "Flatten" || layer.type == "Identity";
}

cv::dnn::MatShape shapeOf(const cv::Mat& seen) {
  return {seen.size.p, seen.size.p + seen.dims};
}

} // namespace

void handChannelsLast(cv::dnn::Net& net) {
  std::map<int, Node> nodes = nodesOf(net);
  for (auto& [id, node] : nodes)
    node.hands_last = true;
  for (bool changed = true; changed;) { // one that does not keeps those around it from doing so
    changed = false;
    for (auto& [id, node] : nodes)
      if (node.hands_last && !couldHandLast(node, nodes)) {
        node.hands_last = false;
        changed = true;
      }
  }
  for (auto& [id, node] : nodes)
    if (PictureLayer* layer = node.pictures()) {
      layer->told_channels_last = node.hands_last;
      layer->seen_channels_last = node.seen.front() >= 0 && nodes.at(node.seen.front()).hands_last;
    }
}

bool OwnNetwork::mayRun(const cv::dnn::Net& net) {
  return std::ranges::all_of(nodesOf(net), [](const auto& one) {
    const cv::Ptr<cv::dnn::Layer>& layer = one.second.layer;
    return layer.dynamicCast<OwnLayer>() || layer.dynamicCast<cv::dnn::ActivationLayer>() || leavesNumbers(*layer);
  });
}

std::optional<OwnNetwork> OwnNetwork::of(const cv::dnn::Net& net) {
  struct Told {
    std::size_t at; ///< of what steps read
    cv::Ptr<OwnLayer> by;
  };
  const std::map<int, Node> nodes = nodesOf(net);
  OwnNetwork out;
  std::map<int, Told> told{{-1, {0, nullptr}}};
  out.last_read_.push_back(0);
  for (const auto& [id, node] : nodes) { // in the order of the file: each after what it reads
    if (node.seen.empty() || !std::ranges::all_of(node.seen, [&](int one) { return told.contains(one); }))
      return std::nullopt;
    if (const auto next = node.layer.dynamicCast<cv::dnn::ActivationLayer>()) {
      const Told& of = told.at(node.seen.front());
      if (!of.by || nodes.at(node.seen.front()).readers.size() != 1 || !takeAlong(of.by, next))
        return std::nullopt;
      told[id] = of;
      continue;
    }
    const auto own = node.layer.dynamicCast<OwnLayer>();
    if (!own && !leavesNumbers(*node.layer))
      return std::nullopt;
    Step step{node.layer, {}};
    for (const int one : node.seen) {
      step.seen.push_back(told.at(one).at);
      out.last_read_[step.seen.back()] = out.steps_.size();
    }
    out.steps_.push_back(std::move(step));
    out.last_read_.push_back(out.steps_.size());
    told[id] = {out.steps_.size(), own};
  }
  return out.steps_.empty() ? std::nullopt : std::optional(std::move(out));
}

cv::Mat OwnNetwork::told(const cv::Mat& seen) const {
  std::vector<cv::Mat> told(steps_.size() + 1);
  told.front() = seen;
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const Step& step = steps_[k];
    std::vector<cv::Mat> reads;
    std::vector<cv::dnn::MatShape> shapes;
    for (const std::size_t one : step.seen) {
      reads.push_back(told[one]);
      shapes.push_back(shapeOf(told[one]));
    }
    if (const auto own = step.layer.dynamicCast<OwnLayer>()) {
      told[k + 1].create(own->shapeTold(shapes), CV_32F);
      own->tell(reads, told[k + 1]);
    } else {
      std::vector<cv::dnn::MatShape> out, room;
      step.layer->getMemoryShapes(shapes, 1, out, room);
      told[k + 1] = reads.front().reshape(1, out.front());
    }
    for (const std::size_t one : step.seen) // its memory is the next one's
      if (last_read_[one] == k)
        told[one].release();
  }
  return told.back();
}

} // namespace linesman
