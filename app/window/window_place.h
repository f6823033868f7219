#pragma once

namespace linesman::app {

class MainWindow;

/// Remembers where the window stands, how large it is, and the page that was opened from the start page, for the next
/// start. Where nothing can be written it is forgotten.
void keepPlace(const MainWindow& window);
/// Puts a window where the last one stood, on a screen that is there, and on its page; nothing where none is
/// remembered.
void restorePlace(MainWindow& window);

} // namespace linesman::app
