#!/usr/bin/python3
"""Trains the network that finds pyramids' edges on what write_edges wrote of rendered tables, and writes it as edges.onnx.

    for s in 1 2 3 ...: blender -b -P render_ships.py -- SHIPS 10 $s
    write_edges SHIPS.edges SHIPS/*.json
    train_edges.py SHIPS.edges OUT_FOLDER --minutes 15 [--test OTHER.edges]

Needs Debian's python3-torch, python3-onnx, python3-numpy. Every eighth pyramid is held out and measured on.
The network is shown the colours across one sample of an edge (25 places half a pixel apart, the mean with the samples
beside it), those of its whole edge, and which edge of what it is; it answers where the edge is, px along the sample's
normal, the logarithm of that figure's standard deviation, and that of how far the whole edge may be off (px). It learns
to tell each sample's place and, through the weighted equations of the program's last fit, the pyramid's pose: from poses
beside the true one, from where the program's fit without it ends, and from where its own answers lead from there (Ross et
al. 2011): what pulls a fit away looks, where it ends, as if nothing were wrong.
"""
import argparse
import os
import time

import numpy as np
import torch
import torch.nn as nn

from train_squares import exported, falling, learn, settle, write

HALF, KEPT = 20, 12  # steps of half a pixel to both sides: written, looked at
SIDE = 6  # places at both ends whose mean over all edges tells the piece's and the table's colour
CONTEXT = 15
INPUTS = 6 * (2 * KEPT + 1) + 7 + CONTEXT
FIXED = 8  # numbers before the context
ROUNDS = 3  # of the program's last fit
PRIOR = torch.diag(torch.tensor([1e-2, 1e-2, 1.0]))  # as learned_prior_mm and learned_prior_rad of the program
BATCH = 128  # samples that the program asks at once
MOST = np.array([1.5, 1.5, 0.1])  # farther off nothing is learnt


class Pyramids:
    def __init__(self, path):
        rows = np.fromfile(path, np.float32).reshape(-1, FIXED + CONTEXT + 3 * (2 * HALF + 1))
        self.ship = np.unique(rows[:, 0], return_inverse=True)[1]
        self.edge = self.ship * 8 + rows[:, 1].astype(int)
        self.across, self.context = rows[:, 2:5].copy(), rows[:, FIXED:FIXED + CONTEXT].copy()
        self.colours = rows[:, FIXED + CONTEXT:].reshape(len(rows), -1, 3)
        ends = np.r_[np.flatnonzero(np.diff(self.ship)) + 1, len(rows)]
        self.of = [np.arange(a, b) for a, b in zip(np.r_[0, ends[:-1]], ends)]
        self.fitted = np.array([rows[of[0], 5:8] for of in self.of], np.float64)  # off the true poses, without the network

    def rows_of(self, ships):
        """Their samples, and for each which of `ships` and which of their edges it belongs to."""
        rows = np.concatenate([self.of[k] for k in ships])
        owner = np.repeat(np.arange(len(ships)), [len(self.of[k]) for k in ships])
        return rows, owner, np.unique(self.edge[rows], return_inverse=True)[1]

    def inputs(self, rows, owner, edge, away, rng=None):
        """What the network is shown of samples that are `away` px off along their normals."""
        at = np.arange(-KEPT, KEPT + 1)[None] + HALF + 2.0 * away[:, None]
        left = np.clip(np.floor(at), 0, 2 * HALF - 1).astype(np.int64)
        share = np.clip(at - left, 0, 1)[..., None].astype(np.float32)
        colours = self.colours[rows]
        a, b = (np.take_along_axis(colours, k[..., None], 1) for k in (left, left + 1))
        x = a + (b - a) * share
        if rng is not None:  # other colours, lights and noise, alike for all of a pyramid
            n = owner.max() + 1
            turned = np.stack([rng.permutation(3) if rng.rand() < 0.3 else np.arange(3) for _ in range(n)])
            gain = np.exp(0.12 * rng.randn(n, 1, 3) + 0.2 * rng.randn(n, 1, 1)).astype(np.float32)
            noise = rng.uniform(0, 2, (n, 1, 1)).astype(np.float32)
            x = np.take_along_axis(x, turned[owner][:, None, :], 2) * gain[owner]
            x = x + noise[owner] * rng.randn(*x.shape).astype(np.float32)
        same = (edge[1:] == edge[:-1])[:, None, None]
        count = np.ones((len(x), 1, 1), np.float32)
        smooth = x.copy()
        smooth[1:] += same * x[:-1]
        smooth[:-1] += same * x[1:]
        count[1:] += same
        count[:-1] += same
        smooth = (smooth / count).reshape(len(x), -1)
        first = np.r_[0, np.flatnonzero(np.diff(edge)) + 1]
        whole = (np.add.reduceat(smooth, first, 0) / np.diff(np.r_[first, len(x)])[:, None])[edge]
        mean = whole.mean(1, keepdims=True)
        own = np.flatnonzero(np.r_[True, np.diff(owner) > 0])
        sides = [np.add.reduceat(part.mean(1), own, 0) / np.diff(np.r_[own, len(x)])[:, None] for part in (x[:, :SIDE], x[:, -SIDE:])]
        return torch.from_numpy(np.concatenate([(smooth - mean) / 40, (whole - mean) / 40, (mean - 110) / 60, (sides[0][owner] - mean) / 40, (sides[1][owner] - mean) / 40,
                                                self.context[rows]], 1).astype(np.float32))


class EdgeNet(nn.Sequential):
    def __init__(self, wide=96):
        super().__init__(nn.Linear(INPUTS, wide), nn.ReLU(), nn.Linear(wide, wide), nn.ReLU(), nn.Linear(wide, 3))


def solved(across, said, owner, edge, n):
    """The poses' changes that the weighted equations ask for, an offset of each edge integrated out, as refineAtLast does."""
    def sums(of, index, count):
        return torch.zeros(count, *of.shape[1:]).index_add(0, index, of)

    across, owner, edge = torch.from_numpy(across), torch.from_numpy(owner), torch.from_numpy(edge)
    offset, weight = said[:, 0], torch.exp(-2 * said[:, 1].clamp(-2.5, 2))
    edges = int(edge.max()) + 1
    row, moment = sums(across * weight[:, None], edge, edges), sums(weight * offset, edge, edges)
    bias = sums(said[:, 2].clamp(-4, 2), edge, edges) / torch.bincount(edge, minlength=edges)
    whole = torch.exp(-2 * bias) + sums(weight, edge, edges)
    of = torch.zeros(edges, dtype=torch.long).index_copy(0, edge, owner)
    information = sums(across[:, :, None] * across[:, None] * weight[:, None, None], owner, n) - sums(row[:, :, None] * row[:, None] / whole[:, None, None], of, n)
    right = sums(across * (weight * offset)[:, None], owner, n) - sums(row * (moment / whole)[:, None], of, n)
    return torch.linalg.solve(information + PRIOR, right)


def answered(net, data, samples, pose, augment=None):
    """What is said of `samples` (Pyramids.rows_of) at `pose` (off the true ones: mm, mm, rad), and how far away along their
    normals they are there, px; `augment`: the seed of what disturbs the colours."""
    rows, owner, edge = samples
    away = np.clip((data.across[rows] * pose[owner]).sum(1), -4, 4)
    return net(data.inputs(rows, owner, edge, away, None if augment is None else np.random.RandomState(augment))), away


def led(net, data, samples, pose, rounds, augment=None):
    """`pose` after so many rounds."""
    rows, owner, edge = samples
    for _ in range(rounds):
        with torch.no_grad():
            pose = pose + solved(data.across[rows], answered(net, data, samples, pose, augment)[0], owner, edge, len(pose)).numpy()
    return np.clip(pose, -MOST, MOST)


def besides(ships, rng):
    """Where fits begin while it learns: beside the true poses."""
    return rng.randn(len(ships), 3) * np.array([0.4, 0.4, 0.03]) * np.where(rng.rand(len(ships)) < 0.5, 1.0, 0.35)[:, None]


def starts(data, ships, rng):
    """The same, or nearly where the program's own fits end."""
    near, fitted = besides(ships, rng), data.fitted[ships]
    own = fitted.any(1) & (rng.rand(len(ships)) < 0.6)
    return np.where(own[:, None], fitted + 0.1 * near, near)


def measure(net, name, data, ships):
    """Poses from where the program's own fits end, and from beside the true ones."""
    def tell(of, pose):
        turn, place = np.abs(np.degrees(pose[:, 2])), np.hypot(pose[:, 0], pose[:, 1])
        print(f"  {name}, {of}, n={len(pose)}: heading median {np.median(turn):.3f}, 90 % {np.quantile(turn, 0.9):.3f}, 95 % {np.quantile(turn, 0.95):.3f} deg, "
              f"{(turn > 0.7).mean():.4f} beyond 0.7; place median {np.median(place):.3f}, 95 % {np.quantile(place, 0.95):.3f} mm", flush=True)

    fitted = ships[data.fitted[ships].any(1)]
    tell("own fits", data.fitted[fitted])
    tell("from these", led(net, data, data.rows_of(fitted), data.fitted[fitted], ROUNDS))
    beside = np.random.RandomState(5).randn(len(ships), 3) * np.array([0.35, 0.35, 0.026])
    tell("from beside", led(net, data, data.rows_of(ships), beside, ROUNDS))


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=15.0, help="0: only writes what it starts from")
    ask.add_argument("--rate", type=float, default=3e-3)
    ask.add_argument("--wide", type=int, default=96)
    ask.add_argument("--start", nargs="+", default=[], help="an edges.pt or edges.onnx to go on from, of several the mean of their weights")
    ask.add_argument("--beside", action="store_true", help="learn from poses beside the true ones only")
    ask.add_argument("--ships", type=int, default=24, help="in a batch")
    ask.add_argument("--test", help="other pyramids, only measured on")
    a = ask.parse_args()
    settle()
    rng = np.random.RandomState(int(time.time()))
    data, other = Pyramids(a.data), Pyramids(a.test) if a.test else None
    all_ships = np.array([k for k in range(len(data.of)) if len(data.of[k]) > 20])
    held, learnt = all_ships[::8], np.setdiff1d(all_ships, all_ships[::8])
    net = EdgeNet(a.wide)
    if a.start:
        states = [exported(path)[1] if path.endswith(".onnx") else torch.load(path) for path in a.start]
        net.load_state_dict({name: sum(state[name] for state in states) / len(states) for name in states[0]})
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=2e-2)
    begin = told = time.time()
    steps, total, share = 0, 0.0, 0.0 if a.minutes > 0.0 else 1.0
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        for g in best.param_groups:
            g["lr"] = a.rate * falling(share, 0.002)
        ships, augment = np.sort(rng.choice(learnt, a.ships, replace=False)), rng.randint(1 << 30)
        samples = rows, owner, edge = data.rows_of(ships)
        pose = besides(ships, rng) if a.beside else led(net, data, samples, starts(data, ships, rng), rng.randint(ROUNDS), augment)
        said, away = answered(net, data, samples, pose, augment)
        spread = said[:, 1].clamp(-2.5, 2)
        loss = ((said[:, 0] + torch.from_numpy(away.astype(np.float32))).abs() / spread.exp() + spread).mean()
        off = solved(data.across[rows], said, owner, edge, a.ships) + torch.from_numpy(pose.astype(np.float32))
        scale = torch.tensor([0.15, 0.15, 0.006])
        loss = loss + 0.3 * torch.sqrt(1 + (off / scale) ** 2).mean() + 0.3 * ((off / scale) ** 2 / 6).clamp(max=25).mean()  # far ones count more
        learn(best, loss, net, 3.0)
        steps, total = steps + 1, 0.99 * total + 0.01 * loss.item()
        if time.time() - told > 120.0 or share >= 1.0:
            told = time.time()
            print(f"{(told - begin) / 60:.1f} min, {steps} batches, loss {total:.3f}", flush=True)
            measure(net, "held out", data, held)
            if other:
                measure(net, "test", other, np.arange(len(other.of)))
    os.makedirs(a.out, exist_ok=True)
    torch.save(net.state_dict(), os.path.join(a.out, "edges.pt"))
    write(net, a.out, "edges", (BATCH, INPUTS))


if __name__ == "__main__":
    main()
