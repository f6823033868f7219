#!/bin/bash
# Photographs the window's screens: gallery.sh PROGRAM FOLDER [WORDS...]. No display is needed. Open the pictures and judge
# them. With words only screens whose name holds one of them. Every screen is taken at 1280x720 and 1920x1080, at twice the
# scale, in light and large, and in German; then come faults, empty states and long names. Games on squares in play need
# gallery_table_pictures beside the program (ninja gallery_table_pictures); without it they are left out.
set -e
program=$1; out=$2; shift 2; only=("$@"); mkdir -p "$out"
demo=$(cd "$(dirname "$0")/../data/demo" && pwd)
export QT_QPA_PLATFORM=offscreen LANG=C.UTF-8
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$out} # Qt remarks on its absence
export XDG_CONFIG_HOME=$out/home XDG_DATA_HOME=$out/home # nobody's own matches and settings
wanted() {
  [ ${#only[@]} -eq 0 ] && return 0
  for word in "${only[@]}"; do [[ $1 == *$word* ]] && return 0; done
  return 1
}
shot() { # NAME arguments...
  local name=$1; shift
  wanted "$name" || return 0
  rm -rf "$out/home" # what an earlier screen remembered
  "$program" "$@" --screenshot "$out/$name.png" 2>/dev/null || echo "no $name"
}
recordOf() { # WORD: RECORD becomes a new folder each time, RECORD_GAME a copy of that match in play
  local folder
  case $1 in
  RECORD) echo "$(mktemp -d)/match" ;;
  RECORD_*) folder=$(mktemp -d) && cp -r "$out/play_${1#RECORD_}" "$folder/match" && echo "$folder/match" ;;
  *) echo "$1" ;;
  esac
}
every() { # NAME arguments...: in all looks
  local name=$1; shift
  look() {
    local shown=$1; shift
    local words=()
    for word in "$@"; do words+=("$(recordOf "$word")"); done
    shot "$shown" "${words[@]}"
  }
  look "${name}_1280x720" "$@" --window-size 1280x720
  look "${name}_1920x1080" "$@" --window-size 1920x1080
  QT_SCALE_FACTOR=2 look "${name}_2x" "$@" --window-size 1280x720
  look "${name}_light" "$@" --light
  look "${name}_large" "$@" --large --window-size 1920x1080
  look "${name}_de" "$@" --language de
}
table() { echo --source "$demo/$1.jpg" --lens "$demo/$1.lens.yml" --table "$demo/$1.table.toml"; }
sequence() { echo --source "$demo/$1" --lens "$demo/$1/lens.yml" --table "$demo/$1/table.toml" --fps "$2"; }
record=$out/record
rm -rf "$record" "$out/home"
"$program" referee --game armadas $(sequence seq_ship 4) --record "$record" > /dev/null 2>&1
# A match on squares in play: the position of tests/data/gallery, a turn that is legal and one that is not.
squares=$(dirname "$program")/gallery_table_pictures
in_play() { # GAME POSITION_FILE FROMTO...: a record of it in $out/play_GAME, the last pictures in $out/table_GAME/now
  local game=$1 folder=$out/table_$1 start=$demo/../gallery/$2; shift 2
  rm -rf "$folder" "$out/play_$game"
  "$squares" "$game" "$start" "$folder" "$@"
  mkdir -p "$folder/now" && cp $(ls "$folder"/*.jpg | tail -3) "$folder/now"
  "$program" referee --game "$game" --source "$folder" --lens "$folder/lens.yml" --table "$folder/table.toml" --fps 5 \
    --start "$start" --record "$out/play_$game" > "$out/play_$game.jsonl" 2> /dev/null || echo "no match of $game"
}
play() { # GAME arguments...: the window that goes on with it, by `every` or `shot`
  local how=$1 name=$2 game=$3; shift 3
  "$how" "$name" --game "$game" --source "$out/table_$game/now" --lens "$out/table_$game/lens.yml" \
    --table "$out/table_$game/table.toml" --fps 2 --picture 3 --record "RECORD_$game" "$@"
}
next() { for ((i = 0; i < $1; ++i)); do echo --press wizard_next; done; }

every start
every step demo $(sequence seq_ship 4) --picture 5
every shots demo $(table pyr_07)
every both demo $(table pyr_39) --view both
every what_if demo $(table pyr_07) --ship cy3 --press toggle_what_if
every replay replay "$record" --window --press replay_judge
every editor --press start_editor
if [ -x "$squares" ] && wanted editor_invasion; then # a photograph of a board with men on it
  "$squares" invasion "$demo/../gallery/invasion.txt" "$out/photo_invasion" && photo=$out/photo_invasion/000.jpg
  every editor_invasion --press start_editor --press editor_game=1 --press photo_bar="$photo" --press editor_find
fi
every lens --press start_calibration
every table_page --press start_calibration --press calibrate_table
every certificate_page --press start_calibration --press calibrate_certificate
every agree $(table pyr_07) --game armada_chess --record RECORD
every match $(sequence seq_step 1) --game armadas --record RECORD --picture 3
shot match_2k $(sequence seq_step 1) --game armada2k --record "$(mktemp -d)/match" --picture 3 --press panel_facts
every match_squares $(table pyr_07) --game armada_chess --record RECORD --press agree_begin --wait-ms 6000
every match_turned $(table pyr_07) --game king_down --record RECORD --press board_turn --wait-ms 6000
if [ -x "$squares" ] && { [ ${#only[@]} -eq 0 ] || [[ " ${only[*]}" == *" play"* ]]; }; then
  in_play armada_chess armada_chess.json d8d7 i4j6
  in_play invasion invasion.txt c1c2 b7d9
  in_play king_down king_down.txt e4d5 a8a3
  for game in armada_chess invasion king_down; do
    play every "play_$game" "$game" --wait-ms 1500
    play every "play_facts_$game" "$game" --wait-ms 1500 --press panel_facts
    every "play_replay_$game" replay "$out/play_$game" --window
  done
fi
every no_source demo --source /dev/video9 --table "$demo/pyr_07.table.toml"
# The set-up of a match; each press is a click on a button by its name.
every wizard_game --press start_match
every wizard_players --press start_match --press game_armadas $(next 1) --press player_add --press player_add
every wizard_board --press start_match --press game_king_down $(next 2) --press board_draw
every wizard_city_board --press start_match --press game_armada_chess $(next 2)
every wizard_rules --press start_match --press game_armada_chess $(next 3)
every wizard_camera --press start_match --press game_armadas $(next 4)
every wizard_begin --press start_match --press game_armadas $(next 5)

shot key demo $(table pyr_07) --chroma-key lime
shot reach demo $(table pyr_07) --press toggle_reach --ship cy3
shot rules $(sequence seq_step 1) --game armadas --record "$(mktemp -d)/match" --press panel_facts
shot ruling $(sequence seq_step 1) --game armadas --record "$(mktemp -d)/match" --picture 2
shot clock $(sequence seq_step 1) --game armadas --record "$(mktemp -d)/match" --picture 3 --press match_clock
shot clock_de $(sequence seq_step 1) --game armadas --record "$(mktemp -d)/match" --picture 3 --press match_clock --language de
shot overrule $(sequence seq_step 1) --game armadas --record "$(mktemp -d)/match" --picture 3 --press match_overrule
shot replay_all replay "$record" --window --press replay_all
shot no_lens demo --source "$demo/pyr_07.jpg" --lens "$demo/missing.yml" --table "$demo/pyr_07.table.toml"
sed 's/^image_width: .*/image_width: 640/; s/^image_height: .*/image_height: 480/' "$demo/pyr_07.lens.yml" > "$out/small.lens.yml"
shot wrong_size demo --source "$demo/pyr_07.jpg" --lens "$out/small.lens.yml" --table "$demo/pyr_07.table.toml"
shot no_table demo --source "$demo/pyr_07.jpg" --lens "$demo/pyr_07.lens.yml"
shot wrong_table demo --source "$demo/pyr_07.jpg" --lens "$demo/pyr_07.lens.yml" --table "$demo/missing.toml"
shot no_markers demo --source "$demo/pyr_07.jpg" --lens "$demo/pyr_07.lens.yml" --table "$demo/pyr_02.table.toml"
# Long names of players, and a playing area that the picture does not hold.
long=$out/long.table.toml
sed 's/^players = .*/players = { red = "The Most Honourable Thursday Evening League of the Old Harbour", blue = "Bartholomew Featherstonehaugh-Cholmondeley the Younger" }/' \
  "$demo/seq_step/table.toml" > "$long"
printf '[area]\npolygon_mm = [[-450,-300],[450,-300],[450,300],[-450,300]]\n' >> "$long"
names="--source $demo/seq_step --lens $demo/seq_step/lens.yml --table $long --fps 1 --game armadas"
shot long_match $names --record "$(mktemp -d)/match" --picture 3
shot long_match_large $names --record "$(mktemp -d)/match" --picture 3 --large --window-size 1920x1080
shot long_shots $names --record "$(mktemp -d)/match" --picture 3 --press panel_shots --view both
if wanted going_on; then # a match that was left
  shot going_on $names --record "$out/home/left" --picture 3
  "$program" --screenshot "$out/going_on.png" 2>/dev/null || echo "no going_on"
fi
rm -rf "$out/home"
