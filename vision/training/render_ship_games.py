"""Draws tables of ships as light travels: Debian's blender, its Cycles, no display.

    blender -b -P render_ship_games.py -- FOLDER

What lies where and is seen from where is in FOLDER/N.json, as render_ships.py tells the truth (`objects` may be chits and
markers, too); tests/accuracy/photographed_ships.py writes it. FOLDER/N.exr is drawn where it is not there. All of a folder
have one table, lamps and plastics, by its name. Takes some ten seconds a picture on one core.
"""
import glob
import json
import math
import os
import sys
import zlib

import bpy
import cv2
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cycles_room
import render_ships

PRINT_MM = 0.1  # how high a marker's print lies
CELL_PX = 24


def marker(of):
    """A printed marker with a white border of a cell and a half."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, of["dict"]))
    cells = dictionary.markerSize + 2
    sheet = np.full(((cells + 3) * CELL_PX,) * 2, 255, np.uint8)
    inside = slice(3 * CELL_PX // 2, -3 * CELL_PX // 2)
    sheet[inside, inside] = cv2.aruco.drawMarker(dictionary, of["marker_id"], cells * CELL_PX)
    inked = np.where(sheet[::-1, :, None] > 127, 0.8, 0.03) * np.ones(3)
    bpy.ops.mesh.primitive_plane_add(size=of["size_mm"] * (cells + 3) / cells, location=(of["x"], of["y"], PRINT_MM),
                                     rotation=(0, 0, math.radians(of["heading"])))
    bpy.context.object.data.materials.append(render_ships.paint(None, inked, 0.8))


def draw(prefix, rng, meshes):
    render_ships.clear()
    with open(prefix + ".json") as file:
        told = json.load(file)
    (focal, _, _), _, _ = told["camera"]["K"]
    pose = np.array(told["camera"]["T_camera_table"])
    width, height = told["image"]["width"], told["image"]["height"]
    cycles_room.camera(36.0 * focal / width, pose[:3, :3], -pose[:3, :3].T @ pose[:3, 3])
    render_ships.table(rng, (750, 1300))
    cycles_room.lights(rng, (450, 900), (-0.1, 0.8))
    chits = render_ships.plastic("white" if rng.rand() < 0.5 else "black", rng)
    plastics = {colour: render_ships.plastic(colour, rng) for colour in told["colours"]}
    for of in told["objects"]:
        at = (of["x"], of["y"])
        if of["kind"] == "pyramid":
            render_ships.put(meshes[of["size"]], of["size"], at, math.radians(of["heading"]), of["state"] == "upright",
                             plastics[of["color"]])
        elif of["kind"] == "chit":
            render_ships.chit(at, chits)
        else:
            marker(of)
    render_ships.through_plastic(prefix + ".part.exr", width, height, samples=8)
    bpy.ops.render.render(write_still=True)
    os.replace(prefix + ".part.exr", prefix + ".exr")  # one that is there is whole


def main():
    folder = sys.argv[sys.argv.index("--") + 1]
    render_ships.clear()
    meshes = render_ships.shapes()
    room = zlib.crc32(os.path.basename(os.path.normpath(folder)).encode())
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        if not os.path.exists(path[:-5] + ".exr"):
            draw(path[:-5], np.random.RandomState(room), meshes)


main()
