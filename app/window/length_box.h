#pragma once

class QDoubleSpinBox;

namespace linesman::app {

/// A field for a length from 5 mm up, to a tenth of a millimetre.
QDoubleSpinBox* lengthBox(double value_mm, double most_mm, const char* name);

} // namespace linesman::app
