#!/usr/bin/python3
"""Has real games that were filmed refereed, and prints how many of their turns were read, in order and with none besides.

    tests/accuracy/score_films.py [--bin build/release/bin] [--changed] PHOTOS_FOLDER

PHOTOS_FOLDER/manifest.json names films (kind video-game) with their moves (label.pgn). No lens, no table file: the
camera is told nothing but the game. With --changed each film is watched again darker, brighter, noisier, turned, larger,
faster, with fewer pictures and begun late (needs OpenCV's Python package); games of which a turn is lost are named.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

from score_matches import need

KINDS = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}


def moves_of(pgn):
    """[(kind, square gone to, captured?)] of a game's moves; castling is not understood."""
    moves = []
    for word in re.findall(r"[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?", re.sub(r"\d+\.", " ", pgn)):
        moves.append((KINDS.get(word[0], "pawn"), re.findall(r"[a-h][1-8]", word)[-1], "x" in word))
    return moves


def refereed(binary, source, game="king_down", *told):
    """Events that `linesman referee` prints of a source, told nothing but the game and `told`, and what it complains of."""
    done = subprocess.run([binary, "referee", "--game", game, "--source", source, *told], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.strip() if done.returncode else ""


def in_order(told, wanted):
    """How many of `wanted` were told in their order, as many as can be (difflib takes the longest run first, and loses).

    >>> in_order("aba", "bca")
    2
    """
    most = [[0] * (len(wanted) + 1) for _ in range(len(told) + 1)]
    for i, one in enumerate(told):
        for k, other in enumerate(wanted):
            most[i + 1][k + 1] = most[i][k] + 1 if one == other else max(most[i][k + 1], most[i + 1][k])
    return most[-1][-1]


def tell(name, right, wanted, wrong, faults):
    """Prints how many of the turns of a game were read."""
    print(f"{name}: {right} of {len(wanted)} turns, {wrong} wrong" + "".join("; " + fault for fault in faults), flush=True)


def watched(binary, film):
    """[(kind, square gone to, captured?)] that the referee reads, without those it takes back."""
    moves, faults = [], []
    events, complaint = refereed(binary, film)
    for event in events:
        if event["event"] == "action":
            moves.append((event["piece"], event["to"], event["captured"] is not None))
        elif event["event"] == "retract":
            faults.append("took back " + " and ".join(event["turns"]))
            del moves[len(moves) - len(event["turns"]):]
        elif event["event"] in ("put_back", "ask") and not event.get("done"):
            faults.append(f"{event['event']} at {event['t_s']:.1f} s")
    if complaint:
        faults.append(complaint)
    return moves, faults


def changed(film, folder):
    """(name, film) of the film changed in several ways."""
    import cv2
    import numpy
    capture, frames = cv2.VideoCapture(film), []
    fps = capture.get(cv2.CAP_PROP_FPS)
    while True:
        read, frame = capture.read()
        if not read:
            break
        frames.append(frame)
    rng = numpy.random.default_rng(1)
    height, width = frames[0].shape[:2]
    tilt = cv2.getRotationMatrix2D((width / 2, height / 2), 7, 0.93)
    ways = {
        "darker": ([cv2.convertScaleAbs(f, alpha=0.65) for f in frames], fps),
        "brighter": ([cv2.convertScaleAbs(f, alpha=1.35) for f in frames], fps),
        "noisier (5 grey levels)": ([numpy.clip(f + rng.normal(0, 5, f.shape), 0, 255).astype("u1") for f in frames], fps),
        "turned by 180 deg": ([cv2.rotate(f, cv2.ROTATE_180) for f in frames], fps),
        "turned by 7 deg": ([cv2.warpAffine(f, tilt, (width, height), borderMode=cv2.BORDER_REPLICATE) for f in frames],
                            fps),
        "twice as large": ([cv2.resize(f, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC) for f in frames], fps),
        "played 1.5 times as fast": (frames, 1.5 * fps),
        "played 0.6 times as fast": (frames, 0.6 * fps),
        "every second picture": (frames[::2], fps / 2),
        "every other second picture": (frames[1::2], fps / 2),
        "every third picture": (frames[::3], fps / 3),
        "begun 0.3 s late": (frames[round(0.3 * fps):], fps),
        "begun 1.1 s late": (frames[round(1.1 * fps):], fps),
    }
    for number, (name, (pictures, rate)) in enumerate(ways.items()):
        path = os.path.join(folder, f"{number}.avi")
        out = cv2.VideoWriter(path, cv2.VideoWriter_fourcc(*"MJPG"), rate, pictures[0].shape[1::-1])
        out.set(cv2.VIDEOWRITER_PROP_QUALITY, 92)
        for picture in pictures:
            out.write(picture)
        out.release()
        yield name, path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos")
    parser.add_argument("--bin", default="build/release/bin", help="where linesman is")
    parser.add_argument("--changed", action="store_true", help="watch changed films too")
    arguments = parser.parse_args()
    manifest = os.path.join(arguments.photos, "manifest.json")
    if not os.path.exists(manifest):
        sys.exit(f"{manifest} is missing, so nothing is watched; give the folder that holds it and the films.")
    need(arguments.bin, "linesman")
    binary = os.path.join(arguments.bin, "linesman")
    whole = games = 0
    for entry in json.load(open(manifest, encoding="utf-8"))["images"]:
        pgn = entry["label"].get("pgn") if entry["kind"] == "video-game" else None
        if not pgn:
            continue
        film, wanted = os.path.join(arguments.photos, entry["file"]), moves_of(pgn)
        with tempfile.TemporaryDirectory() as folder:
            films = [("as it is", film)] + (list(changed(film, folder)) if arguments.changed else [])
            for name, path in films:
                moves, faults = watched(binary, path)
                right = sum(a == b for a, b in zip(moves, wanted))
                games += 1
                whole += moves == wanted
                tell(f"{entry['file']} {name}", right, wanted, len(moves) - right, faults)
    if games == 0:
        sys.exit(f"{manifest} names no film (kind video-game) with its moves (label.pgn), so nothing is watched.")
    print(f"whole games {whole} of {games}")
    return 0 if whole == games else 1


if __name__ == "__main__":
    sys.exit(main())
