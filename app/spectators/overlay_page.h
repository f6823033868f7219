#pragma once
#include <QByteArray>

namespace linesman::app {

/// The page for a browser source: transparent, 1920x1080 or any other size, reconnects by itself.
QByteArray overlayPage();

} // namespace linesman::app
