"""Renders tables with dice for learning what their faces look like: Debian's blender, its Cycles, no display.

    blender -b -P render_dice.py -- OUT_PREFIX COUNT SEED [PICTURE_FOLDER]

Writes OUT_PREFIX.dice and .labels, windows as render_dice writes them (it draws by the program's own renderer), of COUNT pictures with
some 50 dice each. Some four seconds a picture on one core.
"""
import math
import os
import sys

import bmesh
import bpy
import cv2
import numpy as np
from mathutils import Matrix

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cycles_room
import render_ships as ships

WINDOW, USUAL_EDGE, MOST_DICE = 144, 36.0, 6  # px of a window and of a usual die in it (DieReader::windowOf), dice that a label tells
TEXELS = 128  # of a face's edge in the texture, which holds three by two faces
PIPS = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
        5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)], 6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)]}
# Outward normal and the two directions along a face, in the order of the texture's cells: +z is the top.
FACES = [((0, 0, 1), (1, 0, 0), (0, 1, 0)), ((0, 0, -1), (0, 1, 0), (1, 0, 0)), ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
         ((-1, 0, 0), (0, 0, 1), (0, 1, 0)), ((0, 1, 0), (0, 0, 1), (1, 0, 0)), ((0, -1, 0), (1, 0, 0), (0, 0, 1))]


def rounded_cube(radius):
    """Edges of 2 around the origin, rounded by a radius; each face a grid that is fine where it is round."""
    inner = 1.0 - radius
    bend = inner + radius * np.tan(np.linspace(0, math.pi / 4, 7))
    steps = np.concatenate([-bend[::-1], bend])
    mesh = bmesh.new()
    uv = mesh.loops.layers.uv.new("uv")
    for cell, (normal, across, along) in enumerate(FACES):
        n, a, b = (np.array(v, float) for v in (normal, across, along))
        grid = []
        for v in steps:
            for u in steps:
                p = n + u * a + v * b
                q = p.clip(-inner, inner)
                d = p - q
                grid.append(mesh.verts.new(q + radius * d / np.linalg.norm(d)))
        m = len(steps)
        for j in range(m - 1):
            for i in range(m - 1):
                corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
                face = mesh.faces.new([grid[y * m + x] for x, y in corners])
                face.smooth = True
                for loop, (x, y) in zip(face.loops, corners):
                    loop[uv].uv = ((cell % 3 + 0.5 + 0.49 * steps[x]) / 3.0, (cell // 3 + 0.5 + 0.49 * steps[y]) / 2.0)
    bmesh.ops.remove_doubles(mesh, verts=mesh.verts, dist=1e-4)
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    data = bpy.data.meshes.new("die")
    mesh.to_mesh(data)
    mesh.free()
    return data


def colour(rng):
    """Linear; as often bright or dark as of a strong colour."""
    kind = rng.rand()
    if kind < 0.25:
        return rng.uniform(0.5, 0.92) * np.exp(rng.normal(0, 0.06, 3))
    if kind < 0.42:
        return rng.uniform(0.006, 0.05) * np.exp(rng.normal(0, 0.12, 3))
    hue, strong = rng.uniform(0, 6), rng.uniform(0.6, 0.99)
    pure = np.clip(np.abs((hue + np.array([0, 4, 2])) % 6 - 3) - 1, 0, 1)
    return np.exp(rng.uniform(-2.8, -0.2)) * (1 - strong + strong * pure)


def apart(a, b):
    """How far two linear colours are apart, roughly as a picture shows it (0 to 1)."""
    return np.linalg.norm(np.clip(a, 0, 1) ** 0.4 - np.clip(b, 0, 1) ** 0.4) / math.sqrt(3)


def pip_ink(rng, grounds):
    least = 0.07 if rng.rand() < 0.15 else 0.2
    while True:
        ink = np.array([0.85, 0.85, 0.82]) if (kind := rng.rand()) < 0.4 else np.array([0.01, 0.01, 0.01]) if kind < 0.6 else colour(rng)
        if min(apart(ink, g) for g in grounds) > least:
            return ink
        least *= 0.97


def stroke_one(mask, rng, at, size):
    """What stands for a single pip on some dice: rings, stars, swirls, crosses, letters."""
    kind = rng.randint(5)
    u, v = (int(round(x)) for x in at)
    r, thick = int(round(size)), max(1, int(size * rng.uniform(0.2, 0.5)))
    if kind == 0:
        cv2.circle(mask, (u, v), r, 1.0, thick, cv2.LINE_AA)
    elif kind == 1:
        n = int(rng.randint(4, 8))
        angles = rng.uniform(0, 6.3) + np.pi * np.arange(2 * n) / n
        reach = np.where(np.arange(2 * n) % 2, rng.uniform(0.3, 0.6), 1.0) * 1.3 * size
        cv2.fillPoly(mask, [np.round(np.array(at) + reach[:, None] * np.stack([np.cos(angles), np.sin(angles)], 1)).astype(np.int32)], 1.0, cv2.LINE_AA)
    elif kind == 2:
        arms, turn = int(rng.randint(1, 4)), rng.uniform(0, 360)
        for k in range(arms):
            cv2.ellipse(mask, (u, v), (r, int(r * rng.uniform(0.5, 1.0))), turn + 360.0 * k / arms, 0, rng.uniform(90, 300) / arms + 40, 1.0, thick, cv2.LINE_AA)
        if rng.rand() < 0.5:
            cv2.circle(mask, (u, v), max(1, r // 3), 1.0, -1, cv2.LINE_AA)
    elif kind == 3:
        turn = rng.uniform(0, 1.6)
        for turned in (turn, turn + 0.5 * math.pi):
            d = size * 1.1 * np.array([math.cos(turned), math.sin(turned)])
            cv2.line(mask, tuple(int(x) for x in at - d), tuple(int(x) for x in at + d), 1.0, thick, cv2.LINE_AA)
    else:
        cv2.putText(mask, "ABCDEGKMRSWX&@*#"[rng.randint(16)], (u - r, v + r), cv2.FONT_HERSHEY_TRIPLEX, size / 11.0, 1.0, thick, cv2.LINE_AA)


def marble(rng, places):
    """0 to 1 at places of a cube of edges 2 (... x 3): bands that are bent, wide or fine."""
    bent = places.copy()
    for strength in (rng.uniform(0, 0.8), rng.uniform(0, 0.35)):
        for axis in range(3):
            k = rng.normal(0, 2.2 if strength > 0.4 else 4.5, 3)
            bent[..., axis] += strength * np.sin(places @ k + rng.uniform(0, 6.3))
    waves = np.sin(bent @ rng.normal(0, rng.uniform(0.6, 2.6), 3) + rng.uniform(0, 6.3))
    sharp = rng.uniform(0.7, 8.0)
    return 1.0 / (1.0 + np.exp(-sharp * (waves + rng.normal(0, 0.4))))


def textures(rng, values):
    """Linear colours and heights (0: in a pip) of a die that shows `values` on its faces, two images of three by two faces."""
    t = (np.arange(TEXELS) + 0.5) / TEXELS * 2 - 1
    a, b = colour(rng), colour(rng)
    kind = rng.choice(["plain", "marbled", "pearl", "speckled"], p=[0.42, 0.34, 0.14, 0.10])
    grounds = [a, b] if kind == "marbled" else [a]
    if kind == "pearl":
        b = np.clip(a * rng.uniform(1.3, 3.0) + rng.uniform(0, 0.15), 0, 0.95)
    ink = pip_ink(rng, grounds)
    spread, radius = rng.uniform(0.44, 0.60), rng.uniform(0.13, 0.23)  # of half an edge
    one = radius * (rng.uniform(1.0, 2.2) if rng.rand() < 0.4 else 1.0)
    sign = rng.rand() < 0.16
    worn, rim = (rng.uniform(0.2, 0.6) if rng.rand() < 0.12 else 0.0), rng.rand() < 0.08
    turns = [int(rng.randint(2)) for _ in range(7)]
    seed = rng.randint(1 << 30)
    colours, heights = np.zeros((2 * TEXELS, 3 * TEXELS, 3), np.float32), np.ones((2 * TEXELS, 3 * TEXELS), np.float32)
    for cell, (value, (normal, across, along)) in enumerate(zip(values, FACES)):
        n, e, f = (np.array(v, float) for v in (normal, across, along))
        places = n + t[None, :, None] * e + t[:, None, None] * f
        ground = np.ones((TEXELS, TEXELS, 3)) * a
        same = np.random.RandomState(seed)  # one pattern through the whole body
        if kind in ("marbled", "pearl"):
            share = marble(same, places)[..., None]
            ground = a + (b - a) * share
            if same.rand() < 0.35:
                ground = ground + (colour(same) - ground) * marble(same, places)[..., None] ** 2
        elif kind == "speckled":
            spots = cv2.GaussianBlur(rng.rand(TEXELS, TEXELS).astype(np.float32), (0, 0), rng.uniform(0.8, 2.5))
            ground = np.where((spots > np.quantile(spots, rng.uniform(0.75, 0.97)))[..., None], b, ground)
        mask = np.zeros((TEXELS, TEXELS), np.float32)
        for x, y in PIPS[value]:
            if turns[value]:
                x, y = -y, x
            at = TEXELS * (0.5 + 0.5 * spread * np.array([x, y])) - 0.5
            size = 0.5 * TEXELS * (one if value == 1 else radius)
            if value == 1 and sign:
                stroke_one(mask, rng, at, 1.5 * size)
            else:
                cv2.circle(mask, tuple(int(round(16 * v)) for v in at), int(round(16 * size)), 1.0, -1, cv2.LINE_AA, 4)
                if rim:
                    cv2.circle(mask, tuple(int(round(16 * v)) for v in at), int(round(16 * 0.5 * size)), 0.0, -1, cv2.LINE_AA, 4)
        deep = cv2.GaussianBlur(mask, (0, 0), 0.22 * 0.5 * TEXELS * radius)
        paint = mask
        if worn > 0:
            bare = cv2.GaussianBlur(rng.rand(TEXELS, TEXELS).astype(np.float32), (0, 0), 2.0)
            paint = mask * (bare > np.quantile(bare, worn))
        rows, columns = slice(cell // 3 * TEXELS, (cell // 3 + 1) * TEXELS), slice(cell % 3 * TEXELS, (cell % 3 + 1) * TEXELS)
        colours[rows, columns] = ground + (ink - ground) * paint[..., None]
        heights[rows, columns] = 1.0 - deep
    return colours.clip(0.004, 0.95), heights


def make_of(rng, values):
    """A material for a die of edges 2 that shows `values`."""
    colours, heights = textures(rng, values)
    made, tree, shader = cycles_room.opaque(rng.uniform(0.03, 0.5) if rng.rand() < 0.8 else rng.uniform(0.5, 0.9), image=cycles_room.image_of("die", colours))
    if rng.rand() < 0.15:  # clear plastic, its pips painted
        shader.inputs["Transmission"].default_value = rng.uniform(0.3, 0.9)
        shader.inputs["IOR"].default_value = 1.45
    if rng.rand() < 0.12:
        shader.inputs["Metallic"].default_value = rng.uniform(0.2, 0.9)
    shader.inputs["Clearcoat"].default_value = rng.uniform(0, 1) if rng.rand() < 0.4 else 0.0
    relief, bump = tree.nodes.new("ShaderNodeTexImage"), tree.nodes.new("ShaderNodeBump")
    relief.image = cycles_room.image_of("relief", np.repeat(heights[..., None], 3, 2))
    relief.image.colorspace_settings.name = "Non-Color"
    bump.inputs["Distance"].default_value = rng.uniform(0.0, 0.14)
    tree.links.new(relief.outputs[0], bump.inputs["Height"])
    tree.links.new(bump.outputs[0], shader.inputs["Normal"])
    return made


def values_of(rng):
    """What the faces in FACES' order show: opposite ones 7 together."""
    pairs = [(v, 7 - v) if rng.rand() < 0.5 else (7 - v, v) for v in rng.permutation([1, 2, 3])]
    return [int(v) for pair in pairs for v in pair]


def dice(rng, k, to_camera):
    """Puts dice on the table, alone or in heaps that touch. Returns the face, the foot (table, mm), the edge and the object of each."""
    taken, out = [], []
    away = np.linalg.norm(to_camera[:3, 3])
    reach_mm = 0.5 * ships.HEIGHT / k[0, 0] * away
    ships.clutter(rng, reach_mm, taken)
    edge_mm, many = rng.uniform(10, 20), int(rng.choice([20, 45, 70]))
    forms = [rounded_cube(r) for r in (rng.uniform(0.04, 0.2), rng.uniform(0.15, 0.55))]
    makes = []
    for _ in range(12):
        values = values_of(rng)
        makes.append((values, make_of(rng, values), forms[rng.randint(2)], edge_mm * (1.0 if rng.rand() < 0.6 else rng.uniform(0.75, 1.3))))
    for _ in range(12 * many):
        values, material, form, size = makes[rng.randint(len(makes))]
        near = 0.5 * size * rng.uniform(1.05, 1.45)
        at = rng.uniform(-1, 1, 2) * reach_mm * np.array([1.5, 1.05])
        if out and rng.rand() < 0.3:  # beside another
            turn = rng.uniform(0, 2 * math.pi)
            at = out[-1][1] + (0.5 * out[-1][2] + near) * np.array([math.cos(turn), math.sin(turn)])
        pixel = ships.seen_at(k, to_camera, np.array([*at, size]))
        if min(pixel) < 12 or pixel[0] > ships.WIDTH - 12 or pixel[1] > ships.HEIGHT - 12 or any(np.linalg.norm(at - m) < near + n for m, n in taken):
            continue
        top = int(rng.randint(6))
        o = bpy.data.objects.new("die", form.copy())
        o.data.materials.clear()
        o.data.materials.append(material)
        up = {0: Matrix.Identity(4), 1: Matrix.Rotation(math.pi, 4, "X"), 2: Matrix.Rotation(-math.pi / 2, 4, "Y"),
              3: Matrix.Rotation(math.pi / 2, 4, "Y"), 4: Matrix.Rotation(math.pi / 2, 4, "X"), 5: Matrix.Rotation(-math.pi / 2, 4, "X")}[top]
        o.matrix_world = Matrix.Translation((*at, 0.5 * size)) @ Matrix.Rotation(rng.uniform(0, 6.3), 4, "Z") @ Matrix.Scale(0.5 * size, 4) @ up
        o.name = f"die{len(out)}"
        bpy.context.collection.objects.link(o)
        taken.append((at, near))
        out.append((values[top], at, size, o))
        if len(out) >= many:
            break
    bpy.context.view_layer.update()
    return out


def corners_of(k, to_camera, die):
    _, at, size, o = die
    turn = o.matrix_world.to_3x3().normalized()
    h = 0.5 * size
    axes = [np.array(turn.col[i]) for i in range(3)]
    middle = np.array([*at, h])
    return np.array([ships.seen_at(k, to_camera, middle + h * (a * axes[0] + b * axes[1] + c * axes[2])) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])


def write(files, picture, rng, k, to_camera, all_dice):
    """Windows around every die that is seen, and two from anywhere."""
    spots = []
    for die in all_dice:
        face, at, size, o = die
        outline = corners_of(k, to_camera, die)
        seen = ships.share_seen(outline, k, to_camera, o)
        h = 0.5 * size
        cross = [ships.seen_at(k, to_camera, np.array([*at, size]) + np.array(d)) for d in ((0, 0, 0), (h, 0, 0), (-h, 0, 0), (0, h, 0), (0, -h, 0))]
        sides = np.linalg.norm(cross[1] - cross[2]), np.linalg.norm(cross[3] - cross[4])
        readable = seen >= 0.4 and min(sides) > 3.5
        spots.append((face if readable else -1, cross[0], 0.5 * sum(sides), seen, outline))
    windows = []
    for face, _, _, seen, outline in spots:
        low, high = outline.min(0), outline.max(0)
        box = (high - low).max()
        if seen >= 0.4:
            windows.append((0.5 * (low + high) + rng.normal(0, 0.05 * box, 2), 0.75 * box * math.exp(rng.uniform(-0.2, 0.65))))
    for _ in range(2):
        windows.append((rng.uniform((20, 20), (ships.WIDTH - 20, ships.HEIGHT - 20)), rng.uniform(15, 60)))
    for middle, edge in windows:
        scale = edge / USUAL_EDGE
        soft = cv2.GaussianBlur(picture, (0, 0), 0.45 * scale) if scale > 1.0 else picture
        to = np.array([[scale, 0, middle[0] - 0.5 * scale * (WINDOW - 1)], [0, scale, middle[1] - 0.5 * scale * (WINDOW - 1)]])
        window = cv2.warpAffine(soft, to, (WINDOW, WINDOW), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
        label, n = np.zeros(1 + 5 * MOST_DICE, np.float32), 0
        for face, px, length, seen, _ in sorted(spots, key=lambda s: np.linalg.norm(s[1] - middle)):
            p = (px - middle) / scale + 0.5 * (WINDOW - 1)
            if n < MOST_DICE and p.min() > -18 and p.max() < WINDOW + 18:
                label[1 + 5 * n:6 + 5 * n] = face, *p, length / scale, seen
                n += 1
        window.tofile(files[0])
        label.tofile(files[1])


def render(path, rng, files, keep):
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()
    for kind in (bpy.data.meshes, bpy.data.materials, bpy.data.images, bpy.data.lights, bpy.data.cameras, bpy.data.worlds):
        for block in list(kind):
            kind.remove(block)
    k, to_camera = ships.camera(rng)
    ships.table(rng)
    cycles_room.lights(rng, (350, 700), (-0.1, 0.8))
    all_dice = dice(rng, k, to_camera)
    own = cycles_room.cycles(path + ".exr", ships.WIDTH, ships.HEIGHT, 85, samples=12, threshold=0.12, bounces=4)
    own.transmission_bounces, own.sample_clamp_indirect = 5, 8.0
    bpy.ops.render.render(write_still=True)
    light = cv2.imread(path + ".exr", cv2.IMREAD_UNCHANGED)[..., 2::-1]
    os.remove(path + ".exr")
    picture = ships.webcam(light, rng)
    picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.randint(70, 97))])[1], cv2.IMREAD_COLOR)
    if keep:
        cv2.imwrite(keep, picture)
    write(files, picture, rng, k, to_camera, all_dice)


def main():
    prefix, count, seed, *pictures = sys.argv[sys.argv.index("--") + 1:]
    with open(prefix + ".dice", "wb") as windows, open(prefix + ".labels", "wb") as labels:
        for n in range(int(count)):
            render(prefix, np.random.RandomState((int(seed) * 10007 + n) % (1 << 32)), (windows, labels), os.path.join(pictures[0], f"d{seed}_{n:03d}.jpg") if pictures else None)
            windows.flush(), labels.flush()


if __name__ == "__main__":
    main()
