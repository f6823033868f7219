#include "app/window/labels.h"

#include <QCoreApplication>

#include "app/theme.h"

namespace linesman::app {

namespace {

/// What the referee and the guides of calibration say, for the translators; see shownWord().
[[maybe_unused]] constexpr const char* said[] = {
    QT_TRANSLATE_NOOP("Words", "LEGAL"), QT_TRANSLATE_NOOP("Words", "ILLEGAL"),
    QT_TRANSLATE_NOOP("Words", "TOO CLOSE: NO"), QT_TRANSLATE_NOOP("Words", "NOT RULED"),
    QT_TRANSLATE_NOOP("Words", "HIT"), QT_TRANSLATE_NOOP("Words", "NO"), QT_TRANSLATE_NOOP("Words", "OUT"),
    QT_TRANSLATE_NOOP("Words", "FLAGSHIP"), QT_TRANSLATE_NOOP("Words", "FLAG"), QT_TRANSLATE_NOOP("Words", "BASE"),
    QT_TRANSLATE_NOOP("Words", "table"), QT_TRANSLATE_NOOP("Words", "action"), QT_TRANSLATE_NOOP("Words", "said"),
    QT_TRANSLATE_NOOP("Words", "counter"), QT_TRANSLATE_NOOP("Words", "put back"), QT_TRANSLATE_NOOP("Words", "over"),
    QT_TRANSLATE_NOOP("Words", "overruled"), QT_TRANSLATE_NOOP("Words", "hand"), QT_TRANSLATE_NOOP("Words", "clock"),
    QT_TRANSLATE_NOOP("Words", "start"), QT_TRANSLATE_NOOP("Words", "trouble"), QT_TRANSLATE_NOOP("Words", "camera"),
    QT_TRANSLATE_NOOP("Words", "view"), QT_TRANSLATE_NOOP("Words", "challenged"),
    QT_TRANSLATE_NOOP("Words", "retracted"), QT_TRANSLATE_NOOP("Words", "Taken."),
    QT_TRANSLATE_NOOP("Words", "Hold it still."),
    QT_TRANSLATE_NOOP("Words", "This picture has another size than the first; keep the camera at one resolution."),
    QT_TRANSLATE_NOOP("Words", "The picture is not sharp; add light, or let the camera focus and lock it."),
    QT_TRANSLATE_NOOP("Words", "Hold the target in the middle, facing the camera."),
    QT_TRANSLATE_NOOP("Words", "Turn its right side towards the camera."),
    QT_TRANSLATE_NOOP("Words", "Turn its left side towards the camera."),
    QT_TRANSLATE_NOOP("Words", "Tip its lower edge towards the camera."),
    QT_TRANSLATE_NOOP("Words", "Tip its upper edge towards the camera."),
    QT_TRANSLATE_NOOP("Words", "Move it to the top left corner, tilted."),
    QT_TRANSLATE_NOOP("Words", "Move it to the top right corner, tilted."),
    QT_TRANSLATE_NOOP("Words", "Move it to the bottom right corner, tilted."),
    QT_TRANSLATE_NOOP("Words", "Move it to the bottom left corner, tilted."),
    QT_TRANSLATE_NOOP("Words", "The views suffice; more from other distances make it better still."),
    QT_TRANSLATE_NOOP("Words", "trying lens models"),
    // What each game's rule book says of it.
    QT_TRANSLATE_NOOP("Words", "The older edition of Armadas: ships sail less far, fleets are smaller."),
    QT_TRANSLATE_NOOP(
        "Words",
        "Chess men, cities with dice, mountains and special fields on a board of a hundred squares. Two players."),
    QT_TRANSLATE_NOOP("Words", "Pyramids lie on an open table and are ships: three actions a turn, steps with a gauge, "
                               "broadsides. Two to ten players."),
    QT_TRANSLATE_NOOP("Words", "Two armies land across a lake: tanks, troopers, commandos, a flag and a bomb, on a "
                               "hundred squares. Two players."),
    QT_TRANSLATE_NOOP("Words",
                      "Chess with drawn first rows, five new men, kings with powers and tokens. Two players.")};

/// Buttons of what is told, by [data.words] of the rule books.
[[maybe_unused]] constexpr const char* told[] = {
    QT_TRANSLATE_NOOP("Told", "Adjust"),      QT_TRANSLATE_NOOP("Told", "Artillery"),
    QT_TRANSLATE_NOOP("Told", "Bomb"),        QT_TRANSLATE_NOOP("Told", "Burn"),
    QT_TRANSLATE_NOOP("Told", "Cease-fire?"), QT_TRANSLATE_NOOP("Told", "Claim draw"),
    QT_TRANSLATE_NOOP("Told", "Claim"),       QT_TRANSLATE_NOOP("Told", "Count"),
    QT_TRANSLATE_NOOP("Told", "Destroy"),     QT_TRANSLATE_NOOP("Told", "Done"),
    QT_TRANSLATE_NOOP("Told", "Draw?"),       QT_TRANSLATE_NOOP("Told", "Extend"),
    QT_TRANSLATE_NOOP("Told", "Fire"),        QT_TRANSLATE_NOOP("Told", "Flagship"),
    QT_TRANSLATE_NOOP("Told", "Armour"),      QT_TRANSLATE_NOOP("Told", "Repair"),
    QT_TRANSLATE_NOOP("Told", "Extra"),       QT_TRANSLATE_NOOP("Told", "Flight"),
    QT_TRANSLATE_NOOP("Told", "Freeze"),      QT_TRANSLATE_NOOP("Told", "Haste"),
    QT_TRANSLATE_NOOP("Told", "Ice Wall"),    QT_TRANSLATE_NOOP("Told", "Ignore"),
    QT_TRANSLATE_NOOP("Told", "Leap"),        QT_TRANSLATE_NOOP("Told", "March"),
    QT_TRANSLATE_NOOP("Told", "Move"),        QT_TRANSLATE_NOOP("Told", "No"),
    QT_TRANSLATE_NOOP("Told", "No ship"),     QT_TRANSLATE_NOOP("Told", "Occupy"),
    QT_TRANSLATE_NOOP("Told", "Pass"),        QT_TRANSLATE_NOOP("Told", "Rebuild"),
    QT_TRANSLATE_NOOP("Told", "Reinforce"),   QT_TRANSLATE_NOOP("Told", "Resign"),
    QT_TRANSLATE_NOOP("Told", "Sacrifice"),   QT_TRANSLATE_NOOP("Told", "Start"),
    QT_TRANSLATE_NOOP("Told", "Strike"),      QT_TRANSLATE_NOOP("Told", "Time"),
    QT_TRANSLATE_NOOP("Told", "Training"),    QT_TRANSLATE_NOOP("Told", "Undo"),
    QT_TRANSLATE_NOOP("Told", "Upgrade"),     QT_TRANSLATE_NOOP("Told", "Yes")};

[[maybe_unused]] constexpr const char* colours[] = {
    QT_TRANSLATE_NOOP("Colours", "red"),    QT_TRANSLATE_NOOP("Colours", "yellow"),
    QT_TRANSLATE_NOOP("Colours", "green"),  QT_TRANSLATE_NOOP("Colours", "blue"),
    QT_TRANSLATE_NOOP("Colours", "cyan"),   QT_TRANSLATE_NOOP("Colours", "purple"),
    QT_TRANSLATE_NOOP("Colours", "pink"),   QT_TRANSLATE_NOOP("Colours", "orange"),
    QT_TRANSLATE_NOOP("Colours", "clear"),  QT_TRANSLATE_NOOP("Colours", "white"),
    QT_TRANSLATE_NOOP("Colours", "set-up"), QT_TRANSLATE_NOOP("Colours", "black")};

} // namespace

void styleLabel(QLabel* label, int size_px, QFont::Weight weight, const QColor& colour) {
  label->setStyleSheet(
      QStringLiteral("color: %1; font-size: %2px; font-weight: %3; background: transparent; border: none;")
          .arg(colour.name())
          .arg(qRound(size_px * typeScale()))
          .arg(static_cast<int>(weight)));
  if (label->textFormat() == Qt::AutoText) // what people write is not looked at for tags
    label->setTextFormat(Qt::PlainText);
}

QString shortName(const QString& name, qsizetype most) {
  if (name.size() <= most)
    return name;
  const qsizetype head = most / 2;
  return name.left(head).trimmed() + QStringLiteral("…") + name.right(most - 1 - head).trimmed();
}

QString cannotWrite(const QString& path) {
  return QCoreApplication::translate("Words", "Cannot write %1; check the folder and the space on the disk.").arg(path);
}

QString htmlText(const std::string& text) {
  return QString::fromStdString(text).toHtmlEscaped();
}

QLabel* headingLabel(const QString& text) {
  auto* label = new QLabel(text);
  styleLabel(label, 13, QFont::DemiBold, theme().text);
  return label;
}

QString shownButton(const std::string& word) {
  return QCoreApplication::translate("Told", word.c_str());
}

QString shownWord(const std::string& word) {
  return QCoreApplication::translate("Words", word.c_str());
}

} // namespace linesman::app
