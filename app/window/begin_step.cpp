#include <QCoreApplication>
#include <QLineEdit>
#include <QVBoxLayout>

#include "app/game_facts.h"
#include "app/law_words.h"
#include "app/theme.h"
#include "app/window/cards.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"
#include "app/window/wizard_step.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

/// Everything once more, and a name to keep it under.
class BeginStep final : public WizardStep {
  Q_DECLARE_TR_FUNCTIONS(BeginStep)

public:
  BeginStep() : name_(new QLineEdit), summary_(new QLabel) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(headingLabel(tr("Name of this match")));
    name_->setObjectName(QStringLiteral("begin_name"));
    name_->setPlaceholderText(tr("for instance: Friday league"));
    name_->setMaxLength(80);
    column->addWidget(name_);
    summary_->setObjectName(QStringLiteral("begin_summary"));
    summary_->setTextFormat(Qt::RichText);
    summary_->setWordWrap(true);
    summary_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    styleLabel(summary_, 14, QFont::Normal, theme().text);
    column->addWidget(scrolled(summary_), 1);
  }

  QString title() const override { return tr("Begin"); }

  void load(const MatchProfile& profile) override {
    const auto game = rules::Registry::instance().make(profile.match.game);
    const QString title = QString::fromStdString(game ? (*game)->title() : profile.match.game);
    name_->setText(QString::fromStdString(profile.name));
    name_->setPlaceholderText(title);
    QString html = QStringLiteral("<table cellpadding='4'>");
    const auto line = [&html](const QString& label, const QString& words) {
      html += QStringLiteral("<tr><td style='color:%1'>%2</td><td>%3</td></tr>").arg(theme().dim.name(), label, words);
    };
    line(tr("Game"), title.toHtmlEscaped());
    line(tr("Players"), playersOf(profile.match));
    if (profile.match.pick_up)
      line(tr("Going on"),
           tr("%1 to move").arg(shownPlayer(profile.match.displayName(*profile.match.pick_up)).toHtmlEscaped()));
    if (!profile.match.board().empty())
      line(tr("Board"), htmlText(profile.match.board()));
    if (profile.match.hasPosition())
      line(tr("Start"), htmlText(profile.match.start));
    QStringList chosen;
    for (const OptionInForce& option : optionsInForce(profile.match))
      if (!option.usual)
        chosen << QStringLiteral("<b>%1 = %2</b>: %3")
                      .arg(htmlText(option.name), shownOptionValue(option.value).toHtmlEscaped(),
                           shownSentence(option.text).toHtmlEscaped());
    line(tr("Rules"), chosen.isEmpty() ? tr("all as usual") : chosen.join(QStringLiteral("<br>")));
    line(tr("Camera"),
         profile.source.empty() ? tr("<b>none yet</b>: the match can be kept for later") : htmlText(profile.source));
    line(tr("Lens"), profile.lens.empty() ? tr("estimated; margins are wider") : htmlText(profile.lens));
    line(tr("Table"), profile.table.empty()
                          ? (onSquares(profile.match.game) ? tr("the board itself") : tr("<b>no table file yet</b>"))
                          : htmlText(profile.table));
    summary_->setText(html + QStringLiteral("</table>"));
    needs_table_ = !onSquares(profile.match.game) && profile.table.empty();
    needs_camera_ = profile.source.empty();
  }

  void store(MatchProfile& profile) const override { profile.name = name_->text().trimmed().toStdString(); }

  QString missing() const override {
    if (needs_camera_)
      return tr("There is no camera yet: choose one in the step before.");
    return needs_table_ ? tr("There is no table file yet: choose one in the step before.") : QString();
  }

private:
  /// Who plays, with the colours of the pieces, as rich text.
  static QString playersOf(const MatchSetup& match) {
    const auto withColours = [](const std::string& name, const QStringList& colours) {
      return QStringLiteral("%1 (%2)").arg(htmlText(name), colours.join(QStringLiteral(", ")));
    };
    if (match.players.empty())
      return onSquares(match.game) ? tr("White and Black, without names") : tr("as the table shows");
    QStringList players;
    if (onSquares(match.game))
      for (const char* side : {"white", "black"}) {
        const std::string name = match.displayName(side);
        players << (name == side ? capitalised(shownPlayer(side)) : withColours(name, {shownPlayer(side)}));
      }
    else
      for (const Player& player : match.players) {
        QStringList colours;
        for (const Colour colour : player.colours)
          colours << shownPlayer(std::string(nameOf(colour)));
        players << withColours(player.name, colours);
      }
    return players.join(QStringLiteral(", "));
  }

  QLineEdit* name_;
  QLabel* summary_;
  bool needs_camera_ = false;
  bool needs_table_ = false;
};

} // namespace

WizardStep* makeBeginStep() {
  return new BeginStep;
}

} // namespace linesman::app
