#include "app/window/source_run.h"

#include <utility>
#include <vector>

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "app/law_words.h"
#include "app/session.h"
#include "app/theme.h"
#include "app/window/cards.h"
#include "app/window/labels.h"
#include "app/window/source_button.h"

namespace linesman::app {

SourceRun::SourceRun(const QString& name, QLabel* picture, QWidget* page)
    : QObject(page), picture_(picture), words_(wrappedLabel({}, 17, theme().text)),
      source_(new QLineEdit(QStringLiteral("0"))), start_(new QPushButton(tr("Start"))), row_(new QHBoxLayout) {
  source_->setObjectName(name + QStringLiteral("_source"));
  source_->setToolTip(tr("Camera number or device, film, folder or quoted pattern of pictures, or URL"));
  source_->setAccessibleName(source_->toolTip());
  start_->setObjectName(name + QStringLiteral("_start"));
  words_->setObjectName(name + QStringLiteral("_words"));
  words_->setMinimumHeight(qRound(48 * typeScale()));
  words_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  row_->addWidget(source_, 1);
  row_->addWidget(new SourceButton(source_));
  row_->addWidget(start_);
  connect(start_, &QPushButton::clicked, this, [this] { session_ ? stop() : Q_EMIT wanted(); });
}

SourceRun::~SourceRun() = default;

std::string SourceRun::source() const {
  return source_->text().trimmed().toStdString();
}

void SourceRun::say(const QString& text, bool trouble) {
  styleLabel(words_, 17, QFont::Normal, trouble ? theme().no : theme().text);
  words_->setText(text);
}

void SourceRun::start(std::function<std::unique_ptr<Analyst>()> make) {
  shown_ = false;
  const auto analyst = [make = std::move(make)](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    return make();
  };
  session_ = std::make_unique<Session>(std::vector<Scene>{{"", source(), "", "", 30.0, 0.0}}, analyst);
  connect(session_.get(), &Session::snapshotReady, this, &SourceRun::show);
  connect(session_.get(), &Session::troubled, this,
          [this](const Trouble& trouble) { say(shownSentence(trouble.sentence), true); });
  connect(session_.get(), &Session::finished, this, &SourceRun::end, Qt::QueuedConnection);
  session_->start(true);
  start_->setText(tr("Stop"));
  say(tr("Waiting for the first picture …"));
}

void SourceRun::stop() {
  session_.reset();
  start_->setText(tr("Start"));
  Q_EMIT stopped();
}

void SourceRun::end() {
  stop();
  if (shown_) // else it is said already why not
    Q_EMIT ended();
}

void SourceRun::show(const SnapshotPtr& snapshot) {
  shown_ = true;
  showFitted(picture_, snapshot->picture);
  Q_EMIT looked();
}

} // namespace linesman::app
