#!/usr/bin/python3
"""Trains the network that tells how wide the foot of a man is, on crops written by render_boards.

    train_feet.py DATA OUT_FOLDER --minutes 15 [--start feet.pt or feet.onnx]

`feet.onnx` is given what lies around the foot, drawn as if seen from above (vision/foot_network draws it likewise): n x 4 x 64 x 64,
blue, green, red and how flat a level circle is seen. It answers with the logarithm of the foot's diameter in squares and with the
logarithm of how far that errs. The first finished shard (by number) is held out.
"""
import argparse
import copy
import os
import time

import cv2
import numpy as np
import torch
import torch.nn as nn

from train_squares import SQUARE, Shard, conv, falling, follow, learn, load_weights, settle, shards, tone, write

SIDE, PLANES, COVERS, FLATTEST = 64, 4, 1.1, 0.5
DIAMETER = 16  # of a shard's labels
ZOOM = 0.12  # how far windows are enlarged or reduced while the network learns: logarithm
USUAL, SPREAD, ERR = -0.38, 0.15, -3.3  # logarithms: of the foot, from set to set, of a usual error
MIDDLE = 0.5 * (SIDE - 1)


def perspective(crop, foot):
    """As CropPerspective of vision/square_crop.cpp: the place of the foot in a crop, px, and a level circle's height over its width."""
    rise = max(1.0, 0.4 / max((float(crop[3, 108, 0]) - float(crop[3, 123, 0])) * 1.4 / 255.0 / 15.0, 1e-6))
    flat = np.sqrt(1.0 - min(1.0, rise / 69.0) ** 2)
    return 48 + SQUARE * foot[0], 123 - SQUARE * flat * foot[1], flat


def window(crop, foot, curves=None, mirror=False, zoom=1.0):
    """What the network is given of the man who stands `foot` squares off the middle of a crop's square, enlarged by `zoom`."""
    x, y, flat = perspective(crop, foot)
    step = SQUARE * COVERS / SIDE / zoom
    across, along = -step if mirror else step, step * max(flat, FLATTEST)
    crop_from_window = np.array([[across, 0.0, x - across * MIDDLE], [0.0, along, y - along * MIDDLE]])
    out = np.empty((PLANES, SIDE, SIDE), np.float32)
    for k in range(3):
        plane = cv2.warpAffine(crop[k], crop_from_window, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
        out[k] = (plane if curves is None else cv2.LUT(plane, curves[k])) / np.float32(64) - 2
    out[3] = 2 * flat - 1
    return out


class Feet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(PLANES, 24, 5, 2, 2, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True), conv(24, 40, 2), conv(40, 40), conv(40, 64, 2),
                                  nn.Conv2d(64, 24, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True))
        self.out = nn.Sequential(nn.Flatten(), nn.Linear(24 * 64, 64), nn.ReLU(), nn.Linear(64, 2))

    def forward(self, x):
        return self.out(self.body(x)) * torch.tensor([SPREAD, 1.0]) + torch.tensor([USUAL, ERR])


def men_of(shard):
    """Men who stand as they should and are seen."""
    return np.flatnonzero((shard.labels[:, DIAMETER] > 0) & (shard.labels[:, 1] >= 0.35))


def loss_of(told, y):
    """Less the logarithm of the chance (normal) of the true width; how far off it was told, and how far it was said to be."""
    off, err = told[:, 0] - torch.log(y[:, DIAMETER]), told[:, 1].clamp(-5.5, 0.0)
    weight = ((y[:, 1] - 0.1) / 0.4).clamp(0.2, 1.0)
    each = 0.5 * (off * torch.exp(-err)).square() + err
    return (each * weight).sum() / weight.sum(), off.abs(), err.exp()


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=15.0)
    ask.add_argument("--start", help="feet.pt or an exported feet.onnx")
    ask.add_argument("--rate", type=float, default=2e-3)
    a = ask.parse_args()
    settle()
    rng = np.random.RandomState(int(time.time()))
    held = Shard(shards(a.data, 2)[0])
    os.makedirs(a.out, exist_ok=True)
    rows = men_of(held)
    around = np.random.RandomState(5).randn(len(rows), 2) * 0.02
    held_x = torch.from_numpy(np.stack([window(held.crops[r], held.labels[r, 9:11] + d) for r, d in zip(rows, around)]))
    held_y = torch.from_numpy(held.labels[rows])
    net = Feet().to(memory_format=torch.channels_last)
    if a.start:
        load_weights(net, a.start, held_x[:512])
    slow = copy.deepcopy(net)
    print("parameters", sum(p.numel() for p in net.parameters()))
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=1e-2)
    known, turn, total = {}, [], []
    begin, saved, share, steps, seen = time.time(), time.time(), 0.0, 0, 0
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        if not turn:
            for prefix in shards(a.data)[1:]:
                known[prefix] = known.get(prefix) or Shard(prefix)
            for prefix, shard in known.items():
                men = rng.permutation(men_of(shard))
                turn += [(prefix, np.sort(some)) for some in np.array_split(men, len(men) // 32 + 1)]
            turn = [turn[k] for k in rng.permutation(len(turn))]
        x, y = [], []
        for prefix, some in (turn.pop() for _ in range(min(4, len(turn)))):
            shard = known[prefix]
            for row in some:  # in another light, perhaps in a mirror, a little beside the foot; enlarged, so that looks do not tell the width
                zoom, label = np.exp(rng.randn() * ZOOM), shard.labels[row].copy()
                label[DIAMETER] *= zoom
                x.append(window(shard.crops[row], label[9:11] + rng.randn(2) * 0.025, tone(rng), rng.rand() < 0.5, zoom))
                y.append(label)
        loss = loss_of(net(torch.from_numpy(np.stack(x)).to(memory_format=torch.channels_last)), torch.from_numpy(np.stack(y)))[0]
        for g in best.param_groups:
            g["lr"] = a.rate * min(1.0, steps / 200 + 0.05) * falling(share, 0.005)
        learn(best, loss, net)
        follow(slow, net, max(0.004, 1.0 / (1 + steps)))
        steps, seen = steps + 1, seen + len(y)
        total.append(loss.item())
        if time.time() - saved > 60.0 or share >= 1.0:
            saved = time.time()
            slow.eval()
            with torch.no_grad():
                loss, off, err = loss_of(slow(held_x), held_y)
            print(f"{(saved - begin) / 60:.1f} min, {len(known)} shards, {seen} men, loss {np.mean(total):.4f}; of {len(off)} held out {loss:.4f}, off by {off.median():.4f}, "
                  f"95 % {off.quantile(0.95):.4f}, stated {err.median():.4f}, off over stated {(off / err).square().mean().sqrt():.2f}", flush=True)
            total = []
            torch.save(slow.state_dict(), os.path.join(a.out, "feet.pt"))
            write(copy.deepcopy(slow).to(memory_format=torch.contiguous_format), a.out, "feet", (2, PLANES, SIDE, SIDE))


if __name__ == "__main__":
    main()
