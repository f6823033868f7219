#include "app/window/agree_page.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/law_words.h"
#include "app/theme.h"
#include "app/watch/referee.h"
#include "app/window/agree_list.h"
#include "app/window/cards.h"
#include "app/window/labels.h"
#include "rules/registry.h"

namespace linesman::app {

AgreePage::AgreePage(QWidget* parent) : QWidget(parent), title_(new QLabel), notice_(new QLabel), list_(new AgreeList) {
  auto* page = new QVBoxLayout(this);
  page->setContentsMargins(24, 12, 24, 12);
  page->setSpacing(8);
  styleLabel(title_, 24, QFont::Bold, theme().text);
  auto* why = new QLabel(tr("The rules are silent here, and the default is our reading. A match may turn on it: agree "
                            "now. The choices are kept in the record."));
  why->setWordWrap(true);
  styleLabel(why, 14, QFont::Normal, theme().dim);
  auto* card = new QFrame;
  card->setProperty("card", true);
  auto* inner = new QVBoxLayout(card);
  inner->setContentsMargins(18, 8, 8, 8);
  inner->addWidget(scrolled(list_));
  auto* foot = new QHBoxLayout;
  auto* begin = new QPushButton(tr("Begin the match"));
  begin->setObjectName(QStringLiteral("agree_begin"));
  begin->setProperty("primary", true);
  notice_->setObjectName(QStringLiteral("agree_notice"));
  notice_->setWordWrap(true);
  styleLabel(notice_, 14, QFont::Normal, theme().no);
  foot->addWidget(notice_, 1);
  foot->addWidget(begin);
  page->addWidget(title_);
  page->addWidget(why);
  page->addWidget(card, 1);
  page->addLayout(foot);
  connect(begin, &QPushButton::clicked, this, &AgreePage::begin);
  connect(list_, &AgreeList::changed, notice_, &QLabel::clear);
}

bool AgreePage::wanted(const MatchSetup& setup) {
  const auto game = rules::Registry::instance().make(setup.game);
  return game && !rules::riskyDefaults((*game)->book()).empty();
}

void AgreePage::setSetup(const MatchSetup& setup) {
  setup_ = setup;
  const auto game = rules::Registry::instance().make(setup.game);
  title_->setText(tr("%1: agree on these first").arg(QString::fromStdString(game ? (*game)->title() : setup.game)));
  list_->setSetup(setup);
}

const MatchSetup& AgreePage::agreed() {
  list_->apply(setup_);
  return setup_;
}

/// A board file that cannot be used is told here, while it can be changed.
void AgreePage::begin() {
  if (const auto referee = makeReferee(agreed()); !referee) {
    notice_->setText(shownSentence(referee.error().sentence));
    return;
  }
  Q_EMIT beginWanted();
}

} // namespace linesman::app
