#include "app/window/verdict_card.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "app/theme.h"
#include "app/window/labels.h"
#include "app/window/margin_gauge.h"

namespace linesman::app {

VerdictCard::VerdictCard(ClauseText clause_text, QWidget* parent)
    : QFrame(parent), clause_text_(std::move(clause_text)), title_(new QLabel), word_(new QLabel), sentence_(new QLabel),
      gauge_(new MarginGauge), figures_(new QLabel), clauses_(new QWidget), clause_rows_(new QVBoxLayout(clauses_)) {
  setProperty("card", true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(18, 14, 18, 14);
  column->setSpacing(6);
  styleLabel(title_, 13, QFont::Medium, theme().dim);
  styleLabel(word_, 32, QFont::Bold, theme().text);
  word_->setObjectName(QStringLiteral("verdict_word"));
  sentence_->setObjectName(QStringLiteral("verdict_sentence"));
  styleLabel(sentence_, 14, QFont::Normal, theme().text);
  styleLabel(figures_, 12, QFont::Normal, theme().dim);
  for (QLabel* label : {title_, word_, sentence_, figures_})
    label->setWordWrap(true);
  clause_rows_->setContentsMargins(0, 4, 0, 0);
  clause_rows_->setSpacing(6);
  for (QWidget* part : {static_cast<QWidget*>(title_), static_cast<QWidget*>(word_), static_cast<QWidget*>(sentence_),
                        static_cast<QWidget*>(gauge_), static_cast<QWidget*>(figures_), clauses_})
    column->addWidget(part);
  clear({});
}

void VerdictCard::setCall(const Call& call) {
  const rules::Verdict& verdict = call.verdict;
  const Outcome outcome = outcomeOf(verdict);
  title_->setText(QString::fromStdString(call.title));
  word_->setText(shownWord(wordOf(call)));
  styleLabel(word_, 32, QFont::Bold,
             outcome == Outcome::yes ? theme().yes : outcome == Outcome::no ? theme().no : theme().close);
  sentence_->setText(QString::fromStdString(verdict.sentence));
  sentence_->setVisible(!verdict.sentence.empty());
  gauge_->setMargin(verdict.margin_mm, verdict.sigma_mm);
  gauge_->setVisible(verdict.margin_mm.has_value());
  QStringList figures;
  if (verdict.probability)
    figures << tr("holds with probability %1 %").arg(100.0 * *verdict.probability, 0, 'f', 1);
  if (!verdict.limit.empty())
    figures << tr("decided by %1").arg(shownLimit(verdict.limit));
  figures_->setText(figures.join(QStringLiteral("  ·  ")));
  figures_->setVisible(!figures.isEmpty());
  setClauses(verdict.clauses);
}

void VerdictCard::clear(const QString& why) {
  title_->setText(tr("Verdict"));
  word_->setText(QStringLiteral("—"));
  styleLabel(word_, 32, QFont::Bold, theme().dim);
  sentence_->setText(why);
  sentence_->setVisible(!why.isEmpty());
  gauge_->hide();
  figures_->hide();
  setClauses({});
}

void VerdictCard::setClauses(const std::vector<std::string>& ids) {
  while (QLayoutItem* item = clause_rows_->takeAt(0)) {
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
    auto* text = new QLabel(QString::fromStdString(clause_text_ ? clause_text_(id) : std::string()));
    styleLabel(text, 12, QFont::Normal, theme().dim);
    text->setWordWrap(true);
    line->addWidget(tag, 0, Qt::AlignTop);
    line->addWidget(text, 1);
    clause_rows_->addWidget(row);
  }
  clauses_->setVisible(!ids.empty());
}

} // namespace linesman::app
