#include "app/demo.h"

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <set>

#include "app/annotate.h"
#include "app/command.h"
#include "app/picture.h"
#include "models/data_path.h"
#include "models/sentences.h"
#include "vision/frame_source.h"

namespace linesman::app {

namespace fs = std::filesystem;

namespace {

constexpr double still_s = 4.0;
constexpr double sequence_fps = 4.0;
constexpr double key_frame_s = 0.9;

void printCall(const Call& call) {
  std::cout << "  " << std::left << std::setw(13) << wordOf(call) << "  " << call.title << "  ["
            << joined(call.verdict.clauses, " ") << "]  " << marginText(call.verdict) << '\n';
}

/// Steps, hits and close calls in full; plain misses as a count, for a table of twenty ships has hundreds.
void printCalls(const Snapshot& snapshot) {
  int misses = 0;
  for (const Call& call : snapshot.calls) {
    const bool plain = call.question == Call::Question::shot && outcomeOf(call.verdict) == Outcome::no;
    misses += plain ? 1 : 0;
    if (!plain)
      printCall(call);
  }
  std::cout << "  " << misses << " other shots: NO\n";
}

/// What the annotated picture shows: all regions and telling shots, with the step in front if there is one.
OverlayContent contentOf(const Snapshot& snapshot) {
  OverlayContent content;
  content.calls = snapshot.calls;
  content.names = snapshot.names;
  content.damage = damageOf(snapshot);
  if (!snapshot.calls.empty() && snapshot.calls.front().question == Call::Question::step)
    content.chosen = 0;
  return content;
}

Result<void> writeAnnotated(const Snapshot& snapshot, const cv::Mat& image, const std::string& path) {
  const cv::Mat drawn = annotate(image, snapshot.state, snapshot.lens, contentOf(snapshot), snapshot.pieces);
  return writePicture(drawn, path);
}

/// One scene; the sentence of what stopped it. Frames that cannot be judged are told and passed over.
Result<int> runScene(const Scene& scene, const PlaneCaller& caller, const std::string& folder) {
  auto analyst = makeAnalyst(scene, caller);
  if (!analyst)
    return fail(analyst.error().sentence);
  auto source = openSource(scene.source, scene.fps);
  if (!source)
    return tl::unexpected(source.error());
  int judged = 0;
  std::set<std::string> written_to;
  for (int count = 0;; ++count) {
    auto frame =
        nextReadable(**source, [](const std::string& sentence) { std::cerr << "linesman: " << sentence << '\n'; });
    if (!frame)
      return tl::unexpected(frame.error());
    if (!*frame)
      return judged;
    const auto snapshot = (*analyst)->analyse(**frame);
    const std::string name =
        (*frame)->name.empty() ? "frame" + std::to_string(count) : fs::path((*frame)->name).stem().string();
    std::cout << scene.title << "  " << name << '\n';
    if (snapshot->trouble.kind != Trouble::Kind::none) {
      std::cerr << "linesman: " << snapshot->trouble.sentence << '\n';
      continue;
    }
    if (const std::string& warning = snapshot->state.registration.warning; !warning.empty())
      std::cerr << name << ": " << warning << '\n';
    printCalls(*snapshot);
    std::string path = (fs::path(folder) / (scene.title + "_" + name + ".jpg")).string();
    for (int again = 2; !written_to.insert(path).second; ++again) // table.jpg and table.png
      path = (fs::path(folder) / (scene.title + "_" + name + "_" + std::to_string(again) + ".jpg")).string();
    if (auto written = writeAnnotated(*snapshot, (*frame)->image, path); !written)
      return tl::unexpected(written.error());
    ++judged;
  }
}

} // namespace

Result<std::vector<Scene>> demoScenes() {
  const auto folder = findData("demo");
  if (!folder)
    return tl::unexpected(folder.error());
  std::vector<Scene> scenes;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(*folder, ignored)) {
    const fs::path path = entry.path();
    if (path.extension() == ".jpg")
      scenes.push_back({path.stem().string(), path.string(), fs::path(path).replace_extension(".lens.yml").string(),
                        fs::path(path).replace_extension(".table.toml").string(), 1.0 / still_s, still_s});
    else if (entry.is_directory(ignored) && fs::exists(path / "table.toml", ignored))
      scenes.push_back({path.filename().string(), path.string(), (path / "lens.yml").string(),
                        (path / "table.toml").string(), sequence_fps, key_frame_s});
  }
  // The step comes first: it is what a referee is asked about most.
  std::sort(scenes.begin(), scenes.end(), [](const Scene& a, const Scene& b) {
    const bool a_step = fs::is_directory(a.source);
    const bool b_step = fs::is_directory(b.source);
    return a_step != b_step ? a_step : a.title < b.title;
  });
  if (scenes.empty())
    return fail("The demo's pictures were not found in " + folder->string() + "; install Linesman again.");
  return scenes;
}

Result<MatchProfile> demoMatch() {
  const auto folder = findData("demo/seq_step");
  if (!folder)
    return tl::unexpected(folder.error());
  MatchProfile profile;
  profile.name = "seq_step";
  profile.match.game = "armadas";
  profile.source = folder->string();
  profile.lens = (*folder / "lens.yml").string();
  profile.table = (*folder / "table.toml").string();
  profile.fps = 1.0; // each picture is a table at rest
  return profile;
}

Scene sceneFrom(const std::string& source, const std::string& lens, const std::string& table, double fps) {
  std::string title = fs::path(source).stem().string();
  if (title.empty())
    title = "table";
  return {source.find_first_not_of("0123456789") == std::string::npos ? "camera " + source : title,
          source,
          lens,
          table,
          fps,
          0.0};
}

int runHeadless(const std::vector<Scene>& scenes, const PlaneCaller& caller, const std::string& folder) {
  int judged = 0;
  for (const Scene& scene : scenes) {
    const auto count = runScene(scene, caller, folder);
    if (!count)
      return complain(count.error().sentence);
    judged += *count;
  }
  if (judged == 0)
    return complain("No picture could be judged; the sentences above say why.");
  std::cout << judged << (judged == 1 ? " picture with its overlay is in " : " pictures with their overlay are in ")
            << folder << '\n';
  return 0;
}

} // namespace linesman::app
