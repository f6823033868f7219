#!/usr/bin/python3
"""Watches whole matches and short sequences through the pictures and prints one row of scores for each.

    tests/accuracy/score_matches.py [--bin build/release/bin] [--keep DIR] FOLDER...

FOLDER is a match (match.json, lens.yml, table.toml, told.jsonl, fNN.jpg), a sequence (fNN.jpg with its truth fNN.json)
or a folder of such folders (match_*, seq_*). What a sequence lacks (lens, table, the list of what happened) is made from
its truth. Each is refereed by `linesman referee` and its events scored by `accuracy_matches`.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile


def need(binaries, *programs):
    """Ends with one sentence where a program is not built, or blender not installed."""
    for program in programs:
        if shutil.which(program if program == "blender" else os.path.join(os.curdir, binaries, program)) is None:
            sys.exit("blender is not installed (apt install blender)." if program == "blender" else
                     f"{binaries} has no {program}; build it (cmake --build --preset release --target {program}), or name the folder with --bin.")


def lens_text(truth):
    camera, image = truth["camera"], truth["image"]
    rows = ", ".join(str(float(v)) for row in camera["K"] for v in row)
    distortion = ", ".join(str(float(v)) for v in camera["dist_k1k2p1p2k3"])
    return (f"%YAML:1.0\n---\nimage_width: {image['width']}\nimage_height: {image['height']}\n"
            f"camera_matrix: !!opencv-matrix\n   rows: 3\n   cols: 3\n   dt: d\n   data: [ {rows} ]\n"
            f"distortion_coefficients: !!opencv-matrix\n   rows: 1\n   cols: 5\n   dt: d\n   data: [ {distortion} ]\n")


def table_text(truth):
    objects = truth["objects"]
    markers = [o for o in objects if o["kind"] == "marker"]
    boards = [o for o in objects if o["kind"] == "board"]
    text = ""
    if markers:
        tags = ",\n".join(f"  {{ id = {o['marker_id']}, size_mm = {o['size_mm']}, centre_mm = [{o['x']}, {o['y']}], "
                          f"heading_deg = {o['heading']} }}" for o in markers)
        text += f'[markers]\ndictionary = "DICT_{truth["marker_dict"]}"\ntags = [\n{tags}\n]\n'
    for board in boards:
        text += f'[board]\ndefinition = "plain-{board["n"]}x{board["n"]}"\nsquare_mm = {board["square_mm"]}\n'
    return text + f'[pieces]\nset = "{"staunton" if boards else "looney-pyramids"}"\n'


def match_of(truths):
    """What happens in a sequence that shows one thing: a pawn's move or a ship's step."""
    first, last = truths[0], truths[-1]
    times = {"t_before_s": first["sequence"]["t_s"], "t_after_s": last["sequence"]["t_s"]}
    move = re.search(r"([a-j]\d+)-([a-j]\d+)", first["sequence"]["event"])
    if move:
        return {"game": "king_down", "events": [{"kind": "move", "turn": move[1] + move[2], **times,
                                                 "expected": {"ruling": "legal", "clauses": []}}]}
    original = next(o for o in first["objects"] if o.get("role") == "original")
    mates = sorted((o for o in first["objects"] if o["kind"] == "pyramid" and o["color"] == original["color"]),
                   key=lambda o: o["x"])
    colours = {o["color"] for o in first["objects"] if o["kind"] == "pyramid"}
    name = original["color"]
    prefix = next(name[:n] for n in range(1, len(name) + 1)
                  if not any(c != name and c.startswith(name[:n]) for c in colours))
    ship = prefix + str(1 + mates.index(original))
    return {"game": "armadas", "pick_up": name, "events": [
        {"kind": "step", "what": "placed", "ship": ship, **times, "expected": {"ruling": "legal", "clauses": ["AR-18"]}},
        {"kind": "remove", "what": "original", "ship": ship, **times,
         "expected": {"ruling": "legal", "clauses": ["AR-19"]}}]}


def write(path, text):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def score(folder, binaries, work):
    name = os.path.basename(os.path.normpath(folder))
    given = os.path.join(folder, "match.json")
    lens, table = os.path.join(folder, "lens.yml"), os.path.join(folder, "table.toml")
    truths = [json.load(open(f, encoding="utf-8")) for f in sorted(glob.glob(os.path.join(folder, "f*.json")))]
    if os.path.exists(given):
        match = json.load(open(given, encoding="utf-8"))
    else:
        match = match_of(truths)
        lens = write(os.path.join(work, name + ".lens.yml"), lens_text(truths[0]))
        table = write(os.path.join(work, name + ".table.toml"), table_text(truths[0]))
        given = write(os.path.join(work, name + ".match.json"), json.dumps(match))
    period_s = match.get("frame_period_s") or truths[1]["sequence"]["t_s"] - truths[0]["sequence"]["t_s"]
    command = [os.path.join(binaries, "linesman"), "referee", "--game", match["game"], "--source", folder,
               "--fps", str(1.0 / period_s), "--lens", lens, "--table", table]
    told = os.path.join(folder, "told.jsonl")
    if os.path.exists(told):
        command += ["--told", told]
    if "mid-game" in str(match.get("start")):
        match["pick_up"] = match["players"][0]
    if "pick_up" in match:
        command += ["--pick-up", match["pick_up"]]
    for option in match.get("options", {}).items():
        command += ["--option", "=".join(map(str, option))]
    events = os.path.join(work, name + ".events.jsonl")
    with open(events, "w", encoding="utf-8") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        return name, "referee: " + done.stderr.strip().splitlines()[-1], ""
    with open(events, encoding="utf-8") as given_events:
        answer = subprocess.run([os.path.join(binaries, "accuracy_matches"), given], stdin=given_events,
                                stdout=subprocess.PIPE, text=True).stdout
    lines = answer.splitlines()
    return name, lines[0] if lines else "no score", "\n".join("    " + line for line in lines[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--bin", default="build/release/bin", help="where linesman and accuracy_matches are")
    parser.add_argument("--keep", help="folder that keeps the events that were printed")
    arguments = parser.parse_args()
    folders = []
    for folder in arguments.folders:
        if glob.glob(os.path.join(folder, "f*.jpg")):
            folders.append(folder)
        else:
            folders += sorted(glob.glob(os.path.join(folder, "match_*")) + glob.glob(os.path.join(folder, "seq_*")))
    if not folders:
        sys.exit("No pictures f*.jpg and no folders match_* or seq_* lie in " + ", ".join(arguments.folders) + ".")
    need(arguments.bin, "linesman", "accuracy_matches")
    good = True
    with tempfile.TemporaryDirectory() as scratch:
        work = arguments.keep or scratch
        os.makedirs(work, exist_ok=True)
        for folder in folders:
            name, row, faults = score(folder, arguments.bin, work)
            good = good and row.startswith("found") and not [f for f in faults.splitlines() if "residual" not in f]
            print(f"{name:24s} {row}" + ("\n" + faults if faults else ""), flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
