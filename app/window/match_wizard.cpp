#include "app/window/match_wizard.h"

#include <algorithm>
#include <filesystem>

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "app/law_words.h"
#include "app/theme.h"
#include "app/watch/referee.h"
#include "app/window/cards.h"
#include "app/window/flow_row.h"
#include "app/window/labels.h"
#include "app/window/view_bar.h"
#include "app/window/wizard_step.h"

namespace linesman::app {

namespace fs = std::filesystem;

namespace {

QString dataFolder(const char* name) {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QLatin1Char('/') +
         QString::fromLatin1(name);
}

/// "Friday league" -> "friday-league"; the letters of any script stay.
QString fileNameOf(const std::string& name) {
  QString out;
  for (const QChar letter : QString::fromStdString(name).toLower())
    if (letter.isLetterOrNumber() || letter.isMark())
      out += letter;
    else if (!out.isEmpty() && !out.endsWith(QLatin1Char('-')))
      out += QLatin1Char('-');
  while (out.endsWith(QLatin1Char('-')))
    out.chop(1);
  return out.isEmpty() ? QStringLiteral("match") : out;
}

} // namespace

std::string profileFolder() {
  return dataFolder("profiles").toStdString();
}

std::string matchesFolder() {
  return dataFolder("matches").toStdString();
}

std::string newRecordFolder(const QString& parent) {
  const QString folder = parent.isEmpty() ? QString::fromStdString(matchesFolder()) : parent;
  const QString base = QDir(folder).filePath(QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss")));
  QString fresh = base;
  for (int number = 2; QFileInfo::exists(fresh); ++number) // the clock was set back, or one was begun this second
    fresh = QStringLiteral("%1-%2").arg(base).arg(number);
  return fresh.toStdString();
}

std::vector<std::pair<std::string, std::string>> keptProfiles() {
  std::vector<std::pair<fs::file_time_type, std::pair<std::string, std::string>>> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(profileFolder(), ignored)) {
    if (entry.path().extension() != ".toml")
      continue;
    const auto profile = readProfile(entry.path().string());
    const std::string name = profile && !profile->name.empty() ? profile->name : entry.path().stem().string();
    found.emplace_back(entry.last_write_time(ignored), std::pair(name, entry.path().string()));
  }
  std::sort(found.rbegin(), found.rend());
  std::vector<std::pair<std::string, std::string>> profiles;
  for (auto& [time, profile] : found)
    profiles.push_back(std::move(profile));
  return profiles;
}

MatchWizard::MatchWizard(QWidget* parent)
    : QWidget(parent),
      steps_({makeGameStep(), makePlayersStep(), makeBoardStep(), makeRulesStep(), makeCameraStep(), makeBeginStep()}),
      pages_(new QStackedWidget), notice_(new QLabel), back_(new QPushButton(tr("Back"))),
      next_(new QPushButton(tr("Next"))), save_(new QPushButton(tr("Keep for later"))) {
  auto* page = new QVBoxLayout(this);
  page->setContentsMargins(24, 6, 24, 12);
  page->setSpacing(10);
  auto* row = new FlowRow; // in a narrow window the steps are below the title
  row->setSpacing(bar_gap_px);
  auto* title = new QLabel(tr("New match"));
  styleLabel(title, 24, QFont::Bold, theme().text);
  title->setContentsMargins(0, 0, 16, 0);
  row->addWidget(title);
  auto* tabs = new QWidget;
  auto* tab_row = new QHBoxLayout(tabs);
  tab_row->setContentsMargins(0, 0, 0, 0);
  tab_row->setSpacing(bar_gap_px);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    auto* tab = new QPushButton(QStringLiteral("%1  %2").arg(i + 1).arg(steps_[i]->title()));
    tab->setObjectName(QStringLiteral("wizard_tab_%1").arg(i));
    tab->setProperty("quiet", true);
    tab->setCheckable(true);
    connect(tab, &QPushButton::clicked, this, [this, i] { goTo(static_cast<int>(i)); });
    tabs_.push_back(tab);
    tab_row->addWidget(tab);
    QScrollArea* page_of_step = scrolled(steps_[i]); // on a small screen
    page_of_step->setFocusPolicy(Qt::NoFocus);
    pages_->addWidget(page_of_step);
  }
  row->addWidget(tabs);
  page->addLayout(row);
  auto* card = new QFrame;
  card->setProperty("card", true);
  auto* inner = new QVBoxLayout(card);
  inner->setContentsMargins(20, 16, 14, 14);
  inner->addWidget(pages_);
  page->addWidget(card, 1);
  page->addWidget(makeFoot());
  open({});
}

QWidget* MatchWizard::makeFoot() {
  auto* foot = new QWidget;
  auto* row = new QHBoxLayout(foot);
  row->setContentsMargins(0, 0, 0, 0);
  notice_->setObjectName(QStringLiteral("wizard_notice"));
  notice_->setWordWrap(true);
  back_->setObjectName(QStringLiteral("wizard_back"));
  next_->setObjectName(QStringLiteral("wizard_next"));
  next_->setProperty("primary", true);
  save_->setObjectName(QStringLiteral("wizard_save"));
  save_->setToolTip(tr("Writes the match profile, to be opened again from the start page"));
  row->addWidget(back_);
  row->addWidget(notice_, 1);
  row->addWidget(save_);
  row->addWidget(next_);
  connect(back_, &QPushButton::clicked, this, [this] {
    if (at_ == 0)
      Q_EMIT closed();
    else
      goTo(at_ - 1);
  });
  connect(next_, &QPushButton::clicked, this, &MatchWizard::forward);
  connect(save_, &QPushButton::clicked, this, &MatchWizard::save);
  return foot;
}

void MatchWizard::open(const MatchProfile& profile, Step step) {
  profile_ = profile;
  kept_.clear();
  reached_ = profile.match.game.empty() ? 0 : static_cast<int>(steps_.size()) - 1;
  at_ = -1;
  goTo(step);
  if (step == begin_step)
    next_->setFocus(); // all is chosen
}

MatchProfile MatchWizard::profile() const {
  MatchProfile profile = profile_;
  if (at_ >= 0)
    steps_[static_cast<std::size_t>(at_)]->store(profile);
  return profile;
}

void MatchWizard::complain(const QString& sentence) {
  styleLabel(notice_, 14, QFont::Normal, theme().no);
  notice_->setText(sentence);
}

void MatchWizard::goTo(int step) {
  QString passed_over;
  if (at_ >= 0) {
    const WizardStep& left = *steps_[static_cast<std::size_t>(at_)];
    if (const QString missing = left.missing(); step > at_ && !missing.isEmpty()) {
      tabs_[static_cast<std::size_t>(step)]->setChecked(false);
      return complain(missing);
    }
    left.store(profile_);
    for (int between = at_ + 1; between < step; ++between) { // one may have been left backwards as it was
      steps_[static_cast<std::size_t>(between)]->load(profile_);
      passed_over = steps_[static_cast<std::size_t>(between)]->missing();
      if (!passed_over.isEmpty())
        step = between;
    }
  }
  notice_->clear();
  at_ = step;
  reached_ = std::max(reached_, step);
  steps_[static_cast<std::size_t>(at_)]->load(profile_);
  pages_->setCurrentIndex(at_);
  for (std::size_t i = 0; i < tabs_.size(); ++i) {
    tabs_[i]->setChecked(static_cast<int>(i) == at_);
    tabs_[i]->setEnabled(static_cast<int>(i) <= reached_);
  }
  const bool last = at_ + 1 == static_cast<int>(steps_.size());
  next_->setText(last ? tr("Begin the match") : tr("Next"));
  back_->setText(at_ == 0 ? tr("Close") : tr("Back"));
  save_->setVisible(last);
  if (!passed_over.isEmpty())
    complain(passed_over);
}

void MatchWizard::forward() {
  if (at_ + 1 < static_cast<int>(steps_.size()))
    return goTo(at_ + 1);
  steps_.back()->store(profile_);
  if (const QString missing = steps_.back()->missing(); !missing.isEmpty())
    return complain(missing);
  if (const auto referee = makeReferee(profile_.match); !referee)
    return complain(shownSentence(referee.error().sentence));
  Q_EMIT beginWanted(profile_);
}

/// Where a match of that name is kept: what this page kept before and the match of the same name are written anew,
/// other matches are not.
std::string MatchWizard::fileFor(const std::string& name) const {
  const QString stem = fileNameOf(name);
  for (int number = 1;; ++number) {
    const QString file = number == 1 ? stem : QStringLiteral("%1-%2").arg(stem).arg(number);
    const std::string path = (fs::path(profileFolder()) / (file + QStringLiteral(".toml")).toStdString()).string();
    std::error_code ignored;
    if (path == kept_ || !fs::exists(path, ignored))
      return path;
    if (const auto there = readProfile(path); !name.empty() && there && there->name == name)
      return path;
  }
}

void MatchWizard::save() {
  profile_ = profile();
  std::error_code ignored;
  fs::create_directories(profileFolder(), ignored);
  const std::string path = fileFor(profile_.name);
  if (const auto written = writeProfile(profile_, path); !written)
    return complain(shownSentence(written.error().sentence));
  kept_ = path;
  styleLabel(notice_, 14, QFont::Normal, theme().dim);
  notice_->setText(tr("Kept in %1").arg(QDir::toNativeSeparators(QString::fromStdString(path))));
}

} // namespace linesman::app
