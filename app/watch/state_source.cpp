#include "app/watch/state_source.h"

#include <fstream>

#include "app/watch/camera_feed.h"
#include "app/watch/guarded_pipeline.h"
#include "models/piece_catalog.h"
#include "models/table_state_json.h"
#include "models/text_file.h"

namespace linesman::app {

namespace {

class RecordedStates final : public StateSource {
public:
  RecordedStates(std::ifstream in, std::string path, double fps)
      : in_(std::move(in)), path_(std::move(path)), fps_(fps) {}

  std::optional<Look> next() override {
    std::string line;
    do
      if (!std::getline(in_, line))
        return std::nullopt;
    while (line.find_first_not_of(" \t\r") == std::string::npos);
    const double evenly_s = static_cast<double>(index_++) / fps_;
    Look look;
    look.t_s = last_s_.value_or(0.0);
    const auto not_used = [&](const std::string& why) {
      look.kind = "source";
      look.trouble = path_ + ":" + std::to_string(index_) + " " + why;
      return look;
    };
    const auto json = nestedTooDeeply(line) ? nlohmann::json() : nlohmann::json::parse(line, nullptr, false);
    auto state = json.is_object() ? tableStateFromJson(json) : fail("it is no JSON object");
    if (!state)
      return not_used("is no table state; give what `linesman detect` prints.");
    const double time_s = json.contains("t_s") ? state->t_s : evenly_s;
    if (last_s_ && !(time_s > *last_s_)) // a look from before tells nothing of now
      return not_used(
          "is no later than the line before, so it is passed over; give each a later t_s, or none of them any.");
    last_s_ = look.t_s = time_s;
    if (const Registration& table = state->registration; !table.ok && !table.warning.empty()) {
      look.kind = "calibration"; // a picture in which nothing could be told, and why
      look.trouble = table.warning;
      return look;
    }
    state->t_s = look.t_s;
    look.state = std::move(*state);
    return look;
  }

private:
  std::ifstream in_;
  std::string path_;
  double fps_;
  long long index_ = 0;
  std::optional<double> last_s_; ///< of the last line that was a table state
};

class PictureStates final : public StateSource {
public:
  PictureStates(std::unique_ptr<FrameSource> source, const PipelineSettings& settings)
      : source_(std::move(source)), pipeline_(settings, !settings.single_pictures) {}

  std::optional<Look> next() override {
    auto frame = source_->next();
    if (!frame)
      return Look{last_s_ + 1e-3, {}, source_->live() ? "camera" : "source", frame.error().sentence, {}, {}};
    if (!*frame)
      return std::nullopt;
    last_s_ = (*frame)->t_s;
    Look look{last_s_, {}, "", "", (*frame)->image, {}, (*frame)->note};
    auto seen = pipeline_.process(**frame);
    if (!seen) {
      look.kind = "calibration";
      look.trouble = seen.error().sentence;
    } else {
      look.state = std::move(seen->state);
      look.lens = std::move(seen->lens);
      look.state->t_s = last_s_;
      look.state->image = (*frame)->name;
    }
    return look;
  }

private:
  std::unique_ptr<FrameSource> source_;
  GuardedPipeline pipeline_;
  double last_s_ = 0.0;
};

} // namespace

bool statesTellTimes(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line) && line.find_first_not_of(" \t\r") == std::string::npos)
    continue;
  const auto first = nestedTooDeeply(line) ? nlohmann::json() : nlohmann::json::parse(line, nullptr, false);
  return first.is_object() && first.contains("t_s");
}

Result<std::unique_ptr<StateSource>> recordedStates(const std::string& path, double fps) {
  if (const auto file = checkNoFolder(path); !file)
    return tl::unexpected(file.error());
  std::ifstream in(path);
  if (!in)
    return fail("The file of table states " + path + " cannot be read; check the name.");
  return std::make_unique<RecordedStates>(std::move(in), path, fps);
}

Result<std::unique_ptr<StateSource>> pictureStates(const std::string& source, double fps,
                                                   const std::optional<Lens>& lens, const TableFile& table,
                                                   bool squares, bool single_pictures) {
  auto opened = openSource(source, fps);
  if (!opened)
    return tl::unexpected(opened.error());
  PipelineSettings settings;
  settings.lens = lens;
  settings.table = table;
  if (const auto loaded = settings.loadFiles(); !loaded)
    return tl::unexpected(loaded.error());
  settings.pyramids_on_board = !squares;
  settings.watches = (*opened)->live();
  settings.single_pictures = single_pictures;
  if ((*opened)->live())
    opened = watchedCamera(std::move(*opened), [source, fps] { return openSource(source, fps); });
  return statesFrom(std::move(*opened), std::move(settings));
}

std::unique_ptr<StateSource> statesFrom(std::unique_ptr<FrameSource> source, PipelineSettings settings) {
  return std::make_unique<PictureStates>(std::move(source), settings);
}

} // namespace linesman::app
