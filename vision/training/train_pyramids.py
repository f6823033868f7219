#!/usr/bin/python3
"""Trains the network that looks at whole pyramids on what write_pyramids wrote of rendered tables, and writes it as pyramids.onnx.

    for s in 1 2 3 ...: blender -b -P render_ships.py -- SHIPS 10 $s
    write_pyramids SHIPS.windows SHIPS/*.json
    train_pyramids.py SHIPS.windows OUT_FOLDER --minutes 30 [--test OTHER.windows]

Needs Debian's python3-torch, python3-onnx, python3-opencv, python3-numpy. Every tenth picture is held out and measured on. The network is
shown one window (PyramidWindow: colours around a pose and the solid's outline and edges as they should be drawn there) and answers the log odds that such a
pyramid lies there, where it lies, window px (ahead, to port, of its farthest corner across), and the logarithms of those figures' standard deviations.
"""
import argparse
import os
import time

import cv2
import numpy as np
import torch
import torch.nn as nn

from train_squares import autocast, falling, learn, load_weights, settle, write

SIDE, PLANES = 64, 5
SEARCHED_OFTEN = 9  # as often as other windows is one shown that the program's search fitted wrongly; right ones two fifths of it
GRID = np.mgrid[:SIDE, :SIDE]
ROW = np.dtype([("head", np.float32, 8), ("window", np.uint8, (PLANES, SIDE, SIDE))])


class Look(nn.Module):
    def __init__(self):
        super().__init__()

        def layer(a, b, size, stride):
            return [nn.Conv2d(a, b, size, stride, size // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU()]

        self.body = nn.Sequential(*layer(PLANES, 16, 5, 2), *layer(16, 40, 3, 2), *layer(40, 72, 3, 2), *layer(72, 96, 3, 1), *layer(96, 48, 1, 1))
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(48 * 64, 96), nn.ReLU(), nn.Linear(96, 7))

    def forward(self, x):
        return self.head(self.body(x))


def as_input(rows):
    """Windows of `rows` as the network is shown them, and what is known of them."""
    return torch.from_numpy(rows["window"]).float().mul_(1 / 255.0), rows["head"].copy()


def half_plane(turn, far):
    return (GRID[1] - SIDE / 2) * np.cos(turn) + (GRID[0] - SIDE / 2) * np.sin(turn) > far * SIDE


def disturb(x, head, rng):
    """Windows mirrored, in other colours, lights and noise, partly hidden."""
    for k in range(len(x)):
        if rng.rand() < 0.5:
            x[k] = x[k].flip(1)
            head[k, 5:7] *= -1
        if rng.rand() < 0.25:
            x[k, :3] = x[k, torch.from_numpy(rng.permutation(3))]
        if rng.rand() < 0.25:  # a chit on it, or something before a part of it
            if rng.rand() < 0.6:
                at, size = rng.uniform(0.2, 0.8, 2) * SIDE, rng.uniform(4, 10)
                spot = (GRID[0] - at[0]) ** 2 + (GRID[1] - at[1]) ** 2 < size ** 2
            else:
                spot = half_plane(rng.uniform(0, 2 * np.pi), rng.uniform(0.22, 0.45))
            x[k, :3, torch.from_numpy(spot)] = torch.rand(3, 1)
        colours = x[k, :3]
        colours.mul_(torch.from_numpy(np.exp(0.12 * rng.randn(3, 1, 1) + 0.2 * rng.randn()).astype(np.float32))).add_(0.04 * rng.randn())
        if rng.rand() < 0.2:  # a little out of focus
            for axis in (1, 2):
                colours = 0.5 * colours + 0.25 * (colours.roll(1, axis) + colours.roll(-1, axis))
        if rng.rand() < 0.5:
            colours = colours + 0.025 * rng.rand() * torch.randn(3, SIDE, SIDE)
        x[k, :3] = colours.clamp(0, 1)


def print_of(rng):
    """A sheet of text, letters, checks, stripes or shapes, bytes, 512 x 512."""
    colour = lambda: tuple(int(v) for v in rng.randint(0, 256, 3))
    image = np.full((512, 512, 3), colour(), np.uint8)
    ink, kind = colour(), rng.randint(6)
    if kind == 0:  # words as bars, whole or broken
        step, high = int(rng.randint(8, 26)), rng.uniform(0.2, 0.6)
        for y in range(0, 512, step):
            x = 0
            while x < 512:
                word = int(rng.randint(3, 50))
                cv2.rectangle(image, (x, y), (x + word, y + max(1, int(high * step))), ink, -1)
                x += word + int(rng.randint(2, 14))
    elif kind == 1:
        for _ in range(rng.randint(3, 30)):
            word = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVWXYZ0123456789"), rng.randint(1, 8)))
            cv2.putText(image, word, tuple(int(v) for v in rng.randint(0, 500, 2)), int(rng.randint(0, 7)), rng.uniform(0.6, 6), ink, int(rng.randint(1, 14)), cv2.LINE_AA)
    elif kind == 2:
        step = int(rng.randint(10, 90))
        at = (np.arange(512) // step) % 2
        share = 0.5 * (at[:, None] + at[None, :]) if rng.rand() < 0.6 else (at[:, None] ^ at[None, :]).astype(float)
        image = (image * (1 - share[..., None]) + np.array(ink) * share[..., None]).astype(np.uint8)
    elif kind == 3:
        wave = np.sin(np.arange(512) * rng.uniform(0.05, 0.9) + cv2.resize(rng.randn(5, 5), (512, 512), interpolation=cv2.INTER_CUBIC) * rng.uniform(0, 6))
        image = np.clip(image * (1 + 0.4 * rng.rand() * wave[..., None]), 0, 255).astype(np.uint8)
    else:
        for _ in range(rng.randint(5, 60)):
            points = rng.randint(0, 512, 2) + rng.randint(-70, 70, (rng.randint(3, 6), 2))
            cv2.fillPoly(image, [points.astype(np.int32)], colour(), cv2.LINE_AA) if kind == 4 else cv2.line(image, tuple(points[0].tolist()), tuple(points[1].tolist()), colour(), int(rng.randint(1, 9)), cv2.LINE_AA)
    return image


def seen_print(prints, rng):
    """A part of a print as it may be seen in a window, bytes."""
    turn = cv2.getRotationMatrix2D((32, 32), rng.uniform(0, 360), rng.uniform(0.35, 1.4))
    turn[0, 1] *= rng.uniform(0.6, 1.2)  # seen at a slant
    turn[:, 2] += -turn[:, :2] @ rng.uniform(80, 430, 2) + 32
    seen = cv2.GaussianBlur(cv2.warpAffine(prints[rng.randint(len(prints))], turn, (SIDE, SIDE), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT), (0, 0), rng.uniform(0.4, 1.3))
    return np.clip(rng.uniform(0.4, 1.0) * seen * (1 + 0.3 * rng.uniform(-1, 1) * (GRID[0] / 32.0 - 1))[..., None], 0, 255)


def add_prints(rows, prints, share, rng):
    """Shows some of the windows where only print is."""
    for k in np.flatnonzero(rng.rand(len(rows)) < share):
        rows["window"][k, :3] = np.moveaxis(seen_print(prints, rng), 2, 0).astype(np.uint8)
        rows["head"][k, 1], rows["head"][k, 3:] = 0, 0


def lay_on_prints(rows, prints, share, rng):
    """Lays some of the pieces that are seen whole, and asked about where they are, on prints, in their old shadows."""
    head = rows["head"]
    whole = (head[:, 1] == 1) & (head[:, 7] > 0.95) & (np.abs(head[:, 4:7]).max(1) < 0.7)
    for k in np.flatnonzero(whole & (rng.rand(len(rows)) < share)):
        colours = np.moveaxis(rows["window"][k, :3], 0, 2).astype(np.float32)
        inner = cv2.erode(rows["window"][k, 3], cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3)))  # no rim of the old ground
        outside = 1 - cv2.GaussianBlur(inner.astype(np.float32) / 255.0, (0, 0), 0.7)[..., None]
        ground = seen_print(prints, rng)
        if rng.rand() < 0.6:
            light = cv2.GaussianBlur(colours.max(2), (0, 0), 2.0)
            ground = ground * np.clip(light / max(1.0, np.median(light[outside[..., 0] > 0.9])), 0.2, 1.3)[..., None]
        rows["window"][k, :3] = np.moveaxis(np.clip(outside * ground + (1 - outside) * colours, 0, 255), 2, 0).astype(np.uint8)


def add_sparkle(rows, share, rng):
    """Sprinkles glints, as translucent plastic shows them, over a part of some outlines."""
    for k in np.flatnonzero(rng.rand(len(rows)) < share):
        window = rows["window"][k]
        colours = np.moveaxis(window[:3], 0, 2).astype(np.float32)
        where = (window[3] > 128) & half_plane(rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.2))
        bright = cv2.GaussianBlur((where & (rng.rand(SIDE, SIDE) < rng.uniform(0.05, 0.6))).astype(np.float32), (0, 0), rng.uniform(0.3, 0.8))
        glint = 255.0 if rng.rand() < 0.5 else np.minimum(255, 2.5 * colours.reshape(-1, 3)[where.reshape(-1)].mean(0)) if where.any() else 0.0
        colours += (bright * rng.uniform(0.3, 1.0))[..., None] * (glint - colours)
        window[:3] = np.moveaxis(np.clip(colours, 0, 255), 2, 0).astype(np.uint8)


def swap_outlines(rows, share, rng):
    """Asks about some pieces with an outline that is another's: there is no such piece."""
    outlines = rows["window"][:, 3:].copy()
    for k in np.flatnonzero((rows["head"][:, 1] == 1) & (rng.rand(len(rows)) < share)):
        other = outlines[rng.randint(len(rows))]
        a, b = outlines[k, 0] > 128, other[0] > 128
        if (a & b).sum() < 0.75 * (a | b).sum():
            rows["window"][k, 3:] = other
            rows["head"][k, 1], rows["head"][k, 3:] = 0, 0


def losses(said, head):
    """Of being there, and of the place."""
    head = torch.from_numpy(head)
    known = head[:, 1] >= 0
    there = nn.functional.binary_cross_entropy_with_logits(said[known, 0], 0.01 + 0.98 * head[known, 1])
    placed = (head[:, 7] > 0) & (head[:, 4:7].abs().amax(1) < 16)
    spread = said[placed, 4:].clamp(-4, 3)
    off = ((said[placed, 1:4] - head[placed, 4:7]).abs() / spread.exp() * 1.2 + spread).mean()
    return there, off


def weigh(before, looked, true):
    """Logistic regression on the log odds of edges and colours and those of a look: what pyramid_fits weighs them with."""
    x = np.stack([np.clip(before, -8, 8), looked, np.ones(len(looked))], 1).astype(np.float64)
    w = np.array([0.5, 0.5, 0.0])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ w))
        w = w - np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + 0.3 * np.eye(3), x.T @ (p - true) + 0.3 * w)
    return w, (np.logaddexp(0, x @ w) - true * (x @ w)).sum()


def measure(net, data, rows, name):
    net.eval()
    with torch.no_grad():
        said = torch.cat([net(as_input(data[np.sort(part)])[0]) for part in np.array_split(np.sort(rows), max(1, len(rows) // 500))]).numpy()
    net.train()
    head = data["head"][np.sort(rows)]
    searched = head[:, 3] != 0
    yes, no = (head[:, 1] == 1) & searched, (head[:, 1] == 0) & searched
    def loss(z):
        return (np.logaddexp(0, -z[yes]).sum() + np.logaddexp(0, z[no]).sum())
    edge = np.quantile(said[yes, 0], [0.01, 0.02, 0.05]) if yes.any() else [0, 0, 0]
    print(f"  {name}: {yes.sum()} true and {no.sum()} wrong fits, log loss {loss(said[:, 0]):.0f} (before {loss(head[:, 3]):.0f}, sum {loss(head[:, 3] + said[:, 0]):.0f}); "
          f"wrong ones above 1, 2, 5 % of the true: {[(int((said[no, 0] > e).sum())) for e in edge]} (before: {[int((head[no, 3] > e).sum()) for e in np.quantile(head[yes, 3], [0.01, 0.02, 0.05])]})")
    judged = yes | no
    w, left = weigh(head[judged, 3], said[judged, 0], yes[judged].astype(float))
    print(f"    weighed {w.round(2)}: log loss {left:.0f}")
    for what, of in (("fits", yes), ("beside", (head[:, 7] > 0) & ~searched)):
        off, begin = said[of, 1:4] - head[of, 4:7], head[of, 4:7]
        z = off / np.exp(np.clip(said[of, 4:], -4, 3))
        print(f"    {what}: px off ahead, to port, bow: median {np.median(np.abs(off), 0).round(3)}, 95 % {np.quantile(np.abs(off), 0.95, 0).round(3)} (asked from {np.quantile(np.abs(begin), 0.95, 0).round(3)}), "
              f"over sigma: rms {np.sqrt((z ** 2).mean(0)).round(2)}", flush=True)


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=30.0)
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--start", help="a pyramids.pt or pyramids.onnx to go on from")
    ask.add_argument("--threads", type=int, default=1)
    ask.add_argument("--test", help="other windows, only measured on")
    a = ask.parse_args()
    os.makedirs(a.out, exist_ok=True)
    settle(a.threads)
    rng = np.random.RandomState(int(time.time()))
    data = np.fromfile(a.data, ROW)
    held = np.flatnonzero(data["head"][:, 0].astype(int) % 10 == 0)
    learnt = np.flatnonzero(data["head"][:, 0].astype(int) % 10 != 0)
    test = np.fromfile(a.test, ROW) if a.test else None
    net = Look().to(memory_format=torch.channels_last)
    if a.start:
        load_weights(net, a.start, as_input(data[held[:512]])[0])
    often = 1.0 + (SEARCHED_OFTEN - 1) * (data["head"][learnt, 3] != 0) * np.where(data["head"][learnt, 1] == 1, 0.4, 1.0)
    often /= often.sum()
    print(f"{sum(p.numel() for p in net.parameters())} weights, {len(learnt)} windows, {len(held)} held out", flush=True)
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=2e-2)
    mean = torch.optim.swa_utils.AveragedModel(net, avg_fn=lambda old, new, _: old + 0.004 * (new - old))
    prints = [print_of(rng) for _ in range(400)]
    begin = told = time.time()
    steps, total, share = 0, np.zeros(2), 0.0
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        for g in best.param_groups:
            g["lr"] = a.rate * falling(share, 0.002)
        rows = data[np.sort(rng.choice(learnt, 96, p=often))]
        lay_on_prints(rows, prints, 0.3, rng)
        add_sparkle(rows, 0.12, rng)
        swap_outlines(rows, 0.1, rng)
        add_prints(rows, prints, 0.07, rng)
        x, head = as_input(rows)
        disturb(x, head, rng)
        with autocast():
            said = net(x.contiguous(memory_format=torch.channels_last))
        there, off = losses(said.float(), head)
        learn(best, there + 0.3 * off, net, 3.0)
        mean.update_parameters(net)
        steps, total = steps + 1, 0.99 * total + 0.01 * np.array([there.item(), off.item()])
        if time.time() - told > 180.0 or share >= 1.0:
            told = time.time()
            print(f"{(told - begin) / 60:.1f} min, {steps} batches, losses {total.round(3)}", flush=True)
            for name, d, k in [("held out", data, held)] + ([("test", test, np.arange(len(test)))] if a.test else []):
                kept = mean.module if share > 0.5 else net
                if kept is mean.module:
                    with torch.no_grad():  # its normalisations know the averaged weights' sums
                        for b, c in zip(mean.module.buffers(), net.buffers()):
                            b.copy_(c)
                measure(kept, d, k, name)
            torch.save(kept.state_dict(), os.path.join(a.out, "pyramids.pt"))
    write(mean.module.eval(), a.out, "pyramids", (1, PLANES, SIDE, SIDE))


if __name__ == "__main__":
    main()
