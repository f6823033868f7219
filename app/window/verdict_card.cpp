#include "app/window/verdict_card.h"

#include <QLabel>
#include <QVBoxLayout>

#include "app/figures.h"
#include "app/law_words.h"
#include "app/theme.h"
#include "app/window/clause_rows.h"
#include "app/window/labels.h"
#include "app/window/margin_gauge.h"

namespace linesman::app {

VerdictCard::VerdictCard(ClauseText clause_text, QWidget* parent)
    : QFrame(parent), title_(new QLabel), word_(new QLabel), sentence_(new QLabel), gauge_(new MarginGauge),
      figures_(new QLabel), clauses_(new ClauseRows(std::move(clause_text))) {
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
  for (QWidget* part :
       {static_cast<QWidget*>(title_), static_cast<QWidget*>(word_), static_cast<QWidget*>(sentence_),
        static_cast<QWidget*>(gauge_), static_cast<QWidget*>(figures_), static_cast<QWidget*>(clauses_)})
    column->addWidget(part);
  clear({});
}

void VerdictCard::setCall(const Call& call) {
  const rules::Verdict& verdict = call.verdict;
  const Outcome outcome = outcomeOf(verdict);
  title_->setText(shownSentence(call.title));
  word_->setText(shownWord(wordOf(call)));
  styleLabel(word_, 32, QFont::Bold,
             outcome == Outcome::yes  ? theme().yes
             : outcome == Outcome::no ? theme().no
                                      : theme().close);
  sentence_->setText(shownSentence(verdict.sentence));
  sentence_->setVisible(!verdict.sentence.empty());
  gauge_->setMargin(verdict.margin_mm, verdict.sigma_mm);
  gauge_->setVisible(verdict.margin_mm.has_value());
  QStringList figures;
  const bool ruled = verdict.withheld.empty(); // else it holds but for what lies there
  if (verdict.probability && ruled)
    figures << tr("holds with probability %1 %").arg(shownFigure(100.0 * *verdict.probability, 1));
  if (!verdict.limit.empty() && ruled)
    figures << tr("decided by %1").arg(shownLimit(verdict.limit));
  figures_->setText(figures.join(QStringLiteral("  ·  ")));
  figures_->setVisible(!figures.isEmpty());
  clauses_->setClauses(verdict.clauses);
}

void VerdictCard::clear(const QString& why) {
  title_->setText(tr("Verdict"));
  word_->setText(QStringLiteral("—"));
  styleLabel(word_, 32, QFont::Bold, theme().dim);
  sentence_->setText(why);
  sentence_->setVisible(!why.isEmpty());
  gauge_->hide();
  figures_->hide();
  clauses_->setClauses({});
}

} // namespace linesman::app
