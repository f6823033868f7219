#!/usr/bin/python3
"""Measures on rendered pictures how the men of one set differ from the average of their kind, and how much more they
differ from set to set than within one: what vision/set_likeness reads a picture's men together with.

    fit_likeness.py DATA MODELS_FOLDER      # DATA: shards of render_boards that the network has not learnt from

Writes MODELS_FOLDER/set_likeness.json. Men of a picture and kind share an offset from the kind's mean; offsets of the twelve
kinds together are normal with one covariance ("between"), every man's own rest with another ("within"), both measured in the
eleven directions of the first network's features and tokens that tell the kinds apart best (linear discriminants). Likewise
the two sides, in the three numbers of the colour around the foot (vision/body_colour), and the six kinds in how wide their feet
are (vision/foot_width).
"""
import argparse
import json
import os

import cv2
import numpy as np

from train_feet import perspective, window
from train_squares import ANSWERS, FEATURES, HEIGHT, SCALE, SHIFT, TOKENS, WIDTH, Shard, shards

KINDS, DIRECTIONS = 12, 11
SIDES, COLOURS = 2, 3
NUMBERS, FOOT = FEATURES + TOKENS, 2  # what is compared of men; of feet the logarithms of the width and of its error
SCALE_OF_PLANES, SHIFT_OF_PLANES = (np.float32(v)[:, None, None] for v in (SCALE, SHIFT))


def body_colour(crop, foot):
    """As vision/body_colour.cpp does of floats."""
    x, y, _ = perspective(crop, foot)
    x, y = int(np.clip(round(x), 12, WIDTH - 13)), int(np.clip(round(y), 15, HEIGHT - 10))
    part = np.sort(crop[:3, y - 15:y + 10, x - 12:x + 13].reshape(3, -1), 1)
    bgr = np.log(part[:, part.shape[1] // 2] / 255.0 + 0.03)
    return [bgr.mean(), bgr[0] - bgr[1], bgr[2] - bgr[1]]


def features_of(prefix, net, feet, men):
    """Features and tokens of a shard's men, their feet and the colours around these, kept beside them."""
    path = prefix + ".features.npy"
    if not os.path.exists(path):
        crops, out = Shard(prefix).crops, []
        for rows in np.array_split(men, len(men) // 64 + 1):
            some = crops[rows]
            net.setInput(some * SCALE_OF_PLANES + SHIFT_OF_PLANES)
            answers = net.forward()
            stands = np.clip(answers[:, 21:23], -0.35, 0.35)
            feet.setInput(np.stack([window(crop, foot) for crop, foot in zip(some, stands)]))
            colours = [body_colour(crop, foot) for crop, foot in zip(some, stands)]
            out.append(np.hstack([answers[:, ANSWERS:], feet.forward(), np.array(colours, np.float32)]))
        np.save(path, np.concatenate(out))
    return np.load(path)


def fingerprint(paths):
    """FNV-1a of the files' bytes, as vision/square_network computes it."""
    value = 14695981039346656037
    for path in paths:
        for byte in open(path, "rb").read():
            value = ((value ^ byte) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    return f"{value:x}"


def group_means(x, group, count):
    means = np.zeros((len(count), x.shape[1]))
    np.add.at(means, group, x)
    return means / count[:, None]


def between_sets(off, noise, sets, kinds, least):
    """Covariance of the offsets of all kinds of a set, kind after kind, no variance below `least`. Of each of the `sets` (number of the
    set times kinds, plus kind): its offset (`off`, by numbers) and what of that is error (`noise`, numbers x numbers)."""
    each = off.shape[1]
    size = kinds * each
    total, seen = np.zeros((size, size)), np.zeros((size, size))
    for one in np.unique(sets // kinds):
        v, there, error = np.zeros(size), np.zeros(size), np.zeros((size, size))
        for row in np.flatnonzero(sets // kinds == one):
            part = slice(sets[row] % kinds * each, (sets[row] % kinds + 1) * each)
            v[part], there[part], error[part, part] = off[row], 1.0, noise[row]
        total += np.outer(v, v) - error
        seen += np.outer(there, there)
    between = total / np.maximum(seen, 1.0)
    e, v = np.linalg.eigh(0.5 * (between + between.T))
    return (v * np.maximum(e, least)) @ v.T


def fit(x, kind, picture, kinds, directions):
    """`x`: men by numbers, `kind` of each, and its `picture`. Without `directions` the numbers are compared as they are."""
    middle, spread = x.mean(0), x.std(0) + 1e-3
    x = (x - middle) / spread
    sets, group, count = np.unique(picture * kinds + kind, return_inverse=True, return_counts=True)
    several = count >= 2
    freedom = several[group].sum() - several.sum()
    turn = np.eye(x.shape[1])
    if directions:
        rest = (x - group_means(x, group, count)[group])[several[group]]
        within = rest.T @ rest / freedom
        within += 0.05 * np.trace(within) / len(within) * np.eye(len(within))
        root = np.linalg.inv(np.linalg.cholesky(within))
        middles = np.array([x[kind == k].mean(0) for k in range(kinds)])
        _, v = np.linalg.eigh(root @ np.cov(middles.T) @ root.T)
        turn = root.T @ v[:, ::-1][:, :directions]
    z = x @ turn
    each = z.shape[1]
    means = np.array([z[kind == k].mean(0) for k in range(kinds)])
    own = group_means(z, group, count)
    rest = (z - own[group])[several[group]]
    within = rest.T @ rest / freedom
    between = between_sets(own - means[sets % kinds], within / count[:, None, None], sets, kinds, 1e-2)
    print(f"{len(x)} men of {len(np.unique(picture))} pictures; variance between sets {np.trace(between) / kinds:.1f}, within {np.trace(within):.1f}")
    turn = turn / spread[:, None]
    return {"directions": each, "turn": rounded(turn.T), "shift": rounded(-middle @ turn), "means": rounded(means),
            "within": rounded(within), "between": rounded(between)}


def rounded(m):
    return [float(f"{v:.5g}") for v in np.asarray(m).ravel()]


def fit_feet(told, kind, picture, kinds):
    """`told`: the logarithms of a foot's width and of its error, a man each. What is told of a kind in one picture may err for all its
    men alike, so the kinds' widths are those that are told on the average, and only what differs among them is a man's own error."""
    kind = kind % kinds
    sets, group = np.unique(picture * kinds + kind, return_inverse=True)
    weight = np.exp(-2.0 * np.clip(told[:, 1], -5.5, 0.0))
    sums, size = np.bincount(group, weight), np.bincount(group)
    own = np.bincount(group, weight * told[:, 0]) / sums
    off = np.clip((told[:, 0] - own[group]) * np.sqrt(weight), -5.0, 5.0)
    wider2 = (off ** 2).sum() / (size - 1).sum()
    means = np.array([own[sets % kinds == k].mean() for k in range(kinds)])
    between = between_sets((own - means[sets % kinds])[:, None], (wider2 / sums)[:, None, None], sets, kinds, 1e-4)
    print(f"feet of {len(told)} men: {np.round(np.exp(means), 3)} squares wide, from set to set by {np.round(np.sqrt(np.diag(between)), 3)}; "
          f"men of a kind differ by {np.sqrt(wider2):.2f} times what is told that they err by")
    return {"means": rounded(means), "between": rounded(between), "wider": float(f"{np.sqrt(wider2):.4g}")}


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("models")
    a = ask.parse_args()
    prefixes = shards(a.data)
    for name in ("squares.onnx", "squares_together.onnx", "feet.onnx"):
        if not os.path.isfile(os.path.join(a.models, name)):
            ask.error(f"{a.models} holds no {name}; name the folder that train_squares.py and train_feet.py have written to")
    cv2.setNumThreads(1)
    files = [os.path.join(a.models, name) for name in ("squares.onnx", "squares_together.onnx")]
    net = cv2.dnn.readNetFromONNX(files[0])
    feet = cv2.dnn.readNetFromONNX(os.path.join(a.models, "feet.onnx"))
    x, kind, picture, upright = [], [], [], []
    for number, prefix in enumerate(prefixes):
        labels = Shard(prefix).labels
        men = np.flatnonzero((labels[:, 0] > 0) & (labels[:, 1] >= 0.5))
        x.append(features_of(prefix, net, feet, men))
        upright.append(labels[men, 2] == 0)
        kind.append(labels[men, 0].astype(int) - 1)
        picture.append(labels[men, 11].astype(int) + 100000 * number)
    x, kind, picture = np.concatenate(x).astype(float), np.concatenate(kind), np.concatenate(picture)
    men = fit(x[:, :NUMBERS], kind, picture, KINDS, DIRECTIONS)
    upright = np.concatenate(upright)
    widths = fit_feet(x[upright, NUMBERS:NUMBERS + FOOT], kind[upright], picture[upright], KINDS // SIDES)
    sides = fit(x[:, -COLOURS:], kind // (KINDS // SIDES), picture, SIDES, None)
    with open(os.path.join(a.models, "set_likeness.json"), "w") as out:
        json.dump({"format": "linesman set likeness 3", "network": fingerprint(files), "numbers": NUMBERS, "men": men,
                   "sides": sides, "feet": widths}, out, separators=(",", ":"))
        out.write("\n")


if __name__ == "__main__":
    main()
