#include "app/window/ruling_view.h"

#include <optional>

#include <QLabel>
#include <QVBoxLayout>

#include "app/theme.h"
#include "app/window/labels.h"
#include "app/window/margin_gauge.h"
#include "app/window/ruling_text.h"

namespace linesman::app {

using nlohmann::json;

namespace {

QLabel* namedLabel(const char* name, int size_px, QFont::Weight weight, const QColor& colour) {
  auto* label = new QLabel;
  label->setObjectName(QString::fromLatin1(name));
  label->setWordWrap(true);
  styleLabel(label, size_px, weight, colour);
  return label;
}

std::optional<double> numberAt(const json& event, const char* key) {
  const json value = event.value(key, json());
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

} // namespace

RulingView::RulingView(ClauseText clause_text, QWidget* parent)
    : QWidget(parent), word_(namedLabel("match_word", 26, QFont::Bold, theme().dim)),
      sentence_(namedLabel("match_sentence", 14, QFont::Normal, theme().text)), gauge_(new MarginGauge),
      clauses_(new ClauseRows(std::move(clause_text))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  for (QWidget* part : {static_cast<QWidget*>(word_), static_cast<QWidget*>(sentence_), static_cast<QWidget*>(gauge_),
                        static_cast<QWidget*>(clauses_)})
    column->addWidget(part);
  column->addStretch(1);
  clauses_->setObjectName(QStringLiteral("match_clauses"));
  gauge_->setObjectName(QStringLiteral("match_margin"));
  clear();
}

void RulingView::setEvent(const json& event, const MatchSetup& setup) {
  const std::string ruling = event.value("event", "") == "verdict" ? event.value("ruling", "") : "";
  word_->show();
  word_->setText(rulingWord(event));
  styleLabel(word_, 26, QFont::Bold,
             ruling == "legal"     ? theme().yes
             : ruling == "illegal" ? theme().no
             : ruling == "unclear" ? theme().close
                                   : theme().text);
  sentence_->setText(rulingSentence(event, setup));
  const auto margin_mm = ruling.empty() ? std::nullopt : numberAt(event, "margin_mm");
  gauge_->setMargin(margin_mm, numberAt(event, "sigma_mm"));
  gauge_->setVisible(margin_mm.has_value());
  clauses_->setClauses(event.value("clauses", std::vector<std::string>()));
}

void RulingView::clear() {
  word_->hide();
  sentence_->setText(tr("No ruling yet. What the referee says stands here, with its reason."));
  gauge_->hide();
  clauses_->setClauses({});
}

} // namespace linesman::app
