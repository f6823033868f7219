"""Renders tables with pyramids for learning what their edges look like: Debian's blender, its Cycles, no display.

    blender -b -P render_ships.py -- OUT_FOLDER COUNT SEED [MOST [PIPS [empty] [pale] [covered] [low] [caustics]]]

Writes OUT_FOLDER/sSEED_NNN.jpg, a webcam's picture, and .json, its truth: camera (no distortion) and pyramids as
PyramidSolid knows them (table frame mm, headings in degrees), at most MOST of them (11).
In a share PIPS of the pictures (0) they have sunken pips as real sets have; otherwise the pictures are the same. With `empty` sSEED_NNN.empty.jpg
shows the table by the same camera before anything was put on it. With `pale` nearly all of them are white or clear.
With `covered` cards and boxes above the table hide parts of many. With `low` the camera looks from 38 to 59 degrees off the vertical.
Takes some seven seconds a picture on one core; with `caustics`, the focal spots that lamps throw through real plastic in place of evenly tinted shadows, two minutes.
"""
import json
import math
import os
import sys

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"  # before OpenCV is loaded
import bmesh
import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cycles_room

SIZES = {"small": (14.2875, 25.4), "medium": (19.84375, 34.925), "large": (25.4, 44.45)}  # base, height, mm
TIP_CUT = {"small": 0.849, "medium": 0.841, "large": 0.836}  # how far the rounded tip ends short of the ideal one
WALL = 1.5
# What white light becomes through two walls of the plastic.
TINTS = {"red": (0.62, 0.02, 0.03), "orange": (0.85, 0.22, 0.01), "yellow": (0.88, 0.68, 0.02), "green": (0.02, 0.40, 0.08),
         "cyan": (0.05, 0.60, 0.66), "blue": (0.02, 0.07, 0.50), "purple": (0.22, 0.03, 0.42), "pink": (0.82, 0.12, 0.42),
         "clear": (0.90, 0.92, 0.92), "white": (0.85, 0.85, 0.83), "black": (0.02, 0.02, 0.02)}
OPAQUE = ("white", "black")
WIDTH, HEIGHT = 640, 416  # of the picture: a part of a webcam's 1280 x 720


def pip_cutters(size, rng):
    """What is cut out of the faces: one to three drops along each lower edge, the last one in its middle."""
    base, height = SIZES[size]
    half = math.atan2(0.5 * base, height)
    across, along, deep = rng.uniform(1.1, 1.7), rng.uniform(1.5, 2.2), rng.uniform(0.25, 0.7)
    step, up = rng.uniform(3.6, 4.8), rng.uniform(2.6, 4.2)
    mesh = bmesh.new()
    for side in range(4):
        # Of a face that looks to -y: x along its edge, y up the slope, z outwards.
        on_face = Matrix.Rotation(0.5 * math.pi * side, 4, "Z") @ Matrix.Translation((0, -0.5 * base, 0)) @ Matrix.Rotation(0.5 * math.pi - half, 4, "X")
        for k in range(list(SIZES).index(size) + 1):
            drop = Matrix.Translation((-step * k, up, 0)) @ Matrix.Diagonal((across, along, deep, 1))
            bmesh.ops.create_icosphere(mesh, subdivisions=3, radius=1.0, matrix=on_face @ drop)
    return mesh


def pyramid_mesh(size, pips=None):
    """Hollow, upright, base on z = 0 around the origin, all outer edges and corners rounded by one radius; metres are mm. `pips`: None, or a
    generator that their shape is drawn from."""
    base, height = SIZES[size]
    half = math.atan2(0.5 * base, height)
    radius = TIP_CUT[size] / (1.0 / math.sin(half) - 1.0)
    # Corners of the solid whose faces lie `inside` further in.
    def corners(inside, floor):
        top = height - inside / math.sin(half)
        low = 0.5 * base - inside / math.cos(half) - floor * math.tan(half)
        return [Vector((sx * low, sy * low, floor)) for sx, sy in ((1, 1), (-1, 1), (-1, -1), (1, -1))] + [Vector((0, 0, top))]

    outer = bmesh.new()
    for corner in corners(radius, radius):
        bmesh.ops.create_icosphere(outer, subdivisions=4, radius=radius, matrix=Matrix.Translation(corner))
    hull = bmesh.ops.convex_hull(outer, input=outer.verts)
    bmesh.ops.delete(outer, geom=list({e for e in hull["geom_interior"] + hull["geom_unused"] if isinstance(e, bmesh.types.BMVert)}), context="VERTS")
    bmesh.ops.recalc_face_normals(outer, faces=outer.faces)
    inner = bmesh.new()
    low = corners(WALL, -0.5)
    vertices = [inner.verts.new(v) for v in low]
    for face in ((3, 2, 1, 0), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)):
        inner.faces.new([vertices[k] for k in face])
    bmesh.ops.recalc_face_normals(inner, faces=inner.faces)
    objects = []
    meshes = {size: outer, size + "_hole": inner}
    if pips is not None:
        meshes[size + "_pips"] = pip_cutters(size, pips)
    for name, mesh in meshes.items():
        data = bpy.data.meshes.new(name)
        mesh.to_mesh(data)
        objects.append(bpy.data.objects.new(name, data))
        bpy.context.collection.objects.link(objects[-1])
    for cutter in objects[1:]:
        cut = objects[0].modifiers.new(cutter.name, "BOOLEAN")
        cut.operation, cut.solver, cut.object = "DIFFERENCE", "EXACT", cutter
    made = bpy.data.meshes.new_from_object(objects[0].evaluated_get(bpy.context.evaluated_depsgraph_get()))
    for o in objects:
        bpy.data.objects.remove(o)
    return made


def lying(size):
    """Turns an upright pyramid onto its side: stern's lower edge in the middle at the origin, bow along +x."""
    base, height = SIZES[size]
    half = math.atan2(0.5 * base, height)
    # The side with normal (0, -cos, sin) comes down: about the x axis, then the tip to +x.
    down = Matrix.Rotation(0.5 * math.pi + half, 4, "X") @ Matrix.Translation((0.0, 0.5 * base, 0.0))
    tip = down @ Vector((0, 0, height))
    return Matrix.Rotation(-math.atan2(tip.y, tip.x), 4, "Z") @ down


def nodes_of(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    return material, tree, tree.nodes.new("ShaderNodeOutputMaterial")


def plastic(colour, rng, tint=None, cloudy=0.25):
    """`cloudy`: the most that translucent plastic may scatter."""
    tint = np.clip(np.array(TINTS[colour] if tint is None else tint) * np.exp(rng.normal(0, 0.15, 3)), 0.004, 0.97)
    material, tree, out = nodes_of(colour)
    if colour in OPAQUE:
        shader = tree.nodes.new("ShaderNodeBsdfPrincipled")
        shader.inputs["Base Color"].default_value = (*tint, 1)
        shader.inputs["Roughness"].default_value = rng.uniform(0.12, 0.45)
        tree.links.new(shader.outputs[0], out.inputs[0])
        return material
    glass = tree.nodes.new("ShaderNodeBsdfGlass")
    glass.inputs["Color"].default_value = (*tint ** 0.25, 1)  # four faces of two walls
    glass.inputs["IOR"].default_value = 1.5
    glass.inputs["Roughness"].default_value = rng.uniform(0.0, 0.06)
    milk = tree.nodes.new("ShaderNodeBsdfDiffuse")
    milk.inputs["Color"].default_value = (*tint ** 0.7, 1)
    clouded = tree.nodes.new("ShaderNodeMixShader")
    clouded.inputs[0].default_value = rng.uniform(0.03, cloudy)
    tree.links.new(glass.outputs[0], clouded.inputs[1])
    tree.links.new(milk.outputs[0], clouded.inputs[2])
    shadow = tree.nodes.new("ShaderNodeBsdfTransparent")
    shadow.inputs["Color"].default_value = (*(tint ** 0.25 * rng.uniform(0.86, 0.97)), 1)
    path, mix = tree.nodes.new("ShaderNodeLightPath"), tree.nodes.new("ShaderNodeMixShader")
    tree.links.new(path.outputs["Is Shadow Ray"], mix.inputs[0])
    tree.links.new(clouded.outputs[0], mix.inputs[1])
    tree.links.new(shadow.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], out.inputs[0])
    return material


def smooth(rng, rows, columns, size=512):
    return cv2.resize(rng.uniform(-1, 1, (rows, columns)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)


def surface(rng):
    """Linear colours of a table top, 512 x 512, and its roughness."""
    kind = rng.choice(["wood", "planks", "plain", "felt", "checks", "cloth", "print"], p=[0.18, 0.1, 0.2, 0.16, 0.14, 0.11, 0.11])
    wide = lambda lo, hi: rng.uniform(lo, hi, 3)
    if kind in ("wood", "planks"):
        a = np.array([0.55, 0.36, 0.2]) * np.exp(rng.normal(0, 0.35)) * np.exp(rng.normal(0, 0.1, 3))
        grain = smooth(rng, 120, 6) * 0.3 + smooth(rng, 40, 3) * 0.5 + 0.3 * np.sin(smooth(rng, 6, 3) * rng.uniform(4, 25))
        image = a * np.exp(0.25 * grain[..., None])
        if kind == "planks":
            image[np.arange(512) % 128 < 2] *= 0.35
    elif kind == "checks":
        n, a, b = rng.randint(6, 16), wide(0.02, 0.6), wide(0.5, 0.9)
        at = (np.arange(512) * n // 512) % 2
        share = 0.5 * (at[:, None] + at[None, :])
        image = a + (b - a) * share[..., None]
    elif kind == "print":
        image = wide(0.1, 0.9) * np.ones((512, 512, 3))
        for _ in range(rng.randint(8, 60)):
            colour, p = tuple(float(v) for v in wide(0.02, 0.9)), tuple(int(v) for v in rng.randint(0, 512, 2))
            if rng.rand() < 0.5:
                cv2.circle(image, p, int(rng.randint(4, 60)), colour, -1 if rng.rand() < 0.5 else 2, cv2.LINE_AA)
            else:
                cv2.line(image, p, tuple(int(v) for v in rng.randint(0, 512, 2)), colour, int(rng.randint(1, 8)), cv2.LINE_AA)
    else:
        a = wide(0.02, 0.9) if rng.rand() < 0.5 else rng.uniform(0.05, 0.9) * np.exp(rng.normal(0, 0.08, 3))
        if kind == "felt":
            a = np.array([(0.04, 0.25, 0.09), (0.03, 0.06, 0.25), (0.3, 0.03, 0.04), (0.04, 0.04, 0.05)][rng.randint(4)]) * np.exp(rng.normal(0, 0.3))
        image = a * np.ones((512, 512, 3))
        if kind in ("felt", "cloth"):
            image = image * np.exp(rng.uniform(0.03, 0.15) * rng.normal(0, 1, (512, 512, 1)))
    return np.clip(image, 0.004, 0.95).astype(np.float32), (rng.uniform(0.08, 0.4) if kind == "plain" else 1.0 if kind in ("felt", "cloth", "checks") else rng.uniform(0.25, 0.7))


def table(rng, wide_mm=(450, 900)):
    colours, rough = surface(rng)
    bpy.ops.mesh.primitive_plane_add(size=rng.uniform(*wide_mm), rotation=(0, 0, rng.uniform(0, 6.3)))
    bpy.context.object.data.materials.append(paint(rng, colours, rough))
    return colours.reshape(-1, 3).mean(0)


def camera(rng, low=False):
    """Looks at the table's middle, `low`: always from the side. Returns K and camera-from-table (OpenCV's frames)."""
    scale = WIDTH / 1280.0 * 2.0  # the picture is a part of the webcam's, at its full sharpness
    focal = rng.uniform(700, 1000)
    away, tilt, turn = rng.uniform(330, 640), math.radians(rng.choice([rng.uniform(0, 20), rng.uniform(15, 57)])), rng.uniform(-math.pi, math.pi)
    if low:
        tilt = math.radians(38) + 0.37 * tilt
    eye = away * np.array([math.sin(tilt) * math.sin(turn), -math.sin(tilt) * math.cos(turn), math.cos(tilt)])
    forward = -eye / away
    right = np.cross(forward, [-math.sin(turn), math.cos(turn), 0.001] if tilt < 0.02 else [0, 0, 1])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    cycles_room.camera(36.0 * focal / WIDTH / scale, rotation, eye)
    to_camera = np.eye(4)
    to_camera[:3, :3], to_camera[:3, 3] = rotation, -rotation @ eye
    return np.array([[focal, 0, 0.5 * WIDTH - 0.5], [0, focal, 0.5 * HEIGHT - 0.5], [0, 0, 1]]), to_camera


def paint(rng, image=None, rough=None, colour=None):
    """An opaque material of one colour, or with a picture (linear colours) on it."""
    rough = rng.uniform(0.15, 0.9) if rough is None else rough
    if image is None:
        return cycles_room.opaque(rough, rng.uniform(0.02, 0.9, 3) if colour is None else colour)[0]
    return cycles_room.opaque(rough, image=cycles_room.image_of("print", image))[0]


def sheet_print(rng):
    """What is printed on a sheet, a card or a cover: lines of text, tables, triangles, blocks."""
    paper = rng.uniform(0.55, 0.9) * np.exp(rng.normal(0, 0.05, 3)) if rng.rand() < 0.7 else rng.uniform(0.02, 0.8, 3)
    image = (paper * np.ones((600, 440, 3))).astype(np.float32)
    ink = lambda: tuple(float(v) for v in (rng.uniform(0.01, 0.08, 3) if rng.rand() < 0.6 else rng.uniform(0.02, 0.8, 3)))
    kind = rng.choice(["text", "grid", "signs", "none"], p=[0.4, 0.15, 0.3, 0.15])
    if kind == "text":
        step, colour = int(rng.randint(10, 28)), ink()
        for y in range(30, 570, step):
            x = 30
            while x < 390:
                word = int(rng.randint(8, 60))
                cv2.line(image, (x, y), (min(x + word, 410), y), colour, max(1, step // 4), cv2.LINE_AA)
                x += word + int(rng.randint(6, 14))
    elif kind == "grid":
        step, colour, wide = int(rng.randint(24, 100)), ink(), int(rng.randint(1, 5))
        for v in range(step, 600, step):
            cv2.line(image, (0, v), (440, v), colour, wide, cv2.LINE_AA)
            cv2.line(image, (v, 0), (v, 600), colour, wide, cv2.LINE_AA)
    elif kind == "signs":
        for _ in range(rng.randint(1, 12)):
            middle, size, turn = rng.uniform((40, 40), (400, 560)), rng.uniform(20, 120), rng.uniform(0, 6.3)
            corners = int(rng.choice([3, 3, 4, 5]))
            angles = turn + 2 * np.pi * np.arange(corners) / corners
            points = (middle + size * rng.uniform(0.4, 1.0, (corners, 1)) * np.stack([np.cos(angles), np.sin(angles)], 1)).astype(np.int32)
            if rng.rand() < 0.6:
                cv2.fillPoly(image, [points], ink(), cv2.LINE_AA)
            else:
                cv2.polylines(image, [points], True, ink(), int(rng.randint(2, 10)), cv2.LINE_AA)
    return image.clip(0.004, 0.95)


def block(size, at, turn, material):
    """A cuboid on the table."""
    bpy.ops.mesh.primitive_cube_add(size=1.0, location=(*at, 0.5 * size[2]), rotation=(0, 0, turn))
    o = bpy.context.object
    o.scale = size
    o.data.materials.append(material)
    for face in o.data.polygons:  # the whole print on every side
        for loop, uv in zip(face.loop_indices, ((0, 0), (1, 0), (1, 1), (0, 1))):
            o.data.uv_layers.active.data[loop].uv = uv


def capsule(a, b, radius, material):
    """Two balls and what lies between them."""
    a, b = Vector(a), Vector(b)
    for end in (a, b):
        bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, location=end, segments=24, ring_count=12)
        bpy.ops.object.shade_smooth()
        bpy.context.object.data.materials.append(material)
    bpy.ops.mesh.primitive_cylinder_add(radius=radius, depth=(b - a).length, location=0.5 * (a + b), vertices=24)
    bpy.ops.object.shade_smooth()
    bpy.context.object.rotation_euler = (b - a).to_track_quat("Z", "Y").to_euler()
    bpy.context.object.data.materials.append(material)


def clutter(rng, reach_mm, taken):
    """What else lies on tables: sheets, books, boxes, mugs, discs, coins, pens, dice, folded cards, hands. Adds where it
    lies to `taken`."""
    if rng.rand() < 0.35:
        return
    for _ in range(rng.randint(1, 6)):
        kind = rng.choice(["sheet", "card", "book", "box", "mug", "disc", "coin", "pen", "die", "tent", "hand", "man"])
        at = rng.uniform(-1, 1, 2) * reach_mm * np.array([1.5, 1.05])
        turn = rng.uniform(0, 2 * math.pi)
        ahead = np.array([math.cos(turn), math.sin(turn)])
        near = {"sheet": 0, "card": 0, "book": 75, "box": 42, "mug": 44, "disc": 45, "coin": 12, "pen": 12, "die": 11, "tent": 32, "hand": 40, "man": 16}[kind]
        if near and any(np.linalg.norm(at - m) < near + n for m, n in taken):
            continue
        if kind == "sheet":
            block((rng.uniform(60, 210), rng.uniform(80, 297), 0.12), at, turn, paint(rng, sheet_print(rng), 0.9))
        elif kind == "card":
            block((rng.uniform(40, 60), rng.uniform(60, 90), 0.35), at, turn, paint(rng, sheet_print(rng), 0.3))
        elif kind == "book":
            block((rng.uniform(90, 130), rng.uniform(120, 180), rng.uniform(6, 35)), at, turn, paint(rng, sheet_print(rng)))
        elif kind == "box":
            block(rng.uniform((15, 15, 8), (70, 70, 60)), at, turn, paint(rng, sheet_print(rng) if rng.rand() < 0.5 else None))
        elif kind in ("mug", "disc", "coin"):
            radius = {"mug": rng.uniform(34, 44), "disc": rng.uniform(15, 60), "coin": rng.uniform(8, 13)}[kind]
            high = {"mug": rng.uniform(70, 105), "disc": rng.uniform(0.4, 6), "coin": 1.8}[kind]
            bpy.ops.mesh.primitive_cylinder_add(vertices=64, radius=radius, depth=high, location=(*at, 0.5 * high))
            o = bpy.context.object
            metal = kind == "coin" or rng.rand() < 0.2
            o.data.materials.append(paint(rng, rough=0.25 if metal else None, colour=(0.5, 0.4, 0.25) if kind == "coin" else None))
        elif kind == "pen":
            long = rng.uniform(30, 75)
            capsule((*(at - long * ahead), 4.5), (*(at + long * ahead), 4.5), rng.uniform(3, 4.4), paint(rng))
        elif kind == "die":
            size = rng.uniform(10, 18)
            block((size, size, size), at, turn, paint(rng))
        elif kind == "tent":  # a folded card: two slopes, as a pyramid has
            half, high, long = rng.uniform(8, 25), rng.uniform(10, 35), rng.uniform(15, 50)
            data = bpy.data.meshes.new("tent")
            data.from_pydata([(-long, -half, 0), (long, -half, 0), (long, half, 0), (-long, half, 0), (-long, 0, high), (long, 0, high)], [],
                             [(0, 1, 5, 4), (2, 3, 4, 5)] + ([(1, 2, 5), (3, 0, 4)] if rng.rand() < 0.5 else []))
            o = bpy.data.objects.new("tent", data)
            o.location, o.rotation_euler = (*at, 0.0), (0, 0, turn)
            o.data.materials.append(paint(rng))
            bpy.context.collection.objects.link(o)
        elif kind == "man":
            data = [(13, 0), (14, 3), (9, 8), (rng.uniform(5, 7), rng.uniform(18, 35)), (rng.uniform(8, 11), rng.uniform(36, 45)), (0.5, rng.uniform(46, 70))]
            material = paint(rng, rough=0.35)
            for (r1, z1), (r2, z2) in zip(data, data[1:]):
                bpy.ops.mesh.primitive_cone_add(vertices=32, radius1=r1, radius2=r2, depth=z2 - z1, location=(*at, 0.5 * (z1 + z2)))
                bpy.ops.object.shade_smooth()
                bpy.context.object.data.materials.append(material)
        else:  # fingers and a wrist that comes from the border
            skin = paint(rng, rough=0.55, colour=np.array([0.75, 0.42, 0.28]) * np.exp(rng.normal(-0.3, 0.5)))
            high = rng.uniform(12, 45)
            side = np.array([-ahead[1], ahead[0]])
            for k in range(4):
                tip = at + 28 * ahead + (k - 1.5) * 16 * side
                capsule((*(at + (k - 1.5) * 17 * side), high), (*(tip + rng.uniform(-4, 14) * ahead), max(8.5, high - rng.uniform(0, 20))), 8, skin)
            capsule((*at, high + 3), (*(at - 60 * ahead), high + 12), 27, skin)
            sleeve = paint(rng, rough=1.0) if rng.rand() < 0.6 else skin
            capsule((*(at - 80 * ahead), high + 22), (*(at - 400 * ahead), high + 75), 36, sleeve)
        if near:
            taken.append((at, near))


def arms(rng, out, k, to_camera):
    """Fingers, rods or sleeves above the table that hide a part of one or a few of the pyramids."""
    eye = -to_camera[:3, :3].T @ to_camera[:3, 3]
    for _ in range(rng.randint(1, 4)):
        over = out[rng.randint(len(out))]
        at = np.array([over["x"], over["y"], 8.0]) + np.append(rng.normal(0, 14, 2), 0)
        at += rng.uniform(0.04, 0.25) * (eye - at)  # between it and the camera
        turn = rng.uniform(0, 2 * math.pi)
        ahead = np.array([math.cos(turn), math.sin(turn), rng.uniform(-0.1, 0.3)])
        radius = rng.uniform(4, 9) if rng.rand() < 0.6 else rng.uniform(12, 30)
        material = paint(rng, rough=0.6, colour=np.array([0.75, 0.42, 0.28]) * np.exp(rng.normal(-0.3, 0.5)) if rng.rand() < 0.5 else None)
        capsule(at, at + rng.uniform(50, 300) * ahead, radius, material)


def covers(rng, out, count):
    """Sheets, cards and boxes that somebody holds above the table, each with its border over a pyramid."""
    for _ in range(count):
        over = out[rng.randint(len(out))]
        thick = rng.uniform(0.2, 2.0) if rng.rand() < 0.6 else rng.uniform(6, 30)
        wide, turn = rng.uniform(5, 45, 2), rng.uniform(0, 2 * math.pi)
        aside = Matrix.Rotation(turn, 2) @ Vector((0.5 * wide[0] + rng.normal(4, 7), rng.normal(0, 0.3 * wide[1])))
        block((*wide, thick), (over["x"] + aside.x, over["y"] + aside.y), turn, paint(rng, sheet_print(rng) if rng.rand() < 0.6 else None))
        bpy.context.object.location.z += 26 + rng.uniform(0, 25)


def share_seen(pixel_outline, k, to_camera, o):
    """Share of an object's outline in the picture in which nothing stands before it."""
    eye = -to_camera[:3, :3].T @ to_camera[:3, 3]
    graph = bpy.context.evaluated_depsgraph_get()
    low, high = pixel_outline.min(0), pixel_outline.max(0)
    hull = cv2.convexHull(pixel_outline.astype(np.float32))
    met = asked = 0
    for v in np.linspace(low[1], high[1], 15):
        for u in np.linspace(low[0], high[0], 15):
            if cv2.pointPolygonTest(hull, (float(u), float(v)), False) < 0:
                continue
            ray = to_camera[:3, :3].T @ np.linalg.solve(k, [u, v, 1.0])
            hit, _, _, _, found, _ = bpy.context.scene.ray_cast(graph, Vector(eye), Vector(ray / np.linalg.norm(ray)))
            asked += 1
            met += hit and found.name == o.name
    return met / max(1, asked)


def seen_at(k, to_camera, point):
    p = k @ (to_camera[:3, :3] @ point + to_camera[:3, 3])
    return p[:2] / p[2]


def put(mesh, size, at, heading, upright, made):
    """A pyramid on the table (mm, radians), of this material."""
    o = bpy.data.objects.new(size, mesh.copy())
    o.data.materials.clear()
    o.data.materials.append(made)
    turned = Matrix.Translation((*at, 0.0)) @ Matrix.Rotation(heading, 4, "Z")
    o.matrix_world = turned if upright else turned @ lying(size)
    bpy.context.collection.objects.link(o)
    return o


def chit(at, made):
    bpy.ops.mesh.primitive_cylinder_add(vertices=48, radius=4.0, depth=1.5, location=(*at, 0.75))
    bpy.context.object.data.materials.append(made)


def ships(rng, meshes, k, to_camera, ground, most, pale, covered=False):
    """Puts pyramids on the table, apart or stern to bow, and a few chits. `ground`: the table's colour, which some have.
    `pale`: white and clear ones, and a few others. `covered`: many are hidden in part."""
    taken, out, made = [], [], []
    reach_mm = 0.5 * HEIGHT / k[0, 0] * np.linalg.norm(to_camera[:3, 3])
    clutter(rng, reach_mm, taken)
    things = len(taken)
    colours = list(rng.choice(list(TINTS), 3, replace=False))
    plastics = {c: plastic(c, rng) for c in colours}
    if rng.rand() < 0.35:
        like = min(TINTS, key=lambda c: np.linalg.norm(np.log(np.array(TINTS[c]) / ground)))
        colours[0] = like
        plastics[like] = plastic(like, rng, ground)
    if pale:
        colours = ["white"] * 4 + ["clear"] * 4 + colours[:1]
        plastics.update({c: plastic(c, rng, cloudy=0.4) for c in ("white", "clear")})
    for _ in range(18 * most):
        size, colour = rng.choice(list(SIZES), p=[0.5, 0.28, 0.22]), str(rng.choice(colours))
        upright = rng.rand() < 0.12
        base, height = SIZES[size]
        length = base if upright else math.hypot(height, 0.5 * base)
        heading = rng.uniform(-math.pi, math.pi)
        ahead = np.array([math.cos(heading), math.sin(heading)])
        if out and not upright and rng.rand() < 0.25 and out[-1]["state"] == "flat":  # in line with the last one
            last = out[-1]
            heading = math.radians(last["heading"]) + rng.normal(0, 0.03)
            ahead = np.array([math.cos(heading), math.sin(heading)])
            at = np.array([last["x"], last["y"]]) + ahead * (math.hypot(SIZES[last["size"]][1], 0.5 * SIZES[last["size"]][0]) + abs(rng.normal(0, 0.3)))
        else:
            at = rng.uniform(-1, 1, 2) * reach_mm * np.array([1.45, 1.0])
        middle = at if upright else at + 0.4 * length * ahead
        pixel = seen_at(k, to_camera, np.array([*middle, 5.0]))
        rim = 1.1 * 0.5 * length * k[0, 0] / np.linalg.norm(to_camera[:3, 3])
        if min(pixel) < rim or pixel[0] > WIDTH - rim or pixel[1] > HEIGHT - rim:
            continue
        near = 0.55 * length
        if any(np.linalg.norm(middle - m) < 0.8 * (near + n) and not (k2 == things + len(out) - 1) for k2, (m, n) in enumerate(taken)):
            continue
        if any(np.linalg.norm(middle - m) < 0.62 * (near + n) for m, n in taken):
            continue
        made.append(put(meshes[size], size, at, heading, upright, plastics[colour]))
        taken.append((middle, near))
        out.append({"id": len(out) + 1, "kind": "pyramid", "size": str(size), "color": colour, "state": "upright" if upright else "flat", "x": float(at[0]), "y": float(at[1]),
                    "z": 0.0, "heading": math.degrees(heading), "visible_fraction": 1.0, "in_frame_fraction": 1.0, "keypoints": {}})
        if len(out) >= most:
            break
    for _ in range(rng.randint(0, 4)):
        at = rng.uniform(-1, 1, 2) * reach_mm
        if any(np.linalg.norm(at - m) < n + 5.0 for m, n in taken):
            continue
        chit(at, plastic(str(rng.choice(["white", "black"])), rng))
    if out and rng.rand() < 0.4:
        arms(rng, out, k, to_camera)
    if out and covered:
        covers(rng, out, rng.randint(4, 10))
    bpy.context.view_layer.update()
    for o, ship in zip(made, out):
        corners = np.array([seen_at(k, to_camera, np.array(o.matrix_world @ v.co)) for v in list(o.data.vertices)[::7]])
        ship["visible_fraction"] = share_seen(corners, k, to_camera, o)
    return out


def webcam(light, rng, noise=None):
    """Linear light (height x width x 3, red first) as a cheap camera delivers it: blue, green, red bytes. `noise`: of the
    sensor, where it is not to be the one that `rng` tells."""
    light = cv2.resize(light, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC).clip(0)
    grey = light / light.reshape(-1, 3).mean(0) if rng.rand() < 0.6 else light / light.mean()
    light = (0.4 * grey + 0.6 * light / light.mean()) * np.exp(rng.normal(0, 0.06, 3)) * rng.uniform(0.1, 0.3) * 2 ** rng.normal(0, 0.35)
    light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.35, 0.6) + (rng.uniform(0.2, 0.8) if rng.rand() < 0.4 else 0.0))
    full, read = rng.uniform(2000, 7000), rng.uniform(3, 9)
    light = light.clip(0, 1)
    grain = rng.normal(0, 1, light.shape)
    light = light + np.sqrt(light / full + (read / full) ** 2) * (grain if noise is None else noise.normal(0, 1, light.shape))
    light = light.clip(0, 1).astype(np.float32)
    levels = np.where(light < 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055)
    contrast = rng.uniform(0, 0.35)
    levels = (1 - contrast) * levels + contrast * levels * levels * (3 - 2 * levels)
    bytes_ = (255 * levels).clip(0, 255).astype(np.uint8)
    if (strength := rng.choice([0.0, 0.5, 1.0])) > 0:
        bytes_ = cv2.bilateralFilter(bytes_, 5, 22 * strength, 1.5)
    levels = bytes_.astype(np.float32)
    mean = levels @ np.array([0.299, 0.587, 0.114], np.float32)
    levels = mean[..., None] + rng.uniform(0.95, 1.3) * (cv2.GaussianBlur(levels - mean[..., None], (0, 0), 0.7))
    sharpen = rng.uniform(0, 0.8)
    levels = levels + sharpen * (levels - cv2.GaussianBlur(levels, (0, 0), rng.uniform(0.8, 1.4)))
    return levels.clip(0, 255)[..., ::-1].round().astype(np.uint8)


def bend_lamps_light(own):
    """Lamps shine through plastic on bent paths alone, as in life, where else shadow rays pass straight and tinted. `own`: Cycles' settings."""
    for material in bpy.data.materials:
        for link in list(material.node_tree.links) if material.use_nodes else []:
            if link.from_socket.name == "Is Shadow Ray":
                link.to_socket.default_value = 0.0
                material.node_tree.links.remove(link)
    own.caustics_refractive = own.caustics_reflective = True
    own.samples, own.adaptive_threshold, own.blur_glossy = 300, 0.02, 0.5
    own.transmission_bounces, own.sample_clamp_indirect = 12, 40.0


def through_plastic(path, width, height, samples):
    """Settings for a picture of pyramids; returns Cycles' own."""
    own = cycles_room.cycles(path, width, height, 88, samples=samples, threshold=0.08, bounces=8)
    own.transmission_bounces, own.transparent_max_bounces, own.sample_clamp_indirect = 8, 8, 12.0
    return own


def photograph(path, rng, samples, noise=None, caustics=False):
    """Renders the scene, and writes what the camera makes of it."""
    own = through_plastic(path + ".exr", WIDTH, HEIGHT, samples)
    if caustics:
        bend_lamps_light(own)
    bpy.ops.render.render(write_still=True)
    light = cv2.imread(path + ".exr", cv2.IMREAD_UNCHANGED)[..., 2::-1]
    os.remove(path + ".exr")
    cv2.imwrite(path + ".jpg", webcam(light, rng, noise), [cv2.IMWRITE_JPEG_QUALITY, int(rng.randint(70, 96))])


def clear():
    """Takes everything out of the scene but meshes."""
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()
    for kind in (bpy.data.materials, bpy.data.images, bpy.data.lights, bpy.data.cameras, bpy.data.worlds):
        for one in list(kind):
            kind.remove(one)


def shapes(pips=None):
    """A mesh for each size, which stays when the scene is cleared."""
    meshes = {size: pyramid_mesh(size, pips and np.random.RandomState(pips)) for size in SIZES}
    for mesh in meshes.values():
        mesh.use_fake_user = True
    return meshes


def render(path, rng, meshes, most, empty, pale, covered, low, caustics):
    clear()
    k, to_camera = camera(rng, low)
    ground = table(rng)
    mode = cycles_room.lights(rng, (350, 700), (-0.1, 0.8))
    bare = set(bpy.context.scene.objects)
    objects = ships(rng, meshes, k, to_camera, ground, most, pale, covered)
    samples = int(rng.choice([8, 13, 20]))
    as_it_is = rng.get_state()
    photograph(path, rng, samples, caustics=caustics)
    if empty:  # by the same camera
        for o in set(bpy.context.scene.objects) - bare:
            o.hide_render = True
        again = np.random.RandomState()
        again.set_state(as_it_is)
        photograph(path + ".empty", again, samples, np.random.RandomState(1), caustics)
    truth = {"image": {"width": WIDTH, "height": HEIGHT}, "light_mode": str(mode), "marker_dict": None, "objects": objects,
             "camera": {"K": k.tolist(), "dist_k1k2p1p2k3": [0.0] * 5, "T_camera_table": to_camera.tolist()}}
    with open(path + ".json", "w") as file:
        json.dump(truth, file)


def main():
    folder, count, seed, *more = sys.argv[sys.argv.index("--") + 1:]
    most, share = int(more[0]) if more else 11, float(more[1]) if len(more) > 1 else 0.0
    empty, pale, covered, low, caustics = (word in more[2:] for word in ("empty", "pale", "covered", "low", "caustics"))
    os.makedirs(folder, exist_ok=True)
    clear()
    plain = shapes()
    pipped = shapes(int(seed)) if share > 0 else plain
    for n in range(int(count)):
        own = int(seed) * 10007 + n
        meshes = pipped if np.random.RandomState(own + 5003).rand() < share else plain
        render(os.path.join(folder, f"s{seed}_{n:03d}"), np.random.RandomState(own), meshes, most, empty, pale, covered, low, caustics)


if __name__ == "__main__":
    main()
