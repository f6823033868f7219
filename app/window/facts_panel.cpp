#include "app/window/facts_panel.h"

#include <QRegularExpression>
#include <QVBoxLayout>

#include "app/game_facts.h"
#include "app/law_words.h"
#include "app/player_names.h"
#include "app/theme.h"
#include "app/window/cards.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"

namespace linesman::app {

namespace {

QString heading(const QString& words) {
  return QStringLiteral("<p style='margin-top:10px; margin-bottom:3px'><b>%1</b></p>").arg(words);
}

/// Figures and squares stay, words are put into the window's language: whole, or else one by one.
QString shownFact(const std::string& fact) {
  static const QRegularExpression words(QStringLiteral("\\b[A-Za-z]+(?:[ -][A-Za-z]+)*\\b"));
  const QString text = QString::fromStdString(fact);
  QString shown;
  qsizetype end = 0;
  for (auto found = words.globalMatch(text); found.hasNext();) {
    const auto one = found.next();
    const std::string whole = one.captured().toStdString();
    QStringList parts{shownSentence(whole)};
    if (parts.first() == one.captured()) { // nobody has translated it
      parts.clear();
      for (const QString& word : one.captured().split(u' '))
        parts << shownSentence(word.toStdString());
    }
    shown += text.mid(end, one.capturedStart() - end) + parts.join(u' ');
    end = one.capturedEnd();
  }
  return (shown + text.mid(end)).toHtmlEscaped();
}

/// Whose or what a fact is: a side has its player's name.
QString shownName(const std::string& name, const MatchSetup& setup) {
  const std::string player = withNames(name, setup);
  const bool side = name == "White" || name == "Black";
  return side && player != name ? shortName(QString::fromStdString(player)).toHtmlEscaped() : shownFact(name);
}

QString htmlOf(const std::vector<FactGroup>& groups, const MatchSetup& setup) {
  QString html;
  for (const FactGroup& group : groups) {
    html += heading(shownFact(group.title)) + QStringLiteral("<table cellspacing='0' cellpadding='2' width='100%'>");
    for (const auto& [name, words] : group.lines)
      html += QStringLiteral("<tr><td style='color:%1' width='42%'>%2</td><td>%3</td></tr>")
                  .arg(theme().dim.name(), shownName(name, setup), shownFact(words));
    html += QStringLiteral("</table>");
  }
  return html;
}

QLabel* richLabel(const char* name) {
  auto* label = new QLabel;
  label->setObjectName(QString::fromLatin1(name));
  label->setTextFormat(Qt::RichText);
  label->setWordWrap(true);
  label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  styleLabel(label, 13, QFont::Normal, theme().text);
  return label;
}

} // namespace

FactsPanel::FactsPanel(MatchDesk* desk, QWidget* parent)
    : QFrame(parent), desk_(desk), facts_(richLabel("match_facts")), rules_(richLabel("match_rules")) {
  setProperty("card", true);
  auto* inner = new QWidget;
  auto* column = new QVBoxLayout(inner);
  column->setContentsMargins(0, 0, 8, 0);
  column->addWidget(facts_);
  column->addWidget(rules_);
  column->addStretch(1);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(16, 6, 6, 8);
  outer->addWidget(scrolled(inner));
  rules_->setText(rules());
  connect(desk_, &MatchDesk::changed, this, &FactsPanel::refresh);
  refresh();
}

void FactsPanel::refresh() {
  const MatchSetup& setup = desk_->setup();
  const QString html = htmlOf(positionFacts(setup.game, desk_->position()), setup);
  const bool waiting = html.isEmpty() && onSquares(setup.game);
  const QString shown = waiting ? tr("Counters appear when the start has been seen.") : html;
  facts_->setVisible(!shown.isEmpty());
  if (facts_->text() != shown)
    facts_->setText(shown);
}

QString FactsPanel::rules() const {
  QString chosen, usual;
  for (const OptionInForce& option : optionsInForce(desk_->setup()))
    (option.usual ? usual : chosen) +=
        QStringLiteral("<p style='margin:3px 0'>%1 = <b>%2</b><br><span style='color:%3'>%4</span></p>")
            .arg(htmlText(option.name), shownOptionValue(option.value).toHtmlEscaped(), theme().dim.name(),
                 shownSentence(option.text).toHtmlEscaped());
  return heading(tr("Agreed for this match")) + (chosen.isEmpty() ? tr("Nothing: every rule as usual.") : chosen) +
         heading(tr("As usual")) + usual;
}

} // namespace linesman::app
