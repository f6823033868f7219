#!/usr/bin/python3
"""Trains the small network that says which squares are plainly empty, so that the larger one need not look at them.

    train_screen.py DATA OUT_FOLDER --minutes 8

DATA as for train_squares.py; the first shard is held out. Writes `squares_screen.onnx`: crops reduced to a third by means of
3 x 3 pixels, n x 5 x 56 x 32, to one number each: the log odds that the square is empty, seen and without a die or a ring. Prints how many men and marks would be taken for
plain squares at several limits, and how many plain squares are found.
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


class Screen(nn.Module):
    """Planes of 0 to 1 (the height's from -0.4) as the program gives them, n x 5 x 56 x 32, to log odds."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(squares.PLANES, 32, 4, 2, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU())
        self.body = nn.Sequential(squares.conv(32, 32, 2), squares.conv(32, 32), squares.conv(32, 64, 2))
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(64 * 7 * 4, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, x):
        return self.head(self.body(self.stem(x)))


def as_planes(bytes_):
    x = torch.from_numpy(bytes_).float() / 255.0
    x[:, 3] = x[:, 3] * 1.4 - 0.4
    return F.avg_pool2d(x, REDUCED).to(memory_format=torch.channels_last)


def plain(labels):
    return (labels[:, 0] == 0) & (labels[:, 7] == 0) & (labels[:, 8] == 0) & (labels[:, 1] >= 0.5)


def measure(net, held):
    net.eval()
    with torch.no_grad():
        odds = torch.cat([net(as_planes(held.crops[k:k + 256])) for k in range(0, len(held.crops), 256)])[:, 0].numpy()
    empty = plain(held.labels)
    busy = squares.special(held.labels) & (held.labels[:, 1] >= 0.35)
    print(f"  {empty.sum()} plain squares, {busy.sum()} with a man or a mark:", end="")
    for limit in (3.0, 4.0, 5.0, 6.0, 7.0, 8.0):
        print(f"  over {limit:.0f}: {(odds[empty] > limit).mean():.3f}, {(odds[busy] > limit).sum()}", end="")
    print(flush=True)


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=8.0)
    ask.add_argument("--rate", type=float, default=3e-3)
    ask.add_argument("--start", help="squares_screen.pt of an earlier run")
    a = ask.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    squares.keep_memory()
    rng = np.random.RandomState(1)
    net = Screen().to(memory_format=torch.channels_last)
    if a.start:
        net.load_state_dict(torch.load(a.start))
    names = squares.shards(a.data)
    held, parts = squares.Shard(names[0]), [squares.Shard(n) for n in names[1:]]
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=2e-2)
    slow, turn, steps, total, share = squares.copy.deepcopy(net), [], 0, 0.0, 0.0
    begin = saved = time.time()
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        for g in best.param_groups:
            g["lr"] = a.rate * min(1.0, steps / 100 + 0.05) * (0.005 + 0.995 * 0.5 * (1 + np.cos(np.pi * min(1.0, share))))
        crops, answers = [], []
        for _ in range(6):
            if not turn:
                turn = [(part, rows) for part in parts for rows in np.array_split(rng.permutation(len(part.labels)), len(part.labels) // 32)]
                turn = [turn[k] for k in rng.permutation(len(turn))]
            part, rows = turn.pop()
            c, y = squares.Pool.draw(None, part.crops, part.labels, rows, False, rng)
            crops.append(c)
            answers.append(y)
        y = np.concatenate(answers)
        empty = torch.from_numpy(plain(y))
        # What is neither plain nor to be missed (a man hardly seen, a hidden square) teaches nothing.
        weight = torch.from_numpy((plain(y) | (squares.special(y) & (y[:, 1] >= 0.2))).astype(np.float32))
        net.train()
        with torch.cpu.amp.autocast(dtype=torch.bfloat16):
            odds = net(as_planes(np.concatenate(crops)))
        loss = (F.binary_cross_entropy_with_logits(odds.float()[:, 0], empty.float(), reduction="none") * weight).mean()
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
    squares.write(slow.to(memory_format=torch.contiguous_format), a.out, "squares_screen", (2, squares.PLANES, squares.HEIGHT // REDUCED, squares.WIDTH // REDUCED))


if __name__ == "__main__":
    main()
