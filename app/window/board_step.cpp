#include <random>

#include <QComboBox>
#include <QCoreApplication>
#include <QFileDialog>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/law_words.h"
#include "app/theme.h"
#include "app/watch/taught_men.h"
#include "app/window/agree_list.h"
#include "app/window/board_view.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"
#include "app/window/wizard_step.h"
#include "rules/board_game.h"

namespace linesman::app {

namespace {

constexpr const char* own_file = "?"; // stands for a choice that opens the file dialog
constexpr std::array powers = {"Freeze", "IceWall", "Strike",    "Haste", "Flight",     "Sacrifice",
                               "March",  "Leap",    "HolyLight", "Mercy", "DeathTouch", "Darkness"};

QComboBox* namedBox(const char* name) {
  auto* box = new QComboBox;
  box->setObjectName(QString::fromLatin1(name));
  return box;
}

/// What is played with: the board file, the drawn start, the men.
class BoardStep final : public WizardStep {
  Q_DECLARE_TR_FUNCTIONS(BoardStep)

public:
  BoardStep()
      : board_(namedBox("board_file")), white_(namedBox("board_white_power")), black_(namedBox("board_black_power")),
        number_(new QLineEdit), draw_(new QPushButton(tr("Draw a start"))),
        as_placed_(new QPushButton(tr("As placed on the board"))), drawn_(new QLabel), men_(namedBox("board_men")),
        preview_(new BoardView) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(18);
    auto* form = new QVBoxLayout;
    form->setSpacing(8);
    row->addLayout(form, 5);
    row->addWidget(preview_, 6);
    addPart(form, tr("Board"), {board_});
    number_->setObjectName(QStringLiteral("board_number"));
    number_->setPlaceholderText(tr("its number, when you have one"));
    draw_->setObjectName(QStringLiteral("board_draw"));
    as_placed_->setObjectName(QStringLiteral("board_as_placed"));
    drawn_->setObjectName(QStringLiteral("board_drawn"));
    drawn_->setWordWrap(true);
    styleLabel(drawn_, 13, QFont::Normal, theme().dim);
    addPart(form, tr("Powers of White and Black"), {white_, black_});
    addPart(form, tr("First rows"), {number_, draw_, as_placed_});
    form->addWidget(drawn_);
    addPart(form, tr("Pieces"), {men_});
    form->addStretch(1);
    for (QComboBox* box : {white_, black_}) {
      box->addItem(tr("no power"), QStringLiteral("none"));
      for (const char* power : powers)
        box->addItem(QString::fromLatin1(power), QString::fromLatin1(power));
      connect(box, &QComboBox::activated, this, &BoardStep::showParts);
    }
    connect(board_, &QComboBox::activated, this, &BoardStep::chooseBoard);
    connect(men_, &QComboBox::activated, this, &BoardStep::chooseMen);
    connect(draw_, &QPushButton::clicked, this, &BoardStep::draw);
    connect(number_, &QLineEdit::returnPressed, this, &BoardStep::draw);
    connect(as_placed_, &QPushButton::clicked, this, [this] {
      profile_.match.start.clear();
      number_->clear();
      showParts();
    });
  }

  QString title() const override { return tr("Board and pieces"); }

  void load(const MatchProfile& profile) override {
    if (profile.match.start != profile_.match.start)
      note_.clear();
    profile_ = profile;
    fillBoards();
    fillMen();
    choosePowers();
    showParts();
  }

  void store(MatchProfile& profile) const override {
    profile.match.start = profile_.match.start;
    profile.piece_set = men_->currentData().toString().toStdString();
  }

  QString missing() const override {
    if (const QString undrawn = undrawnPowers(); !undrawn.isEmpty())
      return undrawn;
    TableFile table;
    table.piece_set = profile_.piece_set;
    const auto fits = checkTaughtMen(table, profile_.match.game);
    return fits ? QString() : shownSentence(fits.error().sentence);
  }

private:
  void addPart(QVBoxLayout* form, const QString& title, std::initializer_list<QWidget*> parts) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(headingLabel(title));
    for (QWidget* part : parts)
      column->addWidget(part);
    form->addWidget(box);
    parts_[*parts.begin()] = box;
  }

  void showParts() {
    const std::string& game = profile_.match.game;
    parts_[board_]->setVisible(game == "armada_chess" && !profile_.match.hasPosition());
    for (QWidget* part : {static_cast<QWidget*>(white_), static_cast<QWidget*>(number_)})
      parts_[part]->setVisible(game == "king_down");
    drawn_->setVisible(game == "king_down" || game == "armadas" || game == "armada2k");
    preview_->setVisible(onSquares(game));
    if (!onSquares(game)) {
      drawn_->setText(
          tr("Fleets are placed on the table and read from the picture. What may be in a fleet is the switch "
             "\"fleet\" of the next step."));
      return;
    }
    as_placed_->setEnabled(!profile_.match.start.empty());
    drawn_->setText(profile_.match.start.empty()
                        ? tr("Nothing is drawn: the referee reads the first rows from the board.")
                        : note_);
    if (const QString undrawn = undrawnPowers(); !undrawn.isEmpty())
      drawn_->setText(undrawn);
    showPreview();
  }

  /// The names of White's and Black's powers in the start, "none" where one has none or nothing is drawn.
  std::array<QString, 2> powersOfStart() const {
    const QString field = QString::fromStdString(profile_.match.start).section(QLatin1Char(' '), 2, 2);
    std::array<QString, 2> names;
    for (int side = 0; side < 2; ++side) {
      const QString name = field.section(QLatin1Char(','), side, side).section(QLatin1Char(':'), 0, 0);
      names[static_cast<std::size_t>(side)] = name.isEmpty() ? QStringLiteral("none") : name;
    }
    return names;
  }

  /// The boxes say what is in force.
  void choosePowers() {
    const auto names = powersOfStart();
    white_->setCurrentIndex(std::max(0, white_->findData(names[0])));
    black_->setCurrentIndex(std::max(0, black_->findData(names[1])));
  }

  /// That what the boxes say is not in force; empty: it is.
  QString undrawnPowers() const {
    const bool in_force =
        powersOfStart() == std::array{white_->currentData().toString(), black_->currentData().toString()};
    return profile_.match.game != "king_down" || in_force
               ? QString()
               : tr("Powers are in force with a drawn start only: draw one, by its number where you have the rows "
                    "already, or choose no power.");
  }

  void showPreview() {
    const auto game = rules::makeBoardGame(profile_.match.game);
    nlohmann::json start;
    if (game) {
      nlohmann::json given = nlohmann::json::parse(profile_.match.start, nullptr, false);
      if (!given.is_object() && profile_.match.game == "armada_chess")
        given = nlohmann::json::object();
      else if (!given.is_object())
        given =
            profile_.match.start.empty() ? (profile_.match.game == "invasion" ? "start" : "") : profile_.match.start;
      if (const auto match = (*game)->open(given, profile_.match.options); match)
        start = (*match)->position();
    }
    auto drawing = PositionDrawing::make(profile_.match.game, start, profile_.match.board());
    preview_->setNotice(drawing ? QString() : shownSentence(drawing.error().sentence));
    preview_->setDrawing(drawing ? std::optional(std::move(*drawing)) : std::nullopt);
  }

  void draw() {
    const auto game = rules::makeBoardGame(profile_.match.game);
    if (!game)
      return;
    std::optional<std::uint64_t> number;
    bool good = true;
    if (!number_->text().trimmed().isEmpty())
      number = number_->text().trimmed().toULongLong(&good);
    const std::string of_white = white_->currentData().toString().toStdString();
    const std::string of_black = black_->currentData().toString().toStdString();
    const std::string chosen = of_white == "none" && of_black == "none" ? "" : of_white + "," + of_black;
    const std::uint64_t seed = (static_cast<std::uint64_t>(std::random_device()()) << 32U) | std::random_device()();
    const auto drawn = (*game)->draw(seed, number, profile_.match.options, chosen);
    if (!good || !drawn) {
      drawn_->setText(!good ? tr("The number is none; leave it empty to draw by chance.")
                            : shownSentence(drawn.error().sentence));
      return;
    }
    profile_.match.start = drawn->position;
    note_ = tr("Start number %1 of %2. Write it down: anyone can make it again from its number.")
                .arg(drawn->number)
                .arg(drawn->count);
    showParts();
    number_->clear();
  }

  void fillBoards() {
    board_->clear();
    for (const BoardChoice& board : shippedBoards())
      board_->addItem(tr("%1, ours").arg(QString::fromStdString(board.name)), QString::fromStdString(board.id));
    const QString chosen = profile_.match.board().empty() ? QStringLiteral("companion-10x10")
                                                          : QString::fromStdString(profile_.match.board());
    if (board_->findData(chosen) < 0)
      board_->addItem(chosen, chosen);
    board_->addItem(tr("A board file of your own …"), QString::fromLatin1(own_file));
    board_->setCurrentIndex(board_->findData(chosen));
  }

  void chooseBoard() {
    QString chosen = board_->currentData().toString();
    if (chosen == QLatin1String(own_file))
      chosen = QFileDialog::getOpenFileName(this, tr("The board file"), {}, tr("Board files (*.toml)"));
    if (!chosen.isEmpty())
      profile_.match.setBoard(chosen.toStdString());
    fillBoards();
    showParts();
  }

  void fillMen() {
    men_->clear();
    men_->addItem(tr("As the table file says"), QString());
    if (onSquares(profile_.match.game)) {
      men_->addItem(tr("An ordinary chess set"), QStringLiteral("staunton"));
      men_->addItem(tr("Printed tokens"), QStringLiteral("tokens"));
    } else {
      men_->addItem(tr("Looney Pyramids"), QStringLiteral("looney-pyramids"));
    }
    const QString chosen = QString::fromStdString(profile_.piece_set);
    if (men_->findData(chosen) < 0)
      men_->addItem(chosen, chosen);
    men_->addItem(tr("The file of a set of your own …"), QString::fromLatin1(own_file));
    men_->setCurrentIndex(men_->findData(chosen));
  }

  void chooseMen() {
    QString chosen = men_->currentData().toString();
    if (chosen == QLatin1String(own_file)) {
      chosen = QFileDialog::getOpenFileName(this, tr("The set's file, as `linesman teach` writes it"));
      if (chosen.isEmpty()) // the one before stays
        chosen = QString::fromStdString(profile_.piece_set);
    }
    profile_.piece_set = chosen.toStdString();
    fillMen();
  }

  MatchProfile profile_;
  std::map<QWidget*, QWidget*> parts_; ///< first widget of a part -> the part with its heading
  QComboBox* board_;
  QComboBox *white_, *black_;
  QLineEdit* number_;
  QPushButton *draw_, *as_placed_;
  QLabel* drawn_;
  QString note_; ///< on the start that was drawn here
  QComboBox* men_;
  BoardView* preview_;
};

} // namespace

WizardStep* makeBoardStep() {
  return new BoardStep;
}

} // namespace linesman::app
