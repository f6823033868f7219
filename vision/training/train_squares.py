#!/usr/bin/python3
"""Trains the square reader on crops written by render_boards and writes it as ONNX.

    render_boards DATA/d1 200 1001 && touch DATA/d1.done          # any number of shards, any time
    train_squares.py DATA OUT.onnx --minutes 40 [--start OUT.pt]

Needs Debian's python3-torch, python3-onnx, python3-numpy. The last finished shard (by number) is held out: accuracy,
the temperature and the reliability table are measured on it. Outputs of the network, in order:
0..12 empty, light K Q R B N P, dark k q r b n p (logits); 13 seen; 14 turned; 15 rider; 16 low; 17 high; 18 crown band;
19 die; 20 ring (logits); 21, 22 foot offset across and along the line of sight (squares).
"""
import argparse
import copy
import glob
import os
import re
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

PLANES, HEIGHT, WIDTH = 5, 112, 64
LABELS = 16
BINS, CELL, STEP = 8, 8, 6
GRID = (BINS + PLANES, (HEIGHT - CELL) // STEP + 1, (WIDTH - CELL) // STEP + 1)


class Cells(nn.Module):
    """Fixed first stage: strength of edges in eight directions, evened out by what lies around, and the mean of every
    plane, in cells of 8 x 8 pixels six pixels apart. Nothing is learnt here, so it is computed once and kept."""

    def __init__(self):
        super().__init__()
        ax = torch.arange(5) - 2.0
        y, x = torch.meshgrid(ax, ax, indexing="ij")
        bell = torch.exp(-(x * x + y * y) / 2.0)
        edges = torch.zeros(BINS, PLANES, 5, 5)
        for k in range(BINS):
            slope = (x * np.cos(np.pi * k / BINS) + y * np.sin(np.pi * k / BINS)) * bell
            edges[k, :3] = 2.0 * slope / slope.abs().sum() * torch.tensor([0.3, 0.4, 0.3])[:, None, None]
        self.register_buffer("edges", edges)
        self.register_buffer("sharpen", (torch.eye(BINS) - 1.2 / BINS)[:, :, None, None])
        self.register_buffer("around", torch.full((BINS, BINS, 3, 3), 1.0 / 9.0 / BINS))

    def forward(self, x):
        e = F.relu(F.conv2d(F.conv2d(x, self.edges, padding=2).abs(), self.sharpen))
        e = F.avg_pool2d(e, CELL, STEP)
        e = torch.sqrt(e / (F.conv2d(e, self.around, padding=1) + 0.01) + 1e-6)
        return torch.cat([e, F.avg_pool2d(x, CELL, STEP)], 1)


def layer(a, b, stride):
    """Convolution, normalisation, rectifier."""
    return nn.Sequential(nn.Conv2d(a, b, 3, stride, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class SquareNet(nn.Module):
    """Cells of a crop to 87 numbers: 23 answers (see above) and the 64 features that they are drawn from."""

    def __init__(self):
        super().__init__()
        self.even = nn.BatchNorm2d(GRID[0])
        self.body = nn.Sequential(layer(GRID[0], 48, 1), layer(48, 64, 2), layer(64, 64, 1))
        wide = 64 * ((GRID[1] + 1) // 2) * ((GRID[2] + 1) // 2)
        self.join = nn.Sequential(nn.Flatten(), nn.Dropout(0.15), nn.Linear(wide, 192), nn.BatchNorm1d(192), nn.ReLU(),
                                  nn.Dropout(0.25), nn.Linear(192, 64), nn.BatchNorm1d(64), nn.ReLU())
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(64, 23)

    def forward(self, x):
        feature = self.join(self.body(self.even(x)))
        return torch.cat([self.head(self.drop(feature)), feature], 1)


def shards(folder):
    done = glob.glob(os.path.join(folder, "*.done"))
    return sorted((p[:-5] for p in done), key=lambda p: int(re.findall(r"\d+", os.path.basename(p))[0]))


def load(prefix):
    labels = np.fromfile(prefix + ".labels", np.float32).reshape(-1, LABELS)
    return np.memmap(prefix + ".crops", np.uint8, "r", shape=(len(labels), PLANES, HEIGHT, WIDTH)), labels


def as_input(crops):
    x = torch.from_numpy(np.array(crops)).float().div_(255.0)
    x[:, 3] = x[:, 3] * 1.4 - 0.4
    return x


def augment(x, y, rng):
    """Mirror images, small turns, shifts and scales, tint, saturation, exposure, noise and blur."""
    n = len(x)
    flip = torch.rand(n) < 0.5
    x[flip] = x[flip].flip(3)
    y[flip, 9] *= -1.0
    turn, size = torch.randn(n) * 0.03, torch.exp(torch.randn(n) * 0.025)
    warp = torch.zeros(n, 2, 3)
    warp[:, 0, 0], warp[:, 0, 1] = size * torch.cos(turn), -torch.sin(turn) * HEIGHT / WIDTH
    warp[:, 1, 0], warp[:, 1, 1] = torch.sin(turn) * WIDTH / HEIGHT, size * torch.cos(turn)
    warp[:, 0, 2], warp[:, 1, 2] = torch.randn(n) * 1.0 / (WIDTH / 2), torch.randn(n) * 1.0 / (HEIGHT / 2)
    rgb = F.grid_sample(x[:, :3], F.affine_grid(warp, (n, 3, HEIGHT, WIDTH), align_corners=False),
                        padding_mode="border", align_corners=False)
    gain = torch.exp(torch.randn(n, 1, 1, 1) * 0.15) * torch.exp(torch.randn(n, 3, 1, 1) * 0.06)
    rgb = rgb * gain + torch.randn(n, 3, 1, 1) * 0.02
    grey = rgb.mean(1, keepdim=True)
    rgb = grey + (rgb - grey) * torch.exp(torch.randn(n, 1, 1, 1) * 0.25)
    k = n // 4
    rgb[:k] += torch.randn_like(rgb[:k]) * 0.015
    rgb[k:2 * k] = F.avg_pool2d(F.pad(rgb[k:2 * k], (1, 1, 1, 1), mode="replicate"), 3, 1)
    x[:, :3] = rgb.clamp_(0.0, 1.0)
    return x, y


def losses(out, y):
    kind, seen = y[:, 0].long(), y[:, 1]
    piece = kind > 0
    weight = torch.where(piece, ((seen - 0.1) / 0.25).clamp(0.0, 1.0), (seen / 0.25).clamp(0.15, 1.0))
    loss = (F.cross_entropy(out[:, :13], kind, reduction="none", label_smoothing=0.01) * weight).mean()
    target = torch.where(piece, seen >= 0.35, seen >= 0.25).float()
    loss = loss + 0.15 * F.binary_cross_entropy_with_logits(out[:, 13], target)
    rook = ((kind == 3) | (kind == 9)).float() * weight
    loss = loss + 0.5 * (F.binary_cross_entropy_with_logits(out[:, 14:16], y[:, 2:4], reduction="none") * rook[:, None]).sum() / rook.sum().clamp(min=4)
    w = piece.float() * weight
    loss = loss + 0.8 * (F.binary_cross_entropy_with_logits(out[:, 16:19], y[:, 4:7], reduction="none") * w[:, None]).sum() / w.sum().clamp(min=8)
    extra = torch.stack([y[:, 7] > 0, y[:, 8] > 0], 1).float()
    e = (~piece).float() * (seen > 0.3).float()
    loss = loss + 0.5 * (F.binary_cross_entropy_with_logits(out[:, 19:21], extra, reduction="none") * e[:, None]).sum() / e.sum().clamp(min=8)
    loss = loss + 4.0 * (F.smooth_l1_loss(out[:, 21:23], y[:, 9:11], reduction="none", beta=0.05) * w[:, None]).sum() / w.sum().clamp(min=8)
    return loss


def outputs(net, cells):
    net.eval()
    with torch.no_grad():
        return torch.cat([net(cells[k:k + 256].float()) for k in range(0, len(cells), 256)])


def measure(net, cells, y):
    out = outputs(net, cells)
    kind, seen = y[:, 0].long(), y[:, 1]
    told = out[:, :13].argmax(1)
    fair = torch.where(kind > 0, seen >= 0.35, seen >= 0.35)
    right = (told == kind)[fair].float().mean().item()
    occupied = ((told > 0) == (kind > 0))[fair].float().mean().item()
    side = (((told + 5) // 6) == ((kind + 5) // 6))[fair].float().mean().item()
    p = fair & (kind > 0)
    bands = [(((out[p, 16 + k] > 0) == (y[p, 4 + k] > 0)).float().mean().item(), int(y[p, 4 + k].sum())) for k in range(3)]
    r = p & ((kind == 3) | (kind == 9))
    flags = [(((out[r, 14 + k] > 0) == (y[r, 2 + k] > 0)).float().mean().item(), int(y[r, 2 + k].sum())) for k in range(2)]
    e = fair & (kind == 0)
    extra = [(((out[e, 19 + k] > 0) == (y[e, 7 + k] > 0)).float().mean().item(), int((y[e, 7 + k] > 0).sum())) for k in range(2)]
    foot = (out[p, 21:23] - y[p, 9:11]).abs().median().item()
    print(f"  held out n={int(fair.sum())}: piece+side {right:.4f} occupied {occupied:.4f} occupied+side {side:.4f} bands {bands} "
          f"turned, rider {flags} die, ring {extra} foot {foot:.3f} squares", flush=True)
    return out[fair, :13], kind[fair]


def calibrate(logits, kind):
    # Undo the thinning of empty squares with a bias, then one temperature for all.
    best = min(np.arange(0.6, 3.0, 0.05), key=lambda t: F.cross_entropy(logits / t, kind).item())
    p, told = (logits / best).softmax(1).max(1)
    print(f"temperature {best:.2f}\nsaid      n   right")
    for low, high in [(0.0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 0.97), (0.97, 0.99), (0.99, 0.999), (0.999, 1.01)]:
        m = (p >= low) & (p < high)
        if m.any():
            print(f"{p[m].mean():.4f} {int(m.sum()):6d} {(told == kind)[m].float().mean():.4f}")
    return float(best)


class Exported(nn.Module):
    def __init__(self, net, temperature):
        super().__init__()
        self.cells, self.net = Cells(), net
        self.scale = torch.cat([torch.full((13,), 1.0 / temperature), torch.ones(10 + 64)])

    def forward(self, x):
        return self.net(self.cells(x)) * self.scale


def export(net, temperature, path):
    net.eval()
    torch.onnx.export(Exported(net, temperature), torch.zeros(1, PLANES, HEIGHT, WIDTH), path + ".part", opset_version=11,
                      input_names=["crops"], output_names=["read"], dynamic_axes={"crops": {0: "n"}, "read": {0: "n"}})
    os.replace(path + ".part", path)


def follow(slow, net, share):
    """Moving average of the weights: what is measured and exported."""
    with torch.no_grad():
        for a, b in zip(slow.state_dict().values(), net.state_dict().values()):
            if a.dtype.is_floating_point:
                a.lerp_(b, share)
            else:
                a.copy_(b)


class Pool:
    """Cells of every shard's squares, a fresh augmentation of one shard at a time."""

    def __init__(self, folder, rng):
        self.folder, self.rng, self.stage = folder, rng, Cells()
        self.parts = {}
        self.turn = []

    def read(self, prefix, fresh):
        crops, labels = load(prefix)
        # Empty squares are easy: three quarters of what is learnt from are pieces, dice and rings.
        rare = np.flatnonzero((labels[:, 0] > 0) | (labels[:, 7] > 0) | (labels[:, 8] > 0))
        plain = np.setdiff1d(np.arange(len(labels)), rare)
        index = np.sort(np.concatenate([rare, self.rng.permutation(plain)[: len(rare) // 3]])) if fresh else np.arange(len(labels))
        cells, answers = [], []
        for k in range(0, len(index), 128):
            x, y = as_input(crops[index[k:k + 128]]), torch.from_numpy(labels[index[k:k + 128]].copy())
            if fresh:
                x, y = augment(x, y, self.rng)
            with torch.no_grad():
                cells.append(self.stage(x).to(torch.bfloat16))
            answers.append(y)
        return torch.cat(cells), torch.cat(answers)

    def refresh(self, share):
        """Takes in new shards and draws a `share` of the old ones anew."""
        known = shards(self.folder)[1:]
        new = [p for p in known if p not in self.parts]
        old = [p for p in self.turn if p in self.parts]
        count = 0 if new else max(1, int(round(share * len(old))))
        for p in new + old[:count]:
            self.parts[p] = self.read(p, True)
        self.turn = old[count:] + old[:count] + new
        return torch.cat([c for c, _ in self.parts.values()]), torch.cat([y for _, y in self.parts.values()])


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=30.0)
    ask.add_argument("--start")
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--batch", type=int, default=128)
    a = ask.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.RandomState(1)
    net = SquareNet().to(memory_format=torch.channels_last)
    print("parameters", sum(p.numel() for p in net.parameters()))
    if a.start:
        net.load_state_dict(torch.load(a.start))
    slow = copy.deepcopy(net)
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=1e-2)
    begin, seen, steps, share, saved = time.time(), 0, 0, 0.0, time.time()
    pool = Pool(a.data, rng)
    held = tuple(d[:4000] for d in pool.read(shards(a.data)[0], False))

    def save():
        answer = measure(slow, *held)
        torch.save(slow.state_dict(), os.path.splitext(a.out)[0] + ".pt")
        export(slow, 1.0, a.out)
        return answer

    while share < 1.0:
        cells, labels = pool.refresh(0.25)
        order = torch.randperm(len(labels))
        total = count = 0
        net.train()
        for k in range(0, len(order) - a.batch + 1, a.batch):
            share = (time.time() - begin) / 60.0 / a.minutes
            if share >= 1.0:
                break
            rate = a.rate * min(1.0, seen / 20000 + 0.05) * (0.004 + 0.996 * 0.5 * (1 + np.cos(np.pi * share)))
            for g in best.param_groups:
                g["lr"] = rate
            pick = order[k:k + a.batch]
            with torch.cpu.amp.autocast(dtype=torch.bfloat16):
                out = net(cells[pick].contiguous(memory_format=torch.channels_last))
            loss = losses(out.float(), labels[pick])
            best.zero_grad()
            loss.backward()
            best.step()
            steps += 1
            if steps % 4 == 0:
                follow(slow, net, max(0.008, 1.0 / (1 + steps // 4)))
            seen += a.batch
            total += loss.item()
            count += 1
        print(f"{(time.time() - begin) / 60:.1f} min, {time.process_time():.0f} s, {len(pool.parts)} shards, {seen} crops, "
              f"rate {rate:.5f}, loss {total / max(1, count):.4f}", flush=True)
        if time.time() - saved > 150.0:
            saved = time.time()
            save()
    logits, kind = save()
    export(slow, calibrate(logits, kind), a.out)


if __name__ == "__main__":
    main()
