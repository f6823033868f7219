#!/bin/bash
# What the program prints has decimal points, also where the system writes commas: Qt takes the C library's figures from it.
# usage: decimal_point.sh PROGRAM DEMO_DATA; exit status 77 (skipped) where no German locale can be made.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
localedef -i de_DE -f UTF-8 "$folder/de_DE.utf8" || exit 77
mkdir "$folder/two" # the first picture that is drawn makes the application object, the second is printed with it
cp "$2/pyr_39.jpg" "$folder/two/1.jpg" && cp "$2/pyr_39.jpg" "$folder/two/2.jpg"
LOCPATH="$folder" LC_ALL=de_DE.utf8 "$1" demo --headless --source "$folder/two" --lens "$2/pyr_39.lens.yml" \
  --table "$2/pyr_39.table.toml" --out "$folder/out" >"$folder/text" || exit 1
if [ "$(grep -c 'margin [+-][0-9]*\.[0-9]' "$folder/text")" -lt 2 ] || grep -E 'margin [+-]?[0-9]*,[0-9]' "$folder/text"; then
  echo "figures with points were expected in each of two pictures"; exit 1
fi
