#include "app/window/decision_form.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include "app/theme.h"
#include "app/window/labels.h"

namespace linesman::app {

namespace {

QLineEdit* field(const QString& name, const QString& hint) {
  auto* line = new QLineEdit;
  line->setObjectName(name);
  line->setPlaceholderText(hint);
  line->setFocusPolicy(Qt::StrongFocus);
  return line;
}

} // namespace

DecisionForm::DecisionForm(const char* name, QWidget* what, QWidget* parent)
    : QWidget(parent), heading_(headingLabel({})), who_(field(QString::fromLatin1(name) + "_who", tr("who decides"))),
      why_(field(QString::fromLatin1(name) + "_why", tr("why"))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  heading_->setWordWrap(true);
  auto* confirm = new QPushButton(tr("Record it"));
  confirm->setObjectName(QString::fromLatin1(name) + "_confirm");
  confirm->setToolTip(tr("Write the decision into the record"));
  confirm->setProperty("primary", true);
  auto* cancel = new QPushButton(tr("Cancel"));
  cancel->setObjectName(QString::fromLatin1(name) + "_cancel");
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(confirm);
  buttons->addWidget(cancel);
  buttons->addStretch(1);
  column->addWidget(heading_);
  if (what != nullptr)
    column->addWidget(what);
  column->addWidget(who_);
  column->addWidget(why_);
  column->addLayout(buttons);
  column->addStretch(1);
  connect(confirm, &QPushButton::clicked, this, &DecisionForm::confirmed);
  connect(who_, &QLineEdit::returnPressed, why_, [this] { why_->setFocus(); });
  connect(why_, &QLineEdit::returnPressed, this, &DecisionForm::confirmed);
  connect(new QShortcut(Qt::Key_Escape, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut), &QShortcut::activated,
          this, &DecisionForm::cancelled);
  connect(cancel, &QPushButton::clicked, this, &DecisionForm::cancelled);
  setFocusProxy(who_);
}

void DecisionForm::setHeading(const QString& heading) {
  heading_->setText(heading);
}

QString DecisionForm::who() const {
  return who_->text().trimmed();
}

QString DecisionForm::why() const {
  return why_->text().trimmed();
}

void DecisionForm::clear() {
  why_->clear();
}

} // namespace linesman::app
