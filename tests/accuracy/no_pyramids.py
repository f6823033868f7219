#!/usr/bin/python3
"""Looks for pyramids on photographs where none is, and prints how many are told.

    tests/accuracy/no_pyramids.py [--bin build/release/bin] [--each] PHOTOS_FOLDER

PHOTOS_FOLDER/manifest.json names pictures of 8x8 boards, empty ones and such with chess men (kinds board-empty and
chess-*), and of dice of many colours from straight above (kind dice). A board is the table's frame, nobody tells its
size (45 mm a square are assumed), the lens or a colour; above dice a camera is assumed that makes them 16 mm wide.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

from score_matches import lens_text, need

SURELY = 0.9
PIECES = '[pieces]\nset = "looney-pyramids"\n'
ON_BOARD = PIECES + '[board]\ndefinition = "chess-8x8"\nsquare_mm = 45.0\n'
DIE_MM, FOCAL_SIDES = 16.0, 0.94  # a photograph's side as the camera's focal length


def from_above(image):
    """The table file of a picture of dice."""
    focal_px = FOCAL_SIDES * image["width"]
    wide_px = sorted(max(die[3:5]) for die in image["label"]["dice"])
    height_mm = focal_px * DIE_MM / wide_px[len(wide_px) // 2]
    return PIECES + f"[registration]\ncamera_from_table = [[1,0,0,0],[0,-1,0,0],[0,0,-1,{height_mm:.1f}],[0,0,0,1]]\n"


def lens_of(image):
    """Its lens file."""
    focal_px, x, y = FOCAL_SIDES * image["width"], 0.5 * image["width"] - 0.5, 0.5 * image["height"] - 0.5
    camera = {"K": [[focal_px, 0.0, x], [0.0, focal_px, y], [0.0, 0.0, 1.0]], "dist_k1k2p1p2k3": [0.0] * 5}
    return lens_text({"camera": camera, "image": image})


def told_on(binary, photos, folder, image):
    """What `linesman detect` prints of a picture; nothing where it finds no frame."""
    ask = [binary, "detect", "--table", os.path.join(folder, "table.toml"), os.path.join(photos, image["file"])]
    with open(ask[3], "w", encoding="utf-8") as file:
        file.write(from_above(image) if image["kind"] == "dice" else ON_BOARD)
    if image["kind"] == "dice":
        ask += ["--lens", os.path.join(folder, "lens.yml")]
        with open(ask[-1], "w", encoding="utf-8") as file:
            file.write(lens_of(image))
    done = subprocess.run(ask, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    told = json.loads(done.stdout) if done.stdout else {"registration": {"ok": False}}
    return told if told["registration"]["ok"] else None


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--bin", default="build/release/bin")
    ask.add_argument("--each", action="store_true", help="name each that is told")
    ask.add_argument("photos")
    a = ask.parse_args()
    manifest = os.path.join(a.photos, "manifest.json")
    if not os.path.exists(manifest):
        sys.exit(f"{manifest} is missing, so nothing is measured; give the folder that holds it and the photographs.")
    need(a.bin, "linesman")
    kinds = {}
    with open(manifest, encoding="utf-8") as file:
        for image in json.load(file)["images"]:
            if image["kind"] in ("board-empty", "dice") or image["kind"].startswith("chess-"):
                kinds.setdefault(image["kind"], []).append(image)
    if not kinds:
        sys.exit(f"{manifest} names no picture on which no pyramid lies, so nothing is measured.")
    with tempfile.TemporaryDirectory() as folder:
        for kind, images in sorted(kinds.items()):
            answers = [told_on(os.path.join(a.bin, "linesman"), a.photos, folder, image) for image in images]
            read = [one for one in answers if one]
            false = [(one["image"], piece) for one in read for piece in one["pyramids"]]
            print(f"{kind:22} {len(images):3} pictures, {len(read):3} with a frame; {len(false):3} pyramids told on "
                  f"{len({image for image, _ in false}):3} of them, {sum(piece['score'] > SURELY for _, piece in false):2} with more than {SURELY}")
            for image, piece in false if a.each else []:
                print(f"    {image}: {piece['size']} {piece['posture']} {piece['colour']} at {piece['x_mm']:.0f} {piece['y_mm']:.0f}, score {piece['score']:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
