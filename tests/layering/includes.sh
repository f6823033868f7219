#!/bin/bash
# models <- calibration <- vision <- app and models <- rules <- app: no include may point the other way.
cd "$1" || exit 1
bad=0
forbid() { # folder, pattern
  if grep -rnE "#include [<\"]($2)" "$1" --include='*.h' --include='*.cpp'; then
    echo "$1/ must not include the above"; bad=1
  fi
}
forbid models 'opencv|Q[A-Z]|calibration/|vision/|rules/|app/'
forbid rules 'opencv|Q[A-Z]|calibration/|vision/|app/'
forbid calibration 'Q[A-Z]|vision/|rules/|app/'
forbid vision 'Q[A-Z]|rules/|app/'
exit $bad
