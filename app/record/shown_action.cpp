#include "app/record/shown_action.h"

#include <QCoreApplication>
#include <QStringList>

#include "app/watch/event.h"

namespace linesman::app {

QString shownAction(const nlohmann::json& action, const QString& actor) {
  const auto at = [&](const char* key) { return QString::fromStdString(textIn(action, key)); };
  const QString kind = at("kind"), what = at("what"), ship = at("ship"), turn = at("turn");
  if (kind == u"step")
    return QCoreApplication::translate("Report", "%1 lays a step of %2").arg(actor, ship);
  if (kind == u"shot")
    return QCoreApplication::translate("Report", "%1 fires with %2 at %3").arg(actor, ship, at("target"));
  if (kind == u"remove")
    return (what == u"original"          ? QCoreApplication::translate("Report", "%1 takes the old piece of %2 away")
            : what == u"spare_withdrawn" ? QCoreApplication::translate("Report", "%1 takes the gauge at %2 away")
                                         : QCoreApplication::translate("Report", "%1 takes %2 off the table"))
        .arg(actor, ship);
  if (kind == u"nudge")
    return (what == u"put_back" ? QCoreApplication::translate("Report", "%1 was put back")
                                : QCoreApplication::translate("Report", "%1 was shifted"))
        .arg(ship);
  if (kind == u"move" || kind == u"capture")
    return QCoreApplication::translate("Report", "%1 plays %2").arg(actor, turn);
  if (kind == u"illegal")
    return QCoreApplication::translate("Report", "%1 tries %2").arg(actor, turn);
  QStringList words{actor, kind, what, ship, turn};
  words.removeAll(QString());
  return words.join(QLatin1Char(' '));
}

} // namespace linesman::app
