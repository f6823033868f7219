#pragma once
#include <QString>

class QWidget;

namespace linesman::app {

/// Asks for a new file's path, empty where the user thinks better of it. A name without an ending gets that of the kind
/// chosen in `filters` ("Film (*.avi *.mp4);;Web page (*.html)": its first; none of "(*)"), or else that of `proposed`,
/// and what has that name is not written over unasked.
QString askWhereToKeep(QWidget* parent, const QString& title, const QString& proposed, const QString& filters = {});

/// The ending that names of this kind get: "avi" of "Film (*.avi *.mp4)", empty of "All files (*)".
QString endingOf(const QString& filter);

} // namespace linesman::app
