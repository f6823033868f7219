#!/usr/bin/python3
"""Trains the network that tells a die's face from a close look and writes it as faces.onnx.

    for s in $(seq 1 30); do blender -b -P render_dice.py -- DATA/l$s 30 $((7000+s)) && touch DATA/l$s.done; done
    for s in $(seq 1 30); do render_dice MORE/d$s 100 $((5000+s)) && touch MORE/d$s.done; done
    train_faces.py DATA OUT_FOLDER --more MORE --minutes 40 --like models/detectors/dice.onnx

Needs Debian's python3-torch, python3-onnx, python3-numpy, python3-opencv. The first finished shard of each folder (by number) is
held out: what is told, the temperature and the reliability table are measured on it.
The network looks at pixels (blue, green and red planes, less 128, divided by 64) of a part of a window, 64 x 64, in which the top
face has its middle in the middle and an edge takes 30 pixels, and answers the logits of the faces 1 to 6, divided by the temperature.
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

from train_dice import DICE, WINDOW, DiceNet, contrast, load_file, relit
from train_squares import NUMBERS, Block, autocast, conv, exported, falling, follow, learn, settle, shards, unfold, write

LOOK, EDGE = 64, 30.0  # pixels of the look and of a die's edge in it


class FaceNet(nn.Module):
    """Pixels taken two by two as 12 channels of 32 x 32."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(conv(12, 32), conv(32, 32), conv(32, 64, 2), Block(64), conv(64, 96, 2), Block(96), Block(96))
        self.narrow = nn.Sequential(nn.Conv2d(96, 24, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True), nn.Flatten())
        self.tell = nn.Sequential(nn.Dropout(0.2), nn.Linear(24 * 64, 96), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(96, 6))

    def forward(self, x):
        return self.tell(self.narrow(self.body(x)))

    def begin_like(self, path, sample):
        """First layers as those of an exported dice.onnx, which look for pips too: by itself it takes long to begin to learn."""
        dice = DiceNet()
        load_file(dice, path, sample)
        for mine, its in ((self.body[0], dice.stem), (self.body[1], dice.fine[0]), (self.body[2], dice.fine[1]), (self.body[3].a, dice.same), (self.body[4], dice.down)):
            mine.load_state_dict(its.state_dict())


def looks_at(window, die, scale, turn, mirror, move):
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    to = np.array([[c * mirror, -s, 0.0], [s * mirror, c, 0.0]])
    to[:, 2] = 0.5 * (LOOK - 1) - to[:, :2] @ die[1:3] + move
    if scale < 0.8:
        window = cv2.GaussianBlur(window, (0, 0), 0.35 / scale)
    return cv2.warpAffine(window, to, (LOOK, LOOK), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def placed_beside(rng):
    """How far off the place may be that the other network tells (pixels of the look), and by what factor the edge."""
    far = rng.rand() < 0.35
    return rng.randn(2) * (4.5 if far else 1.8), np.exp(rng.randn() * (0.2 if far else 0.1))


def disturbed(window, die, rng):
    """A look at a die of a window: beside it as places are off (now and then far), turned, mirrored, in another light, coarser."""
    off, wider = placed_beside(rng)
    look = looks_at(window, die, EDGE / die[3] * wider, rng.uniform(0, 2 * np.pi), rng.choice([-1.0, 1.0]), off)
    if rng.rand() < 0.35:
        coarse = int(rng.uniform(24, 60))
        look = cv2.resize(cv2.resize(look, (coarse, coarse), interpolation=cv2.INTER_AREA), (LOOK, LOOK), interpolation=cv2.INTER_LINEAR)
    if rng.rand() < 0.12:  # something lies over a corner, or a glint
        u, v, r = *rng.uniform(0, LOOK, 2), rng.uniform(4, 12)
        light = np.zeros((LOOK, LOOK), np.float32)
        cv2.ellipse(light, ((u, v), (2 * r, 2 * r * rng.uniform(0.2, 1.0)), rng.uniform(0, 180)), float(rng.uniform(60, 255)), -1)
        look = cv2.add(look, cv2.GaussianBlur(light, (0, 0), rng.uniform(0.7, 3.0))[..., None].repeat(3, 2), dtype=cv2.CV_8U)
    return relit(look, rng)


def as_input(looks):
    """n x 64 x 64 x 3 bytes to n x 12 x 32 x 32 numbers, channels last."""
    n, half = len(looks), LOOK // 2
    x = torch.from_numpy(looks).view(n, half, 2, half, 2, 3).permute(0, 1, 3, 5, 2, 4).reshape(n, half, half, 12).to(NUMBERS)
    return (x * (1 / 64.0) - 2.0).permute(0, 3, 1, 2)


class Faces:
    """The dice of a shard whose face can be read: row, label, and how often it is shown."""

    def __init__(self, prefix):
        labels = np.fromfile(prefix + ".labels", np.float32).reshape(-1, 1 + 5 * DICE)
        self.windows = np.memmap(prefix + ".dice", np.uint8, "r", shape=(len(labels), WINDOW, WINDOW, 3))
        self.dice = []
        for row, dice in enumerate(labels[:, 1:].reshape(-1, DICE, 5)):
            near = np.hypot(dice[:, 1] - 0.5 * (WINDOW - 1), dice[:, 2] - 0.5 * (WINDOW - 1)) + 1e3 * (dice[:, 0] == 0)
            one = dice[near.argmin()]
            if near.min() < 33.0 and one[0] > 0:  # each die once: in its own window
                seen = contrast(self.windows[row], one[1], one[2], one[3])
                self.dice.append((row, one, np.clip((seen - 6.0) / 10.0, 0.03, 1.0)))


class Pool:
    """Half of what is drawn comes from each folder."""

    def __init__(self, folders, rng):
        self.folders, self.rng, self.known, self.parts, self.turn = folders, rng, set(), [[] for _ in folders], [[] for _ in folders]

    def one(self, k):
        if not self.turn[k]:
            for prefix in shards(self.folders[k])[1:]:
                if prefix not in self.known:
                    self.known.add(prefix)
                    self.parts[k].append(Faces(prefix))
            every = [(s, n) for s, shard in enumerate(self.parts[k]) for n, die in enumerate(shard.dice) if self.rng.rand() < die[2]]
            self.turn[k] = [every[n] for n in self.rng.permutation(len(every))]
        s, n = self.turn[k].pop()
        row, die, _ = self.parts[k][s].dice[n]
        return disturbed(self.parts[k][s].windows[row], die, self.rng), int(die[0]) - 1

    def draw(self, count):
        looks, faces = zip(*[self.one(k % len(self.folders)) for k in range(count)])
        return np.stack(looks), torch.tensor(faces)


def told(net, looks):
    """Logits, looked at in four turns."""
    net.eval()
    with torch.no_grad(), autocast():
        return sum(torch.cat([net(as_input(np.ascontiguousarray(np.rot90(looks[k:k + 128], t, (1, 2))))).float() for k in range(0, len(looks), 128)]) for t in range(4)) / 4


def measure(net, held):
    """Of dice whose place is off by what the program's is; `held`: looks, faces and contrast weights of each folder."""
    logits, faces = [], []
    for name, looks, face, weight in held:
        out = told(net, looks)
        right = (out.argmax(1) == face).float().numpy()
        print(f"  {name}: n={len(face)} right {right.mean():.4f}, of those that tell {right[weight >= 0.5].mean():.4f}, log loss {F.cross_entropy(out, face).item():.4f}", flush=True)
        logits.append(out)
        faces.append(face)
    logits, faces = torch.cat(logits), torch.cat(faces)
    best = min(np.arange(0.5, 3.0, 0.02), key=lambda c: F.cross_entropy(logits / c, faces).item())
    p, right = torch.softmax(logits / best, 1).max(1)[0].numpy(), (logits.argmax(1) == faces).numpy()
    table = [f"{p[some].mean():.3f}: {right[some].mean():.3f} of {some.sum()}" for low, high in ((0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.98), (0.98, 0.995), (0.995, 1.01))
             if (some := (p >= low) & (p < high)).any()]
    print(f"  temperature {best:.2f}; chance told: share right  " + "; ".join(table), flush=True)
    return best


class FacesFile(nn.Module):
    """`FaceNet` as the program asks it: planes of pixels as they are, not taken two by two."""

    def __init__(self, net, temperature):
        super().__init__()
        first = net.body[0][0]
        self.stem = nn.Conv2d(3, 32, 6, 2, 2, bias=False)
        with torch.no_grad():  # 3 x 3 over pixels taken two by two is 6 x 6 over pixels
            self.stem.weight.copy_(first.weight.view(32, 3, 2, 2, 3, 3).permute(0, 1, 4, 2, 5, 3).reshape(32, 3, 6, 6))
        self.net = copy.deepcopy(net)
        with torch.no_grad():
            self.net.tell[-1].weight.div_(temperature)
            self.net.tell[-1].bias.div_(temperature)

    def forward(self, x):
        x = self.net.body[0][2](self.net.body[0][1](self.stem(x)))
        return self.net.tell(self.net.narrow(self.net.body[1:](x)))


def export(net, folder, temperature):
    net = copy.deepcopy(net).to(memory_format=torch.contiguous_format).eval()
    write(FacesFile(net, temperature), folder, "faces", (2, 3, LOOK, LOOK))


def load_exported(net, path, sample):
    """Weights of an exported faces.onnx, its logits divided by the temperature that was fitted."""
    graph, of = exported(path)
    unfold(net, [(of[n.input[1]], of[n.input[2]]) for n in graph.node if n.op_type == "Conv"], sample)
    dense = [(of[n.input[1]], of[n.input[2]]) for n in graph.node if n.op_type == "Gemm"]
    with torch.no_grad():
        for layer, (weight, bias) in zip((net.tell[1], net.tell[4]), dense):
            layer.weight.copy_(weight)
            layer.bias.copy_(bias)


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("out")
    ask.add_argument("--more")
    ask.add_argument("--minutes", type=float, default=40.0)
    ask.add_argument("--start", nargs="+", help="faces.pt to go on from (or the mean of several), or an exported faces.onnx")
    ask.add_argument("--like", help="dice.onnx that the first layers are taken from")
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--batch", type=int, default=96)
    ask.add_argument("--held", type=int, default=600, help="dice of each folder that are measured on")
    a = ask.parse_args()
    settle()
    folders = [a.data] + ([a.more] if a.more else [])
    first = [shards(folder, 2)[0] for folder in folders]
    os.makedirs(a.out, exist_ok=True)
    rng = np.random.RandomState(int(time.time()))
    net = FaceNet()
    if a.start and not a.start[0].endswith(".onnx"):
        states = [torch.load(s) for s in a.start]
        net.load_state_dict({k: sum(s[k] for s in states) / len(states) if states[0][k].is_floating_point() else states[0][k] for k in states[0]})
    print("parameters", sum(p.numel() for p in net.parameters()))
    held, fixed = [], np.random.RandomState(1)
    for folder, prefix in zip(folders, first):
        shard = Faces(prefix)
        shard.dice = shard.dice[:a.held]
        looks = []
        for row, die, _ in shard.dice:
            off, wider = placed_beside(fixed)
            looks.append(looks_at(shard.windows[row], die, EDGE / die[3] * wider, 0.0, 1.0, off))
        held.append((folder, np.stack(looks), torch.tensor([int(die[0]) - 1 for _, die, _ in shard.dice]), np.array([w for *_, w in shard.dice])))
    if a.start and a.start[0].endswith(".onnx"):
        load_exported(net, a.start[0], as_input(held[0][1][:256]).float())
    if a.like:
        net.begin_like(a.like, as_input(held[0][1][:256]).float())
    net = net.to(memory_format=torch.channels_last)
    pool, slow = Pool(folders, rng), copy.deepcopy(net)
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=2e-2)
    begin = saved = time.time()
    share, steps, seen, total, spent = 0.0, 0, 0, [], 0.0
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / max(a.minutes, 1e-6)
        for g in best.param_groups:
            g["lr"] = a.rate * min(1.0, seen / 10000 + 0.05) * falling(share, 0.005)
        if a.minutes > 0:
            net.train()
            clock = time.time()
            looks, faces = pool.draw(a.batch)
            x = as_input(looks)
            spent += time.time() - clock
            with autocast():
                out = net(x)
            loss = F.cross_entropy(out.float(), faces)
            learn(best, loss, net)
            steps += 1
            if steps % 4 == 0:
                follow(slow, net, max(0.01, 1.0 / (1 + steps // 4)))
            seen += len(looks)
            total.append(loss.item())
        if time.time() - saved > 120.0 or share >= 1.0:
            print(f"{(time.time() - begin) / 60:.1f} min, loading {spent:.0f} s, {[len(p) for p in pool.parts]} shards, {seen} looks, loss {np.mean(total or [0]):.4f}", flush=True)
            total = []
            temperature = measure(slow, held)
            torch.save(slow.state_dict(), os.path.join(a.out, "faces.pt"))
            export(slow, a.out, temperature)
            saved = time.time()
    print("done", flush=True)


if __name__ == "__main__":
    main()
