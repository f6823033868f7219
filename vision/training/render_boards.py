"""Renders the scenes of render_boards as light travels: Debian's blender, its Cycles, no display.

    render_boards DATA/d1 100 1001 --scenes SCENES/d1          # writes SCENES/d1/N.json, .bin, .png
    blender -b -P render_boards.py -- SCENES/d1                # draws what is not drawn yet: SCENES/d1/N.exr
                                                               # (--one-room: all of them in the same light)
    render_boards DATA/d1 100 1001 --lit SCENES/d1             # cuts the crops out of these pictures

What stands where, of which form and colour and seen from where is the scene's; lamps and the room are drawn here. Takes
five to six seconds a picture on one core. Meshes and textures are removed when their picture is drawn.
"""
import glob
import json
import os
import sys
import zlib

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cycles_room


def body(of, rough):
    """What a man, a band, a die or a hand is made of; `rough` is how rough those are that shine."""
    colour = of["bgr"][::-1]
    if of["specular"] < 0.15:  # skin, rubber, dull wood: as wide as the shine of the program's own renderer (Walter et al. 2007: alpha^2 = 2 / (n + 2))
        rough = max(rough, (2.0 / (of["shininess"] + 2.0)) ** 0.25)
    made, tree, shader = cycles_room.opaque(rough, colour)
    if of["marble"] > 0.0 or of["grain"] > 0.0:
        place, noise, mix = tree.nodes.new("ShaderNodeTexCoord"), tree.nodes.new("ShaderNodeTexNoise"), tree.nodes.new("ShaderNodeMixRGB")
        noise.inputs["Scale"].default_value = 0.3 * of["marble"] if of["marble"] > 0.0 else 0.25
        noise.inputs["Detail"].default_value = 3.0
        if of["marble"] <= 0.0:  # grain runs along the axis
            stretch = tree.nodes.new("ShaderNodeMapping")
            stretch.inputs["Scale"].default_value = (1.0, 1.0, 0.15)
            tree.links.new(place.outputs["Object"], stretch.inputs[0])
            tree.links.new(stretch.outputs[0], noise.inputs["Vector"])
        else:
            tree.links.new(place.outputs["Object"], noise.inputs["Vector"])
        other = np.array(of["other_bgr"][::-1]) if of["marble"] > 0.0 else np.array(colour) * (1.0 - 5.0 * of["grain"])
        mix.inputs[1].default_value, mix.inputs[2].default_value = (*colour, 1.0), (*other, 1.0)
        tree.links.new(noise.outputs["Fac"], mix.inputs[0])
        tree.links.new(mix.outputs[0], shader.inputs["Base Color"])
    return made


def mesh_object(points, normals, triangles, made):
    a, b, c = (points[triangles[:, k]] for k in range(3))
    inward = (np.cross(b - a, c - a) * normals[triangles].sum(1)).sum(1) < 0.0  # Cycles wants corners in the order that the normals tell
    triangles = np.where(inward[:, None], triangles[:, ::-1], triangles)
    data = bpy.data.meshes.new("mesh")
    data.vertices.add(len(points))
    data.vertices.foreach_set("co", points.ravel())
    data.loops.add(3 * len(triangles))
    data.loops.foreach_set("vertex_index", triangles.ravel())
    data.polygons.add(len(triangles))
    data.polygons.foreach_set("loop_start", np.arange(0, 3 * len(triangles), 3, dtype=np.int32))
    data.polygons.foreach_set("loop_total", np.full(len(triangles), 3, np.int32))
    data.polygons.foreach_set("use_smooth", np.ones(len(triangles), bool))
    data.update(calc_edges=True)
    data.use_auto_smooth = True
    data.normals_split_custom_set_from_vertices(normals.tolist())
    data.materials.append(made)
    o = bpy.data.objects.new("thing", data)
    bpy.context.collection.objects.link(o)


def quad(corners, uvs, made):
    data = bpy.data.meshes.new("quad")
    data.from_pydata(corners, [], [(0, 1, 2, 3)])
    layer = data.uv_layers.new()
    for loop, uv in zip(layer.data, uvs):
        loop.uv = uv
    data.materials.append(made)
    bpy.context.collection.objects.link(bpy.data.objects.new("quad", data))


def render(prefix, rng):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with open(prefix + ".json") as file:
        told = json.load(file)
    raw = np.fromfile(prefix + ".bin", np.uint8)
    pose = np.array(told["camera_from_board"])
    cycles_room.camera(36.0 * told["focal_px"] / told["width"], pose[:, :3], -pose[:, :3].T @ pose[:, 3])
    cycles_room.lights(rng, (450, 900), (-0.7, 0.75))
    half, down = told["half_mm"], -told["thickness_mm"]
    at, rough = 0, rng.uniform(0.08, 0.6)  # of the men
    for of in told["things"]:
        n, t = of["points"], of["triangles"]
        points = raw[at:at + 12 * n].view(np.float32).reshape(n, 3)
        normals = raw[at + 12 * n:at + 24 * n].view(np.float32).reshape(n, 3)
        triangles = raw[at + 24 * n:at + 24 * n + 12 * t].view(np.int32).reshape(t, 3)
        at += 24 * n + 12 * t
        mesh_object(points, normals, triangles, body(of, rough))

    def ground(kind, rough):
        return cycles_room.opaque(rough, image=bpy.data.images.load(prefix + kind))[0]
    quad([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)], [(0, 0), (1, 0), (1, 1), (0, 1)],
         ground(".board.png", rng.uniform(0.12, 0.45) if told["gloss"] > 0.02 else rng.uniform(0.4, 1.0)))
    side = cycles_room.opaque(0.5, (np.array(told["side_bgr"][::-1]) / 255.0) ** 2.2)[0]
    around = [(-half, -half), (half, -half), (half, half), (-half, half)]
    for (x1, y1), (x2, y2) in zip(around, around[1:] + around[:1]):
        quad([(x1, y1, down), (x2, y2, down), (x2, y2, 0), (x1, y1, 0)], [(0, 0)] * 4, side)
    wide = max(rng.uniform(450, 1500), half + 100.0)
    tiles = wide / told["table_mm"]
    quad([(-wide, -wide, down), (wide, -wide, down), (wide, wide, down), (-wide, wide, down)], [(-tiles, -tiles), (tiles, -tiles), (tiles, tiles), (-tiles, tiles)],
         ground(".table.png", rng.uniform(0.1, 0.4) if rng.rand() < 0.25 else rng.uniform(0.4, 1.0)))
    own = cycles_room.cycles(prefix + ".part.exr", told["width"], told["height"], int(rng.randint(60, 86)), samples=6, threshold=0.1, bounces=2)
    own.sample_clamp_indirect = 6.0
    bpy.ops.render.render(write_still=True)
    os.replace(prefix + ".part.exr", prefix + ".exr")  # one that is there is whole
    for kind in (".bin", ".board.png", ".table.png"):
        os.remove(prefix + kind)


def main():
    folder = sys.argv[sys.argv.index("--") + 1]
    name = os.path.basename(os.path.normpath(folder))
    one_room = "--one-room" in sys.argv
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        prefix = path[:-5]
        if not os.path.exists(prefix + ".exr"):
            seed = name if one_room else f"{name}/{os.path.basename(prefix)}"
            render(prefix, np.random.RandomState(zlib.crc32(seed.encode())))


main()
