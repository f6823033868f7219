#!/usr/bin/python3
"""Trains the network that looks at whole pyramids on what write_pyramids wrote of rendered tables, and writes it as pyramids.onnx.

    for s in 1 2 3 ...: blender -b -P render_ships.py -- SHIPS 10 $s 26
    write_pyramids SHIPS.windows SHIPS/*.json
    train_pyramids.py SHIPS.windows OUT_FOLDER --minutes 90 [--test OTHER.windows] [--device cuda --batch 768 --rate 4e-3 --minutes 9]

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
import torch.nn.functional as F

from train_squares import Block, a_file, autocast, falling, learn, load_weights, settle, write

SIDE, PLANES = 64, 5
SEARCHED_OFTEN = 9  # as often as other windows is one shown that the program's search fitted wrongly; right ones two fifths of it
ROW = np.dtype([("head", np.float32, 8), ("window", np.uint8, (PLANES, SIDE, SIDE))])


def layer(a, b, size, stride):
    return [nn.Conv2d(a, b, size, stride, size // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU()]


class Look(nn.Module):
    """One window to seven answers. Channels are multiples of 16: the program's own convolutions know no others."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(*layer(PLANES, 16, 5, 2), *layer(16, 48, 3, 2), Block(48), *layer(48, 80, 3, 2), Block(80), *layer(80, 48, 1, 1))
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(48 * 64, 96), nn.ReLU(), nn.Linear(96, 7))

    def forward(self, x):
        return self.head(self.body(x))


class Windows:
    """Files of write_pyramids as tensors: `head`, n x 8, and `window`, n x 5 x 64 x 64 bytes."""

    def __init__(self, paths, device):
        heads, windows = [], []
        for path in paths:
            rows = np.fromfile(path, ROW)
            heads.append(torch.from_numpy(rows["head"].copy()))
            windows.append(torch.from_numpy(rows["window"].copy()).to(device))
        self.head, self.window = torch.cat(heads).to(device), torch.cat(windows)

    def part(self, rows):
        return self.window[rows].float().mul_(1 / 255.0), self.head[rows].clone()


def some(n, share, device):
    """Which of `n` windows, each with the chance `share`."""
    return torch.nonzero(torch.rand(n, device=device) < share)[:, 0]


def between(n, low, high, device):
    return low + (high - low) * torch.rand(n, 1, 1, 1, device=device)


def grid(device):
    at = torch.arange(SIDE, device=device, dtype=torch.float32)
    return at.view(1, 1, 1, SIDE), at.view(1, 1, SIDE, 1)


def half_planes(n, low, high, device):
    """Of each of n windows what lies beyond a line anywhere, `low` to `high` of a side from the middle."""
    x, y = grid(device)
    turn = between(n, 0, 2 * np.pi, device)
    return (x - SIDE / 2) * turn.cos() + (y - SIDE / 2) * turn.sin() > between(n, low, high, device) * SIDE


def blurred(x, sigma, most=4):
    """`sigma`, px: one, or n x 1 x 1 x 1 for each picture its own; the kernel reaches `most` px."""
    if not len(x):
        return x
    rows, columns = x.shape[2:]
    reach = torch.arange(-most, most + 1, device=x.device, dtype=torch.float32)
    kernel = torch.exp(-0.5 * (reach / torch.as_tensor(sigma, device=x.device).view(-1, 1)) ** 2)
    kernel = (kernel / kernel.sum(1, keepdim=True)).expand(len(x), -1).repeat_interleave(x.shape[1], 0)
    flat = F.pad(x.reshape(1, -1, rows, columns), (most, most, most, most), mode="replicate")
    flat = F.conv2d(flat, kernel.view(-1, 1, 1, 2 * most + 1), groups=flat.shape[1]).contiguous()
    return F.conv2d(flat, kernel.view(-1, 1, 2 * most + 1, 1), groups=flat.shape[1]).view_as(x)


def disturb(x, head):
    """Windows mirrored, in other colours, lights and noise, partly hidden."""
    n, device = len(x), x.device
    k = some(n, 0.5, device)
    x[k] = x[k].flip(2)
    head[k, 5:7] *= -1
    k = some(n, 0.25, device)
    order = torch.rand(len(k), 3, device=device).argsort(1)
    x[k, :3] = x[k, :3].gather(1, order[:, :, None, None].expand(-1, -1, SIDE, SIDE))
    k = some(n, 0.15, device)  # a chit on it
    across, down = grid(device)
    m = len(k)
    spot = (across - SIDE * between(m, 0.2, 0.8, device)) ** 2 + (down - SIDE * between(m, 0.2, 0.8, device)) ** 2 < between(m, 4, 10, device) ** 2
    x[k, :3] = torch.where(spot, torch.rand(m, 3, 1, 1, device=device), x[k, :3])
    k = some(n, 0.1, device)  # something before a part of it
    x[k, :3] = torch.where(half_planes(len(k), 0.22, 0.45, device), torch.rand(len(k), 3, 1, 1, device=device), x[k, :3])
    colours = x[:, :3] * torch.exp(0.12 * torch.randn(n, 3, 1, 1, device=device) + 0.2 * torch.randn(n, 1, 1, 1, device=device)) + 0.04 * torch.randn(n, 1, 1, 1, device=device)
    k = some(n, 0.2, device)  # a little out of focus
    colours[k] = blurred(colours[k], between(len(k), 0.5, 1.0, device))
    noise = 0.025 * between(n, 0, 1, device) * (torch.rand(n, 1, 1, 1, device=device) < 0.5)
    x[:, :3] = (colours + noise * torch.randn_like(colours)).clamp(0, 1)


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


def seen_prints(prints, n):
    """Parts of n prints as they may be seen in a window."""
    device, double = prints.device, 2 * SIDE
    turn, scale, slant = between(n, 0, 2 * np.pi, device), between(n, 0.7, 2.9, device), between(n, 0.6, 1.2, device)  # of prints' pixels a window's
    at = (torch.arange(double, device=device, dtype=torch.float32) + 0.5) / 2 - SIDE / 2
    x, y = at.view(1, 1, 1, -1) * scale, at.view(1, 1, -1, 1) * scale * slant
    middle = torch.rand(2, n, 1, 1, 1, device=device) * 350 + 80
    u, v = middle[0] + turn.cos() * x - turn.sin() * y, middle[1] + turn.sin() * x + turn.cos() * y
    where = torch.stack([u[:, 0], v[:, 0]], 3) / 256 - 1
    seen = F.grid_sample(prints[torch.randint(len(prints), (n,), device=device)].float() / 255, where, padding_mode="reflection", align_corners=False)
    seen = blurred(F.avg_pool2d(seen, 2), between(n, 0.4, 1.3, device))
    across, _ = grid(device)
    return (between(n, 0.4, 1.0, device) * seen * (1 + between(n, -0.3, 0.3, device) * (across / 32 - 1))).clamp(0, 1)


def nothing_there(head, k):
    head[k, 1] = 0
    head[k, 3:] = 0


def add_prints(x, head, prints, share):
    """Shows some of the windows where only print is."""
    k = some(len(x), share, x.device)
    x[k, :3] = seen_prints(prints, len(k))
    nothing_there(head, k)


def lay_on_prints(x, head, prints, share):
    """Lays some of the pieces that are seen whole, and asked about where they are, on prints, in their old shadows."""
    whole = (head[:, 1] == 1) & (head[:, 7] > 0.95) & (head[:, 4:7].abs().amax(1) < 0.7)
    k = torch.nonzero(whole & (torch.rand(len(x), device=x.device) < share))[:, 0]
    if not len(k):
        return
    colours, outline = x[k, :3], x[k, 3:4]
    inner = -F.max_pool2d(-outline, 3, 1, 1)  # no rim of the old ground
    outside = 1 - blurred(inner, 0.7)
    light = blurred(colours.amax(1, keepdim=True), 2.0)
    usual = torch.where(outside > 0.9, light, torch.full_like(light, float("nan"))).flatten(1).nanmedian(1).values.nan_to_num(1.0)
    shade = (light / usual.clamp(min=0.004).view(-1, 1, 1, 1)).clamp(0.2, 1.3)
    ground = seen_prints(prints, len(k)) * torch.where(torch.rand(len(k), 1, 1, 1, device=x.device) < 0.6, shade, torch.ones_like(shade))
    x[k, :3] = (outside * ground + (1 - outside) * colours).clamp(0, 1)


def add_sparkle(x, share):
    """Sprinkles glints, as translucent plastic shows them, over a part of some outlines."""
    k = some(len(x), share, x.device)
    n, device, colours = len(k), x.device, x[k, :3]
    where = (x[k, 3:4] > 0.5) & half_planes(n, -0.3, 0.2, device)
    bright = blurred((where & (torch.rand(n, 1, SIDE, SIDE, device=device) < between(n, 0.05, 0.6, device))).float(), between(n, 0.3, 0.8, device))
    mean = (colours * where).sum((2, 3), keepdim=True) / where.sum((2, 3), keepdim=True).clamp(min=1)
    glint = torch.where(torch.rand(n, 1, 1, 1, device=device) < 0.5, torch.ones_like(mean), (2.5 * mean).clamp(max=1))
    x[k, :3] = (colours + bright * between(n, 0.3, 1.0, device) * (glint - colours)).clamp(0, 1)


def swap_outlines(x, head, share):
    """Asks about some pieces with an outline that is another's: there is no such piece."""
    other = x[torch.randperm(len(x), device=x.device), 3:]
    a, b = x[:, 3] > 0.5, other[:, 0] > 0.5
    unlike = (a & b).sum((1, 2)) < 0.75 * (a | b).sum((1, 2))
    k = torch.nonzero(unlike & (head[:, 1] == 1) & (torch.rand(len(x), device=x.device) < share))[:, 0]
    x[k, 3:] = other[k]
    nothing_there(head, k)


def prints_of(rng, n, device):
    """So many prints, n x 3 x 512 x 512 bytes."""
    return torch.from_numpy(np.stack([print_of(rng) for _ in range(n)])).permute(0, 3, 1, 2).contiguous().to(device)


def lay_in(x, head, prints):
    """Prints, glints and outlines of others, laid into a batch."""
    lay_on_prints(x, head, prints, 0.3)
    add_sparkle(x, 0.12)
    swap_outlines(x, head, 0.1)
    add_prints(x, head, prints, 0.07)


def apart(data):
    """Rows to learn from and rows held out: those of every tenth picture."""
    number = data.head[:, 0].int()
    return torch.nonzero(number % 10 != 0)[:, 0], torch.nonzero(number % 10 == 0)[:, 0]


def losses(said, head):
    """Of being there, and of the place."""
    known = head[:, 1] >= 0
    there = F.binary_cross_entropy_with_logits(said[known, 0], 0.01 + 0.98 * head[known, 1])
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
    with torch.no_grad(), autocast(rows.device):
        said = torch.cat([net(data.part(part)[0].contiguous(memory_format=torch.channels_last)).float() for part in rows.split(500)]).cpu().numpy()
    net.train()
    head = data.head[rows].cpu().numpy()
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
    ask.add_argument("data", nargs="+", type=a_file)
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=30.0)
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--batch", type=int, default=96)
    ask.add_argument("--start", help="a pyramids.pt or pyramids.onnx to go on from")
    ask.add_argument("--threads", type=int, default=1)
    ask.add_argument("--device", default="cpu", help="cuda: on a graphics card")
    ask.add_argument("--test", nargs="+", help="other windows, only measured on")
    a = ask.parse_args()
    os.makedirs(a.out, exist_ok=True)
    settle(a.threads)
    rng = np.random.RandomState(int(time.time()))
    device = torch.device(a.device)
    data = Windows(a.data, device)
    learnt, held = apart(data)
    test = Windows(a.test, device) if a.test else None
    net = Look()
    if a.start:
        load_weights(net, a.start, data.part(held[:512])[0].cpu())
    net = net.to(device=device, memory_format=torch.channels_last)
    head = data.head[learnt]
    often = 1.0 + (SEARCHED_OFTEN - 1) * (head[:, 3] != 0) * torch.where(head[:, 1] == 1, 0.4, 1.0)
    ladder = often.double().cumsum(0)
    print(f"{sum(p.numel() for p in net.parameters())} weights, {len(learnt)} windows, {len(held)} held out", flush=True)
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=2e-2)
    mean = torch.optim.swa_utils.AveragedModel(net, avg_fn=lambda old, new, _: old + 0.004 * (new - old))
    prints = prints_of(rng, 400 if a.device == "cpu" else 4000, device)
    begin = told = time.time()
    steps, total, share = 0, np.zeros(2), 0.0
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        for g in best.param_groups:
            g["lr"] = a.rate * min(1.0, (1 + steps) / 300) * falling(share, 0.002)
        drawn = torch.rand(a.batch, device=device, dtype=torch.float64) * ladder[-1]
        x, head = data.part(learnt[torch.searchsorted(ladder, drawn).clamp(max=len(learnt) - 1)])
        lay_in(x, head, prints)
        disturb(x, head)
        with autocast(device):
            said = net(x.contiguous(memory_format=torch.channels_last))
        there, off = losses(said.float(), head)
        learn(best, there + 0.3 * off, net, 3.0)
        mean.update_parameters(net)
        steps += 1
        if steps % 20 == 0:
            total = 0.9 * total + 0.1 * np.array([there.item(), off.item()])
        if time.time() - told > 180.0 or share >= 1.0:
            told = time.time()
            print(f"{(told - begin) / 60:.1f} min, {steps} batches, losses {total.round(3)}", flush=True)
            kept = mean.module if share > 0.5 else net
            if kept is mean.module:
                with torch.no_grad():  # its normalisations know the averaged weights' sums
                    for b, c in zip(mean.module.buffers(), net.buffers()):
                        b.copy_(c)
            for name, d, k in [("held out", data, held)] + ([("test", test, torch.arange(len(test.head), device=device))] if test else []):
                measure(kept, d, k, name)
            torch.save(kept.state_dict(), os.path.join(a.out, "pyramids.pt"))
    write(mean.module.cpu().eval(), a.out, "pyramids", (1, PLANES, SIDE, SIDE))


if __name__ == "__main__":
    main()
