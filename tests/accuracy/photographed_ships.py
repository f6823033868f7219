#!/usr/bin/python3
"""Draws games of Armadas that are photographed, has them refereed, and prints what was ruled and how well ships were measured.

    tests/accuracy/photographed_ships.py [--bin build/release/bin] [--game armadas|armada2k] [--games 2] [--seed 1]
                                         [--carried] [--keep DIR]

accuracy_ship_games plays (legal turns alone, --pictures of them), vision/training/render_ship_games.py draws with Debian's
blender, one picture after the other. Each game has a table, lamps and plastics of its own. The camera stands still; with
--carried it is carried round the table (any side, 35 to 70 degrees high) before each picture. Each game is watched as it
is, without its lens, as pictures of 640x360, with the light and white balance changing, dark (two stops), blurred, sharpened
as webcams do, coded as JPEG of quality 50, and with a third of the pictures missing, none of which ended a turn. Of every way are told the steps, removals and shots
that were ruled as played, those that nobody played, those that were refused or withheld, and what was asked or said besides
(a ship that is refused a step is gone on with all the same); then how far the ships of settled tables lie off (millimetres,
and as their covariances have it: 5.9 of three numbers are as improbable as 5 sigma of one). Needs python3-numpy and
python3-opencv.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

import numpy as np

from photographed_games import MISSING, all_drawn, any_side, cv2, drawing, looking, parser_of, photographs, towards
from score_films import in_order, refereed, tell
from score_matches import need

WIDTH_PX, HEIGHT_PX = 1280, 720
FPS = 30.0  # a folder's, where nobody says
BEYOND = 5.9


def seen_from(markers, focal_px, side, high, rng):
    """A camera (4 x 4, from table) there, about as near as it sees all markers."""
    corners = np.array([[m["x"] + sx * 0.75 * m["size_mm"], m["y"] + sy * 0.75 * m["size_mm"], 0.0]
                        for m in markers for sx in (-1, 1) for sy in (-1, 1)])
    at = np.append(corners.mean(0)[:2] + rng.normal(0.0, 8.0, 2), 10.0)
    roll, farther, pose = rng.normal(0.0, 0.03), rng.uniform(1.0, 1.12), np.eye(4)
    for away_mm in range(300, 3000, 5):
        pose[:3, :3], pose[:3, 3] = looking(at + farther * away_mm * towards(side, high), at, roll)
        x, y, z = pose[:3, :3] @ corners.T + pose[:3, 3:]
        if max(np.abs(x / z).max() * 2.0 / WIDTH_PX, np.abs(y / z).max() * 2.0 / HEIGHT_PX) * focal_px < 0.97:
            break
    return pose


def write_game(told, folder, rng, carried):
    """One scene for each picture of a game, as render_ship_games.py draws it."""
    os.makedirs(folder)
    focal_px = rng.uniform(0.75, 0.95) * WIDTH_PX
    camera_matrix = [[focal_px, 0.0, 0.5 * WIDTH_PX - 0.5], [0.0, focal_px, 0.5 * HEIGHT_PX - 0.5], [0.0, 0.0, 1.0]]
    still = seen_from(told["markers"], focal_px, rng.normal(-math.pi / 2.0, 0.3), math.radians(rng.uniform(45.0, 72.0)), rng)
    for k, picture in enumerate(told["pictures"]):
        pose = still
        if carried:
            pose = seen_from(told["markers"], focal_px, any_side(rng), math.radians(rng.uniform(35.0, 70.0)), rng)
        json.dump({"image": {"width": WIDTH_PX, "height": HEIGHT_PX}, "colours": sorted(told["players"]),
                   "camera": {"K": camera_matrix, "dist_k1k2p1p2k3": [0.0] * 5, "T_camera_table": pose.tolist()},
                   "objects": told["markers"] + picture["objects"]},
                  open(os.path.join(folder, f"{k:02d}.json"), "w", encoding="utf-8"))


def drawn(arguments, work):
    """(what was played, folder of its pictures) of each game; nothing where blender fails."""
    need(arguments.bin, "linesman", "accuracy_ship_games", "blender")
    games = []
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        folder = os.path.join(work, f"{arguments.game}{seed}" + (" carried" if arguments.carried else ""))
        play = [os.path.join(arguments.bin, "accuracy_ship_games"), arguments.game, str(arguments.pictures), str(seed)]
        told = json.loads(subprocess.run(play, check=True, stdout=subprocess.PIPE).stdout)
        if not os.path.exists(folder):
            write_game(told, folder, np.random.default_rng(seed), arguments.carried)
        if not all_drawn([drawing("render_ship_games.py", folder)]):
            return []
        games.append((told, folder))
    return games


def write_table(told, path):
    tags = "".join(f'  {{ id = {m["marker_id"]}, size_mm = {m["size_mm"]}, centre_mm = [{m["x"]}, {m["y"]}], '
                   f'heading_deg = {m["heading"]} }},\n' for m in told["markers"])
    players = ", ".join(f'{colour} = "{player}"' for colour, player in told["players"].items())
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'[markers]\ndictionary = "{told["markers"][0]["dict"]}"\ntags = [\n{tags}]\n'
                   f'[area]\npolygon_mm = {told["area"]}\n'
                   f'[pieces]\nset = "looney-pyramids"\nplayers = {{ {players} }}\n')


def write_lens(scene, width_px, path):
    camera = json.load(open(scene, encoding="utf-8"))["camera"]
    scale = width_px / WIDTH_PX
    matrix = np.diag([scale, scale, 1.0]) @ (np.array(camera["K"]) + [[0, 0, 0.5], [0, 0, 0.5], [0, 0, 0]])
    matrix[:2, 2] -= 0.5
    file = cv2.FileStorage(path, cv2.FILE_STORAGE_WRITE)
    file.write("image_width", width_px)
    file.write("image_height", width_px * HEIGHT_PX // WIDTH_PX)
    file.write("camera_matrix", matrix)
    file.write("distortion_coefficients", np.array([camera["dist_k1k2p1p2k3"]]))
    file.release()


def write_told(told, shown, path):
    """What is said before each of the pictures that are shown, by number."""
    said = 0
    with open(path, "w", encoding="utf-8") as file:
        for index, number in enumerate(shown):
            for picture in told["pictures"][said:number + 1]:
                for words in picture["said"]:
                    file.write(json.dumps({"t_s": (index - 0.5) / FPS, **words}) + "\n")
            said = number + 1


def ruled(events):
    """What was ruled, in order: as it is called in the game that was played, and how."""
    rulings, action = [], None
    for event in events:
        if event["event"] == "action":
            kind = event["what"] if event["kind"] == "remove" else event["kind"]
            action = " ".join([kind, event["ship"]] + ([event["target"]] if event.get("target") else []))
        elif event["event"] == "verdict" and action:
            rulings.append((action, event["ruling"]))
            action = None
    return rulings


def besides(events):
    """What was asked or said that a game without a fault gives no reason for."""
    for event in events:
        if event["event"] in ("put_back", "error", "retract") or (
                event["event"] == "calibration" and not event.get("ok", True)) or (
                event["event"] == "claim" and not event["accepted"]):
            yield " ".join(filter(None, [event["event"], event.get("what"), event.get("ship"), event.get("sentence")]))


class Errors:
    """Of measured ships: millimetres, and as their covariances have it."""

    def __init__(self):
        self.mm, self.sigmas, self.unseen, self.false = [], [], 0, 0

    def add(self, true, seen):
        left = [p for p in seen if p["posture"] == "lying"]
        for ship in (o for o in true if o["kind"] == "pyramid"):
            near = [p for p in left if p["size"] == ship["size"] and math.hypot(p["x_mm"] - ship["x"], p["y_mm"] - ship["y"]) < 10.0]
            if not near:
                self.unseen += 1
                continue
            one = min(near, key=lambda p: math.hypot(p["x_mm"] - ship["x"], p["y_mm"] - ship["y"]))
            left.remove(one)
            error = np.array([one["x_mm"] - ship["x"], one["y_mm"] - ship["y"],
                              math.radians((one["heading_deg"] - ship["heading"] + 180.0) % 360.0 - 180.0)])
            self.mm.append(math.hypot(*error[:2]))
            self.sigmas.append(math.sqrt(error @ np.linalg.solve(np.array(one["covariance"]), error)))
        self.false += len(left)

    def __str__(self):
        def figures(of):
            return f"median {np.median(of):.2f}, 95 % {np.percentile(of, 95):.2f}, worst {max(of):.2f}"
        if not self.mm:
            return "no ship was seen"
        return (f"{len(self.mm)} ships, {self.unseen} not seen, {self.false} false; mm {figures(self.mm)}; "
                f"sigmas {figures(self.sigmas)}, beyond {sum(s > BEYOND for s in self.sigmas)}")


def missing_from(told):
    """Pictures that may be missing: what no picture shows before somebody says that his turn is over was not played."""
    ends = [any(words["say"] == "done" for words in after["said"]) for after in told["pictures"][1:]]
    return [k for k in MISSING if k < len(ends) and not ends[k]]


def watch(binary, told, folder, scratch, way):
    """Events of a game watched in one way, what is complained of, and the errors of its ships."""
    pictures = tempfile.mkdtemp(dir=scratch)
    photographs(folder, os.path.join(pictures, "of"), np.random.default_rng(5), way, (WIDTH_PX, HEIGHT_PX), missing_from(told))
    shown = sorted(int(name[:-4]) for name in os.listdir(os.path.join(pictures, "of")))
    table, lens, said = (os.path.join(pictures, name) for name in ("table.toml", "lens.yml", "told.jsonl"))
    write_table(told, table)
    write_lens(os.path.join(folder, "00.json"), 640 if way == "640x360" else WIDTH_PX, lens)
    write_told(told, shown, said)
    with_lens = [] if way == "without its lens" else ["--lens", lens]
    events, complaint = refereed(binary, os.path.join(pictures, "of"), told["game"], "--table", table, "--told", said,
                                 "--pick-up", "red", *with_lens)
    errors = Errors()
    for event in events:
        if event["event"] == "settled" and not event.get("last"):
            errors.add(told["pictures"][shown[round(event["t_s"] * FPS)]]["objects"], event["table"]["pyramids"])
    return events, complaint, errors


def main():
    parser = parser_of(__doc__, 1, ["as it is", "without its lens", "640x360", "light changes", "dark", "blurred",
                                    "sharpened", "JPEG 50", "pictures missing"])
    parser.add_argument("--game", choices=("armadas", "armada2k"), default="armadas")
    parser.add_argument("--pictures", type=int, default=30, help="pictures of each game")
    parser.add_argument("--carried", action="store_true", help="carry the camera before each picture")
    arguments = parser.parse_args()
    all_right = True
    with tempfile.TemporaryDirectory() as scratch:
        games = drawn(arguments, os.path.abspath(arguments.keep or scratch))
        for told, folder in games:
            wanted = [one for picture in told["pictures"] for one in picture["ruled"]]
            for way in arguments.ways:
                events, complaint, errors = watch(os.path.join(arguments.bin, "linesman"), told, folder, scratch, way)
                rulings = ruled(events)
                legal = [action for action, ruling in rulings if ruling == "legal"]
                right, said = in_order(legal, wanted), list(besides(events)) + ([complaint] if complaint else [])
                refused, withheld = (sum(ruling == how for _, ruling in rulings) for how in ("illegal", "unclear"))
                tell(f"{os.path.basename(folder)} {way}", right, wanted, len(legal) - right,
                     [f"{refused} refused, {withheld} withheld, {len(said)} said besides"] + said)
                print(f"    {errors}", flush=True)
                all_right = all_right and right == len(wanted) == len(rulings) and not said
    return 0 if games and all_right else 1


if __name__ == "__main__":
    sys.exit(main())
