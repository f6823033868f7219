#!/usr/bin/python3
"""Trains the network that proposes where pyramids lie on what write_overheads wrote of rendered tables, and writes it as proposals.onnx.

    for s in 1 2 3 ...: blender -b -P render_ships.py -- SHIPS 10 $s 26
    write_overheads SHIPS.overheads SHIPS/*.json
    train_proposals.py SHIPS.overheads OUT_FOLDER --minutes 20 --device cuda --batch 384 [--test OTHER.overheads]

Needs Debian's python3-torch, python3-onnx, python3-opencv, python3-numpy. Every twentieth picture is held out and measured on. The network is
shown the table from above (OverheadFrame) and answers for every cell of 8 x 8 pixels: the log odds that the middle of a pyramid lies there, of each of the six solids how
likely it is the one (before their softmax), where its middle lies from the cell's (px right, down), its bow's direction (right, down), and the same four times turned (of what stands upright).
"""
import argparse
import copy
import glob
import os
import time

import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from train_pyramids import between, blurred, layer, print_of, some
from train_squares import Block, autocast, falling, load_weights, settle, write

CELL, SIDE, ANSWERS = 8, 160, 16
MOST = 64  # pyramids of a picture
NEAR_PX, FAR_PX = 5.7, 8.7  # of a middle: cells that answer for it; those beyond do not, and between both nothing is asked
SEEN, HARDLY = 0.5, 0.15  # shares of a piece: one that is seen so much is wanted, less is not asked about, and still less is none


class Proposals(nn.Module):
    """Pictures to cells. Channels are multiples of 16: the program's own convolutions know no others. `around`: what lies up to a hand's
    breadth away is looked at in cells of 16 x 16 pixels, with so many channels; 0: not at all."""

    def __init__(self, before=1, around=96, blocks=3, after=1, wide=64):
        super().__init__()
        self.body = nn.Sequential(*layer(3, 16, 3, 2), *layer(16, 32, 3, 2), *layer(32, wide, 3, 2), *[Block(wide) for _ in range(before)])
        self.around = nn.Sequential(*layer(wide, around, 3, 2), *[Block(around) for _ in range(blocks)], nn.Conv2d(around, wide, 1)) if around else None
        self.after = nn.Sequential(*[Block(wide) for _ in range(after)])
        self.head = nn.Conv2d(wide, ANSWERS, 1)

    def forward(self, x):
        x = self.body(x)
        if self.around is not None:
            x = F.relu(x + F.interpolate(self.around(x), scale_factor=2.0, mode="nearest"))
        return self.head(self.after(x))


KINDS = {"flat": dict(before=3, around=0, after=0), "middle": {}, "large": dict(around=128, after=2)}


def read(path):
    """Pictures of a file, each with an n x 7 array of its pyramids and a mask of their outlines."""
    data, at, out = np.fromfile(path, np.uint8), 0, []
    while at < len(data):
        rows, columns, n = data[at : at + 12].view(np.int32)
        at += 12
        pieces = data[at : at + 28 * n].view(np.float32).reshape(n, 7)
        at += 28 * n
        size = rows * columns
        out.append((data[at : at + 3 * size].reshape(rows, columns, 3), pieces, data[at + 3 * size : at + 4 * size].reshape(rows, columns)))
        at += 4 * size
    return out


class Tables:
    """Pictures on the device: `pixels`, bytes of all one after another (blue, green, red, within a pyramid), `where`, n x 3 (first pixel, rows,
    columns), `pieces`, n x MOST x 7 (read()), of which the last are none."""

    def __init__(self, device):
        self.device, self.count = device, 0
        self.pixels = torch.zeros(0, 4, dtype=torch.uint8, device=device)
        self.where = torch.zeros(0, 3, dtype=torch.long, device=device)
        self.pieces = torch.zeros(0, MOST, 7, device=device)

    def add(self, pictures):
        if not pictures:
            return
        first, where, pieces, pixels = len(self.pixels), [], np.zeros((len(pictures), MOST, 7), np.float32), []
        for k, (picture, of, within) in enumerate(pictures):
            where.append((first, *within.shape))
            first += within.size
            pixels.append(np.concatenate([picture, within[..., None]], 2).reshape(-1, 4))
            pieces[k, :, 0] = -1e4
            pieces[k, : min(MOST, len(of))] = of[:MOST]
        self.pixels = torch.cat([self.pixels, torch.from_numpy(np.concatenate(pixels)).to(self.device)])
        self.where = torch.cat([self.where, torch.tensor(where, device=self.device)])
        self.pieces = torch.cat([self.pieces, torch.from_numpy(pieces).to(self.device)])
        self.count = len(self.where)

    def sampled(self, which, a, middle):
        """Of each picture of `which` SIDE x SIDE pixels, between pixels those of the picture at `a` (n x 2 x 2) times what lies from the crop's middle,
        from `middle` (n x 2); black beyond the border. n x 4 x SIDE x SIDE."""
        if self.device.type == "cpu":  # eleven times as fast as indexing
            shift = middle - a.sum(2) * (SIDE - 1) / 2
            ways = torch.cat([a, shift[:, :, None]], 2).double().numpy()
            out = np.empty((len(which), SIDE, SIDE, 4), np.uint8)
            for k, (first, rows, columns) in enumerate(self.where[which].tolist()):
                pixels = self.pixels[first : first + rows * columns].numpy().reshape(rows, columns, 4)
                cv2.warpAffine(pixels, ways[k], (SIDE, SIDE), out[k], cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
            return torch.from_numpy(out).permute(0, 3, 1, 2).float()
        at = torch.arange(SIDE, device=self.device, dtype=torch.float32) - (SIDE - 1) / 2
        x, y = (a[:, k, 0, None, None] * at.view(1, 1, -1) + a[:, k, 1, None, None] * at.view(1, -1, 1) + middle[:, k, None, None] for k in (0, 1))
        first, rows, columns = (v[:, None, None] for v in self.where[which].unbind(1))
        left, top = x.floor(), y.floor()
        share_x, share_y = (x - left)[..., None], (y - top)[..., None]
        left, top = left.long(), top.long()

        def pixel(u, v):
            inside = (u >= 0) & (v >= 0) & (u < columns) & (v < rows)
            return self.pixels[torch.where(inside, first + v * columns + u, 0)].float() * inside[..., None]

        upper = pixel(left, top) * (1 - share_x) + pixel(left + 1, top) * share_x
        lower = pixel(left, top + 1) * (1 - share_x) + pixel(left + 1, top + 1) * share_x
        return (upper * (1 - share_y) + lower * share_y).permute(0, 3, 1, 2)


def smooth_field(n, device, knots=5):
    return F.interpolate(torch.rand(n, 1, knots, knots, device=device) * 2 - 1, size=(SIDE, SIDE), mode="bicubic", align_corners=False)


def seen_prints(prints, n):
    """Parts of n prints as they may lie on a table, 0 to 1."""
    device = prints.device
    turn, scale, slant = (between(n, *range_, device)[:, 0] for range_ in ((0, 2 * np.pi), (0.35, 1.4), (0.7, 1.25)))  # of prints' pixels one of the crop's
    at = torch.arange(SIDE, device=device, dtype=torch.float32) - SIDE / 2
    x, y = at.view(1, 1, -1) * scale, at.view(1, -1, 1) * scale * slant
    middle = torch.rand(2, n, 1, 1, device=device) * 210 + 150
    where = torch.stack([middle[0] + turn.cos() * x - turn.sin() * y, middle[1] + turn.sin() * x + turn.cos() * y], 3) / 256 - 1
    seen = F.grid_sample(prints[torch.randint(len(prints), (n,), device=device)].float() / 255, where, padding_mode="reflection", align_corners=False)
    return blurred(seen, between(n, 0.4, 1.2, device)) * between(n, 0.4, 1.0, device)


def lay_on_prints(seen, within, prints, share):
    """Gives some crops a print for their ground, with or without the shadows of the old one."""
    k = some(len(seen), share, seen.device)
    if not len(k):
        return
    inner = -F.max_pool2d(-within[k], 3, 1, 1)  # no rim of the old ground
    colours, inside = seen[k], blurred(torch.where(torch.rand(len(k), 1, 1, 1, device=seen.device) < 0.7, inner, within[k]), 0.6)
    light = blurred(colours.amax(1, keepdim=True), 2.5, 7)
    outside = (within[k] < 0.02) & (light > 0.01)
    usual = torch.where(outside, light, torch.full_like(light, float("nan"))).flatten(1)[:, ::7].nanmedian(1).values.nan_to_num(1.0).clamp(min=0.02)
    shade = (light / usual.view(-1, 1, 1, 1)).clamp(0.25, 1.3)
    shade = torch.where(torch.rand(len(k), 1, 1, 1, device=seen.device) < 0.6, shade, torch.ones_like(shade))
    ground = seen_prints(prints, len(k)) * shade
    seen[k] = ((inside * colours + (1 - inside) * ground) * (colours.amax(1, keepdim=True) > 0)).clamp(0, 1)


def add_chits(seen, pieces, share):
    """Lays discs of one colour on or beside some of the pyramids of some crops."""
    k = some(len(seen), share, seen.device)
    if not len(k):
        return
    device, n = seen.device, len(k)
    across, down = (torch.arange(SIDE, device=device, dtype=torch.float32).view(*shape) for shape in ((1, 1, 1, SIDE), (1, 1, SIDE, 1)))
    colour, part = torch.rand(n, 3, 1, 1, device=device), seen[k]
    for _ in range(5):
        at = pieces[k].gather(1, torch.randint(MOST, (n, 1, 1), device=device).expand(-1, 1, 7))[:, 0, :2] + torch.rand(n, 2, device=device) * 18 - 9
        radius, at = between(n, 1.8, 4.2, device), at[:, :, None, None]
        cover = (radius + 0.5 - torch.hypot(across - at[:, 0:1], down - at[:, 1:2])).clamp(0, 1)
        part = part + cover * (colour - part)
    seen[k] = part * (seen[k].amax(1, keepdim=True) > 0)


def add_sparkle(seen, within, share):
    """Sprinkles glints, as translucent plastic shows them, over a part of the pyramids of some crops."""
    k = some(len(seen), share, seen.device)
    if not len(k):
        return
    n, device = len(k), seen.device
    salt = (within[k] > 0.5) & (torch.rand(n, 1, SIDE, SIDE, device=device) < between(n, 0.02, 0.4, device)) & (smooth_field(n, device, 24) > between(n, -0.8, 0.6, device))
    bright = blurred(salt.float(), between(n, 0.3, 0.8, device))
    glint = torch.where(torch.rand(n, 1, 1, 1, device=device) < 0.5, torch.ones_like(seen[k]), (2.2 * seen[k]).clamp(max=1))
    seen[k] = (seen[k] + bright * between(n, 0.3, 1.0, device) * (glint - seen[k])).clamp(0, 1)


def disturb(seen):
    """Crops in other colours, lights and noise, less sharp ones; what is black, beyond a picture's border, stays so."""
    n, device = len(seen), seen.device
    black = seen.amax(1, keepdim=True) == 0
    k = some(n, 0.25, device)
    order = torch.rand(len(k), 3, device=device).argsort(1)
    seen[k] = seen[k].gather(1, order[:, :, None, None].expand(-1, -1, SIDE, SIDE))
    k = some(n, 0.35, device)
    seen[k] = blurred(seen[k], between(len(k), 0.4, 1.3, device))
    k = some(n, 0.1, device)  # sharpened
    seen[k] = seen[k] + between(len(k), 0.2, 0.8, device) * (seen[k] - blurred(seen[k], 1.0))
    k = some(n, 0.5, device)
    seen[k] = seen[k] * torch.exp(between(len(k), 0, 0.45, device) * smooth_field(len(k), device, 4))
    seen = seen * torch.exp(0.14 * torch.randn(n, 3, 1, 1, device=device) + 0.22 * torch.randn(n, 1, 1, 1, device=device)) + 0.04 * torch.randn(n, 1, 1, 1, device=device)
    k = some(n, 0.5, device)
    seen[k] = seen[k] + between(len(k), 0, 0.03, device) * torch.randn(len(k), 3, SIDE, SIDE, device=device)
    return (seen * ~black).clamp(0, 1)


def targets(pieces):
    """Of each cell: 1 a pyramid's, 0 none's, -1 not asked; solid; offset; directions. n x 8 x rows x columns."""
    device, cells = pieces.device, SIDE // CELL
    at = torch.arange(cells, device=device, dtype=torch.float32) * CELL + (CELL - 1) / 2
    x, y = at.view(1, 1, 1, -1), at.view(1, 1, -1, 1)
    px, py, seen, held = (pieces[:, :, k, None, None] for k in (0, 1, 5, 6))
    away = torch.hypot(px - x, py - y)
    far = torch.full_like(away, 1e4)
    wanted = (seen >= SEEN) & (held == 0)
    there = (seen > HARDLY) | (held != 0)
    nearest, which = torch.where(wanted, away, far).min(1)
    of = pieces.gather(1, which.flatten(1)[..., None].expand(-1, -1, 7)).view(len(pieces), cells, cells, 7)
    angle = torch.atan2(of[..., 3], of[..., 2])
    asked = torch.where(torch.where(there, away, far).amin(1) < FAR_PX, -1.0, 0.0)
    presence = torch.where(nearest < NEAR_PX, torch.ones_like(asked), asked)
    return torch.stack([presence, of[..., 4], of[..., 0] - x[:, 0], of[..., 1] - y[:, 0], angle.cos(), angle.sin(), (4 * angle).cos(), (4 * angle).sin()], 1)


def batch(tables, count, prints):
    """Parts of pictures, turned, larger or smaller a little, perhaps mirrored, with other chits and perhaps another ground, and what is there."""
    device = tables.device
    which = torch.randint(tables.count, (count,), device=device)
    turn, scale = (between(count, *range_, device)[:, 0, 0, 0] for range_ in ((-0.35, 0.35), (0.94, 1.06)))
    mirror = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    a = torch.stack([torch.stack([turn.cos() * mirror, -turn.sin() * mirror], 1), torch.stack([turn.sin(), turn.cos()], 1)], 1) * scale[:, None, None]
    size = tables.where[which][:, [2, 1]].float()
    middle = size * 0.5 + (torch.rand(count, 2, device=device) - 0.5) * torch.maximum(size - 0.75 * SIDE, 0.2 * size)
    inverse = a.transpose(1, 2) / scale[:, None, None] ** 2
    picture = tables.sampled(which, inverse, middle) / 255
    seen, within = picture[:, :3].clone(), picture[:, 3:]
    pieces = tables.pieces[which].clone()
    pieces[:, :, :2] = (pieces[:, :, :2] - middle[:, None]) @ a.transpose(1, 2) + (SIDE - 1) / 2
    pieces[:, :, 2:4] = pieces[:, :, 2:4] @ a.transpose(1, 2) / scale[:, None, None]
    add_sparkle(seen, within, 0.12)
    lay_on_prints(seen, within, prints, 0.25)
    add_chits(seen, pieces, 0.4)
    return disturb(seen), targets(pieces)


class Batches(torch.utils.data.IterableDataset):
    """Batches without end, for processes that make them while another one learns."""

    def __init__(self, tables, count, prints):
        self.of = tables, count, prints

    def __iter__(self):
        while True:
            yield batch(*self.of)


def mean_of(loss, of):
    return (loss * of).sum() / of.sum().clamp(min=1)


def losses(said, y):
    """Of being there, of the solid, of the place and of the direction."""
    asked, there = (y[:, 0] >= 0).float(), (y[:, 0] == 1).float()
    presence = (F.binary_cross_entropy_with_logits(said[:, 0], 0.005 + 0.99 * there, reduction="none") * asked).sum() / there.sum().clamp(min=1)
    solid = mean_of(F.cross_entropy(said[:, 1:7], y[:, 1].long(), label_smoothing=0.02, reduction="none"), there)
    place = mean_of(F.smooth_l1_loss(said[:, 7:9], y[:, 2:4], beta=0.5, reduction="none").mean(1), there)
    lying = there * (y[:, 1] < 3)
    way = mean_of(F.smooth_l1_loss(said[:, 9:11], y[:, 4:6], beta=0.2, reduction="none").mean(1), lying)
    upright = mean_of(F.smooth_l1_loss(said[:, 11:13], y[:, 6:8], beta=0.2, reduction="none").mean(1), there - lying)
    return presence, solid, 0.5 * place, 2.0 * way + 0.5 * upright


def kept(said, before, y):
    """How far answers are from those of before where these are right or nothing is asked; places and directions where one is likely."""
    there, right = before[:, 0] > -2.0, (y[:, 0] < 0) | (before[:, 0] * (2 * y[:, 0] - 1) > 0)
    bound = lambda z: 6.0 * torch.tanh(z / 6.0)
    presence = F.smooth_l1_loss(bound(said[:, 0]), bound(before[:, 0]), reduction="none")
    told = F.kl_div(said[:, 1:7].log_softmax(1), before[:, 1:7].softmax(1), reduction="none").sum(1) + F.smooth_l1_loss(said[:, 7:13], before[:, 7:13], beta=0.5, reduction="none").mean(1)
    return (presence * right).sum() / there.sum().clamp(min=1) + mean_of(told, (there & right).float())


def proposed(said, least):
    """Places (px), directions, solids and log odds of the cells that a picture's answers propose, the likelier first, none beside a likelier one."""
    rows, columns = said.shape[1:]
    y, x = np.mgrid[0:rows, 0:columns]
    order = np.argsort(-said[0], axis=None)
    order = order[said[0].ravel()[order] > least][:400]
    flat = said.reshape(ANSWERS, -1)
    at = np.stack([x.ravel() * CELL + (CELL - 1) / 2 + flat[7], y.ravel() * CELL + (CELL - 1) / 2 + flat[8]], 1)
    solid = flat[1:7].argmax(0)
    angle = np.where(solid < 3, np.arctan2(flat[10], flat[9]), np.arctan2(flat[12], flat[11]) / 4)
    kept = []
    for k in order:
        if all(np.hypot(*(at[k] - at[j])) > 4 for j in kept):
            kept.append(k)
    return at[kept], angle[kept], flat[1:7, kept], flat[0, kept]


def measure(net, pictures, name, leasts=(-3, -1.5, 0)):
    """Of the wanted pyramids how many have a proposal within 4 mm and 12 degrees, of their solid or one hardly less likely, and how many proposals there are."""
    net.eval()
    device = next(net.parameters()).device
    total, found, placed, offered = 0, np.zeros(len(leasts)), np.zeros(len(leasts)), np.zeros(len(leasts))
    for picture, pieces, _ in pictures:
        rows, columns = (v // 16 * 16 for v in picture.shape[:2])
        with torch.no_grad():
            said = net(torch.from_numpy(picture[:rows, :columns].copy()).to(device).permute(2, 0, 1)[None].float() / 255)[0].cpu().numpy()
        of_solid = pieces[:, 4].astype(int)
        wanted = (pieces[:, 5] >= 0.6) & (pieces[:, 6] == 0)
        wanted &= (pieces[:, 0] > 0) & (pieces[:, 1] > 0) & (pieces[:, 0] < columns) & (pieces[:, 1] < rows)
        total += wanted.sum()
        for i, least in enumerate(leasts):
            at, angle, solids, _ = proposed(said, least)
            offered[i] += len(at)
            for p, s in zip(pieces[wanted], of_solid[wanted]):
                if not len(at):
                    continue
                period = 2 * np.pi if s < 3 else np.pi / 2
                turn = (angle - np.arctan2(p[3], p[2]) + period / 2) % period - period / 2
                near = np.hypot(at[:, 0] - p[0], at[:, 1] - p[1]) < 4 / 1.5
                placed[i] += near.any()
                found[i] += (near & (np.abs(turn) < np.radians(12)) & (solids[s] > solids.max(0) - 2.5)).any()
    net.train()
    print(f"  {name}: {total} pyramids; " + "; ".join(f"above {l}: placed {p / total:.3f}, found {f / total:.3f} among {o / len(pictures):.1f} a picture"
                                                      for l, p, f, o in zip(leasts, placed, found, offered)), flush=True)


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data", nargs="+", help="files, or patterns of files: what comes while it learns is learnt too")
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=60.0, help="0: only measures and writes what it starts from")
    ask.add_argument("--rate", type=float, default=3e-3)
    ask.add_argument("--batch", type=int, default=16)
    ask.add_argument("--kinds", nargs="+", default=["middle"], choices=list(KINDS), help="networks that learn side by side, each written under its name but for one alone")
    ask.add_argument("--start", help="a proposals.pt or proposals.onnx to go on from")
    ask.add_argument("--keep", type=float, default=0.0, help="how much answers of --start count where they are right")
    ask.add_argument("--device", default="cpu", help="cuda: on a graphics card")
    ask.add_argument("--threads", type=int, default=1)
    ask.add_argument("--workers", type=int, default=0, help="processes that make the batches, on a processor; only what is there at the beginning is learnt then")
    ask.add_argument("--test", nargs="+", default=[], help="other pictures, only measured on")
    a = ask.parse_args()
    if not any(os.path.isfile(path) for pattern in a.data for path in glob.glob(pattern)):
        ask.error("none of " + " ".join(a.data) + " is a file; write_overheads writes such")
    os.makedirs(a.out, exist_ok=True)
    settle(a.threads)
    begin = time.time()
    rng = np.random.RandomState(int(begin))
    device = torch.device(a.device)
    tables, held, taken = Tables(device), [], set()

    def take():
        """What has come since."""
        for path in sorted({p for pattern in a.data for p in glob.glob(pattern)} - taken):
            taken.add(path)
            pictures = read(path)
            kept = pictures[::20] if len(held) < 100 else []
            held.extend(kept)
            tables.add([p for k, p in enumerate(pictures) if not kept or k % 20])

    take()
    tests = [(os.path.basename(path), read(path)) for path in a.test]
    prints = torch.from_numpy(np.stack([print_of(rng) for _ in range(400)])).permute(0, 3, 1, 2).to(device)
    nets = {kind: Proposals(**KINDS[kind]) for kind in a.kinds}
    if a.start:
        load_weights(nets[a.kinds[0]], a.start, batch(tables, 32, prints)[0].cpu())
    nets = {kind: net.to(device=device, memory_format=torch.channels_last) for kind, net in nets.items()}
    steps_of = {kind: torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=2e-2) for kind, net in nets.items()}
    means = {kind: copy.deepcopy(net) for kind, net in nets.items()}
    before = copy.deepcopy(nets[a.kinds[0]]).eval() if a.keep else None
    if before is not None:  # its normalisations stay
        nets[a.kinds[0]].eval()
    print(f"weights: {({kind: sum(p.numel() for p in net.parameters()) for kind, net in nets.items()})}; {tables.count} pictures, {len(held)} held out", flush=True)
    told = looked = time.time()
    steps, share = 0, 0.0 if a.minutes > 0 else 1.0
    total = {kind: torch.zeros(4, device=device) for kind in nets}

    def keep():
        for kind, mean in means.items():
            torch.save(mean.state_dict(), os.path.join(a.out, f"{kind}.pt"))

    def tell():
        print(f"{(time.time() - begin) / 60:.1f} min, {steps} batches, {tables.count} pictures", flush=True)
        keep()
        for kind, mean in means.items():
            print(f" {kind}: losses {total[kind].cpu().numpy().round(3)}", flush=True)
            for name, p in [("held out", held)] + tests:
                measure(mean, p, name)

    workers = iter(torch.utils.data.DataLoader(Batches(tables, a.batch, prints), None, num_workers=a.workers)) if a.workers else None
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        x, y = next(workers) if workers is not None else batch(tables, a.batch, prints)
        x = x.contiguous(memory_format=torch.channels_last)
        for kind, net in nets.items():
            for g in steps_of[kind].param_groups:
                g["lr"] = a.rate * min(1.0, (steps + 1) / 300) * falling(share, 0.01)
            with autocast(device):
                said = net(x)
            parts = losses(said.float(), y)
            if before is not None and kind == a.kinds[0]:
                with torch.no_grad(), autocast(device):
                    was = before(x).float()
                parts += (a.keep * kept(said.float(), was, y),)
            net.zero_grad(set_to_none=True)
            sum(parts).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            steps_of[kind].step()
            total[kind] += 0.01 * (torch.stack([p.detach() for p in parts[:4]]) - total[kind])
            with torch.no_grad():
                pace = max(0.002, 1.0 / (steps + 1))
                for p, q in zip(means[kind].parameters(), net.parameters()):
                    p.lerp_(q, pace)
                for p, q in zip(means[kind].buffers(), net.buffers()):
                    p.copy_(q)
        steps += 1
        if steps % 50 == 0 and time.time() - looked > 30:
            if workers is None:
                take()
            keep()
            looked = time.time()
        if time.time() - told > 300 and share < 1.0:
            tell()
            told = time.time()
    tell()
    for kind, mean in means.items():
        write(mean.cpu().eval(), a.out, "proposals" if len(means) == 1 else kind, (1, 3, SIDE, SIDE))


if __name__ == "__main__":
    main()
