#!/bin/bash
# Debian's opencv_highgui and opencv_viz are built on Qt 5; two Qt versions in one process fail in strange ways.
if ldd "$1" | grep -E 'libQt5|opencv_highgui|opencv_viz'; then
  echo "$1 must not load the libraries above"; exit 1
fi
