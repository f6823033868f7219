#include "app/theme.h"

#include <algorithm>
#include <cmath>

#include <QFont>
#include <QFontDatabase>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleOption>

namespace linesman::app {

namespace {

Theme current = Theme::night();
double scale = 1.0;
constexpr int scroll_bar_px = 10; // as in the sheet below

/// Fusion, but for what a sheet spoils: its arrows are black or white whatever they stand on once the fields are
/// coloured.
class OwnStyle final : public QProxyStyle {
public:
  OwnStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

  /// Lists break their lines by it, before they have a bar.
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
    return metric == PM_ScrollBarExtent ? scroll_bar_px : QProxyStyle::pixelMetric(metric, option, widget);
  }

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    const bool down = element == PE_IndicatorArrowDown || element == PE_IndicatorSpinDown;
    if (!down && element != PE_IndicatorArrowUp && element != PE_IndicatorSpinUp)
      return QProxyStyle::drawPrimitive(element, option, painter, widget);
    const QPointF middle = QRectF(option->rect).center();
    const double half = 4.5 * scale, rise = down ? 0.5 * half : -0.5 * half;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen((option->state & State_Enabled) != 0 ? current.text : current.dim, 1.6 * scale, Qt::SolidLine,
                         Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(
        QPolygonF{middle + QPointF(-half, -rise), middle + QPointF(0.0, rise), middle + QPointF(half, -rise)});
    painter->restore();
  }
};

QPalette paletteOf(const Theme& t) {
  QPalette palette;
  palette.setColor(QPalette::Window, t.window);
  palette.setColor(QPalette::Base, t.panel);
  palette.setColor(QPalette::AlternateBase, t.raised);
  palette.setColor(QPalette::Button, t.raised);
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(role, t.text);
  for (const QPalette::ColorRole role :
       {QPalette::Light, QPalette::Midlight, QPalette::Mid, QPalette::Dark, QPalette::Shadow})
    palette.setColor(role, t.raised); // no bevels around the arrows of lists
  palette.setColor(QPalette::PlaceholderText, t.dim);
  palette.setColor(QPalette::Highlight, t.accent);
  palette.setColor(QPalette::HighlightedText, t.dark ? QColor(12, 18, 26) : QColor(Qt::white));
  palette.setColor(QPalette::ToolTipBase, t.raised);
  palette.setColor(QPalette::ToolTipText, t.text);
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, t.dim);
  return palette;
}

QString styleSheetOf(const Theme& t) {
  QString sheet = QStringLiteral(R"(
QToolTip { background: %raised; color: %text; border: 1px solid %line; padding: 4px 6px; }
QPushButton { background: %raised; color: %text; border: 1px solid %line; border-radius: 7px; padding: 6px 14px; }
QPushButton:hover { border-color: %accent; }
QPushButton:pressed, QPushButton:checked { background: %line; }
QPushButton:focus { border: 2px solid %accent; padding: 5px 13px; }
QPushButton:disabled { color: %dim; }
QPushButton[primary="true"] { background: %accent; color: %onaccent; border-color: %accent; font-weight: 600; }
QPushButton[primary="true"]:focus { border: 2px solid %text; }
QPushButton[primary="true"]:disabled { background: %raised; color: %dim; border-color: %line; }
QPushButton::menu-indicator { image: none; width: 0px; }
QPushButton[compact="true"] { padding: 3px 4px; }
QPushButton[compact="true"]:focus { padding: 2px 3px; }
QPushButton[quiet="true"] { background: transparent; border-color: transparent; }
QPushButton[quiet="true"]:hover { background: %raised; }
QPushButton[quiet="true"]:checked { background: %raised; border-color: %line; }
QPushButton[quiet="true"]:focus { border-color: %accent; }
QFrame[card="true"] { background: %panel; border: 1px solid %line; border-radius: 10px; }
QListView, QTreeView, QTableView { background: transparent; border: 1px solid transparent; border-radius: 6px;
  outline: none; }
QListView:focus, QTreeView:focus, QTableView:focus, QScrollArea:focus { border-color: %accent; }
QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox, QPlainTextEdit { background: %raised; color: %text; border: 1px solid %line;
  border-radius: 6px; padding: 5px 8px; }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus { border-color: %accent; }
QComboBox::drop-down { border: none; background: transparent; width: 22px; }
QComboBox::down-arrow { width: 0px; height: 0px; border-left: 4px solid %raised; border-right: 4px solid %raised;
  border-top: 5px solid %dim; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; background: transparent; width: 20px; }
QAbstractSpinBox::up-arrow { width: 0px; height: 0px; border-left: 4px solid %raised; border-right: 4px solid %raised;
  border-bottom: 5px solid %dim; }
QAbstractSpinBox::down-arrow { width: 0px; height: 0px; border-left: 4px solid %raised; border-right: 4px solid %raised;
  border-top: 5px solid %dim; }
QComboBox QAbstractItemView { background: %raised; color: %text; border: 1px solid %line; }
QListWidget::item:hover { background: %raised; }
QListWidget::item:selected { background: %line; color: %text; }
QRadioButton, QCheckBox { color: %text; spacing: 9px; }
QRadioButton::indicator, QCheckBox::indicator { width: 14px; height: 14px; border: 2px solid %dim; background: %raised; }
QRadioButton::indicator { border-radius: 9px; }
QCheckBox::indicator { border-radius: 4px; }
QRadioButton::indicator:checked, QCheckBox::indicator:checked { background: %accent; border-color: %text; }
QRadioButton:focus, QCheckBox:focus { color: %accent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar::handle:vertical { background: %line; border-radius: 3px; min-height: 30px; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { height: 0; background: none; }
QScrollArea { background: transparent; border: 1px solid transparent; border-radius: 6px; }
QSplitter::handle { background: transparent; }
QProgressBar { background: %raised; color: %text; border: 1px solid %line; border-radius: 6px; text-align: center; }
QProgressBar::chunk { background: %done; border-radius: 5px; }
QMenu { background: %raised; color: %text; border: 1px solid %line; padding: 4px; }
QMenu::item { padding: 5px 18px; border-radius: 4px; }
QMenu::item:selected { background: %line; }
QSlider::groove:horizontal { height: 4px; background: %line; border-radius: 2px; }
QSlider::sub-page:horizontal { background: %accent; border-radius: 2px; }
QSlider::handle:horizontal { background: %text; width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; }
)");
  sheet.replace("%raised", t.raised.name())
      .replace("%panel", t.panel.name())
      .replace("%onaccent", t.dark ? "#0c121a" : "#ffffff")
      .replace("%accent", t.accent.name())
      .replace("%line", t.line.name())
      .replace("%done", (t.dark ? t.accent.darker(230) : t.accent.lighter(220)).name())
      .replace("%text", t.text.name())
      .replace("%dim", t.dim.name());
  return sheet;
}

} // namespace

Theme Theme::night() {
  return {true,           {17, 21, 28}, {24, 30, 39}, {33, 41, 53}, {48, 58, 72}, {232, 237, 243}, {146, 158, 173},
          {86, 180, 255}, signal::yes,  signal::no,   signal::close};
}

Theme Theme::day() {
  return {false,          {240, 242, 245}, {255, 255, 255}, {245, 247, 249}, {213, 219, 227}, {24, 32, 42},
          {92, 104, 118}, {0, 98, 176},    {0, 98, 176},    {190, 62, 12},   {138, 94, 0}};
}

Theme Theme::highContrast(bool dark) {
  const QColor ground = dark ? Qt::black : Qt::white, letters = dark ? Qt::white : Qt::black;
  if (dark)
    return {true,          ground,          ground,          ground,          {104, 104, 104},
            letters,       {224, 224, 224}, {120, 200, 255}, {120, 200, 255}, {255, 150, 110},
            {255, 224, 90}};
  return {false,        ground,       ground,       ground,       {144, 144, 144}, letters,
          {36, 36, 36}, {0, 60, 130}, {0, 60, 130}, {130, 34, 0}, {84, 56, 0}};
}

Theme Theme::forDesktop(const QPalette& desktop, bool light) {
  constexpr double high = 20.0; // usual ones have grey in them: black letters on Fusion's ground reach 18
  const QColor ground = desktop.color(QPalette::Window), letters = desktop.color(QPalette::WindowText);
  if (contrast(ground, letters) < high || contrast(desktop.color(QPalette::Base), desktop.color(QPalette::Text)) < high)
    return light ? day() : night();
  return highContrast(!light && ground.lightnessF() < letters.lightnessF());
}

double contrast(const QColor& a, const QColor& b) {
  const auto luminance = [](const QColor& colour) {
    const auto linear = [](double part) {
      return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
  };
  const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
  return (lighter + 0.05) / (darker + 0.05);
}

const Theme& theme() {
  return current;
}

void paintFocus(QPainter& painter, const QRectF& box) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(current.accent, 2.0));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(box.adjusted(1.0, 1.0, -1.0, -1.0), 8.0, 8.0);
}

double typeScale() {
  return scale;
}

double desktopTypeScale(const QFont& desktop, double dots_per_inch) {
  constexpr double usual_px = 11.0 / 72.0 * 96.0, most = 1.6;
  const double px = desktop.pixelSize() > 0 ? desktop.pixelSize() : desktop.pointSizeF() / 72.0 * dots_per_inch;
  return std::clamp(px / usual_px, 1.0, most);
}

void applyTheme(QApplication& application, const Theme& theme, double type_scale) {
  current = theme;
  scale = type_scale;
  QApplication::setStyle(new OwnStyle);
  QFont font;
  font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")});
  font.setPixelSize(qRound(14.0 * scale));
  font.setHintingPreference(QFont::PreferNoHinting);
  QApplication::setFont(font);
  QApplication::setPalette(paletteOf(theme));
  application.setStyleSheet(styleSheetOf(theme));
}

} // namespace linesman::app
