#include "app/window/clause_rows.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "app/law_words.h"
#include "app/theme.h"
#include "app/window/labels.h"

namespace linesman::app {

ClauseRows::ClauseRows(ClauseText clause_text, QWidget* parent)
    : QWidget(parent), clause_text_(std::move(clause_text)), rows_(new QVBoxLayout(this)) {
  rows_->setContentsMargins(0, 4, 0, 0);
  rows_->setSpacing(6);
}

void ClauseRows::setClauses(const std::vector<std::string>& ids) {
  while (QLayoutItem* item = rows_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const std::string& id : ids) {
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(10);
    auto* tag = new QLabel(QString::fromStdString(id));
    styleLabel(tag, 12, QFont::DemiBold, theme().accent);
    tag->setFixedWidth(qRound(52 * typeScale()));
    auto* text = new QLabel(shownClause(id, clause_text_ ? clause_text_(id) : std::string()));
    styleLabel(text, 12, QFont::Normal, theme().dim);
    text->setWordWrap(true);
    line->addWidget(tag, 0, Qt::AlignTop);
    line->addWidget(text, 1);
    rows_->addWidget(row);
  }
  setVisible(!ids.empty());
}

} // namespace linesman::app
