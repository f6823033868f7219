#!/bin/bash
# The program ends in order when it is told to, and says in one sentence that a window finds no display.
# usage: ended.sh PROGRAM TEST_DATA
program=$(realpath "$1") demo=$(realpath "$2")/demo step=$(realpath "$2")/demo/seq_step
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_DATA_HOME=$folder/home XDG_CONFIG_HOME=$folder/home # nobody's own matches
cd "$folder" || exit 1
failed=0
expect() { # STATUS WANTED WHAT
  [ "$1" = "$2" ] || { echo "$3: exit status $1, not $2"; failed=1; }
}
says() { # FILE WORDS
  grep -q "$2" "$1" || { echo "no word of \"$2\":"; cat "$1"; failed=1; }
}
until_there() { # PATTERN, for a minute; at once, for some files do not stay long
  local end=$((SECONDS + 60))
  until compgen -G "$1" >/dev/null; do
    [ $SECONDS -lt $end ] || { echo "never: $1"; failed=1; return; }
  done
}
whole() { # RECORD
  "$program" replay "$1" 2>replayed || { echo "$1:"; cat replayed; failed=1; }
}

# A step that is laid again and again: every picture has its events.
mkdir film short
for i in $(seq 100 299); do ln -s "$step/f0$((i % 5)).jpg" "film/$i.jpg"; done
for i in $(seq 100 104); do ln -s "$step/f0$((i % 5)).jpg" "short/$i.jpg"; done
watch() { # FOLDER RECORD
  exec "$program" referee --game armadas --source "$1" --lens "$step/lens.yml" --table "$step/table.toml" --pick-up red \
    --record "$2"
}

# The record is whole, and may go on.
for signal in INT TERM HUP; do
  (watch film "by_$signal") >"$signal.out" 2>"$signal.err" &
  id=$!
  until_there "by_$signal/pictures/1.jpg"
  kill -$signal $id
  wait $id
  expect $? 0 "referee, SIG$signal"
  whole "by_$signal"
done

# Nobody reads what is printed, or it finds no room.
(watch film closed) 2>closed.err | head -n 1 >/dev/null
expect "${PIPESTATUS[0]}" 1 "referee with its output closed"
says closed.err "Standard output was closed, so the watch ends here; go on with --resume"
whole closed
if [ -e /dev/full ]; then
  (watch short full) >/dev/full 2>full.err
  expect $? 1 "referee with its output on a full disk"
  says full.err "in the record alone"
  whole full
  [ "$(wc -l <full/match.jsonl)" -ge 10 ] || { echo "the match did not go on"; failed=1; }
fi

# Without a standard output a record would get its number, and what is printed.
(watch short without) >&- 2>without.err
expect $? 1 "referee without a standard output"
says without.err "in the record alone"
whole without

# A certificate that was measured is not lost with the file that finds no room.
(trap '' XFSZ; ulimit -f 0; exec "$program" certify --source short --lens "$step/lens.yml" --table "$step/table.toml" \
  --json certificate.json) 2>&1 | cat >certify.out
expect "${PIPESTATUS[0]}" 1 "certify without room for its file"
says certify.out "Cannot write certificate.json"
says certify.out '"accuracy_mm"'

# A film that is being written leaves nothing behind.
mkdir clips
(watch short match) >/dev/null 2>referee.err || { cat referee.err; failed=1; }
"$program" replay match --clip clips/match.avi 2>clip.err &
id=$!
until_there "clips/*.part.avi"
kill -INT $id
wait $id
expect $? 1 "replay --clip, SIGINT"
says clip.err "the film was not written"
[ -z "$(ls clips)" ] || { echo "left behind: $(ls clips)"; failed=1; }

# The window: told to end it ends; without a display that it may use it says so.
QT_QPA_PLATFORM=offscreen "$program" --source film --game armadas --pick-up red --record window --lens "$step/lens.yml" \
  --table "$step/table.toml" 2>/dev/null &
id=$!
until_there window/match.jsonl
kill -TERM $id
wait $id
expect $? 0 "window, SIGTERM"
whole window
DISPLAY=localhost:4711 QT_QPA_PLATFORM=xcb "$program" 2>display.err
expect $? 1 "window without a display"
says display.err "finds no display"
exit $failed
