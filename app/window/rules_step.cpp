#include <QCoreApplication>
#include <QGridLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include "app/figures.h"
#include "app/law_words.h"
#include "app/theme.h"
#include "app/watch/match_setup.h"
#include "app/watch/refereed_options.h"
#include "app/window/agree_list.h"
#include "app/window/cards.h"
#include "app/window/elided_box.h"
#include "app/window/labels.h"
#include "app/window/wizard_step.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

QString plain(const std::string& text) {
  return QString::fromStdString(text).replace(QLatin1Char('_'), QLatin1Char(' '));
}

/// The switches of the rules: first those to agree on, then all, each with its sentence.
class RulesStep final : public WizardStep {
  Q_DECLARE_TR_FUNCTIONS(RulesStep)

public:
  RulesStep() : agree_(new AgreeList), filter_(new QLineEdit), list_(new QWidget), rows_(new QVBoxLayout(list_)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    filter_->setObjectName(QStringLiteral("rules_filter"));
    filter_->setPlaceholderText(tr("find a rule: blockade, touch, repetition …"));
    filter_->setClearButtonEnabled(true);
    column->addWidget(filter_);
    auto* inner = new QWidget;
    auto* inner_column = new QVBoxLayout(inner);
    inner_column->setContentsMargins(0, 0, 10, 0);
    agree_heading_ = headingLabel(tr("Agree on these first: the rules are silent, and the default is our reading"));
    inner_column->addWidget(agree_heading_);
    inner_column->addWidget(agree_);
    all_heading_ = headingLabel(tr("All switches"));
    inner_column->addWidget(all_heading_);
    rows_->setContentsMargins(0, 0, 0, 0);
    rows_->setSpacing(0);
    inner_column->addWidget(list_);
    inner_column->addStretch(1);
    column->addWidget(scrolled(inner), 1);
    connect(filter_, &QLineEdit::textChanged, this, &RulesStep::filter);
  }

  QString title() const override { return tr("Rules"); }

  void load(const MatchProfile& profile) override {
    agree_->setSetup(profile.match);
    while (QLayoutItem* item = rows_->takeAt(0)) {
      delete item->widget();
      delete item;
    }
    options_.clear();
    const auto game = rules::Registry::instance().make(profile.match.game);
    if (!game)
      return;
    book_ = (*game)->book();
    std::vector<std::string> agreed;
    for (const rules::RiskyDefault& risky : rules::riskyDefaults(*book_))
      agreed.push_back(risky.option);
    for (const rules::Option& option : book_->options())
      if (std::find(agreed.begin(), agreed.end(), option.name) == agreed.end())
        addRow(option, profile.match);
    filter();
  }

  void store(MatchProfile& profile) const override {
    for (const Row& row : options_) {
      const std::string value = valueOf(row);
      if (value == row.option.default_value)
        profile.match.options.erase(row.option.name);
      else
        profile.match.options[row.option.name] = value;
    }
    agree_->apply(profile.match);
  }

  QString missing() const override {
    for (const Row& row : options_)
      if (const auto good = book_->checkOption(row.option.name, valueOf(row)); !good)
        return shownSentence(good.error().sentence);
    return {};
  }

private:
  struct Row {
    rules::Option option;
    QWidget* widget;
    QComboBox* choice; ///< null: a line
    QLineEdit* line;   ///< null: a choice
  };

  /// Nothing typed is the default, as the line says.
  static std::string valueOf(const Row& row) {
    if (row.choice != nullptr)
      return row.choice->currentData().toString().toStdString();
    QString typed = row.line->text().trimmed();
    if (row.option.type == "number")
      typed.replace(u',', u'.');
    return typed.isEmpty() ? row.option.default_value : typed.toStdString();
  }

  void addRow(const rules::Option& option, const MatchSetup& match) {
    const auto chosen = match.options.find(option.name);
    const std::string value = chosen == match.options.end() ? option.default_value : chosen->second;
    Row row{option, new QWidget, nullptr, nullptr};
    auto* grid = new QGridLayout(row.widget);
    grid->setContentsMargins(0, 5, 0, 5);
    grid->setHorizontalSpacing(16);
    auto* text = new QLabel(shownSentence(option.text));
    text->setWordWrap(true);
    styleLabel(text, 14, QFont::Normal, theme().text);
    auto* name = new QLabel(QString::fromStdString(option.name));
    name->setObjectName(QString::fromStdString("name_" + option.name));
    const auto refereed = [&](const std::string& one) {
      return onSquares(match.game) ? isRefereedOnSquares(option.name, one) : isRefereed(option.name, one);
    };
    if (!refereed(option.default_value))
      name->setText(tr("%1 · not refereed where a table is watched: see to it yourselves").arg(name->text()));
    name->setWordWrap(true);
    styleLabel(name, 12, QFont::Normal, theme().dim);
    std::vector<std::string> values = option.values;
    if (values.empty() && option.type == "boolean")
      values = {"true", "false"};
    QWidget* editor = nullptr;
    if (values.empty()) {
      const auto shown = [&](const std::string& one) {
        const QString text = QString::fromStdString(one);
        return option.type == "number" ? shownFigures(text) : text;
      };
      editor = row.line = new QLineEdit(shown(value));
      row.line->setPlaceholderText(tr("default: %1").arg(shown(option.default_value)));
    } else {
      editor = row.choice = new ElidedBox;
      for (const std::string& one : values) {
        QString words = option.type == "boolean" ? (one == "true" ? tr("yes") : tr("no")) : shownOptionValue(one);
        if (refereed(option.default_value) && !refereed(one))
          words = tr("%1 · not refereed").arg(words);
        row.choice->addItem(one == option.default_value ? tr("%1 (default)").arg(words) : words,
                            QString::fromStdString(one));
      }
      row.choice->setCurrentIndex(row.choice->findData(QString::fromStdString(value)));
    }
    editor->setObjectName(QString::fromStdString("option_" + option.name));
    editor->setAccessibleName(text->text());
    grid->addWidget(text, 0, 0);
    grid->addWidget(name, 1, 0);
    grid->addWidget(editor, 0, 1, 2, 1, Qt::AlignVCenter);
    grid->setColumnStretch(0, 17);
    grid->setColumnStretch(1, 10);
    rows_->addWidget(row.widget);
    options_.push_back(row);
  }

  void filter() {
    const QString words = filter_->text().trimmed();
    const auto fits = [&](const std::string& name, const std::string& text) {
      return words.isEmpty() || QString::fromStdString(name + " " + text).contains(words, Qt::CaseInsensitive) ||
             shownSentence(text).contains(words, Qt::CaseInsensitive) ||
             plain(name).contains(words, Qt::CaseInsensitive);
    };
    const bool agreed = agree_->showOnly(fits);
    agree_heading_->setVisible(agreed);
    bool any = false;
    for (const Row& row : options_) {
      const bool shown = fits(row.option.name, row.option.text);
      row.widget->setVisible(shown);
      any = any || shown;
    }
    all_heading_->setVisible(any || !agreed);
    all_heading_->setText(any ? tr("All switches") : tr("No switch speaks of that"));
  }

  AgreeList* agree_;
  QLineEdit* filter_;
  QWidget* list_;
  QVBoxLayout* rows_;
  QLabel* agree_heading_ = nullptr;
  QLabel* all_heading_ = nullptr;
  std::optional<rules::RuleBook> book_;
  std::vector<Row> options_;
};

} // namespace

WizardStep* makeRulesStep() {
  return new RulesStep;
}

} // namespace linesman::app
