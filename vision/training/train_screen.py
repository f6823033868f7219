#!/usr/bin/python3
"""Trains the small network that says which squares are plainly empty and roughly what stands on the others, so that the
larger one need not look at the first, nor again at a man in whom only the light has changed.

    train_screen.py DATA OUT_FOLDER --minutes 12

DATA as for train_squares.py; the first shard is held out. Writes `squares_screen.onnx`: crops reduced to a third by means of
3 x 3 pixels, n x 5 x 56 x 32, to 19 numbers each: the log odds that the square is empty, seen and without a die or a ring,
the logits of the 13 classes, and of turned, rider, low, high and crown band. Prints how many men and marks would be taken for plain squares at several limits, how many
plain squares are found, and how many men are told rightly at the first glance.
"""
import argparse
import os
import time

import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import train_squares as squares


REDUCED = 3
HEIGHT, WIDTH = squares.HEIGHT // REDUCED, squares.WIDTH // REDUCED
CLASSES, FLAGS = 13, 5


class Screen(nn.Module):
    """Planes of 0 to 1 (the height's from -0.4) as the program gives them, n x 5 x 56 x 32, to log odds and logits."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(squares.PLANES, 32, 4, 2, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU())
        self.body = nn.Sequential(squares.conv(32, 32, 2), squares.conv(32, 32), squares.conv(32, 64, 2))
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(64 * 7 * 4, 64), nn.ReLU(), nn.Linear(64, 1 + CLASSES + FLAGS))

    def forward(self, x):
        return self.head(self.body(self.stem(x)))


class Reduced:
    """Crops of a shard as the screen sees them, n x 5 x 56 x 32 bytes, in memory."""

    def __init__(self, prefix):
        shard = squares.Shard(prefix)
        self.labels = shard.labels
        self.crops = np.empty((len(self.labels), squares.PLANES, HEIGHT, WIDTH), np.uint8)
        for whole, small in zip(shard.crops, self.crops):
            cv2.resize(whole.reshape(-1, squares.WIDTH), (WIDTH, squares.PLANES * HEIGHT), small.reshape(-1, WIDTH), interpolation=cv2.INTER_AREA)


def disturbed(crops, rng):
    """Each in another light, shifted by a pixel, some in a mirror."""
    out = crops.copy()
    for crop in out:
        shift = rng.randint(-1, 2, 2)
        for plane, curve in zip(crop, squares.tone(rng)):
            plane[:] = np.roll(cv2.LUT(plane, curve), shift, (0, 1))
        if rng.rand() < 0.5:
            crop[[0, 1, 2, 4]] = crop[[0, 1, 2, 4], :, ::-1]
    return out


def as_planes(bytes_):
    x = torch.from_numpy(bytes_).float() / 255.0
    x[:, 3] = x[:, 3] * 1.4 - 0.4
    return x.to(memory_format=torch.channels_last)


def plain(labels):
    return (labels[:, 0] == 0) & (labels[:, 7] == 0) & (labels[:, 8] == 0) & (labels[:, 1] >= 0.5)


def measure(net, held):
    net.eval()
    with torch.no_grad():
        out = torch.cat([net(as_planes(held.crops[k:k + 256])) for k in range(0, len(held.crops), 256)]).numpy()
    odds, told, flags = out[:, 0], out[:, 1:1 + CLASSES].argmax(1), out[:, 1 + CLASSES:] > 0
    empty = plain(held.labels)
    busy = squares.special(held.labels) & (held.labels[:, 1] >= 0.35)
    print(f"  {empty.sum()} plain squares, {busy.sum()} with a man or a mark:", end="")
    for limit in (3.0, 4.0, 5.0, 6.0, 7.0, 8.0):
        print(f"  over {limit:.0f}: {(odds[empty] > limit).mean():.3f}, {(odds[busy] > limit).sum()}", end="")
    men = busy & (held.labels[:, 0] > 0)
    marks = " ".join(f"{(flags[men, k] & (held.labels[men, 2 + k] == 1)).sum()}+{(flags[men, k] & (held.labels[men, 2 + k] == 0)).sum()}/{(held.labels[men, 2 + k] == 1).sum()}" for k in range(FLAGS))
    print(f"  men told {(told == held.labels[:, 0])[men].mean():.3f}, turned, rider, bands {marks}", flush=True)


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=8.0)
    ask.add_argument("--rate", type=float, default=3e-3)
    ask.add_argument("--start", help="squares_screen.pt of an earlier run, or an exported squares_screen.onnx")
    a = ask.parse_args()
    squares.settle()
    rng = np.random.RandomState(1)
    net = Screen().to(memory_format=torch.channels_last)
    names = squares.shards(a.data, 2)
    held, parts = Reduced(names[0]), [Reduced(n) for n in names[1:]]
    if a.start:
        squares.load_weights(net, a.start, as_planes(held.crops[:1024]))
        measure(net, held)
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=2e-2)
    slow, turn, steps, total, share = squares.copy.deepcopy(net), [], 0, 0.0, 0.0
    begin = saved = time.time()
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        for g in best.param_groups:
            g["lr"] = a.rate * min(1.0, steps / 100 + 0.05) * squares.falling(share, 0.005)
        crops, answers = [], []
        for _ in range(6):
            if not turn:
                turn = [(part, rows) for part in parts for rows in np.array_split(rng.permutation(len(part.labels)), len(part.labels) // 32)]
                turn = [turn[k] for k in rng.permutation(len(turn))]
            part, rows = turn.pop()
            crops.append(disturbed(part.crops[rows], rng))
            answers.append(part.labels[rows])
        y = np.concatenate(answers)
        empty = torch.from_numpy(plain(y))
        # What is neither plain nor to be missed (a man hardly seen, a hidden square) teaches nothing.
        weight = torch.from_numpy((plain(y) | (squares.special(y) & (y[:, 1] >= 0.2))).astype(np.float32))
        net.train()
        with squares.autocast():
            out = net(as_planes(np.concatenate(crops)))
        out = out.float()
        loss = (F.binary_cross_entropy_with_logits(out[:, 0], empty.float(), reduction="none") * weight).mean()
        loss = loss + 0.3 * (F.cross_entropy(out[:, 1:1 + CLASSES], torch.from_numpy(y[:, 0]).long(), reduction="none") * weight).mean()
        marks = torch.from_numpy(y[:, 2:2 + FLAGS])
        clear = weight[:, None] * (marks != 0.5) * torch.from_numpy(y[:, :1] > 0)
        loss = loss + (F.binary_cross_entropy_with_logits(out[:, 1 + CLASSES:], marks.round(), reduction="none") * clear).mean()
        best.zero_grad(set_to_none=True)
        loss.backward()
        best.step()
        squares.follow(slow, net, max(0.004, 1.0 / (1 + steps)))
        steps += 1
        total += loss.item()
        if time.time() - saved > 60.0 or share >= 1.0:
            print(f"{(time.time() - begin) / 60:.1f} min, {steps} steps, loss {total / max(1, steps):.4f}", flush=True)
            saved = time.time()
            measure(slow, held)
    os.makedirs(a.out, exist_ok=True)
    torch.save(slow.state_dict(), os.path.join(a.out, "squares_screen.pt"))
    squares.write(slow.to(memory_format=torch.contiguous_format), a.out, "squares_screen", (2, squares.PLANES, HEIGHT, WIDTH))


if __name__ == "__main__":
    main()
