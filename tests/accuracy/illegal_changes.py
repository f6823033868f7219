#!/usr/bin/python3
"""Draws games in which somebody changes the board against the law, and prints which changes the referee tells.

    tests/accuracy/illegal_changes.py [--bin build/release/bin] [--games 2] [--seed 5151001] [--looks 3] [--carried]
                                      [--keep DIR]

Four turns, then --looks pictures of the board after one change: men exchanged, replaced by another kind or by one of the
other side, taken off, put there, carried where they may not go or out of turn. The camera stands still, or is carried
round the table before each picture. Boards, men and lamps are those of photographed_games.py, as is what is needed.
"""
import glob
import os
import sys
import tempfile

import numpy as np

from photographed_games import carried, carried_camera, drawn, light_in, parser_of, picture_of, write_picture, write_scene
from score_films import refereed

PLAYED = "e2e4 e7e5 g1f3 b8c6".split()


def changed(men, square_mm, rng):
    """What may be done to the board after PLAYED, by name."""
    def put(start, end):
        return carried(men, start, end, square_mm, rng)

    def exchanged(one, other):
        return {**men, other: carried({one: men[one]}, one, other, square_mm, rng)[other],
                one: carried({other: men[other]}, other, one, square_mm, rng)[one]}

    def copied(start, end):
        return {**men, end: put(start, end)[end]}

    return {"b1 and c1 exchanged": exchanged("b1", "c1"),
            "d1 and e1 exchanged": exchanged("d1", "e1"),
            "a white pawn in place of a7": copied("a2", "a7"),
            "a knight in place of the pawn d7": copied("g8", "d7"),
            "h7 taken off": {square: man for square, man in men.items() if square != "h7"},
            "a black knight put on f5": copied("g8", "f5"),
            "a1 carried over a2 to a5": put("a1", "a5"),
            "e4 carried to d4": put("e4", "d4"),
            "d7 moved out of turn": put("d7", "d6"),
            "two white turns": carried(put("f1", "c4"), "d2", "d3", square_mm, rng),
            "f3 taken off, f2 a knight": {square: man for square, man in copied("b1", "f2").items() if square != "f3"}}


def writer(looks, moves_camera):
    def write(scene, found, folder, rng):
        told, men, square_mm = found
        still = carried_camera(rng, square_mm)

        def show(name):
            camera = carried_camera(rng, square_mm) if moves_camera else still
            write_scene(os.path.join(folder, name), scene, told, men, camera)

        os.makedirs(folder)
        show("0")
        for ply, turn in enumerate(PLAYED, 1):
            men = carried(men, turn[:2], turn[2:], square_mm, rng)
            show(str(ply))
        for name, men in changed(men, square_mm, rng).items():
            for look in range(looks if moves_camera else 1):
                show(f"{name}.{look}")
    return write


def score(binary, folder, name, looks, scratch):
    """What the referee says of the change: sentences, and whether it took it for a turn that was played."""
    pictures = tempfile.mkdtemp(dir=scratch)
    rng = np.random.default_rng(5)
    shown = [str(ply) for ply in range(len(PLAYED) + 1)] + [f"{name}.{look}" for look in range(looks)]
    for index, one in enumerate(shown):
        path = os.path.join(folder, one + ".exr")
        if not os.path.exists(path):
            path = os.path.join(folder, f"{name}.0.exr")
        write_picture(os.path.join(pictures, f"{index:02d}.jpg"), picture_of(light_in(path, 0.6), rng))
    events, complaint = refereed(binary, pictures)
    said = [e["sentence"] for e in events if e["event"] in ("error", "put_back") and e.get("sentence")]
    said += [e["sentence"] for e in events if e["event"] == "verdict" and e["ruling"] == "illegal"]
    return said + ([complaint] if complaint else [])


def main():
    parser = parser_of(__doc__, 5151001)
    parser.add_argument("--looks", type=int, default=3, help="pictures of each change")
    parser.add_argument("--carried", action="store_true", help="carry the camera before each picture")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        wanted = drawn(arguments, scratch, writer(arguments.looks, arguments.carried))
        if not wanted:
            return 1
        told = of = 0
        for folder in wanted:
            for name in sorted({os.path.basename(path)[:-6] for path in glob.glob(os.path.join(folder, "*.0.exr"))}):
                said = score(os.path.join(arguments.bin, "linesman"), folder, name, arguments.looks, scratch)
                told, of = told + bool(said), of + 1
                print(f"{os.path.basename(folder)} {name}: {said[0] if said else 'NOT TOLD'}", flush=True)
        print(f"illegal changes told: {told} of {of}")
        return 0 if told == of else 1


if __name__ == "__main__":
    sys.exit(main())
