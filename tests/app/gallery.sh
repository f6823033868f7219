#!/bin/bash
# Photographs the window's screens: gallery.sh PROGRAM FOLDER [WORDS...]. No display is needed. Open the pictures and judge
# them. With words only screens whose name holds one of them.
set -e
program=$1; out=$2; shift 2; only=("$@"); mkdir -p "$out"
demo=$(cd "$(dirname "$0")/../data/demo" && pwd)
export QT_QPA_PLATFORM=offscreen LANG=C.UTF-8
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$out} # Qt remarks on its absence
wanted() {
  [ ${#only[@]} -eq 0 ] && return 0
  for word in "${only[@]}"; do [[ $1 == *$word* ]] && return 0; done
  return 1
}
shot() { # NAME arguments...
  local name=$1; shift
  wanted "$name" || return 0
  "$program" "$@" --screenshot "$out/$name.png" 2>/dev/null || echo "no $name"
}
table() { echo --source "$demo/$1.jpg" --lens "$demo/$1.lens.yml" --table "$demo/$1.table.toml"; }
step="--source $demo/seq_ship --lens $demo/seq_ship/lens.yml --table $demo/seq_ship/table.toml --fps 4"
record=$out/record
rm -rf "$record"
"$program" referee --game armadas --source "$demo/seq_ship" --lens "$demo/seq_ship/lens.yml" --table "$demo/seq_ship/table.toml" \
  --record "$record" > /dev/null 2>&1
for size in 1280x720 1920x1080; do
  shot start_$size --window-size $size
  shot step_$size demo $step --picture 5 --window-size $size
  shot shots_$size demo $(table pyr_07) --window-size $size
  shot both_$size demo $(table pyr_39) --window-size $size --view both
  shot match_$size $step --game armadas --pick-up orange --record "$(mktemp -d)/match" --picture 10 --window-size $size
  shot replay_$size replay "$record" --window --press replay_judge --window-size $size
  shot editor_$size --press start_editor --window-size $size
  shot lens_$size --press start_calibration --window-size $size
  shot what_if_$size demo $(table pyr_07) --ship cy3 --press toggle_what_if --window-size $size
done
for language in de; do
  shot start_$language --language $language
  shot shots_$language demo $(table pyr_07) --language $language
  shot replay_$language replay "$record" --window --language $language --press replay_judge
  shot editor_$language --press start_editor --language $language
  shot match_$language $step --game armadas --pick-up orange --record "$(mktemp -d)/match" --picture 10 --language $language
done
for page in "step demo $step --picture 5" "shots demo $(table pyr_07)" "start" "replay replay $record --window" "editor --press start_editor"; do
  set -- $page; name=$1; shift
  QT_SCALE_FACTOR=2 shot ${name}_2x "$@"
  shot ${name}_light "$@" --light
  shot ${name}_large "$@" --large --window-size 1920x1080
done
shot key demo $(table pyr_07) --chroma-key lime
shot reach demo $(table pyr_07) --press toggle_reach --ship cy3
shot replay_all replay "$record" --window --press replay_all
shot no_source demo --source /dev/video9 --table "$demo/pyr_07.table.toml"
shot no_lens demo --source "$demo/pyr_07.jpg" --lens "$demo/missing.yml" --table "$demo/pyr_07.table.toml"
shot wrong_table demo --source "$demo/pyr_07.jpg" --lens "$demo/pyr_07.lens.yml" --table "$demo/missing.toml"
# The set-up of a match; each press is a click on a button by its name.
shot agree --source "$demo/pyr_07.jpg" --lens "$demo/pyr_07.lens.yml" --table "$demo/pyr_07.table.toml" --game armada_chess --record "$out/rec_a"
for size in 1280x720 1920x1080; do
  shot wizard_game_$size --press start_match --window-size $size
  shot wizard_players_$size --press start_match --press game_armadas --press wizard_next --press player_add --press player_add --window-size $size
  shot wizard_board_$size --press start_match --press game_king_down --press wizard_next --press wizard_next --press board_draw --window-size $size
  shot wizard_city_board_$size --press start_match --press game_armada_chess --press wizard_next --press wizard_next --window-size $size
  shot wizard_rules_$size --press start_match --press game_armada_chess --press wizard_next --press wizard_next --press wizard_next --window-size $size
  shot wizard_camera_$size --press start_match --press game_armadas --press wizard_next --press wizard_next --press wizard_next --press wizard_next --window-size $size
  shot match_armadas_$size $(table pyr_07) --game armadas --pick-up cyan --record "$out/rec_$size" --window-size $size
  shot match_chess_$size $(table pyr_07) --game armada_chess --record "$out/rec_c$size" --press agree_begin --wait-ms 6000 --window-size $size
done
QT_SCALE_FACTOR=2 shot match_2x $(table pyr_07) --game armadas --pick-up cyan --record "$out/rec_2x"
rm -rf "$out"/rec_*
