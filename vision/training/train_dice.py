#!/usr/bin/python3
"""Trains the network that reads dice on windows written by render_dice and writes it as dice.onnx.

    for s in $(seq 1 60); do render_dice DATA/d$s 100 $((5000+s)) && touch DATA/d$s.done; done
    train_dice.py DATA OUT_FOLDER --minutes 20 [--start OUT_FOLDER/dice.pt or an exported dice.onnx]

Needs Debian's python3-torch, python3-onnx, python3-numpy, python3-opencv. The first finished shards (by number) are held
out: accuracy, the temperature and the reliability table are measured on them.
The network looks at pixels (blue, green and red planes, less 128, divided by 64) and answers for each cell of 8 x 8 of
them: 0..6 no top face of a die has its middle near here, or a face (logits, divided by the temperature that was fitted);
7, 8 from the cell's middle to the face's, in cells; 9 logarithm of the face's edge in 24 pixels. It is asked twice: with
the window of 96 x 96, for the place, and with a part of it, 48 x 48, in which the edge takes 22 pixels, for the face.
"""
import argparse
import copy
import os
import time

import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from train_squares import NUMBERS, autocast, exported, falling, follow, learn, settle, shards, unfold, write

WINDOW = 144  # pixels of a window as it is written; it is looked at reduced to SIZE
SIZE, CELLS, CELL, DICE, LABELS, ANSWERS = 96, 12, 8, 6, 31, 10
CLOSE, CLOSE_EDGE = 48, 22.0  # pixels of a second, closer look, and of a die's edge in it


def conv(a, b, stride=1, wide=1):
    return nn.Sequential(nn.Conv2d(a, b, 3, stride, wide, wide, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class DiceNet(nn.Module):
    """Pixels taken two by two as 12 channels of 48 x 48."""

    def __init__(self):
        super().__init__()
        self.stem = conv(12, 32)
        self.fine = nn.Sequential(conv(32, 32), conv(32, 64, 2))
        self.same = conv(64, 64)
        self.down = conv(64, 96, 2)
        self.wide = conv(96, 96, 1, 2)
        self.head = nn.Sequential(nn.Conv2d(96, 96, 1, bias=False), nn.BatchNorm2d(96), nn.ReLU(inplace=True), nn.Conv2d(96, ANSWERS, 1))

    def forward(self, x):
        return self.after(self.stem(x))

    def after(self, x):
        x = self.fine(x)
        x = x + self.same(x)
        x = self.down(x)
        x = x + self.wide(x)
        return self.head(x)


def contrast(window, x, y, edge):
    """How much of the size of pips is to be seen on a face, grey levels; 0 where it is not all in the window."""
    r, u, v = int(np.ceil(0.42 * edge)), int(round(x)), int(round(y))
    if min(u, v) < r or max(u, v) + r >= len(window):
        return 0.0
    top, left = max(0, v - 2 * r), max(0, u - 2 * r)
    soft = cv2.GaussianBlur(window[top:v + 2 * r + 1, left:u + 2 * r + 1].astype(np.float32), (0, 0), 0.07 * edge)
    pips = (soft - cv2.GaussianBlur(soft, (0, 0), 0.16 * edge))[v - r - top:v + r + 1 - top, u - r - left:u + r + 1 - left]
    return float(np.sqrt((pips ** 2).sum(2).mean()))


class Shard:
    """Windows on disk. `close` lists dice that are looked at closely (row, number, weight): those on which hardly any
    pips can be seen seldom, for nothing is learnt from them."""

    def __init__(self, prefix):
        self.labels = np.fromfile(prefix + ".labels", np.float32).reshape(-1, LABELS)
        windows = np.memmap(prefix + ".dice", np.uint8, "r", shape=(len(self.labels), WINDOW, WINDOW, 3))
        self.windows = np.stack([cv2.resize(w, (SIZE, SIZE), interpolation=cv2.INTER_AREA) for w in windows])
        known = self.labels[:, 1:].reshape(-1, DICE, 5)
        known[:, :, 1:3] = np.where(known[:, :, :1] != 0, (known[:, :, 1:3] + 0.5) * SIZE / WINDOW - 0.5, 0.0)
        known[:, :, 3] *= SIZE / WINDOW
        dice = self.labels[:, 1:].reshape(-1, DICE, 5)
        near = (dice[:, :, 0] > 0) & (np.abs(dice[:, :, 1:3] - 47.5).max(2) < 34.0)
        self.empty = ~(dice[:, :, 0] != 0).any(1)  # men, hands and prints: shown oftener, for they are not to be taken for dice
        self.close = [(row, k, np.clip((contrast(self.windows[row], *dice[row, k, 1:4]) - 8.0) / 10.0, 0.03, 1.0)) for row, k in np.argwhere(near)]


def printed(window, rng):
    """A letter or digit on a block, a disc or nothing, as boards have them printed: no die, though it looks like one."""
    window = window.copy()
    middle, half, turn = rng.uniform(34, 62, 2), rng.uniform(9, 32), (rng.randint(4) * 90.0 + rng.randn() * 6.0)
    ground, ink = (tuple(int(v) for v in rng.randint(0, 256, 3)) for _ in range(2))
    if rng.rand() < 0.5:
        ground, ink = [(40, 30, 190), (30, 30, 30), (150, 70, 40), (60, 110, 40)][rng.randint(4)], (235, 235, 235)
    kind = rng.rand()
    if kind < 0.6:
        cv2.fillConvexPoly(window, cv2.boxPoints((tuple(middle), (2 * half, 2 * half), turn)).astype(np.int32), ground, cv2.LINE_AA)
    elif kind < 0.8:
        cv2.circle(window, tuple(int(v) for v in middle), int(half), ground, -1, cv2.LINE_AA)
    sign, size = "ABCDEFGHIJKLMNPQRSTUVWXYZ23456789?+x"[rng.randint(36)], half / 22.0 * rng.uniform(0.9, 1.7)
    (w, h), _ = cv2.getTextSize(sign, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
    layer, mask = np.zeros((SIZE, SIZE), np.uint8), cv2.getRotationMatrix2D(tuple(middle), turn, 1.0)
    cv2.putText(layer, sign, (int(middle[0] - w / 2), int(middle[1] + h / 2)), int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX])), size, 255, rng.randint(1, 5), cv2.LINE_AA)
    share = cv2.warpAffine(layer, mask, (SIZE, SIZE)).astype(np.float32)[:, :, None] / 255.0
    window = window * (1.0 - share) + np.array(ink, np.float32) * share
    return cv2.GaussianBlur(window, (0, 0), rng.uniform(0.6, 2.2)).clip(0, 255).astype(np.uint8)


def relit(window, rng):
    """Another light, other colours, a blur, noise."""
    if rng.rand() < 0.15:
        window = window[:, :, rng.permutation(3)]
    x = np.arange(256) / 255.0
    gamma, gain, lift = np.exp(rng.randn() * 0.15), np.exp(rng.randn() * 0.15), rng.randn() * 0.02
    curves = np.stack([np.clip(255.0 * (gain * np.exp(rng.randn() * 0.06) * x ** gamma + lift), 0, 255) for _ in range(3)], 1)
    window = cv2.LUT(np.ascontiguousarray(window), curves.astype(np.uint8)[None])
    if rng.rand() < 0.12:  # out of focus or moved
        a, b = (rng.uniform(0.4, 1.6, 2) if rng.rand() < 0.5 else (rng.uniform(1.0, 3.0), 0.4))
        window = cv2.GaussianBlur(window, (0, 0), a, sigmaY=b)
    if rng.rand() < 0.25:  # as cameras sharpen
        window = cv2.addWeighted(window, 1.0 + (more := rng.uniform(0.3, 1.5)), cv2.GaussianBlur(window, (0, 0), rng.uniform(0.8, 2.0)), -more, 0)
    if rng.rand() < 0.2:
        size = len(window)
        noise = rng.randn(size // 2, size // 2, 3).astype(np.float32) * rng.uniform(1, 9)
        window = cv2.add(window, cv2.resize(noise, (size, size)), dtype=cv2.CV_8U)
    return window


def disturb(window, dice, rng, one=None):
    """Relit, mirrored, turned and shifted. `dice` (n x 5) follows. A part of the window is cut out: around this `one`
    of them, in which its edge takes about CLOSE_EDGE pixels, or any."""
    if not dice[:, 0].any() and rng.rand() < 0.4:
        window = printed(window, rng)
    window = relit(window, rng)
    move = np.round(rng.randn(2) * 3.0)
    turn, mirror = (rng.uniform(0, 2 * np.pi) if rng.rand() < 0.35 else 0.5 * np.pi * rng.randint(4)), rng.choice([-1.0, 1.0])
    scale = np.exp(rng.uniform(-0.2, 0.2)) if rng.rand() < 0.5 else 1.0
    focus = rng.uniform(20.0, 75.0, 2) if dice[:, 0].any() else np.clip(47.5 + 12.0 * rng.randn(2), 10.0, 85.0)
    if one is not None:
        focus, scale = dice[one, 1:3], CLOSE_EDGE / dice[one, 3] * np.exp(rng.randn() * 0.12)
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    to = np.array([[c * mirror, -s, 0.0], [s * mirror, c, 0.0]], np.float32)
    to[:, 2] = 0.5 * (CLOSE - 1) - to[:, :2] @ focus + move
    window = cv2.warpAffine(window, to, (CLOSE, CLOSE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    dice = dice.copy()
    dice[:, 1:3] = dice[:, 1:3] @ to[:, :2].T + to[:, 2]
    dice[:, 3] *= scale
    return window, dice


def targets(dice):
    """`dice`: parts x dice x 5. What each cell should say: class (-1: nothing is asked), and place and edge."""
    at = (np.arange(CLOSE // CELL, dtype=np.float32) + 0.5) * CELL - 0.5
    face, x, y, edge = (dice[:, :, k, None, None] for k in range(4))
    dx, dy = np.broadcast_arrays(x - at[None, None, None, :], y - at[None, None, :, None])
    away = np.hypot(dx, dy) / np.maximum(edge, 16.0) + 99.0 * ((face == 0) | (edge < 4.0))
    one, shape = away.argmin(1)[:, None], away.shape
    pick = lambda m: np.take_along_axis(np.broadcast_to(m, shape), one, 1)[:, 0]
    away, face = pick(away), pick(face)
    kind = np.where(away > 0.75, 0, np.where(away > 0.36, -1, face)).astype(np.int64)
    numbers = np.stack([pick(dx) / CELL, pick(dy) / CELL, np.log(np.maximum(pick(edge), 4.0) / 24.0)], 1).astype(np.float32)
    return kind, numbers


def as_input(windows):
    """n x 96 x 96 x 3 bytes to n x 12 x 48 x 48 numbers, channels last."""
    n, half = len(windows), windows.shape[1] // 2
    x = torch.from_numpy(windows).view(n, half, 2, half, 2, 3).permute(0, 1, 3, 5, 2, 4)
    x = x.reshape(n, half, half, 12).to(NUMBERS)
    return (x * (1 / 64.0) - 2.0).permute(0, 3, 1, 2)


def losses(out, kind, numbers):
    logits = out[:, :7]
    every = F.cross_entropy(logits, kind, ignore_index=-1, reduction="none")
    die = (kind > 0).float()
    none = (kind == 0).float()
    # Few cells are dice: those without one count less, the more so the surer they are.
    sure = torch.softmax(logits.detach(), 1)[:, 0]
    dice = die.sum().clamp(min=8)
    place = F.smooth_l1_loss(out[:, 7:10], numbers, reduction="none", beta=0.1)
    return torch.stack([(every * die).sum() / dice, 0.6 * (every * none * (1.0 - sure).clamp(min=0.02)).sum() / dice, 0.5 * (place.sum(1) * die).sum() / dice])


class Pool:
    def __init__(self, folder, held, rng):
        self.folder, self.held, self.rng, self.known, self.parts, self.turn, self.near = folder, held, rng, set(), [], [], []

    def look(self):
        for prefix in shards(self.folder)[self.held:]:
            if prefix not in self.known:
                self.known.add(prefix)
                self.parts.append(Shard(prefix))

    def shuffled(self, rows_of):
        """Parts of shards in any order, 16 rows each."""
        out = []
        for number, shard in enumerate(self.parts):
            rows = self.rng.permutation(rows_of(shard))
            out += [(number, part) for part in np.array_split(rows, max(1, len(rows) // 16))]
        return [out[k] for k in self.rng.permutation(len(out))]

    def chosen(self, shard):
        weight = np.array([w for _, _, w in shard.close])
        return np.flatnonzero(self.rng.rand(len(weight)) < weight)

    def anywhere(self, shard):
        return np.concatenate([np.flatnonzero(~shard.empty), np.repeat(np.flatnonzero(shard.empty), 4)])

    def draw(self, near, any_part):
        """So many parts around dice and so many from anywhere, in one batch, for normalisations to see both."""
        windows, dice = [], []
        for close, count in ((True, near), (False, any_part)):
            turn, count = (self.near, count) if close else (self.turn, count + near)
            while len(windows) < count:
                if not turn:
                    self.look()
                    turn += self.shuffled(self.chosen if close else self.anywhere)
                number, rows = turn.pop()
                shard = self.parts[number]
                for row in rows:
                    row, one = shard.close[row][:2] if close else (row, None)
                    w, d = disturb(shard.windows[row], shard.labels[row, 1:].reshape(DICE, 5), self.rng, one)
                    windows.append(w)
                    dice.append(d)
        kind, numbers = targets(np.stack(dice))
        return np.stack(windows), torch.from_numpy(kind), torch.from_numpy(numbers)


def read_all(net, windows):
    net.eval()
    with torch.no_grad(), autocast():
        return torch.cat([net(as_input(windows[k:k + 64])).float() for k in range(0, len(windows), 64)])


def cells_of(out):
    """Chance of a die, place and edge that every cell tells."""
    at = (torch.arange(out.shape[2]) + 0.5) * CELL - 0.5
    chance = 1.0 - torch.softmax(out[:, :7], 1)[:, 0]
    return chance, at[None, None, :] + CELL * out[:, 7], at[None, :, None] + CELL * out[:, 8], 24.0 * torch.exp(out[:, 9].clamp(-1.5, 1.0))


def nearest(out, most_away, usual_away):
    """The die nearest to the middle of those that are likely: mean logits of the faces, chance, x, y, edge."""
    chance, x, y, edge = cells_of(out)
    middle = 0.5 * (CELL * out.shape[2] - 1)
    far = torch.hypot(x - middle, y - middle)
    score = chance * torch.exp(-0.5 * (far / usual_away) ** 2) * (far < most_away)
    best = score.flatten(1).argmax(1)
    pick = lambda m: m.flatten(1).gather(1, best[:, None])[:, 0]
    bx, by, be = pick(x), pick(y), pick(edge)
    same = (torch.hypot(x - bx[:, None, None], y - by[:, None, None]) < 0.3 * be[:, None, None]).float() * chance ** 2
    faces = (out[:, 1:7] * same[:, None]).sum((2, 3)) / same.sum((1, 2))[:, None].clamp(min=1e-6)
    return faces, pick(chance), bx, by, be


def closer(windows, x, y, edge):
    """The parts around these places, in which edges take CLOSE_EDGE pixels."""
    parts, middle = [], 0.5 * (CLOSE - 1)
    for k, window in enumerate(windows):
        scale = CLOSE_EDGE / edge[k].item()
        to = np.array([[scale, 0, middle - scale * x[k].item()], [0, scale, middle - scale * y[k].item()]])
        parts.append(cv2.warpAffine(window, to, (CLOSE, CLOSE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return np.stack(parts)


def answers(net, windows, turns=4, again=1):
    """As DieNetwork reads windows: first the place, then more exactly, then the face, looked at in `turns` turns."""
    _, chance, x, y, edge = nearest(read_all(net, windows), 26.0, 14.0)
    for _ in range(again):
        *_, dx, dy, now = nearest(read_all(net, closer(windows, x, y, edge)), 12.0, 8.0)
        scale = edge / CLOSE_EDGE
        x, y, edge = x + scale * (dx - 0.5 * (CLOSE - 1)), y + scale * (dy - 0.5 * (CLOSE - 1)), scale * now
    parts = closer(windows, x, y, edge)
    faces, there = 0.0, 0.0
    for k in range(turns):
        logits, close, *_ = nearest(read_all(net, np.ascontiguousarray(np.rot90(parts, k, (1, 2)))), 10.0, 6.0)
        faces, there = faces + logits / turns, there + close / turns
    return faces, torch.minimum(chance, there), torch.stack([x, y], 1), edge


def truth_of(labels):
    """Face, place and edge of the die nearest to the window's middle (0: none near it, -1: not readable)."""
    dice = labels[:, 1:].reshape(-1, DICE, 5)
    far = np.hypot(dice[:, :, 1] - 47.5, dice[:, :, 2] - 47.5) + 1e3 * (dice[:, :, 0] == 0)
    one = dice[np.arange(len(dice)), far.argmin(1)]
    near = far.min(1)
    return np.where(near < 22.0, one[:, 0], np.where(near < 40.0, -1, 0)), one


def measure(net, held, rows):
    windows = np.concatenate([s.windows for s in held])[:rows]
    labels = np.concatenate([s.labels for s in held])[:rows]
    face, one = truth_of(labels)
    logits, chance, place, edge = answers(net, windows)
    asked = face > 0
    told = (logits.argmax(1) + 1).numpy()
    right = told == face
    found = (chance > 0.5).numpy()
    off = np.hypot(*(place.numpy() - one[:, 1:3]).T)
    print(f"  n={asked.sum()}: found {found[asked].mean():.4f}, face {right[asked].mean():.4f} (of boards {right[asked & (labels[:, 0] > 0)].mean():.4f}, lying about {right[asked & (labels[:, 0] == 0)].mean():.4f}), "
          f"off {np.median(off[asked]):.2f} px, edge off {np.median(np.abs(np.log(edge.numpy()[asked] / one[asked, 3]))):.3f}; none there n={(face == 0).sum()}: taken for a die {found[face == 0].mean():.4f}", flush=True)
    use = torch.from_numpy(asked & found)
    t = torch.from_numpy(face[asked & found].astype(np.int64) - 1)
    best = min(np.arange(0.5, 3.0, 0.02), key=lambda c: F.cross_entropy(logits[use] / c, t).item())
    p = torch.softmax(logits / best, 1).max(1)[0].numpy()
    table = []
    for low, high in ((0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.98), (0.98, 0.995), (0.995, 1.01)):
        some = asked & found & (p >= low) & (p < high)
        if some.any():
            table.append(f"{p[some].mean():.3f}: {right[some].mean():.3f} of {some.sum()}")
    print(f"  temperature {best:.2f}; chance told: share right  " + "; ".join(table), flush=True)
    return best


class DiceFile(nn.Module):
    """`DiceNet` as the program asks it: planes of pixels as they are, not taken two by two."""

    def __init__(self, net, temperature):
        super().__init__()
        self.stem = nn.Conv2d(3, 32, 6, 2, 2, bias=True)
        self.net = net
        self.last = copy.deepcopy(net.head)
        with torch.no_grad():
            # 3 x 3 over pixels taken two by two is 6 x 6 over pixels.
            narrow = net.stem[0].weight.view(32, 3, 2, 2, 3, 3)
            weight = narrow.permute(0, 1, 4, 2, 5, 3).reshape(32, 3, 6, 6)
            self.stem.weight.copy_(weight)
            self.stem.bias.zero_()
            self.last[3].weight[:7].div_(temperature)
            self.last[3].bias[:7].div_(temperature)

    def forward(self, x):
        net = self.net
        x = net.stem[2](net.stem[1](self.stem(x)))
        x = net.fine(x)
        x = x + net.same(x)
        x = net.down(x)
        x = x + net.wide(x)
        return self.last(x)


def export(net, folder, temperature):
    net = copy.deepcopy(net).to(memory_format=torch.contiguous_format).eval()
    write(DiceFile(net, temperature), folder, "dice", (2, 3, SIZE, SIZE))


def load_file(net, path, sample):
    """Weights of an exported dice.onnx, its logits divided by the temperature that was fitted."""
    graph, of = exported(path)
    convolutions = [(of[n.input[1]], of[n.input[2]]) for n in graph.node if n.op_type == "Conv"]
    unfold(net, convolutions[:-1], sample)
    with torch.no_grad():
        net.head[3].weight.copy_(convolutions[-1][0])
        net.head[3].bias.copy_(convolutions[-1][1])


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=20.0)
    ask.add_argument("--start")
    ask.add_argument("--rate", type=float, default=3e-3)
    ask.add_argument("--batch", type=int, default=64)
    ask.add_argument("--held", type=int, default=2, help="shards that are measured on")
    a = ask.parse_args()
    settle()
    first = shards(a.data, a.held + 1)[:a.held]
    os.makedirs(a.out, exist_ok=True)
    rng = np.random.RandomState(int(time.time()))
    net = DiceNet().to(memory_format=torch.channels_last)
    print("parameters", sum(p.numel() for p in net.parameters()))
    held = [Shard(p) for p in first]
    pool = Pool(a.data, a.held, rng)
    if a.start and a.start.endswith(".onnx"):
        load_file(net, a.start, as_input(np.ascontiguousarray(held[0].windows[:256])).float())
    elif a.start:
        net.load_state_dict(torch.load(a.start))
    if a.start:
        measure(net, held, 1500)
    slow = copy.deepcopy(net)
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=2e-2)
    begin = saved = time.time()
    share, steps, seen, total, count, spent = 0.0, 0, 0, 0.0, 0, 0.0
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        for g in best.param_groups:
            g["lr"] = a.rate * min(1.0, seen / 10000 + 0.05) * falling(share, 0.005)
        net.train()
        clock = time.time()
        windows, kind, numbers = pool.draw(a.batch, a.batch * 3 // 4)
        x = as_input(windows)
        spent += time.time() - clock
        with autocast():
            out = net(x)
        parts = losses(out.float(), kind, numbers)
        loss = parts.sum()
        learn(best, loss, net)
        steps += 1
        if steps % 4 == 0:
            follow(slow, net, max(0.01, 1.0 / (1 + steps // 4)))
        seen += len(windows)
        total = total + parts.detach().numpy()
        count += 1
        if time.time() - saved > 120.0 or share >= 1.0:
            print(f"{(time.time() - begin) / 60:.1f} min, {time.process_time():.0f} s, loading {spent:.0f} s, {len(pool.parts)} shards, {seen} windows, loss of dice, none, place {total / count}", flush=True)
            total, count = 0.0, 0
            temperature = measure(slow, held, 100000 if share >= 1.0 else 1500)
            torch.save(slow.state_dict(), os.path.join(a.out, "dice.pt"))
            export(slow, a.out, temperature)
            saved = time.time()
    print("done", flush=True)


if __name__ == "__main__":
    main()
