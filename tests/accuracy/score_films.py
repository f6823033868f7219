#!/usr/bin/python3
"""Has real games that were filmed refereed, and prints how many of their turns were read, in order and with none besides.

    tests/accuracy/score_films.py [--bin build/release/bin] [--changed] PHOTOS_FOLDER

PHOTOS_FOLDER/manifest.json names films (kind video-game) with their moves (label.pgn). No lens, no table file: the
camera is told nothing but the game. With --changed each film is watched again darker, brighter, noisier, blurred, turned,
larger, faster, with fewer pictures and begun late (needs OpenCV's Python package); games of which a turn is lost are named.
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

    def brighter(by):
        return lambda f: cv2.convertScaleAbs(f, alpha=by)

    def noisier(levels):
        return lambda f: numpy.clip(f + rng.normal(0, levels, f.shape), 0, 255).astype("u1")

    def bent(gamma):
        return lambda f: (255 * (f / 255.0) ** gamma).astype("u1")

    def scaled(by, how):
        return lambda f: cv2.resize(f, None, fx=by, fy=by, interpolation=how)

    def as_it_is(f):
        return f

    ways = {
        "darker": (brighter(0.65), frames, fps),
        "brighter": (brighter(1.35), frames, fps),
        "gamma 0.7": (bent(0.7), frames, fps),
        "gamma 1.4": (bent(1.4), frames, fps),
        "warmer": (lambda f: numpy.clip(f * [0.8, 1.0, 1.15], 0, 255).astype("u1"), frames, fps),
        "noisier (5 grey levels)": (noisier(5), frames, fps),
        "noisier (8 grey levels)": (noisier(8), frames, fps),
        "blurred by 1 px": (lambda f: cv2.GaussianBlur(f, (0, 0), 1.0), frames, fps),
        "JPEG 40": (lambda f: cv2.imdecode(cv2.imencode(".jpg", f, [cv2.IMWRITE_JPEG_QUALITY, 40])[1], 1), frames, fps),
        "turned by 180 deg": (lambda f: cv2.rotate(f, cv2.ROTATE_180), frames, fps),
        "turned by 90 deg": (lambda f: cv2.rotate(f, cv2.ROTATE_90_CLOCKWISE), frames, fps),
        "turned by 7 deg": (lambda f: cv2.warpAffine(f, tilt, (width, height), borderMode=cv2.BORDER_REPLICATE), frames,
                            fps),
        "twice as large": (scaled(2.0, cv2.INTER_CUBIC), frames, fps),
        "three quarters as large": (scaled(0.75, cv2.INTER_AREA), frames, fps),
        "played twice as fast": (as_it_is, frames, 2.0 * fps),
        "played 1.5 times as fast": (as_it_is, frames, 1.5 * fps),
        "played 0.6 times as fast": (as_it_is, frames, 0.6 * fps),
        **{f"every {number} picture{late}": (as_it_is, frames[first::step], fps / step)
           for step, number in ((2, "second"), (3, "third"), (4, "fourth"))
           for first, late in enumerate(("", " but one", " but two", " but three")[:step])},
        **{f"begun {late_s} s late": (as_it_is, frames[round(late_s * fps):], fps) for late_s in (0.3, 0.7, 1.1)},
    }
    for number, (name, (change, pictures, rate)) in enumerate(ways.items()):
        path = os.path.join(folder, f"{number}.avi")
        out = cv2.VideoWriter(path, cv2.VideoWriter_fourcc(*"MJPG"), rate, change(pictures[0]).shape[1::-1])
        out.set(cv2.VIDEOWRITER_PROP_QUALITY, 92)
        for picture in pictures:
            out.write(change(picture))
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
