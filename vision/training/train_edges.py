#!/usr/bin/python3
"""Trains the network that finds pyramids' edges on what write_edges wrote of rendered tables, and writes it as edges.onnx.

    for s in 1 2 3 ...: blender -b -P render_ships.py -- SHIPS 10 $s
    write_edges SHIPS.edges SHIPS/*.json
    train_edges.py SHIPS.edges... OUT_FOLDER --minutes 15 [--test OTHER.edges] [--device cuda --ships 1000 --minutes 9]

Needs Debian's python3-torch, python3-onnx, python3-numpy. Every eighth pyramid is held out and measured on.
The network is shown the colours across one sample of an edge (25 places half a pixel apart, the mean with the samples
beside it), those of its whole edge, and which edge of what it is; it answers where the edge is, px along the sample's
normal, the logarithm of that figure's standard deviation, and that of how far the whole edge may be off (px). It learns
to tell each sample's place and, through the weighted equations of the program's last fit, the pyramid's pose: from poses
beside the true one, from where the program's fit without it ends, and from where its own answers lead from there (Ross et
al. 2011): what pulls a fit away looks, where it ends, as if nothing were wrong.
"""
import argparse
import functools
import os
import time

import numpy as np
import torch
import torch.nn as nn

from train_squares import a_file, exported, falling, learn, settle, write

HALF, KEPT = 20, 12  # steps of half a pixel to both sides: written, looked at
SIDE = 6  # places at both ends whose mean over all edges tells the piece's and the table's colour
CONTEXT = 15
INPUTS = 6 * (2 * KEPT + 1) + 7 + CONTEXT
FIXED = 8  # numbers before the context
EDGES = 8  # of a pyramid
ROUNDS = 3  # of the program's last fit
PRIOR = 1e-2, 1e-2, 1.0  # as learned_prior_mm and learned_prior_rad of the program
BATCH = 128  # samples that the program asks at once
AT_ONCE = 1000  # pyramids that are measured together
MOST = 1.5, 1.5, 0.1  # farther off nothing is learnt


@functools.lru_cache(None)
def on(device, *numbers):
    """These, brought to `device` once."""
    return torch.tensor(numbers, device=device)


def sums(of, index, count):
    """Of the rows of `of` with the same index, 0..count - 1."""
    return torch.zeros(count, *of.shape[1:], device=of.device).index_add(0, index, of)


def means(of, index, count):
    """The same of two-dimensional `of`, divided by how many they are; 0 where there are none."""
    return sums(of, index, count) / sums(torch.ones_like(of[:, :1]), index, count).clamp(min=1)


class Pyramids:
    """Files of write_edges as tensors. On `device`, of all samples: `edge` (n: 0..7), `across` (n x 3: px per mm, mm, rad), `context` (n x 15) and `colours`
    (41 n x 3: levels). Beside the processor, of the pyramids: `first` and `count` of their samples, which lie together, and where the program's own fits end, `fitted`
    (m x 3: off the true poses, without the network, mm, mm, rad)."""

    def __init__(self, paths, device):
        self.device = torch.device(device)
        parts = [self.read(path) for path in paths]
        self.edge, self.across, self.context, self.colours, self.count, self.fitted = (torch.cat(same) for same in zip(*parts))
        self.first = self.count.cumsum(0) - self.count

    def read(self, path):
        rows = torch.from_numpy(np.fromfile(path, np.float32)).view(-1, FIXED + CONTEXT + 3 * (2 * HALF + 1))
        count = rows[:, 0].contiguous().unique_consecutive(return_counts=True)[1]
        samples = rows[:, 1].long(), rows[:, 2:5].contiguous(), rows[:, FIXED:FIXED + CONTEXT].contiguous(), rows[:, FIXED + CONTEXT:].reshape(-1, 3)
        return *(part.to(self.device) for part in samples), count, rows[count.cumsum(0) - count, 5:8]

    def rows_of(self, ships):
        """Their samples, and for each which of `ships` (beside the processor: nothing waits for the card) and which of their edges, eight to each, it belongs to."""
        count = self.count[ships]
        before, total = self.first[ships] - (count.cumsum(0) - count), int(count.sum())
        count, before = (part.to(self.device, non_blocking=True) for part in (count, before))
        owner = torch.arange(len(ships), device=self.device).repeat_interleave(count, output_size=total)
        rows = torch.arange(total, device=self.device) + before[owner]
        return rows, owner, EDGES * owner + self.edge[rows]

    def inputs(self, samples, n, away, disturbed=None):
        """What the network is shown of samples of n pyramids (`rows_of`) that are `away` px off along their normals."""
        rows, owner, edge = samples
        at = HALF - KEPT + 2.0 * away
        place = (at.floor().long()[:, None] + torch.arange(2 * KEPT + 2, device=self.device)).clamp(0, 2 * HALF)
        colours = self.colours.index_select(0, (rows[:, None] * (2 * HALF + 1) + place).flatten()).view(len(rows), -1, 3)
        x = torch.lerp(colours[:, :-1], colours[:, 1:], (at - at.floor())[:, None, None])
        if disturbed is not None:
            order, gain, noise = disturbed
            x = x.gather(2, order[:, None].expand(-1, x.shape[1], -1)) * gain + noise
        same = (edge[1:] == edge[:-1]).float()[:, None]
        flat = x.flatten(1)
        smooth, count = flat.clone(), torch.ones(len(x), 1, device=self.device)
        smooth[1:] += same * flat[:-1]
        smooth[:-1] += same * flat[1:]
        count[1:] += same
        count[:-1] += same
        smooth /= count
        whole = means(smooth, edge, EDGES * n)
        mean = whole.mean(1, keepdim=True)
        sides = means(torch.cat([x[:, :SIDE].mean(1), x[:, -SIDE:].mean(1)], 1), owner, n)[:, None].expand(-1, EDGES, -1).flatten(0, 1)
        common = torch.cat([(whole - mean) / 40, (mean - 110) / 60, (sides - mean) / 40], 1)
        return torch.cat([(smooth - mean[edge]) / 40, common[edge], self.context[rows]], 1)


def disturbance(samples, n):
    """Other colours, lights and noise, alike for all of a pyramid: for every sample the order of its colours, what they are multiplied by and what is added."""
    owner = samples[1]
    draw = functools.partial(torch.randn, device=owner.device)
    order = torch.where(torch.rand(n, 1, device=owner.device) < 0.3, draw(n, 3).argsort(1), torch.arange(3, device=owner.device))
    gain = torch.exp(0.12 * draw(n, 1, 3) + 0.2 * draw(n, 1, 1))
    noise = 2 * torch.rand(n, 1, 1, device=owner.device)
    return order[owner], gain[owner], noise[owner] * draw(len(owner), 2 * KEPT + 1, 3)


class EdgeNet(nn.Sequential):
    def __init__(self, wide=96):
        super().__init__(nn.Linear(INPUTS, wide), nn.ReLU(), nn.Linear(wide, wide), nn.ReLU(), nn.Linear(wide, 3))


def solved(across, said, owner, edge, n):
    """The poses' changes that the weighted equations ask for, an offset of each edge integrated out, as refineAtLast does."""
    def together(of):  # of each pyramid's edges
        return of.view(n, EDGES, *of.shape[1:]).sum(1)

    offset, weight = said[:, 0], torch.exp(-2 * said[:, 1].clamp(-2.5, 2))
    row, moment = sums(across * weight[:, None], edge, EDGES * n), sums(weight * offset, edge, EDGES * n)
    bias = means(said[:, 2:].clamp(-4, 2), edge, EDGES * n)[:, 0]
    whole = torch.exp(-2 * bias) + sums(weight, edge, EDGES * n)
    information = sums(across[:, :, None] * across[:, None] * weight[:, None, None], owner, n) - together(row[:, :, None] * row[:, None] / whole[:, None, None])
    right = sums(across * (weight * offset)[:, None], owner, n) - together(row * (moment / whole)[:, None])
    return torch.linalg.solve_ex(information + on(across.device, *PRIOR).diag(), right)[0]  # which does not wait for the card


def answered(net, data, samples, pose, disturbed=None):
    """What is said of `samples` (Pyramids.rows_of) at `pose` (off the true ones: mm, mm, rad), and how far away along their
    normals they are there, px; `disturbed`: as `disturbance` tells."""
    rows, owner, _ = samples
    away = (data.across[rows] * pose[owner]).sum(1).clamp(-4, 4)
    return net(data.inputs(samples, len(pose), away, disturbed)), away


def led(net, data, samples, pose, rounds, disturbed=None):
    """`pose` after so many rounds."""
    rows, owner, edge = samples
    most = on(pose.device, *MOST)
    with torch.no_grad():
        for _ in range(rounds):
            pose = pose + solved(data.across[rows], answered(net, data, samples, pose, disturbed)[0], owner, edge, len(pose))
    return pose.clamp(-most, most)


def besides(n, device):
    """Where n fits begin while it learns: beside the true poses."""
    return torch.randn(n, 3, device=device) * on(device, 0.4, 0.4, 0.03) * torch.where(torch.rand(n, 1, device=device) < 0.5, 1.0, 0.35)


def starts(data, ships):
    """The same, or nearly where the program's own fits end."""
    near, fitted = besides(len(ships), data.device), data.fitted[ships].to(data.device, non_blocking=True)
    own = (fitted != 0).any(1, keepdim=True) & (torch.rand(len(ships), 1, device=data.device) < 0.6)
    return torch.where(own, fitted + 0.1 * near, near)


def measure(net, name, data, ships):
    """Poses from where the program's own fits end, and from beside the true ones."""
    def tell(of, pose):
        turn, place = pose[:, 2].abs().rad2deg(), pose[:, 0].hypot(pose[:, 1])
        print(f"  {name}, {of}, n={len(pose)}: heading median {turn.quantile(0.5):.3f}, 90 % {turn.quantile(0.9):.3f}, 95 % {turn.quantile(0.95):.3f} deg, "
              f"{(turn > 0.7).float().mean():.4f} beyond 0.7; place median {place.quantile(0.5):.3f}, 95 % {place.quantile(0.95):.3f} mm", flush=True)

    def after(ships, pose):
        return torch.cat([led(net, data, data.rows_of(part), begin.to(data.device), ROUNDS) for part, begin in zip(ships.split(AT_ONCE), pose.split(AT_ONCE))])

    fitted = ships[(data.fitted[ships] != 0).any(1)]
    tell("own fits", data.fitted[fitted])
    tell("from these", after(fitted, data.fitted[fitted]))
    beside = np.random.RandomState(5).randn(len(ships), 3) * np.array([0.35, 0.35, 0.026])
    tell("from beside", after(ships, torch.from_numpy(beside).float()))


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data", nargs="+", type=a_file)
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=15.0, help="0: only writes what it starts from")
    ask.add_argument("--rate", type=float, default=3e-3)
    ask.add_argument("--wide", type=int, default=96)
    ask.add_argument("--start", nargs="+", default=[], help="an edges.pt or edges.onnx to go on from, of several the mean of their weights")
    ask.add_argument("--beside", action="store_true", help="learn from poses beside the true ones only")
    ask.add_argument("--ships", type=int, default=24, help="in a batch")
    ask.add_argument("--device", default="cpu", help="cuda: on a graphics card")
    ask.add_argument("--test", help="other pyramids, only measured on")
    a = ask.parse_args()
    settle()
    device = torch.device(a.device)
    data, other = Pyramids(a.data, device), Pyramids([a.test], device) if a.test else None
    all_ships = torch.nonzero(data.count > 20)[:, 0]
    share_out = torch.arange(len(all_ships)) % 8
    held, learnt = all_ships[share_out == 0], all_ships[share_out != 0]
    net = EdgeNet(a.wide)
    if a.start:
        states = [exported(path)[1] if path.endswith(".onnx") else torch.load(path, map_location="cpu") for path in a.start]
        net.load_state_dict({name: sum(state[name] for state in states) / len(states) for name in states[0]})
    net = net.to(device)
    torch.manual_seed(int(time.time()))  # batches are others each time
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=2e-2)
    begin = told = time.time()
    steps, total, share = 0, 0.0, 0.0 if a.minutes > 0.0 else 1.0
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        for g in best.param_groups:
            g["lr"] = a.rate * falling(share, 0.002)
        ships = learnt[torch.randperm(len(learnt))[:a.ships]].sort().values
        samples = rows, owner, edge = data.rows_of(ships)
        disturbed = disturbance(samples, len(ships))
        pose = besides(len(ships), device) if a.beside else led(net, data, samples, starts(data, ships), int(torch.randint(ROUNDS, ())), disturbed)
        said, away = answered(net, data, samples, pose, disturbed)
        spread = said[:, 1].clamp(-2.5, 2)
        loss = ((said[:, 0] + away).abs() / spread.exp() + spread).mean()
        off = (solved(data.across[rows], said, owner, edge, len(ships)) + pose) / on(device, 0.15, 0.15, 0.006)
        loss = loss + 0.3 * torch.sqrt(1 + off ** 2).mean() + 0.3 * (off ** 2 / 6).clamp(max=25).mean()  # far ones count more
        learn(best, loss, net, 3.0)
        steps, total = steps + 1, 0.99 * total + 0.01 * loss.detach()
        if time.time() - told > 120.0 or share >= 1.0:
            told = time.time()
            print(f"{(told - begin) / 60:.1f} min, {steps} batches, loss {total:.3f}", flush=True)
            measure(net, "held out", data, held)
            if other:
                measure(net, "test", other, torch.arange(len(other.count)))
    os.makedirs(a.out, exist_ok=True)
    net = net.cpu()
    torch.save(net.state_dict(), os.path.join(a.out, "edges.pt"))
    write(net, a.out, "edges", (BATCH, INPUTS))


if __name__ == "__main__":
    main()
