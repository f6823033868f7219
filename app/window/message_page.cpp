#include "app/window/message_page.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include "app/law_words.h"
#include "app/theme.h"
#include "app/window/flow_row.h"
#include "app/window/labels.h"

namespace linesman::app {

QString headlineOf(Trouble::Kind kind) {
  switch (kind) {
  case Trouble::Kind::source:
  case Trouble::Kind::picture:
    return MessagePage::tr("No picture");
  case Trouble::Kind::lens:
    return MessagePage::tr("The lens file cannot be used");
  case Trouble::Kind::lens_size:
    return MessagePage::tr("The calibration is for another resolution");
  case Trouble::Kind::no_table:
    return MessagePage::tr("This table has not been measured yet");
  case Trouble::Kind::table:
    return MessagePage::tr("The table file cannot be used");
  case Trouble::Kind::registration:
    return MessagePage::tr("The table is not found in the picture");
  case Trouble::Kind::fault:
    return MessagePage::tr("A fault of the program");
  case Trouble::Kind::none:
  case Trouble::Kind::other:
    break;
  }
  return MessagePage::tr("Something is missing");
}

QStringList adviceOn(Trouble::Kind kind) {
  switch (kind) {
  case Trouble::Kind::source:
    return {MessagePage::tr("Check the camera's cable and that no other program uses it."),
            MessagePage::tr("Cameras are numbered: where 0 is another one, choose 1 in the match's set-up."),
            MessagePage::tr("A film, a folder of pictures or a phone camera's URL works too.")};
  case Trouble::Kind::lens:
    return {MessagePage::tr("Choose the file that the calibration wrote in the match's set-up, or calibrate the camera "
                            "now."),
            MessagePage::tr("Without a lens file the focal length is estimated and every margin gets a wider doubt.")};
  case Trouble::Kind::lens_size:
    return {MessagePage::tr("Set the camera to the resolution that was calibrated, or calibrate at this one."),
            MessagePage::tr("Without a lens file the focal length is estimated and every margin gets a wider doubt.")};
  case Trouble::Kind::no_table:
    return {MessagePage::tr("Measure the table: the next page prints the markers, takes two pictures of them and "
                            "writes the file."),
            MessagePage::tr("It has been measured before? Choose its table file."),
            MessagePage::tr("Games on squares need none: begin a match on the start page.")};
  case Trouble::Kind::table:
    return {MessagePage::tr("Choose another table file: it lists the corner markers, their size and places."),
            MessagePage::tr("There is none yet? Print corner markers, lay them round the table and measure it now: "
                            "that writes the file.")};
  case Trouble::Kind::registration:
    return {MessagePage::tr("Lay the printed corner markers where the table file says, at least one wholly in view."),
            MessagePage::tr("Take away what covers them, and avoid glare on the paper."),
            MessagePage::tr("Check that the table file names the dictionary and size of the markers you printed.")};
  case Trouble::Kind::none:
  case Trouble::Kind::picture:
  case Trouble::Kind::fault:
  case Trouble::Kind::other:
    break;
  }
  return {};
}

namespace {

/// The sentence of the command line names its options; who sits at the window has buttons.
QString sentenceOf(const Trouble& trouble) {
  if (trouble.kind == Trouble::Kind::no_table)
    return MessagePage::tr("Linesman measures from printed markers at the table's corners. A table file says where "
                           "they lie, and none was chosen.");
  return shownSentence(trouble.sentence);
}

/// Cables are no matter of a film, whose sentence says it all.
QStringList adviceFor(const Trouble& trouble, bool of_camera) {
  if (trouble.kind != Trouble::Kind::source)
    return adviceOn(trouble.kind);
  return of_camera ? adviceOn(trouble.kind) << MessagePage::tr("It is tried again by itself every few seconds.")
                   : QStringList();
}

/// The button that helps most.
void setPrimary(QPushButton* button, bool primary) {
  button->setProperty("primary", primary);
  button->style()->unpolish(button);
  button->style()->polish(button);
}

} // namespace

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent), headline_(new QLabel), sentence_(new QLabel), advice_(new QLabel) {
  auto* page = new QVBoxLayout(this);
  auto* card = new QFrame;
  card->setProperty("card", true);
  card->setMaximumWidth(qRound(640 * typeScale()));
  auto* column = new QVBoxLayout(card);
  column->setContentsMargins(34, 30, 34, 28);
  column->setSpacing(14);
  styleLabel(headline_, 24, QFont::Bold, theme().text);
  styleLabel(sentence_, 15, QFont::Normal, theme().text);
  styleLabel(advice_, 14, QFont::Normal, theme().dim);
  advice_->setTextFormat(Qt::RichText);
  for (QLabel* label : {headline_, sentence_, advice_}) {
    label->setWordWrap(true);
    column->addWidget(label);
  }
  auto* buttons = new FlowRow;
  retry_ = new QPushButton(tr("Try again"));
  retry_->setObjectName(QStringLiteral("retry"));
  auto* demo = new QPushButton(tr("Show the demo"));
  demo->setObjectName(QStringLiteral("show_demo"));
  setup_ = new QPushButton(tr("Change the set-up"));
  setup_->setObjectName(QStringLiteral("change_setup"));
  setup_->hide();
  calibrate_ = new QPushButton(tr("Calibrate the camera"));
  calibrate_->setObjectName(QStringLiteral("calibrate_now"));
  choose_ = new QPushButton(tr("Choose the table file …"));
  choose_->setObjectName(QStringLiteral("choose_table"));
  auto* home = new QPushButton(tr("Start page"));
  home->setObjectName(QStringLiteral("message_home"));
  for (QPushButton* button : {retry_, setup_, calibrate_, choose_, demo, home})
    buttons->addWidget(button);
  column->addSpacing(6);
  column->addLayout(buttons);
  page->addStretch(2);
  auto* row = new QHBoxLayout;
  row->addStretch(1);
  row->addWidget(card, 4);
  row->addStretch(1);
  page->addLayout(row);
  page->addStretch(3);
  connect(retry_, &QPushButton::clicked, this, &MessagePage::retryWanted);
  connect(demo, &QPushButton::clicked, this, &MessagePage::demoWanted);
  connect(setup_, &QPushButton::clicked, this, &MessagePage::setupWanted);
  connect(calibrate_, &QPushButton::clicked, this, [this] { Q_EMIT calibrationWanted(of_table_); });
  connect(choose_, &QPushButton::clicked, this, [this] {
    if (const QString path = QFileDialog::getOpenFileName(this, tr("The table file"), {}, tr("Table files (*.toml)"));
        !path.isEmpty())
      Q_EMIT tableChosen(path);
  });
  connect(home, &QPushButton::clicked, this, &MessagePage::homeWanted);
}

void MessagePage::offerSetup(bool offered) {
  setup_offered_ = offered;
  setup_->setVisible(offered);
}

void MessagePage::show(const Trouble& trouble, bool of_camera) {
  const bool missing = trouble.kind == Trouble::Kind::no_table;
  of_table_ = missing || trouble.kind == Trouble::Kind::table;
  retry_->setVisible(!missing); // nothing can have changed
  setPrimary(retry_, !missing);
  setPrimary(calibrate_, missing);
  calibrate_->setText(of_table_ ? tr("Measure the table") : tr("Calibrate the camera"));
  calibrate_->setVisible(of_table_ || trouble.kind == Trouble::Kind::lens || trouble.kind == Trouble::Kind::lens_size);
  choose_->setVisible(of_table_ && !setup_offered_); // a set-up names it
  headline_->setText(headlineOf(trouble.kind));
  sentence_->setText(sentenceOf(trouble));
  QString list = QStringLiteral("<ul style='margin-left:-22px; line-height:140%'>");
  for (const QString& line : adviceFor(trouble, of_camera)) // no line ends within an option's hyphens
    list += QStringLiteral("<li>") + line.toHtmlEscaped().replace(QLatin1Char('-'), QStringLiteral("-\u2060")) +
            QStringLiteral("</li>");
  advice_->setText(list + QStringLiteral("</ul>"));
}

QString MessagePage::headline() const {
  return headline_->text();
}

} // namespace linesman::app
