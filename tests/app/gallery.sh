#!/bin/bash
# Photographs the window's screens: gallery.sh PROGRAM FOLDER. No display is needed. Open the pictures and judge them.
set -e
program=$1; out=$2; mkdir -p "$out"
demo=$(dirname "$0")/../data/demo
export QT_QPA_PLATFORM=offscreen
shot() { # NAME arguments...
  local name=$1; shift
  "$program" "$@" --screenshot "$out/$name.png" || echo "no $name"
}
table() { echo --source "$demo/$1.jpg" --lens "$demo/$1.lens.yml" --table "$demo/$1.table.toml"; }
step="--source $demo/seq_ship --lens $demo/seq_ship/lens.yml --table $demo/seq_ship/table.toml --fps 4"
for size in 1280x720 1920x1080; do
  shot start_$size --window-size $size
  shot step_$size demo $step --picture 5 --window-size $size
  shot shots_$size demo $(table pyr_07) --window-size $size
  shot both_$size demo $(table pyr_39) --window-size $size --view both
done
QT_SCALE_FACTOR=2 shot step_2x demo $step --picture 5
shot light demo $(table pyr_07) --light
shot large demo $(table pyr_07) --large --window-size 1920x1080
shot reach demo $(table pyr_07) --press toggle_reach --ship "$("$program" demo --headless $(table pyr_07) --out "$out/headless" | grep -o '[a-z]*1 fires' | head -1 | cut -d' ' -f1)"
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
