#include <algorithm>
#include <array>
#include <set>

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/overlay_painter.h"
#include "app/theme.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"
#include "app/window/wizard_step.h"
#include "models/one_line.h"

namespace linesman::app {

namespace {

constexpr std::size_t most_players = 10;
constexpr std::size_t least_players = 2;
constexpr qsizetype most_shown = 40; // letters of a name in the list
constexpr std::array<Colour, 10> pyramid_colours = {Colour::red,   Colour::blue,   Colour::yellow, Colour::green,
                                                    Colour::cyan,  Colour::purple, Colour::pink,   Colour::orange,
                                                    Colour::clear, Colour::black};

QIcon swatch(Colour colour) {
  QPixmap pixmap(18, 18);
  pixmap.fill(colour == Colour::black ? QColor(14, 15, 18) : colourOf(colour));
  return pixmap;
}

QComboBox* colourBox(const QString& name, bool optional) {
  auto* box = new QComboBox;
  box->setObjectName(name);
  if (optional)
    box->addItem(WizardStep::tr("no second colour"), -1);
  for (const Colour colour : pyramid_colours)
    box->addItem(swatch(colour), shownPlayer(std::string(nameOf(colour))), static_cast<int>(colour));
  return box;
}

/// Who plays: names in turn order with the colours of their pieces; White and Black in games on squares.
class PlayersStep final : public WizardStep {
  Q_DECLARE_TR_FUNCTIONS(PlayersStep)

public:
  PlayersStep()
      : rows_(new QGridLayout), add_(new QPushButton(tr("Add a player"))),
        remove_(new QPushButton(tr("Remove the last"))),
        going_on_(new QCheckBox(tr("The game is going on already; to move:"))), to_move_(new QComboBox) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    hint_ = new QLabel;
    hint_->setWordWrap(true);
    styleLabel(hint_, 14, QFont::Normal, theme().dim);
    column->addWidget(hint_);
    rows_->setHorizontalSpacing(12);
    rows_->setColumnStretch(1, 1);
    column->addLayout(rows_);
    auto* buttons = new QHBoxLayout;
    add_->setObjectName(QStringLiteral("player_add"));
    remove_->setObjectName(QStringLiteral("player_remove"));
    buttons->addWidget(add_);
    buttons->addWidget(remove_);
    buttons->addStretch(1);
    column->addLayout(buttons);
    auto* under_way = new QHBoxLayout;
    going_on_->setObjectName(QStringLiteral("player_going_on"));
    to_move_->setObjectName(QStringLiteral("player_to_move"));
    to_move_->setAccessibleName(going_on_->text());
    to_move_->setEnabled(false);
    to_move_->setMinimumWidth(160);
    to_move_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    under_way->addWidget(going_on_);
    under_way->addWidget(to_move_);
    under_way->addStretch(1);
    column->addLayout(under_way);
    column->addStretch(1);
    connect(add_, &QPushButton::clicked, this, [this] { addRow({}); });
    connect(remove_, &QPushButton::clicked, this, &PlayersStep::removeRow);
    connect(going_on_, &QCheckBox::toggled, to_move_, &QWidget::setEnabled);
  }

  QString title() const override { return tr("Players"); }

  void load(const MatchProfile& profile) override {
    on_squares_ = onSquares(profile.match.game);
    while (!shown_.empty())
      removeRow();
    hint_->setText(on_squares_
                       ? tr("The names of White and Black, as the window is to show them. Who has none is called by "
                            "his side.")
                       : tr("In the order of their turns, with the colours of their pieces. Left alone, the table "
                            "file's players count, or every colour on the table is one."));
    const auto& players = profile.match.players;
    for (const Colour side : {Colour::white, Colour::black}) {
      if (!on_squares_)
        break;
      const auto known = std::find_if(players.begin(), players.end(), [side](const Player& player) {
        return std::find(player.colours.begin(), player.colours.end(), side) != player.colours.end();
      });
      addRow(known != players.end() ? *known : Player{"", {side}});
    }
    if (!on_squares_)
      for (std::size_t i = 0; i < std::max(least_players, players.size()); ++i)
        addRow(i < players.size() ? players[i] : Player{});
    add_->setVisible(!on_squares_);
    remove_->setVisible(!on_squares_);
    going_on_->setChecked(profile.match.pick_up.has_value());
    if (profile.match.pick_up)
      to_move_->setCurrentIndex(std::max(0, to_move_->findData(QString::fromStdString(*profile.match.pick_up))));
  }

  void store(MatchProfile& profile) const override {
    profile.match.players.clear();
    for (const Row& row : shown_)
      if (!row.name->text().trimmed().isEmpty())
        profile.match.players.push_back({row.name->text().trimmed().toStdString(), coloursOf(row), row.flagship});
    profile.match.pick_up.reset();
    if (going_on_->isChecked() && to_move_->currentIndex() >= 0)
      profile.match.pick_up = to_move_->currentData().toString().toStdString();
  }

  QString missing() const override {
    std::set<QString> names;
    std::set<Colour> colours;
    std::size_t named = 0;
    for (const Row& row : shown_) {
      QString name = row.name->text().trimmed();
      if (name.isEmpty() && !on_squares_)
        continue;
      if (name.isEmpty())
        name = row.label->text(); // he is called by his side
      ++named;
      if (!isOneLine(name.toStdString()))
        return tr("The name %1 has signs that are not seen; write it anew.").arg(shownPlayer(name.toStdString()));
      if (!names.insert(name.simplified().toCaseFolded()).second)
        return tr("Two players are called %1; give each a name of his own.").arg(name);
      for (const Colour colour : coloursOf(row))
        if (!colours.insert(colour).second)
          return tr("Two players have %1 pieces; give each colours of his own.")
              .arg(shownPlayer(std::string(nameOf(colour))));
    }
    if (!on_squares_ && named != 0 && named < shown_.size())
      return tr("A player has no name; fill it in, or remove the last players.");
    return going_on_->isChecked() && to_move_->currentIndex() < 0 ? tr("Say who is to move.") : QString();
  }

private:
  struct Row {
    QLabel* label;
    QLineEdit* name;
    QComboBox *first, *second; ///< null in games on squares
    Colour side = Colour::white;
    std::vector<Colour> more = {}; ///< than there are lists for: a match file may name them
    std::string flagship = {};     ///< likewise
  };

  std::vector<Colour> coloursOf(const Row& row) const {
    if (row.first == nullptr)
      return {row.side};
    std::vector<Colour> colours{static_cast<Colour>(row.first->currentData().toInt())};
    if (row.second->currentData().toInt() >= 0)
      colours.push_back(static_cast<Colour>(row.second->currentData().toInt()));
    colours.insert(colours.end(), row.more.begin(), row.more.end());
    return colours;
  }

  /// The first that nobody has yet.
  Colour freeColour() const {
    for (const Colour colour : pyramid_colours)
      if (std::none_of(shown_.begin(), shown_.end(), [&](const Row& row) {
            const auto colours = coloursOf(row);
            return std::find(colours.begin(), colours.end(), colour) != colours.end();
          }))
        return colour;
    return pyramid_colours.front();
  }

  void addRow(const Player& player) {
    const std::size_t i = shown_.size();
    if (i >= most_players || (on_squares_ && player.colours.empty()))
      return;
    Row row{new QLabel, new QLineEdit(QString::fromStdString(player.name)), nullptr, nullptr};
    row.flagship = player.flagship;
    const int line = static_cast<int>(i);
    if (on_squares_) {
      row.side = player.colours.front();
      row.label->setText(row.side == Colour::white ? tr("White") : tr("Black"));
    } else {
      row.label->setText(QString::number(i + 1));
      row.first = colourBox(QStringLiteral("player_colour_%1").arg(i), false);
      row.second = colourBox(QStringLiteral("player_second_%1").arg(i), true);
      row.first->setCurrentIndex(
          row.first->findData(static_cast<int>(player.colours.empty() ? freeColour() : player.colours[0])));
      if (player.colours.size() > 1)
        row.second->setCurrentIndex(row.second->findData(static_cast<int>(player.colours[1])));
      if (player.colours.size() > 2)
        row.more.assign(player.colours.begin() + 2, player.colours.end());
      row.first->setAccessibleName(tr("Colour of player %1").arg(i + 1));
      row.second->setAccessibleName(tr("Second colour of player %1").arg(i + 1));
      rows_->addWidget(row.first, line, 2);
      rows_->addWidget(row.second, line, 3);
    }
    row.name->setObjectName(QStringLiteral("player_name_%1").arg(i));
    row.name->setPlaceholderText(tr("name"));
    row.name->setMaxLength(60);
    row.name->setAccessibleName(tr("Name of player %1").arg(row.label->text()));
    rows_->addWidget(row.label, line, 0);
    rows_->addWidget(row.name, line, 1);
    connect(row.name, &QLineEdit::textChanged, this, &PlayersStep::listPlayers);
    shown_.push_back(row);
    listPlayers();
  }

  void removeRow() {
    if (shown_.empty())
      return;
    for (QWidget* part : {static_cast<QWidget*>(shown_.back().label), static_cast<QWidget*>(shown_.back().name),
                          static_cast<QWidget*>(shown_.back().first), static_cast<QWidget*>(shown_.back().second)})
      delete part;
    shown_.pop_back();
    listPlayers();
  }

  void listPlayers() {
    const QString chosen = to_move_->currentData().toString();
    to_move_->clear();
    for (const Row& row : shown_) {
      const QString name = row.name->text().trimmed();
      const QString side = row.side == Colour::white ? QStringLiteral("white") : QStringLiteral("black");
      if (on_squares_)
        to_move_->addItem(name.isEmpty() ? row.label->text() : shortName(name, most_shown), side);
      else if (!name.isEmpty())
        to_move_->addItem(shortName(name, most_shown), name);
    }
    to_move_->setCurrentIndex(std::max(0, to_move_->findData(chosen)));
    add_->setEnabled(shown_.size() < most_players);
    remove_->setEnabled(shown_.size() > least_players);
  }

  QGridLayout* rows_;
  QPushButton* add_;
  QPushButton* remove_;
  QCheckBox* going_on_;
  QComboBox* to_move_;
  QLabel* hint_ = nullptr;
  std::vector<Row> shown_;
  bool on_squares_ = false;
};

} // namespace

WizardStep* makePlayersStep() {
  return new PlayersStep;
}

} // namespace linesman::app
