#include "app/record/clip.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include <QGuiApplication>
#include <QPainter>

#include "app/annotate.h"
#include "app/end_signals.h"
#include "app/law_words.h"
#include "app/overlay_painter.h"
#include "app/picture.h"
#include "app/record/shown_event.h"
#include "app/theme.h"
#include "app/time_text.h"
#include "app/watch/describe.h"
#include "vision/film_file.h"

namespace linesman::app {

namespace fs = std::filesystem;

namespace {

constexpr int clip_width = 1280;
constexpr int clip_height = 720;
constexpr int strip_height = 92;
constexpr double clip_fps = 4.0;
constexpr int pictures_a_moment = 8; // two seconds

/// A name with an ending is meant for a file, be it of a kind that cannot be written; what stands behind the full stop
/// of "clips 30.11.2026" or "round 1.b of two" is none.
bool isFilm(const std::string& path) {
  constexpr std::size_t longest = 5; // of endings, without the full stop
  const std::string ending = fs::path(path).extension().string();
  const auto letter = [](unsigned char sign) { return std::isalpha(sign) != 0; };
  const auto letter_or_digit = [](unsigned char sign) { return std::isalnum(sign) != 0; };
  std::error_code ignored;
  return ending.size() > 1 && ending.size() <= 1 + longest && std::any_of(ending.begin(), ending.end(), letter) &&
         std::all_of(ending.begin() + 1, ending.end(), letter_or_digit) && !fs::is_directory(path, ignored);
}

QColor colourOf(const Event& event) {
  if (event.kind != "verdict")
    return Qt::white;
  const Outcome outcome = outcomeOf(event.body);
  return outcome == Outcome::yes ? signal::yes : outcome == Outcome::no ? signal::no : signal::close;
}

void paintStrip(QPainter& painter, const MatchStory& story, const Moment& moment) {
  const MomentText text = describeMoment(moment.event, story.contents().setup);
  const QRectF strip(0, clip_height - strip_height, clip_width, strip_height);
  painter.fillRect(strip, QColor(14, 18, 24));
  QFont font = QGuiApplication::font();
  font.setPixelSize(30);
  font.setBold(true);
  painter.setFont(font);
  painter.setPen(colourOf(moment.event));
  painter.drawText(strip.adjusted(24, 8, -24, -44), Qt::AlignLeft | Qt::AlignVCenter,
                   QCoreApplication::translate("Words", text.word.c_str()));
  font.setBold(false);
  font.setPixelSize(20);
  painter.setFont(font);
  painter.setPen(QColor(150, 160, 172));
  painter.drawText(strip.adjusted(24, 8, -24, -44), Qt::AlignRight | Qt::AlignVCenter,
                   QString::fromStdString(timeText(moment.event.t_s)));
  painter.setPen(QColor(232, 237, 243));
  painter.drawText(strip.adjusted(24, 48, -24, -10), Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetricsF(font).elidedText(shownSentence(text.sentence), Qt::ElideRight, clip_width - 48));
}

} // namespace

QImage tablePicture(const MatchStory& story, std::size_t moment) {
  ensureLetters();
  const SnapshotPtr shown = story.look(moment);
  OverlayContent content;
  content.calls = shown->calls;
  if (!content.calls.empty())
    content.chosen = 0;
  content.all_regions = false;
  addNotes(content, story.notes(moment), shown->pieces);
  const Projector project = cameraProjector(shown->lens, shown->state.registration.camera_from_table.pose);
  const double room_height = clip_height - strip_height;
  const double s = std::min(clip_width / static_cast<double>(shown->picture.width()),
                            room_height / static_cast<double>(shown->picture.height()));
  QImage picture((s * QSizeF(shown->picture.size())).toSize(), QImage::Format_RGB32);
  QPainter painter(&picture);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
  painter.setFont(QGuiApplication::font());
  const QTransform view = QTransform::fromScale(s, s);
  painter.setTransform(view);
  painter.drawImage(QPointF(0, 0), shown->picture);
  painter.resetTransform();
  paintOverlay(painter, makeOverlay(shown->state, content, shown->pieces, project), view);
  return picture;
}

QImage clipPicture(const MatchStory& story, std::size_t moment) {
  const QImage table = tablePicture(story, moment);
  QImage canvas(clip_width, clip_height, QImage::Format_RGB32);
  canvas.fill(QColor(14, 18, 24));
  QPainter painter(&canvas);
  painter.setRenderHints(QPainter::Antialiasing);
  painter.setFont(QGuiApplication::font());
  painter.drawImage(QPoint((clip_width - table.width()) / 2, (clip_height - strip_height - table.height()) / 2), table);
  paintStrip(painter, story, story.moments()[moment]);
  return canvas;
}

std::vector<std::size_t> clipMoments(const MatchStory& story, std::size_t first, std::size_t last) {
  std::vector<std::size_t> found;
  for (std::size_t i = first; i <= last && i < story.moments().size(); ++i)
    if (const Event& event = story.moments()[i].event; event.kind == "start" || isRuling(event))
      found.push_back(i);
  return found;
}

namespace {

/// Would a clip's pictures be mixed with what the record keeps?
bool isOfRecord(const MatchStory& story, const std::string& path) {
  const std::string folder = MatchRecord::folderOf(story.path());
  return MatchRecord::exists(folder) &&
         std::ranges::any_of(std::array{folder, MatchRecord::picturesOf(story.path())}, [&](const std::string& own) {
           std::error_code ignored;
           return fs::equivalent(path, own, ignored);
         });
}

} // namespace

Result<std::size_t> writeClip(const MatchStory& story, std::size_t first, std::size_t last, const std::string& path) {
  if (!isFilm(path) && isOfRecord(story, path))
    return fail("The folder " + path + " is the record's own; give the clip's pictures another one.");
  const std::vector<std::size_t> moments = clipMoments(story, first, last);
  if (moments.empty())
    return fail("Nothing was ruled in this part of the match; choose a longer one.");
  if (!isFilm(path)) {
    std::size_t number = 0;
    for (const std::size_t moment : moments) {
      char name[24];
      std::snprintf(name, sizeof name, "%04zu.jpg", ++number);
      if (auto written = writePicture(toMat(clipPicture(story, moment)), (fs::path(path) / name).string()); !written)
        return tl::unexpected(written.error());
    }
    return moments.size();
  }
  auto film = FilmFile::create(path, clip_fps, {clip_width, clip_height});
  if (!film)
    return tl::unexpected(film.error());
  for (const std::size_t moment : moments) {
    if (toldToEnd())
      return fail("Ended by hand; the film was not written.");
    const cv::Mat picture = toMat(clipPicture(story, moment));
    for (int i = 0; i < pictures_a_moment; ++i)
      if (auto written = film->write(picture); !written)
        return tl::unexpected(written.error());
  }
  if (auto whole = film->finish(); !whole)
    return tl::unexpected(whole.error());
  return moments.size();
}

} // namespace linesman::app
