"""What render_ships.py, render_boards.py and render_dice.py put around a table in blender: lamps, the room's light, the camera, and plain surfaces."""
import math

import bpy
import numpy as np
from mathutils import Matrix, Vector


def kelvin(t):
    """Rough linear colour of a black body, its green 1."""
    x = (t - 6500.0) / 6500.0
    return np.array([np.exp(-0.9 * x), 1.0, np.exp(1.2 * x)]) if x < 0 else np.array([np.exp(-0.4 * x), 1.0, np.exp(0.35 * x)])


def lamp(at, size, power, colour):
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape, data.size, data.energy, data.color = "DISK", size, power, tuple(colour / max(colour))
    o = bpy.data.objects.new("lamp", data)
    o.location = at
    o.rotation_euler = (-Vector(at)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(o)


def lights(rng, desk_mm, room):
    """One or two lamps, or a window, and the room's own light. Powers are relative: the exposure follows. A desk's lamp is as far away as
    the two of `desk_mm` say, `room` are the powers of ten between which the room's light is."""
    kind = rng.choice(["window", "ceiling", "two_ceiling", "desk"])
    colour = kelvin(rng.uniform(2700, 7000))
    for _ in range(2 if kind == "two_ceiling" else 1):
        high = {"window": rng.uniform(0.15, 1.0), "desk": rng.uniform(0.7, 2.5)}.get(kind, rng.uniform(1.2, 6.0))
        away = {"window": rng.uniform(1200, 2500), "desk": rng.uniform(*desk_mm)}.get(kind, rng.uniform(1500, 2200))
        turn = rng.uniform(0, 2 * math.pi)
        at = np.array([math.cos(turn), math.sin(turn), high])
        at *= away / np.linalg.norm(at)
        size = {"window": rng.uniform(600, 1400), "desk": rng.uniform(25, 130)}.get(kind, rng.uniform(80, 600))
        lamp(at, size, 40.0 * away ** 2 * rng.uniform(0.6, 1.3), colour * np.exp(rng.normal(0, 0.05, 3)))
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    back = world.node_tree.nodes["Background"]
    back.inputs[0].default_value = (*kelvin(rng.uniform(3000, 7500)), 1)
    back.inputs[1].default_value = 10 ** rng.uniform(*room)
    bpy.context.scene.world = world
    return kind


def camera(lens_mm, rotation, eye):
    """`lens_mm` on a sensor 36 mm wide. `rotation`: camera from table (OpenCV's frames, rows right, down, forward)."""
    data = bpy.data.cameras.new("eye")
    data.sensor_fit, data.sensor_width, data.clip_start, data.clip_end, data.lens = "HORIZONTAL", 36.0, 1.0, 20000.0, lens_mm
    o = bpy.data.objects.new("eye", data)
    pose = np.eye(4)
    pose[:3, :3] = rotation.T @ np.diag([1, -1, -1])
    pose[:3, 3] = eye
    o.matrix_world = Matrix(pose.tolist())
    bpy.context.collection.objects.link(o)
    bpy.context.scene.camera = o


def image_of(name, pixels):
    """An image of blender's of linear colours (height x width x 3)."""
    made = bpy.data.images.new(name, pixels.shape[1], pixels.shape[0], float_buffer=True)
    made.pixels.foreach_set(np.concatenate([pixels, np.ones((*pixels.shape[:2], 1), np.float32)], 2).astype(np.float32).ravel())
    return made


def opaque(rough, colour=None, image=None):
    """A material of one linear colour, or with an image of blender's on it; beside it its nodes and its shader."""
    made = bpy.data.materials.new("opaque")
    made.use_nodes = True
    tree = made.node_tree
    shader = tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = rough
    if image is None:
        shader.inputs["Base Color"].default_value = (*colour, 1)
    else:
        texture = tree.nodes.new("ShaderNodeTexImage")
        texture.image = image
        tree.links.new(texture.outputs[0], shader.inputs["Base Color"])
    return made, tree, shader


def cycles(path, width, height, percent, samples, threshold, bounces):
    """Settings for a linear picture (OpenEXR) drawn on one core. Returns the scene's Cycles settings."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    own = scene.cycles
    own.samples, own.use_adaptive_sampling, own.adaptive_threshold, own.use_denoising = samples, True, threshold, False
    own.max_bounces = bounces
    own.caustics_reflective = own.caustics_refractive = False
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, height, percent
    scene.view_settings.view_transform = "Raw"
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.filepath = path
    return own
