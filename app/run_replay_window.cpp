#include "app/run_replay_window.h"

#include <QAbstractButton>
#include <QLayout>
#include <QTimer>

#include "app/command.h"
#include "app/game_clauses.h"
#include "app/theme.h"
#include "app/window/replay_page.h"

namespace linesman::app {

int runReplayWindow(MatchStory story, const WindowOptions& options) {
  GuiProgram program(options);
  ClauseText clause_text = clausesOf(story.contents().setup.game);
  ReplayPage page(std::move(story), std::move(clause_text), false);
  page.setWindowTitle(QStringLiteral("Linesman"));
  page.setAttribute(Qt::WA_StyledBackground);
  page.layout()->setContentsMargins(16, 10, 16, 10);
  page.resize(firstSize(options));
  if (!options.screenshot.empty())
    QTimer::singleShot(100, &page, [&] {
      for (const std::string& name : options.press)
        if (auto* button = page.findChild<QAbstractButton*>(QString::fromStdString(name)))
          button->click();
      QTimer::singleShot(250, &page, [&] { photograph(page, options); });
    });
  page.setFocus();
  options.full_screen ? page.showFullScreen() : page.show();
  return QApplication::exec();
}

} // namespace linesman::app
