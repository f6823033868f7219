#!/usr/bin/python3
"""Trains the network that tells opaque plastic from translucent plastic on what write_plastics wrote, and writes it as plastics.onnx.

    for s in 1 2 3 ...: blender -b -P render_ships.py -- SHIPS 10 $s 26 0.3 pale
    write_plastics SHIPS.plastics SHIPS/*.json
    train_plastics.py SHIPS.plastics OUT_FOLDER --minutes 15 [--test OTHER.plastics]

Needs Debian's python3-torch, python3-onnx, python3-opencv, python3-numpy. Every tenth picture is held out and measured on. The network is
shown one window (PyramidWindow, its colours as `light` below makes of them) and answers the log odds that the plastic is opaque.
"""
import argparse
import os
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from train_pyramids import PLANES, SIDE, between, blurred, grid, half_planes, layer, some
from train_squares import a_file, falling, learn, settle, write

NAMES = ["red", "yellow", "green", "blue", "cyan", "purple", "pink", "orange", "clear", "white", "black"]  # as Colour has them
WHITE, CLEAR = NAMES.index("white"), NAMES.index("clear")
GIVEN = 3  # planes
SHOWN = {"white": 0.4, "clear": 0.4, "black": 0.06}  # how often colours are; the others share the rest
ROW = np.dtype([("head", np.float32, 4), ("window", np.uint8, (PLANES, SIDE, SIDE))])


class Plastic(nn.Module):
    """One window to one answer. Channels are multiples of 16: the program's own convolutions know no others."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(*layer(GIVEN, 16, 5, 2), *layer(16, 32, 3, 1), *layer(32, 48, 3, 2), *layer(48, 64, 3, 2), *layer(64, 32, 1, 1))
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 64, 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1))

    def forward(self, x):
        return self.head(self.body(x))


def light(x):
    """What the network is given of windows, 0 to 1: how light each pixel is, less the mean within the outline and over the standard deviation
    there; outline and edges. vision/plastic_network.cpp draws it likewise."""
    inside = (x[:, 3:4] > 0.5).float()
    grey = x[:, :3].mean(1, keepdim=True)
    count = inside.sum((2, 3), keepdim=True).clamp(min=1)
    mean = (grey * inside).sum((2, 3), keepdim=True) / count
    spread = (((grey - mean) ** 2 * inside).sum((2, 3), keepdim=True) / count).sqrt()
    return torch.cat([((grey - mean) / (spread + 0.02)).clamp(-4, 4), x[:, 3:]], 1)


def discs(n, device):
    """Of each of n windows what lies in a disc somewhere on the piece."""
    across, down = grid(device)
    middle = between(n, 0.25, 0.75, device), between(n, 0.25, 0.75, device)
    return (across - SIDE * middle[0]) ** 2 + (down - SIDE * middle[1]) ** 2 < between(n, 3, 9, device) ** 2


def disturb(x):
    """Windows mirrored, in other colours, lights and noise, partly hidden."""
    n, device = len(x), x.device
    k = some(n, 0.5, device)
    x[k] = x[k].flip(2)
    k = some(n, 0.2, device)  # a chit on it
    x[k, :3] = torch.where(discs(len(k), device), torch.rand(len(k), 3, 1, 1, device=device), x[k, :3])
    k = some(n, 0.2, device)  # something before a part of it
    x[k, :3] = torch.where(half_planes(len(k), 0.05, 0.45, device), torch.rand(len(k), 3, 1, 1, device=device), x[k, :3])
    colours = x[:, :3].clamp(min=1e-3) ** torch.exp(0.15 * torch.randn(n, 1, 1, 1, device=device))
    colours = colours * torch.exp(0.1 * torch.randn(n, 3, 1, 1, device=device) + 0.15 * torch.randn(n, 1, 1, 1, device=device))
    k = some(n, 0.4, device)
    colours[k] = blurred(colours[k], between(len(k), 0.4, 1.6, device))
    noise = 0.025 * between(n, 0, 1, device) * (torch.rand(n, 1, 1, 1, device=device) < 0.5)
    right, down = torch.randint(-1, 2, (2,)).tolist()
    x[:, :3] = (colours + noise * torch.randn_like(colours)).clamp(0, 1)
    return x.roll((down, right), (2, 3))


def order(said, opaque):
    """In what share of pairs the opaque one has the greater log odds."""
    return float((said[opaque][:, None] > said[~opaque][None]).mean())


def read(net, window):
    net.eval()
    with torch.no_grad():
        said = torch.cat([net(light(w.float() / 255.0))[:, 0] for w in window.split(256)])
    net.train()
    return said.numpy()


def measure(net, head, window, name):
    said = read(net, window)
    colour, opaque = head[:, 1].numpy().astype(int), head[:, 2].numpy() > 0.5
    pale = (colour == WHITE) | (colour == CLEAR)
    loss, right = np.logaddexp(0, np.where(opaque, -said, said)), (said > 0) == opaque
    for what, of in (("white or clear", pale), ("all", np.ones(len(said), bool))):
        print(f"  {name}, {what}: {of.sum()}, ordered {order(said[of], opaque[of]):.3f}, right {right[of].mean():.3f}, log loss {loss[of].mean():.3f}", flush=True)


def load(paths):
    rows = np.concatenate([np.fromfile(p, ROW) for p in paths])
    return torch.from_numpy(rows["head"].copy()), torch.from_numpy(rows["window"].copy())


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data", nargs="+", type=a_file)
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=15.0)
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--batch", type=int, default=64)
    ask.add_argument("--threads", type=int, default=1)
    ask.add_argument("--test", nargs="+", default=[])
    a = ask.parse_args()
    os.makedirs(a.out, exist_ok=True)
    settle(a.threads)
    head, window = load(a.data)
    number = head[:, 0].int()
    held, learnt = torch.nonzero(number % 10 == 0)[:, 0], torch.nonzero(number % 10 != 0)[:, 0]
    colour = head[learnt, 1].int()
    often = torch.ones(len(learnt), dtype=torch.float64)
    for c, name in enumerate(NAMES):
        rest = (1.0 - sum(SHOWN.values())) / (len(NAMES) - len(SHOWN))
        often[colour == c] = SHOWN.get(name, rest) / max(1, int((colour == c).sum()))
    tests = [(t, *load([t])) for t in a.test]
    net = Plastic()
    print(f"{sum(p.numel() for p in net.parameters())} weights, {len(learnt)} windows, {len(held)} held out", flush=True)
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=5e-2)
    begin = told = time.time()
    steps, total, share = 0, 0.0, 0.0
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        for g in best.param_groups:
            g["lr"] = a.rate * min(1.0, (1 + steps) / 100) * falling(share, 0.002)
        k = learnt[torch.multinomial(often, a.batch, replacement=True)]
        x = light(disturb(window[k].float() / 255.0))
        loss = F.binary_cross_entropy_with_logits(net(x)[:, 0], 0.02 + 0.96 * head[k, 2])
        learn(best, loss, net, 3.0)
        steps += 1
        total = 0.95 * total + 0.05 * loss.item()
        if time.time() - told > 60.0 or share >= 1.0:
            told = time.time()
            print(f"{(told - begin) / 60:.1f} min, {steps} batches, loss {total:.3f}", flush=True)
            measure(net, head[held], window[held], "held out")
            for t, h, w in tests:
                measure(net, h, w, t)
            torch.save(net.state_dict(), os.path.join(a.out, "plastics.pt"))
    write(net.eval(), a.out, "plastics", (1, GIVEN, SIDE, SIDE))


if __name__ == "__main__":
    main()
