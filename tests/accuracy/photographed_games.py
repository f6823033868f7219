#!/usr/bin/python3
"""Draws games that are photographed from another place at every turn, has them refereed, and prints how many turns were read.

    tests/accuracy/photographed_games.py [--bin build/release/bin] [--games 2] [--seed 4242001] [--still] [--high 32 68]
                                         [--keep DIR]

Sets, boards, tables and lamps are those of the training renderer (vision/training: `render_boards --scenes`, drawn by
Debian's blender, some 5 s a picture on one core), of scenes nobody trained on: --seed chooses them. A game is one of 29
turns; before each the camera is carried round the table (any side, 32 to 68 degrees high or as told, nearer or farther),
with --still it stays where it is. Each game is watched as it is, as pictures of 640x480, with the light and white balance
changing, blurred, sharpened as webcams do, and with 11 of its 30 pictures missing. Needs python3-numpy and
python3-opencv.
"""
import argparse
import functools
import glob
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import cv2  # noqa: E402
import numpy as np  # noqa: E402

from score_films import in_order, refereed, tell  # noqa: E402
from score_matches import need  # noqa: E402

TURNS = ("e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4xe5 g4xf3 d1xf3 d6xe5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3xb5 c6xb5 "
         "c4xb5 b8d7 a1d1 a8d8 d1xd7 d8xd7 b5xd7 e7xd7 b3b8").split()
MISSING = [k for k in range(30) if k % 3 == 1 or k == 11]
WIDTH_PX, HEIGHT_PX = 1280, 960
HIGH_DEG = (32.0, 68.0)
DARK = 0.25  # what a dark room leaves of the light


def men_of(scene):
    """The scene of one .json with its men by square, {"e1": [what it is made of, points (mm), the rest]}, and the side of
    a square (mm); nothing where it is not the array of chess."""
    told = json.load(open(scene, encoding="utf-8"))
    raw, at, standing = open(scene[:-5] + ".bin", "rb").read(), 0, []
    for made in told["things"]:
        n, size = made["points"], 24 * made["points"] + 12 * made["triangles"]
        points = np.frombuffer(raw[at:at + 12 * n], np.float32).reshape(n, 3)
        rest, at = raw[at + 12 * n:at + size], at + size
        foot = points[points[:, 2] < points[:, 2].min() + 2.0, :2]
        if points[:, 2].min() < 1.0 and np.ptp(points[:, 2]) > 20.0:
            standing.append(((foot.min(0) + foot.max(0)) / 2.0, [made, points, rest]))
    fits = []
    for square_mm in np.arange(25.0, 65.0, 0.25):
        men, off = {}, []
        for middle, man in standing:
            cell = np.floor(middle / square_mm + 4.0)
            aside = np.abs(middle / square_mm + 3.5 - cell).max()
            if aside < 0.3 and 0 <= cell.min() and cell.max() < 8:
                men[int(cell[0]), int(cell[1])] = man
                off.append(aside)
        if len(men) == 32 and not any(1 < rank < 6 for _, rank in men):
            fits.append((np.mean(off), square_mm, men))
    if not fits:
        return None
    _, square_mm, men = min(fits, key=lambda fit: fit[0])
    if sum(men[0, 0][0]["bgr"]) < sum(men[0, 7][0]["bgr"]):  # the dark men are on the first rank: sides change places
        for (_, rank), man in men.items():
            man[1] = man[1] + np.float32([0.0, square_mm * (7 - 2 * rank), 0.0])
        men = {(file, 7 - rank): man for (file, rank), man in men.items()}
    return told, {"abcdefgh"[file] + str(rank + 1): man for (file, rank), man in men.items()}, square_mm


def any_side(rng):
    """Where round the table a camera is carried to, radians: often near its own side."""
    return rng.uniform(0.0, 2.0 * math.pi) if rng.random() < 0.4 else rng.normal(-math.pi / 2.0, 0.35)


def towards(side, high):
    """Unit vector to somebody at this side of the table (radians) and so high over it."""
    return np.array([math.cos(side) * math.cos(high), math.sin(side) * math.cos(high), math.sin(high)])


def looking(eye, at, roll):
    """Rotation and translation (camera from table) of a camera at `eye` that looks at `at`."""
    forward = (at - eye) / np.linalg.norm(at - eye)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    rotation = np.stack([math.cos(roll) * right + math.sin(roll) * down,
                         -math.sin(roll) * right + math.cos(roll) * down, forward])
    return rotation, -rotation @ eye


def carried_camera(rng, square_mm, high_deg=HIGH_DEG):
    """Rotation and translation (camera from board) and focal length in pixels, from somewhere round the table, so high
    over it (least and most)."""
    side = any_side(rng)
    high, focal_px = math.radians(rng.uniform(*high_deg)), rng.uniform(0.8, 0.95) * WIDTH_PX
    radius_mm = (4.0 * square_mm + 12.0) * math.sqrt(2.0)
    away_mm = focal_px * 2.0 * radius_mm / (HEIGHT_PX * rng.uniform(0.95, 1.2))
    eye = away_mm * towards(side, high)
    at = np.array([*rng.normal(0.0, 0.05 * radius_mm, 2), 10.0])
    return *looking(eye, at, rng.normal(0.0, 0.05)), focal_px


def carried(men, start, end, square_mm, rng):
    """The men by square, the one on `start` put down near the middle of `end`."""
    men = dict(men)
    made, points, rest = men.pop(start)
    step = [ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])]
    men[end] = [made, points + np.float32([*(square_mm * (np.array(step) + rng.normal(0, 0.03, 2))), 0]), rest]
    return men


def write_scene(prefix, scene, told, men, camera):
    """One scene that render_boards.py draws: these men on the board of `scene`."""
    rotation, translation, focal_px = camera
    json.dump({**told, "camera_from_board": np.hstack([rotation, translation[:, None]]).tolist(),
               "focal_px": focal_px, "width": WIDTH_PX, "height": HEIGHT_PX,
               "things": [made for made, _, _ in men.values()]}, open(prefix + ".json", "w", encoding="utf-8"))
    with open(prefix + ".bin", "wb") as out:
        for _, points, rest in men.values():
            out.write(points.astype(np.float32).tobytes() + rest)
    for kind in (".board.png", ".table.png"):
        shutil.copy(scene[:-5] + kind, prefix + kind)


def write_game(scene, found, folder, rng, still=False, high_deg=HIGH_DEG):
    """The array, and the board after each turn."""
    told, men, square_mm = found
    os.makedirs(folder)
    camera = carried_camera(rng, square_mm, high_deg)
    for ply in range(len(TURNS) + 1):
        if ply > 0:
            turn = TURNS[ply - 1].replace("x", "")
            men = carried(men, turn[:2], turn[2:], square_mm, rng)
        if ply > 0 and not still:
            camera = carried_camera(rng, square_mm, high_deg)
        write_scene(os.path.join(folder, f"{ply:02d}"), scene, told, men, camera)


def picture_of(light, rng, sharpened=0.0):
    """What a webcam makes of light (linear, BGR): noise, and no more than 255; rims along its edges if it sharpens."""
    levels = np.clip(light, 0.0, 1.0) ** (1.0 / 2.2) * 255.0
    levels = levels + sharpened * (levels - cv2.GaussianBlur(levels, (0, 0), 1.2))
    return np.clip(levels + rng.normal(0.0, 2.0, light.shape), 0, 255).astype(np.uint8)


def light_in(path, blur_px, size=None):
    """The light of a drawn picture, enlarged to `size` where that is not as it was drawn."""
    light = cv2.imread(path, cv2.IMREAD_UNCHANGED)[:, :, :3]
    light = cv2.GaussianBlur(cv2.resize(light, size, interpolation=cv2.INTER_CUBIC) if size else light, (0, 0), blur_px)
    return light * (0.75 / np.percentile(light, 97))


def write_picture(path, picture, quality=85):
    cv2.imwrite(path, picture, [cv2.IMWRITE_JPEG_QUALITY, quality])


def photographs(folder, out, rng, way, size=None, missing=MISSING):
    """Writes what a webcam makes of each drawn picture of a folder, in one way; with "pictures missing" not of all."""
    os.makedirs(out)
    smaller, coded = re.fullmatch(r"(\d+)x(\d+)", way), re.fullmatch(r"JPEG (\d+)", way)
    for path in sorted(glob.glob(os.path.join(folder, "*.exr"))):
        ply = int(os.path.basename(path)[:-4])
        light = light_in(path, 2.0 if way == "blurred" else 0.6, size)
        if way == "light changes":
            light = light * rng.uniform(0.4, 1.4) * rng.uniform(0.8, 1.25, 3)
        if way == "dark":
            light = DARK * light
        picture = picture_of(light, rng, 1.5 if way == "sharpened" else 0.0)
        if smaller:
            picture = cv2.resize(picture, (int(smaller[1]), int(smaller[2])), interpolation=cv2.INTER_AREA)
        if not way.endswith("pictures missing") or ply not in missing:
            write_picture(os.path.join(out, f"{ply:02d}.jpg"), picture, int(coded[1]) if coded else 85)


def score(binary, folder):
    events, complaint = refereed(binary, folder)
    turns = [e["turn"] for e in events if e["event"] == "action"]
    right = in_order(turns, TURNS)
    others = [e["event"] for e in events if e["event"] in ("retract", "put_back", "error")] + ([complaint] if complaint else [])
    return right, len(turns) - right, others


def draw(wanted, binaries, seed, scratch, write):
    """Draws what `write` (as write_game) makes of a scene with the array into each of the folders that is not there."""
    while not all(map(os.path.exists, wanted)):
        scenes = os.path.join(scratch, f"scenes{seed}")
        subprocess.run([os.path.join(binaries, "render_boards"), os.path.join(scratch, "crops"), "120", str(seed),
                        "--scenes", scenes], check=True, stdout=subprocess.DEVNULL)
        for scene in sorted(glob.glob(os.path.join(scenes, "*.json"))):
            folder = next((f for f in wanted if not os.path.exists(f)), None)
            if folder and (found := men_of(scene)):
                write(scene, found, folder, np.random.default_rng(seed))
        shutil.rmtree(scenes)
        seed += 120
    return all_drawn([drawing("render_boards.py", folder, "--one-room") for folder in wanted])


def drawing(renderer, *told):
    """Blender, at work with a script of vision/training."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../vision/training", renderer)
    return subprocess.Popen(["blender", "-b", "-P", script, "--", *told], stdout=subprocess.DEVNULL)


def all_drawn(at_work):
    """Waits for blender; complains and is false where it fails."""
    if any([one.wait() != 0 for one in at_work]):
        print("blender has failed; is it installed (apt install blender)?", file=sys.stderr)
        return False
    return True


def parser_of(description, seed, ways=()):
    """What a tool that draws games is told; `ways`: how it can watch them."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/release/bin", help="where linesman and render_boards are")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--keep", help="folder that keeps the pictures; those that it has are not drawn again")
    if ways:
        parser.add_argument("--ways", nargs="+", default=ways, choices=ways, help="how the games are watched: all of them")
    return parser


def drawn(arguments, scratch, write):
    """Folders of the games that `write` makes, drawn; nothing where blender fails."""
    need(arguments.bin, "linesman", "render_boards", "blender")
    work = os.path.abspath(arguments.keep or scratch)
    os.makedirs(work, exist_ok=True)
    wanted = [os.path.join(work, f"game{k}") for k in range(arguments.games)]
    return wanted if draw(wanted, arguments.bin, arguments.seed, scratch, write) else []


def main():
    parser = parser_of(__doc__, 4242001, ["as it is", "640x480", "light changes", "blurred", "sharpened", "11 pictures missing"])
    parser.add_argument("--still", action="store_true", help="the camera stands still")
    parser.add_argument("--high", type=float, nargs=2, default=HIGH_DEG, metavar=("LEAST", "MOST"),
                        help="degrees over the table")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        wanted = drawn(arguments, scratch, functools.partial(write_game, still=arguments.still, high_deg=arguments.high))
        if not wanted:
            return 1
        read = of = invented = 0
        for folder in wanted:
            for way in arguments.ways:
                pictures = os.path.join(scratch, os.path.basename(folder) + " " + way)
                photographs(folder, pictures, np.random.default_rng(5), way)
                right, wrong, others = score(os.path.join(arguments.bin, "linesman"), pictures)
                read, of, invented = read + right, of + len(TURNS), invented + wrong
                tell(f"{os.path.basename(folder)} {way}", right, TURNS, wrong, others)
        print(f"turns read {read} of {of}, {invented} wrong")
        return 0 if read == of and invented == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
