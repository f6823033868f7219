#!/usr/bin/python3
"""Gives the program files that are mangled: every one must be read, or refused with a sentence.

    tests/fuzz/mangled_files.py [--bin build/release/bin] [--seconds 120] [--seed 1] [--only WORD] [--keep DIR]

Torn, doubled and shuffled bytes, numbers that are none or beyond all bounds, values of other types, keys that are lacking or
come twice, deep nesting, bytes that are no UTF-8: of table, lens, board and set files, scenarios, positions, recorded states,
claims, starts, records (their chain reckoned anew, so that what stands in them is read), dispute files and the data that the
program ships with. Told is what ends otherwise than with 0, 1 or 2, refuses without a word or with more than a few lines, passes on a
library's words, wants more than 20 s or 4 GB; its file is kept (in the folder of --keep).
"""
import argparse
import hashlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
DEMO = os.path.join(ROOT, "tests/data/demo")
NUMBERS = ["nan", "inf", "-inf", "NaN", "Infinity", "1e308", "1e999", "-1e308", "-1", "0", "-0.0", "1e-320", "2147483648",
           "99999999999999999999", "1.5", "true", '"x"', "[]", "{}", "null", '""', "[0]", "[[0]]"]
VALUES = [None, True, -1, 0, 0.5, 1e308, -1e308, 2**31, 2**63, 10**30, "", "x", "\u202e\x07\n", "e" * 5000, [], {}, [[]], [None], [0] * 3, [0] * 5000,
          float("nan"), float("inf"), {"": None}]
LIBRARY = re.compile(r"terminate called|what\(\)|OpenCV\(|nlohmann|json\.exception|std::|basic_string|Sanitizer|runtime error")
SECONDS, BYTES, LINES = 20, 4 << 30, 12


def some_bytes(data, dice):
    """Bytes changed in one place."""
    at, end = sorted(dice.randrange(len(data) + 1) for _ in range(2))
    end = min(end, at + dice.choice([1, 8, 200, len(data)]))
    junk = bytes(dice.randrange(256) for _ in range(dice.choice([1, 4, 60])))
    return dice.choice([data[:at], data[end:], data[:at] + data[end:], data[:at] + junk + data[at:], data[:at] + junk + data[end:],
                        data[:end] + data[at:], b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n"), data.replace(b"\n", b"\r"), data + b"\0" * 9,
                        data[:at] + b"[" * 100000 + data[at:], data[:at] + b'{"a":' * 100000 + data[at:], b""])


def some_numbers(data, dice):
    """Numbers of a text exchanged for what is none, or none that can be."""
    places = list(re.finditer(rb"(?<![\w.\"])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", data))
    for place in sorted(dice.sample(places, min(len(places), dice.choice([1, 1, 2, 5]))), key=lambda m: -m.start()):
        data = data[:place.start()] + dice.choice(NUMBERS).encode() + data[place.end():]
    return data


def some_lines(data, dice):
    """Lines taken out, doubled or put elsewhere."""
    lines = data.splitlines(keepends=True) or [b""]
    line = lines.pop(dice.randrange(len(lines)))
    for _ in range(dice.choice([0, 1, 2])):
        lines.insert(dice.randrange(len(lines) + 1), line)
    return b"".join(lines)


def some_node(value, dice, depth=0):
    """A JSON value with one of its parts exchanged, taken out, doubled or renamed."""
    if isinstance(value, dict) and value and (depth == 0 or dice.random() < 0.85):
        key = dice.choice(list(value))
        way = dice.random()
        if way < 0.1:
            return {k: v for k, v in value.items() if k != key}
        if way < 0.15:
            return {**value, dice.choice(["", "x", key + " "]): value[key]}
        return {**value, key: some_node(value[key], dice, depth + 1)}
    if isinstance(value, list) and value and dice.random() < 0.85:
        at = dice.randrange(len(value))
        return value[:at] + dice.choice([[], [value[at]] * 2, [value[at]] * 300, [some_node(value[at], dice, depth + 1)]]) + value[at + 1:]
    return dice.choice(VALUES)


def mangled_json(data, dice):
    """A text of JSON, or of JSON a line, with one part changed."""
    try:
        return json.dumps(some_node(json.loads(data), dice)).encode()
    except (ValueError, RecursionError):
        lines = data.splitlines() or [b""]
        at = dice.randrange(len(lines))
        try:
            lines[at] = json.dumps(some_node(json.loads(lines[at]), dice)).encode()
        except (ValueError, RecursionError):
            return some_bytes(data, dice)
        return b"\n".join(lines) + b"\n"


def mangled(data, dice, path):
    ways = [some_bytes, some_numbers, some_lines] + [mangled_json] * (3 if path.endswith((".json", ".jsonl")) else 0)
    for _ in range(dice.choice([1, 1, 1, 2, 3])):
        data = dice.choice(ways)(data, dice)
    return data


def chained(data):
    """A record whose lines were changed, its chain reckoned anew."""
    previous, out = b"0" * 64, b""
    for line in data.splitlines():
        previous = hashlib.sha256(previous + line).hexdigest().encode()
        out += previous + b" " + line + b"\n"
    return out


class Case:
    """A file and the words of a command that reads it; MANGLED stands for its path."""

    def __init__(self, name, path, words, write=None):
        self.name, self.path, self.words = name, path, words
        self.data = open(path, "rb").read()
        self.write = write or (lambda data, to: open(to, "wb").write(data))


def cases(binary, work):
    table, lens = (os.path.join(DEMO, "seq_step", f) for f in ("table.toml", "lens.yml"))
    torn = os.path.join(work, "torn.jpg")
    open(torn, "w").write("hello")
    data = os.path.join(ROOT, "tests/data")
    small = os.path.join(work, "small.jpg")
    shutil.copy(os.path.join(DEMO, "seq_step/f00.jpg"), small)

    def run(*words, to=None):
        done = subprocess.run([binary, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if to:
            open(to, "wb").write(done.stdout)

    states, record, dispute = (os.path.join(work, f) for f in ("states.jsonl", "record", "dispute.json"))
    pictures = os.path.join(DEMO, "seq_step")
    run("detect", "--lens", lens, "--table", table, *(os.path.join(pictures, f"f0{k}.jpg") for k in range(5)), to=states)
    run("referee", "--game", "armadas", "--source", states, "--table", table, "--record", record)
    run("replay", record, "--dispute", "6", "-o", dispute)
    told = os.path.join(work, "told.jsonl")
    open(told, "w").write('{"t_s":0.05,"player":"red","say":"done"}\n{"t_s":0.1,"player":"blue","say":"fire b1 r1"}\n')
    plain = os.path.join(work, "match.txt")
    open(plain, "wb").write(b"\n".join(line[65:] for line in open(os.path.join(record, "match.jsonl"), "rb").read().splitlines()) + b"\n")
    os.rename(plain, plain := os.path.join(work, "lines.jsonl"))
    board_table = os.path.join(work, "board.toml")
    open(board_table, "w").write('[board]\ndefinition = "chess-8x8"\nsquare_mm = 40.0\n[area]\npolygon_mm = [[-400,-225],[400,-225],[400,225],[-400,225]]\n'
                                 '[[island]]\nclass = "island"\nshape = "disc"\ncentre_mm = [10,20]\nradius_mm = 40\nheight_mm = 90\n'
                                 '[registration]\ncamera_from_table = [[1,0,0,0],[0,-1,0,0],[0,0,-1,500],[0,0,0,1]]\ncovariance = []\n'
                                 '[pieces]\nset = "staunton"\nplayers = { red = "red", blue = "blue" }\n')
    scenario = os.path.join(work, "plane.json")
    first = json.load(open(os.path.join(data, "rules/armada_cases.json")))["cases"]
    json.dump({"cases": random.Random(1).sample(first, 12)}, open(scenario, "w"))
    chess = os.path.join(work, "chess.json")
    json.dump({"id": 3, "game": "armada_chess", "position": {
        "board": "companion-10x10", "side": "white", "pieces": [{"at": "d3", "kind": "queen", "side": "white", "trained": False, "training": 0, "upgrade": 0,
                                                                 "lives": "none", "turned": False, "rider": None},
                                                                {"at": "f3", "kind": "king", "side": "white"}, {"at": "f8", "kind": "king", "side": "black"},
                                                                {"at": "b3", "kind": "rook", "side": "white", "rider": {"kind": "pawn", "trained": False}}],
        "reserve": {"white": [{"kind": "knight", "trained": True}], "black": []},
        "cities": [{"id": 1, "controller": "white", "die": 3, "king": False, "destroyed": False, "rebuild": 0}],
        "ceasefire": {"white": 0, "black": 0, "asked": {"by": "white", "n": 3}}, "clock_s": 3600,
        "revive": {"white": [{"kind": "rook", "trained": False, "lives": "high"}], "black": []}}, "options": {}, "turns": ["d3d4", "f8e8"]}, open(chess, "w"))
    king = os.path.join(work, "king.json")
    json.dump({"id": 1, "game": "king_down", "position": "4k3/8/8/8/8/8/8/4K3 w Freeze:2,Leap:1 - - - - -", "options": {"castling": True}, "turns": ["e1e2", "e8e7"]}, open(king, "w"))
    pieces = os.path.join(ROOT, "models/pieces/looney-pyramids.toml")

    def as_record(mangled_lines, to):
        shutil.rmtree(to, ignore_errors=True)
        os.makedirs(to)
        open(os.path.join(to, "match.jsonl"), "wb").write(chained(mangled_lines))

    def raw_record(mangled_lines, to):
        shutil.rmtree(to, ignore_errors=True)
        os.makedirs(to)
        open(os.path.join(to, "match.jsonl"), "wb").write(mangled_lines)

    def as_set(mangled_set, to):
        open(to + ".set", "wb").write(mangled_set)
        open(to, "w").write(f'[pieces]\nset = "{to}.set"\n[registration]\ncamera_from_table = [[1,0,0,0],[0,-1,0,0],[0,0,-1,500],[0,0,0,1]]\n')

    detect = ["detect", torn, "--table"]
    armadas = ["referee", "--game", "armadas"]
    out = [
        Case("table", table, detect + ["MANGLED"]), Case("table", board_table, detect + ["MANGLED"]),
        Case("table, seen", table, ["detect", small, "--table", "MANGLED"]), Case("table, watched", board_table, ["referee", "--game", "king_down", "--source", torn, "--table", "MANGLED"]),
        Case("table, certified", table, ["certify", "--source", small, "--table", "MANGLED"]), Case("table, states", table, armadas + ["--source", states, "--table", "MANGLED"]),
        Case("lens", lens, detect + [table, "--lens", "MANGLED"]), Case("lens, seen", lens, ["detect", small, "--table", table, "--lens", "MANGLED"]),
        Case("scenario", scenario, ["judge", "MANGLED"]), Case("scenario", chess, ["judge", "MANGLED"]), Case("scenario", king, ["judge", "MANGLED"]),
        Case("states", states, armadas + ["--source", "MANGLED", "--table", table]), Case("states, chess", states, ["referee", "--game", "king_down", "--source", "MANGLED"]),
        Case("told", told, armadas + ["--source", states, "--table", table, "--told", "MANGLED"]),
        Case("start", scenario, armadas + ["--source", states, "--table", table, "--start", "MANGLED"]),
        Case("start", chess, ["referee", "--game", "armada_chess", "--source", torn, "--start", "MANGLED"]),
        Case("record", plain, ["replay", "MANGLED"], as_record), Case("record, text", plain, ["replay", "MANGLED", "--export", "text"], as_record),
        Case("record, html", plain, ["replay", "MANGLED", "--export", "html", "-o", os.path.join(work, "report.html")], as_record),
        Case("record, pgn", plain, ["replay", "MANGLED", "--export", "pgn"], as_record),
        Case("record, dispute", plain, ["replay", "MANGLED", "--dispute", "6", "-o", os.path.join(work, "again.json")], as_record),
        Case("record, on", plain, armadas + ["--source", states, "--table", table, "--resume", "--record", "MANGLED"], as_record),
        Case("record, chain", os.path.join(record, "match.jsonl"), ["replay", "MANGLED"], raw_record),
        Case("dispute", dispute, ["replay", "MANGLED"]), Case("dispute, html", dispute, ["replay", "MANGLED", "--export", "html", "-o", os.path.join(work, "report.html")]),
        Case("board", os.path.join(ROOT, "models/boards/companion-10x10.toml"), ["moves", "armada_chess", "start", "--board", "MANGLED"]),
        Case("board, printed", os.path.join(ROOT, "models/boards/companion-10x10.toml"), ["print", "board", "--definition", "MANGLED", "-o", os.path.join(work, "board.pdf")]),
        Case("set", pieces, detect + ["MANGLED"], as_set),
    ]
    share = os.path.join(work, "share")

    def data_file(inside):
        def write(changed, to):
            shutil.rmtree(share, ignore_errors=True)
            for folder, at in (("models", "models"), ("games", "rules/games")):
                shutil.copytree(os.path.join(ROOT, at), os.path.join(share, folder), copy_function=os.symlink)
            os.remove(os.path.join(share, inside))
            open(os.path.join(share, inside), "wb").write(changed)
        return write

    for inside, words in (("models/pieces/looney-pyramids.toml", detect + [table]), ("games/armadas.toml", ["rules", "armadas"]), ("games/armada_2k.toml", ["judge", scenario]),
                          ("games/king_down.toml", ["judge", king]), ("games/invasion.toml", ["moves", "invasion", "start"]), ("games/armada_chess.toml", ["judge", chess]),
                          ("models/boards/companion-10x10.toml", ["judge", chess]), ("models/detectors/bands.json", ["detect", small, "--table", board_table]),
                          ("models/detectors/set_likeness.json", ["detect", small, "--table", board_table])):
        path = os.path.join(ROOT, inside.replace("games/", "rules/games/"))
        out.append(Case("shipped " + inside, path, words, data_file(inside)))
    return out


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def fault_of(binary, case, path, work):
    """What is wrong with how the program answers, or None."""
    told = [binary] + [path if word == "MANGLED" else word for word in case.words]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    if case.name.startswith("shipped"):
        environment["LINESMAN_DATA"] = os.path.join(work, "share")
    try:
        done = subprocess.run(told, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=SECONDS, preexec_fn=limited, env=environment)
    except subprocess.TimeoutExpired:
        return f"ran for more than {SECONDS} s"
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode not in (0, 1, 2):
        return f"ended with {done.returncode}: {said[-300:]}"
    if done.returncode != 0 and not said.strip() and not done.stdout.strip():
        return f"ended with {done.returncode} and said nothing"
    if LIBRARY.search(said):
        return "a library's words: " + said[-300:]
    if done.returncode != 0 and len(said.splitlines()) > LINES:
        return f"{len(said.splitlines())} lines: {said[:300]}"
    return None


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--bin", default="build/release/bin")
    ask.add_argument("--seconds", type=float, default=120.0)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--only", default="", help="files whose name has this in it")
    ask.add_argument("--keep", default="mangled", help="folder for files that something is wrong with")
    a = ask.parse_args()
    binary = shutil.which(os.path.join(os.curdir, a.bin, "linesman"))
    if binary is None:
        sys.exit(f"{a.bin} has no linesman; build it, or name the folder with --bin.")
    binary = os.path.abspath(binary)
    asked, faults, begin, seed = {}, 0, time.time(), a.seed
    with tempfile.TemporaryDirectory() as work:
        all_cases = [case for case in cases(binary, work) if a.only in case.name]
        while all_cases and time.time() - begin < a.seconds:
            for case in all_cases:
                seed += 1
                dice = random.Random(seed)
                path = os.path.join(work, "mangled" + (os.path.splitext(case.path)[1] if "record" not in case.name else ""))
                changed = mangled(case.data, dice, case.path)
                case.write(changed, path)
                asked[case.name] = asked.get(case.name, 0) + 1
                if fault := fault_of(binary, case, path, work):
                    faults += 1
                    os.makedirs(a.keep, exist_ok=True)
                    kept = os.path.join(a.keep, f"{seed} {case.name}".replace("/", "_") + os.path.splitext(case.path)[1])
                    open(kept, "wb").write(changed)
                    print(f"{kept}: {' '.join(case.words)}: {fault}", flush=True)
    for name, count in sorted(asked.items()):
        print(f"{count:5} {name}")
    print(f"{sum(asked.values())} mangled files, {faults} answered wrongly")
    return 0 if asked and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
