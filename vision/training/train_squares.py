#!/usr/bin/python3
"""Trains the square reader on crops written by render_boards and writes it as two ONNX files.

    render_boards DATA/d1 200 1001 && touch DATA/d1.done          # any number of shards, any time
    train_squares.py DATA OUT_FOLDER --minutes 40 [--start squares.pt]

Needs Debian's python3-torch, python3-onnx, python3-numpy, python3-opencv. The first finished shard (by number) is held
out: accuracy, the temperature and the reliability table are measured on it. `squares.onnx` reads crops one by one,
`squares_together.onnx` reads all squares of one picture again with what the first made of each of them: whether a piece
is a pawn or a bishop is told by the other pieces of its set. Answers of both, in order:
0..12 empty, light K Q R B N P, dark k q r b n p (logits); 13 seen; 14 turned; 15 rider; 16 low; 17 high; 18 crown band;
19 die; 20 ring (logits); 21, 22 foot offset across and along the line of sight (squares). The first adds 64 features that
taught sets are told apart by and 128 that the second compares.
"""
import argparse
import copy
import ctypes
import glob
import inspect
import os
import re
import sys
import time

import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

PLANES, HEIGHT, WIDTH, SQUARE = 5, 168, 96, 66.0
COARSE = 3  # pixels that the first layer takes together
LABELS = 17
ANSWERS, FEATURES, TOKENS = 23, 64, 128
# Boards have more empty squares than batches: logarithm of how many times (measured on shards of render_boards). Answers are to be
# as likely as on boards, so batches' own answers are learnt with that much less for the empty square (Menon et al. 2021).
RARER_EMPTY = 1.5
# What the network is given of a byte: a * value + b.
SCALE = [1 / 64.0] * 3 + [1.4 / 127.5, 1 / 127.5]
SHIFT = [-2.0] * 3 + [-1.8, -1.0]


def has_bfloat16():
    """Whether the processor reckons in bfloat16: where it does not, doing so takes fifteen times as long as in float32."""
    with open("/proc/cpuinfo") as about:
        return "avx512_bf16" in (words := about.read().split()) or "amx_bf16" in words


NUMBERS = torch.bfloat16 if has_bfloat16() else torch.float32


def autocast(device="cpu"):
    kind = torch.device(device).type
    return torch.autocast(kind, dtype=torch.bfloat16, enabled=kind != "cpu" or NUMBERS is torch.bfloat16)


def conv(a, b, stride=1):
    return nn.Sequential(nn.Conv2d(a, b, 3, stride, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.a = conv(c, c)
        self.b = nn.Sequential(nn.Conv2d(c, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c))

    def forward(self, x):
        return F.relu(x + self.b(self.a(x)), inplace=True)


class Crops(nn.Module):
    """One crop, 5 x 168 x 96, to answers, features and tokens. Two ways lead to a sixth of the resolution: `coarse`
    looks at 9 x 9 pixels at once, `fine` first at 3 x 3."""

    def __init__(self):
        super().__init__()
        self.coarse = nn.Sequential(nn.Conv2d(COARSE ** 2 * PLANES, 64, 3, 2, 1, bias=False), nn.BatchNorm2d(64))
        self.fine = nn.Sequential(conv(PLANES, 32, 2), nn.Conv2d(32, 64, 3, 3, bias=False), nn.BatchNorm2d(64))
        self.body = nn.Sequential(Block(64), conv(64, 128, 2), Block(128), Block(128),
                                  nn.Conv2d(128, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(inplace=True))
        self.join = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(32 * 14 * 8, 192), nn.BatchNorm1d(192), nn.ReLU())
        self.feature = nn.Sequential(nn.Linear(192, FEATURES), nn.BatchNorm1d(FEATURES), nn.ReLU())
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(FEATURES, ANSWERS)
        self.token = nn.Linear(192, TOKENS)

    def forward(self, x):
        return self.after(self.coarse(F.pixel_unshuffle(x, COARSE)) + self.fine(x))

    def after(self, x):
        hidden = self.join(self.body(F.relu(x)))
        feature = self.feature(hidden)
        return torch.cat([self.head(self.drop(feature)), feature, self.token(hidden)], 1)


class Layer(nn.Module):
    """Every square looks at the others (four heads), then thinks for itself."""
    HEADS, DEPTH = 4, 32

    def __init__(self):
        super().__init__()
        self.ask, self.offer, self.give = (nn.Linear(TOKENS, self.HEADS * self.DEPTH) for _ in range(3))
        self.take = nn.Linear(self.HEADS * self.DEPTH, TOKENS)
        self.up, self.down = nn.Linear(TOKENS, 2 * TOKENS), nn.Linear(2 * TOKENS, TOKENS)
        for last in (self.take, self.down):
            nn.init.normal_(last.weight, 0.0, 0.02)
            nn.init.zeros_(last.bias)

    def forward(self, t, there):
        b, n, _ = t.shape

        def split(v):
            return v.view(b, n, self.HEADS, self.DEPTH).transpose(1, 2)
        match = split(self.ask(t)) @ split(self.offer(t)).transpose(2, 3) * self.DEPTH ** -0.5
        match = match.masked_fill(~there[:, None, None, :], -1e4).softmax(3)
        t = t + self.take((match @ split(self.give(t))).transpose(1, 2).reshape(b, n, -1))
        return t + self.down(F.relu(self.up(t)))


class Together(nn.Module):
    """All squares of a picture: what `Crops` says of each to better answers."""

    def __init__(self):
        super().__init__()
        self.enter = nn.Linear(ANSWERS + TOKENS, TOKENS)
        self.layers = nn.ModuleList([Layer(), Layer()])
        self.head = nn.Linear(TOKENS, ANSWERS)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, read, there):
        t = torch.cat([read[..., :ANSWERS].clamp(-12.0, 12.0) * 0.25, read[..., ANSWERS + FEATURES:]], -1)
        t = F.relu(self.enter(t))
        for layer in self.layers:
            t = layer(t, there)
        return read[..., :ANSWERS] + self.head(t)


class SquareNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.crops, self.together = Crops(), Together()


def keep_memory():
    """Batches come and go: the C library is not to give their memory back each time (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD)."""
    for option in (-1, -3):
        ctypes.CDLL("libc.so.6").mallopt(option, 1 << 30)


def settle(threads=1):
    """Before training: weights begin alike each time, and no more cores are taken than are told."""
    torch.manual_seed(1)
    torch.set_num_threads(threads)
    cv2.setNumThreads(threads)
    keep_memory()


def falling(share, last=0.0):
    """The rate's share when `share` of the time has gone: from 1 down to `last` along half a cosine."""
    return last + (1 - last) * 0.5 * (1 + np.cos(np.pi * min(1.0, share)))


def learn(best, loss, net, most=5.0):
    """A step of the optimiser `best` down the slope of `loss`, which is cut off at `most`."""
    best.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), most)
    best.step()


def a_file(path):
    """For argparse: a file that is there."""
    if not os.path.isfile(path):
        raise argparse.ArgumentTypeError(f"{path} is no file; models/detectors/README.md says what writes it")
    return path


def shards(folder, least=1):
    """The finished shards of a folder by their numbers; ends with one sentence where there are fewer than `least`."""
    done = glob.glob(os.path.join(folder, "*.done"))
    if len(done) < least:
        sys.exit(f"{folder} holds {len(done)} finished shards (NAME.done) of the {least} that are wanted; models/detectors/README.md says "
                 "how they are rendered.")
    return sorted((p[:-5] for p in done), key=lambda p: int(re.findall(r"\d+", os.path.basename(p))[0]))


class Shard:
    """Crops on disk, or on a graphics card; `scenes` lists the rows of every picture, or None where the file does not tell pictures apart."""

    def __init__(self, prefix, device="cpu"):
        self.labels = np.fromfile(prefix + ".labels", np.float32).reshape(-1, LABELS)
        self.crops = np.memmap(prefix + ".crops", np.uint8, "r", shape=(len(self.labels), PLANES, HEIGHT, WIDTH))
        if torch.device(device).type != "cpu":
            self.crops = torch.from_numpy(self.crops[:]).to(device)
        self.scenes = None
        if self.labels[:, 14].any():
            starts = np.flatnonzero(np.diff(self.labels[:, 11], prepend=-1))
            self.scenes = np.split(np.arange(len(self.labels)), starts[1:])


def special(labels):
    return (labels[:, 0] > 0) | (labels[:, 7] > 0) | (labels[:, 8] > 0)


CONTRAST, EXPOSURE, TINT, LIFT = 0.12, 0.12, 0.05, 0.015  # how much other lights differ


def tone(rng):
    """Curves for blue, green and red: exposure, tint and contrast."""
    x = np.arange(256) / 255.0
    gamma, gain = np.exp(rng.randn() * CONTRAST), np.exp(rng.randn() * EXPOSURE)
    return [np.clip(255.0 * (gain * np.exp(rng.randn() * TINT) * x ** gamma + rng.randn() * LIFT), 0, 255).astype(np.uint8) for _ in range(3)]


def disturb(crops, labels, group):
    """Small shifts, and for every group of crops a light (as `tone`) and perhaps a mirror: n x 5 x 168 x 96 bytes to as many.
    Changes `labels` with them."""
    device, lights = crops.device, int(group.max()) + 1

    def light(size, channels=1):
        return (size * torch.randn(lights, channels, device=device))[group].view(len(crops), -1, 1, 1)
    right, down = torch.randint(-3, 4, (len(crops),), device=device), torch.randint(-2, 3, (len(crops),), device=device)
    x, y = torch.arange(WIDTH, device=device), torch.arange(HEIGHT, device=device)[:, None]
    from_x, from_y = x - right[:, None, None], y - down[:, None, None]
    inside = (from_y >= 0) & (from_y < HEIGHT) & (from_x >= 0) & (from_x < WIDTH)
    place = torch.where(inside, from_y * WIDTH + from_x, y * WIDTH + x)  # what would come from beyond the border stays as it was
    colours = crops[:, :3].flatten(2).gather(2, place.flatten(1)[:, None].expand(-1, 3, -1)).view(-1, 3, HEIGHT, WIDTH)
    colours = (light(EXPOSURE) + light(TINT, 3)).exp() * (colours / 255.0) ** light(CONTRAST).exp() + light(LIFT, 3)
    out = torch.cat([(255.0 * colours).clamp(0.0, 255.0).byte(), crops[:, 3:]], 1)
    labels[:, 9] += right / SQUARE
    mirrored = (torch.rand(lights, device=device) < 0.5)[group]
    flipped = out[mirrored].flip(3)
    flipped[:, 3] = out[mirrored, 3]  # this plane tells the same of a mirrored crop
    out[mirrored] = flipped
    labels[mirrored, 9] *= -1.0
    return out


def as_input(bytes_):
    """n x 5 x 168 x 96 bytes to as many numbers."""
    x = torch.as_tensor(bytes_).to(NUMBERS)
    return x * torch.tensor(SCALE, dtype=NUMBERS, device=x.device).view(-1, 1, 1) + torch.tensor(SHIFT, dtype=NUMBERS, device=x.device).view(-1, 1, 1)


class Pool:
    """Batches drawn from all finished shards but the one named `held`; new shards are taken in as they come, those before it too."""

    def __init__(self, folder, rng, held, device="cpu"):
        self.folder, self.rng, self.held, self.device, self.known, self.parts, self.turn = folder, rng, held, device, set(), [], []

    def look(self):
        for prefix in shards(self.folder):
            if os.path.basename(prefix) != self.held and prefix not in self.known:
                self.known.add(prefix)
                self.parts.append(Shard(prefix, self.device))
        return len(self.known)

    def take(self, number, rows):
        """Crops as they are, and their labels."""
        shard, rows = self.parts[number], np.sort(rows)
        labels = torch.from_numpy(shard.labels[rows])
        if isinstance(shard.crops, torch.Tensor):
            return shard.crops[torch.from_numpy(rows).to(self.device)], labels.to(self.device)
        return torch.from_numpy(shard.crops[rows]), labels

    def singles(self, count):
        """Crops from anywhere, a quarter of them plain empty squares: what `take` gives, in parts."""
        if not self.turn:
            self.look()
            for number, shard in enumerate(self.parts):
                rows = np.arange(len(shard.labels))
                rare = special(shard.labels)
                plain = self.rng.permutation(rows[~rare])[: rare.sum() // 3]
                rows = self.rng.permutation(np.concatenate([rows[rare], plain]))
                self.turn += [(number, part) for part in np.array_split(rows, max(1, len(rows) // 32))]
            self.turn = [self.turn[k] for k in self.rng.permutation(len(self.turn))]
        return [self.take(*self.turn.pop()) for _ in range(min(len(self.turn), count // 32))]

    def pictures(self, count, most):
        """Up to `most` squares of each of `count` pictures: all that is not empty, some that is. What `take` gives of each."""
        out = []
        while len(out) < count:
            if not self.turn:
                self.look()
                self.turn = [(s, rows) for s, shard in enumerate(self.parts) if shard.scenes for rows in shard.scenes]
                self.turn = [self.turn[k] for k in self.rng.permutation(len(self.turn))]
            number, rows = self.turn.pop()
            rare = special(self.parts[number].labels[rows])
            men, plain = self.rng.permutation(rows[rare]), self.rng.permutation(rows[~rare])
            spaces = min(len(plain), max(int(len(men) * self.rng.uniform(0.2, 0.6)), 4))
            out.append(self.take(number, np.concatenate([men[: most - spaces], plain[:spaces]])))
        return out


def shown(pictures, singles=()):
    """Pictures in one light each and single crops in as many, disturbed: what the network is given, and labels."""
    taken = [*pictures, *singles]
    crops, labels = torch.cat([c for c, _ in taken]), torch.cat([y for _, y in taken])
    sizes = [len(c) for c, _ in pictures] + [1] * sum(len(c) for c, _ in singles)
    group = torch.arange(len(sizes)).repeat_interleave(torch.tensor(sizes)).to(crops.device)
    return as_input(disturb(crops, labels, group)), labels


def losses(out, y):
    kind, seen = y[:, 0].long(), y[:, 1]
    piece = kind > 0
    weight = torch.where(piece, ((seen - 0.1) / 0.25).clamp(0.0, 1.0), (seen / 0.25).clamp(0.15, 1.0))
    as_drawn = torch.cat([out[:, :1] - RARER_EMPTY, out[:, 1:13]], 1)
    loss = (F.cross_entropy(as_drawn, kind, reduction="none", label_smoothing=0.01) * weight).mean()
    target = torch.where(piece, seen >= 0.35, seen >= 0.25).float()
    loss = loss + 0.1 * F.binary_cross_entropy_with_logits(out[:, 13], target)
    rook = ((kind == 3) | (kind == 9)).float() * weight
    loss = loss + 0.2 * (F.binary_cross_entropy_with_logits(out[:, 14:16], y[:, 2:4], reduction="none") * rook[:, None]).sum() / rook.sum().clamp(min=8)
    w = piece.float() * weight
    clear = w[:, None] * (y[:, 4:7] != 0.5) * y[:, 15:16]  # bands that are seen, and men surely without
    loss = loss + 0.6 * (F.binary_cross_entropy_with_logits(out[:, 16:19], y[:, 4:7].round(), reduction="none") * clear).sum() / w.sum().clamp(min=8)
    extra = torch.stack([y[:, 7] > 0, y[:, 8] > 0], 1).float()
    e = (~piece).float() * (seen > 0.3).float()
    loss = loss + 0.2 * (F.binary_cross_entropy_with_logits(out[:, 19:21], extra, reduction="none") * e[:, None]).sum() / e.sum().clamp(min=8)
    loss = loss + 3.0 * (F.smooth_l1_loss(out[:, 21:23], y[:, 9:11], reduction="none", beta=0.05) * w[:, None]).sum() / w.sum().clamp(min=8)
    return loss


def read_all(net, bytes_):
    net.eval()
    device = next(net.parameters()).device
    with torch.no_grad(), autocast(device):
        return torch.cat([net.crops(as_input(torch.as_tensor(bytes_[k:k + 128]).to(device))).float() for k in range(0, len(bytes_), 128)])


def measure(name, out, y):
    kind, seen = y[:, 0].long(), y[:, 1]
    told = out[:, :13].argmax(1)
    fair = seen >= 0.35
    p = fair & (kind > 0)
    right = (told == kind)[fair].float().mean().item()
    men = (told == kind)[p].float().mean().item()
    occupied = ((told > 0) == (kind > 0))[fair].float().mean().item()
    side = (((told + 5) // 6) == ((kind + 5) // 6))[fair].float().mean().item()
    bands = " ".join(f"{((out[p, 16 + k] > 0) & (y[p, 4 + k] == 1)).sum()}+{((out[p, 16 + k] > 0) & (y[p, 4 + k] == 0)).sum()}/{(y[p, 4 + k] == 1).sum()}" for k in range(3))
    r = p & ((kind == 3) | (kind == 9))
    flags = " ".join(f"{((out[r, 14 + k] > 0) == (y[r, 2 + k] > 0)).float().mean().item():.3f}/{int(y[r, 2 + k].sum())}" for k in range(2))
    e = fair & (kind == 0)
    extra = " ".join(f"{((out[e, 19 + k] > 0) == (y[e, 7 + k] > 0)).float().mean().item():.3f}/{int((y[e, 7 + k] > 0).sum())}" for k in range(2))
    foot = (out[p, 21:23] - y[p, 9:11]).abs().median().item()
    print(f"  {name} n={int(fair.sum())}: piece+side {right:.4f} (men {men:.4f}) occupied {occupied:.4f} +side {side:.4f} bands {bands} "
          f"turned, rider {flags} die, ring {extra} foot {foot:.3f}", flush=True)
    return out[fair, :13], kind[fair]


def follow(slow, net, share):
    """Moving average of the weights: what is measured and exported."""
    with torch.no_grad():
        for a, b in zip(slow.state_dict().values(), net.state_dict().values()):
            if a.dtype.is_floating_point:
                a.lerp_(b, share)
            else:
                a.copy_(b)


def test(net, held, rows):
    """Measures on the held-out pictures; answers of the last stage and the truth."""
    out = []
    scenes = held.scenes or [np.arange(min(len(held.labels), 4000))]
    scenes = scenes[: max(1, np.searchsorted(np.cumsum([len(s) for s in scenes]), rows))]
    read = read_all(net, np.concatenate([held.crops[s] for s in scenes]))
    truth = torch.from_numpy(np.concatenate([held.labels[s] for s in scenes])).to(read.device)
    answer = measure("one by one", read[:, :ANSWERS], truth)
    if not held.scenes:
        return answer
    first = 0
    with torch.no_grad():
        for s in scenes:
            part = read[None, first:first + len(s)]
            out.append(net.together(part, torch.ones(1, len(s), dtype=torch.bool, device=part.device))[0])
            first += len(s)
    return measure("together  ", torch.cat(out), truth)


class CropsFile(nn.Module):
    """`Crops` as the program asks it: planes evened out as by `as_input`, n x 5 x 168 x 96, without taking pixels together."""

    def __init__(self, crops):
        super().__init__()
        self.coarse = nn.Conv2d(PLANES, 64, 3 * COARSE, 2 * COARSE, COARSE, bias=False)
        self.crops = crops
        with torch.no_grad():
            # 3 x 3 over pixels taken three by three is 9 x 9 over pixels.
            narrow = crops.coarse[0].weight.view(64, PLANES, COARSE, COARSE, 3, 3)
            self.coarse.weight.copy_(narrow.permute(0, 1, 4, 2, 5, 3).reshape(64, PLANES, 3 * COARSE, 3 * COARSE))

    def forward(self, x):
        return self.crops.after(self.crops.coarse[1](self.coarse(x)) + self.crops.fine(x))


class TogetherFile(nn.Module):
    """`Together` for the squares of one picture: answers cut at +-12 and quartered beside tokens, n x 151, to what is to
    be added to the answers. One matrix a head, for OpenCV knows no more than two dimensions there."""

    def __init__(self, together):
        super().__init__()
        self.together = together
        self.heads = nn.ModuleList()
        for layer in together.layers:
            for h in range(Layer.HEADS):
                rows = slice(h * Layer.DEPTH, (h + 1) * Layer.DEPTH)
                ask, offer, give = (nn.Linear(TOKENS, Layer.DEPTH) for _ in range(3))
                take = nn.Linear(Layer.DEPTH, TOKENS, bias=False)
                with torch.no_grad():
                    for own, whole in ((ask, layer.ask), (offer, layer.offer), (give, layer.give)):
                        own.weight.copy_(whole.weight[rows])
                        own.bias.copy_(whole.bias[rows])
                    ask.weight.mul_(Layer.DEPTH ** -0.5)
                    ask.bias.mul_(Layer.DEPTH ** -0.5)
                    take.weight.copy_(layer.take.weight[:, rows])
                self.heads.append(nn.ModuleList([ask, offer, give, take]))

    def forward(self, x):
        t = F.relu(self.together.enter(x))
        for k, layer in enumerate(self.together.layers):
            more = t
            for ask, offer, give, take in self.heads[k * Layer.HEADS:(k + 1) * Layer.HEADS]:
                match = torch.matmul(ask(t), offer(t).transpose(0, 1)).softmax(1)
                more = more + take(torch.matmul(match, give(t)))
            t = more + layer.take.bias
            t = t + layer.down(F.relu(layer.up(t)))
        return self.together.head(t)


def exported(file):
    """Graph and weights of an ONNX file."""
    import onnx
    from onnx import numpy_helper
    graph = onnx.load(file).graph
    return graph, {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in graph.initializer}


def normalised(module):
    """Its convolutions with the batch normalisations behind them, in order."""
    parts = list(module.modules())
    return [(m, n) for m, n in zip(parts, parts[1:]) if isinstance(m, nn.Conv2d) and isinstance(n, nn.BatchNorm2d)]


def taken_together(weight):
    """9 x 9 over pixels is 3 x 3 over pixels taken three by three, 6 x 6 over such taken two by two."""
    out, planes = weight.shape[:2]
    block = weight.shape[2] // 3
    return weight.view(out, planes, 3, block, 3, block).permute(0, 1, 3, 5, 2, 4).reshape(out, block ** 2 * planes, 3, 3)


def unfold(net, folded, sample):
    """Exporting folds each batch normalisation into the convolution before it; what `sample` makes there tells how to
    unfold these weights and biases, so that training goes on from the same answers."""
    pairs = normalised(net)
    assert len(pairs) == len(folded)
    net.eval()
    for (conv, norm), (weight, bias) in zip(pairs, folded):
        weight = weight if weight.shape == conv.weight.shape else taken_together(weight)
        size = 0.5 * weight.flatten(1).norm(dim=1).clamp(min=1e-6)  # the normalisation makes the scale free
        seen = []
        hook = conv.register_forward_hook(lambda _m, _i, out: seen.append(out.detach()))
        with torch.no_grad():
            conv.weight.copy_(weight / size.view(-1, 1, 1, 1))
            net(sample)
            hook.remove()
            mean, spread = seen[0].mean((0, 2, 3)), seen[0].var((0, 2, 3))
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)
            norm.weight.copy_(size * (spread + norm.eps).sqrt())
            norm.bias.copy_(bias + size * mean)


def load_weights(net, path, sample):
    """Weights from a .pt, or from an exported file, whose normalisations what it makes of `sample` tells."""
    if not path.endswith(".onnx"):
        net.load_state_dict(torch.load(path))
        return
    graph, of = exported(path)
    state = net.state_dict()
    net.load_state_dict({**state, **{name: value for name, value in of.items() if name in state}})
    folded = [n.input for n in graph.node if n.op_type == "Conv" and n.input[1] not in state]  # others have no normalisation
    unfold(net, [(of[n[1]], of[n[2]]) for n in folded], sample)


def load_files(net, path, sample):
    """Weights of an exported squares.onnx and of squares_together.onnx beside it."""
    crops = net.crops
    graph, of = exported(path)
    state = crops.state_dict()
    for name, value in of.items():
        if name.startswith("crops."):
            state[name[len("crops."):]] = value
    crops.load_state_dict(state)
    folded = [(of[n.input[1]], of[n.input[2]]) for n in graph.node if n.op_type == "Conv"]
    unfold(crops, folded, sample)
    graph, of = exported(os.path.join(os.path.dirname(path), "squares_together.onnx"))
    state = net.together.state_dict()
    for name, value in of.items():
        if name.startswith("together."):
            state[name[len("together."):]] = value
    takes = [of[n.input[1]] for n in graph.node if n.op_type == "MatMul" and n.input[1] in of]
    for k in range(len(net.together.layers)):
        heads = range(k * Layer.HEADS, (k + 1) * Layer.HEADS)
        for place, name in ((0, "ask"), (1, "offer"), (2, "give")):
            scale = Layer.DEPTH ** 0.5 if name == "ask" else 1.0
            for part in ("weight", "bias"):
                state[f"layers.{k}.{name}.{part}"] = scale * torch.cat([of[f"heads.{h}.{place}.{part}"] for h in heads])
        state[f"layers.{k}.take.weight"] = torch.cat([takes[h] for h in heads]).t().contiguous()
    net.together.load_state_dict(state)


def load(path, held):
    """A network from squares.pt or from exported files, squares.onnx and squares_together.onnx."""
    net = SquareNet().to(memory_format=torch.channels_last)
    if path.endswith(".onnx"):
        some = np.linspace(0, len(held.crops) - 1, 512).astype(int)
        load_files(net, path, as_input(held.crops[some]).float())
    else:
        net.load_state_dict(torch.load(path))
    return net


def averaged(nets, pool):
    """Mean of the weights of networks of which each learnt on from another (Wortsman et al. 2022), its normalisations
    measured anew on crops of `pool`: it errs less than each on pictures unlike those that they learnt from."""
    states = [net.state_dict() for net in nets]
    mean = {k: sum(s[k] for s in states) / len(states) if v.dtype.is_floating_point else v for k, v in states[0].items()}
    net = nets[0]
    net.load_state_dict(mean)
    norms = [m for m in net.crops.modules() if isinstance(m, (nn.BatchNorm2d, nn.BatchNorm1d))]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None  # plain means over all that follows
    net.train()
    pool.look()
    with torch.no_grad(), autocast():
        for _ in range(30):
            net.crops(shown(pool.pictures(4, 48))[0])
    for norm in norms:
        norm.momentum = 0.1
    return net


def write(module, folder, name, shape):
    path = os.path.join(folder, name + ".onnx")
    older = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}  # what OpenCV reads
    with torch.no_grad():
        torch.onnx.export(module.eval(), torch.zeros(shape), path + ".part", opset_version=11, input_names=["in"],
                          output_names=["out"], dynamic_axes={"in": {0: "n"}, "out": {0: "n"}}, **older)
    os.replace(path + ".part", path)


def export(net, folder):
    write(CropsFile(net.crops.eval()), folder, "squares", (2, PLANES, HEIGHT, WIDTH))
    write(TogetherFile(net.together.eval()), folder, "squares_together", (3, ANSWERS + TOKENS))


def compare(net, folder, held, minutes, rate, rng):
    """Trains `Together` alone, on what `Crops` says of pictures that it has not learnt from (else it trusts it too much)."""
    pictures = []
    net.eval()
    for prefix in shards(folder):
        shard = Shard(prefix)
        for rows in shard.scenes or []:
            y = torch.from_numpy(shard.labels[rows])
            x = disturb(torch.from_numpy(shard.crops[rows]), y, torch.zeros(len(rows), dtype=torch.long))
            with torch.no_grad(), autocast():
                pictures.append((net.crops(as_input(x)).float(), y))
    print(len(pictures), "readings of pictures", flush=True)
    together = net.together
    slow = copy.deepcopy(net)
    best = torch.optim.AdamW(together.parameters(), lr=rate, weight_decay=3e-2)
    spread = torch.cat([read for read, _ in pictures[:200]]).std(0)
    begin, share, steps, total = time.time(), 0.0, 0, 0.0
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / minutes
        for g in best.param_groups:
            g["lr"] = rate * min(1.0, steps / 200) * falling(share)
        reads, answers = [], []
        for k in rng.randint(0, len(pictures), 12):
            read, y = pictures[k]
            some = torch.from_numpy(np.flatnonzero(rng.rand(len(read)) > rng.uniform(0.0, 0.3)))
            if len(some) > 1:
                read = read[some]
                reads.append(read + torch.randn_like(read) * spread * 0.15)
                answers.append(y[some])
        wide = nn.utils.rnn.pad_sequence(reads, batch_first=True)
        there = torch.arange(wide.shape[1])[None, :] < torch.tensor([len(r) for r in reads])[:, None]
        together.train()
        loss = losses(together(wide, there)[there], torch.cat(answers))
        learn(best, loss, together)
        follow(slow.together, together, max(0.004, 1.0 / (1 + steps)))
        steps += 1
        total += loss.item()
        if steps % 400 == 0 or share >= 1.0:
            print(f"{(time.time() - begin) / 60:.1f} min, {steps} steps, loss {total / (steps % 400 or 400):.4f}", flush=True)
            total = 0.0
            test(slow, held, 100000 if share >= 1.0 else 2500)
    return slow


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=30.0)
    ask.add_argument("--start", nargs="+", help="squares.pt, or an exported squares.onnx beside its squares_together.onnx; of several, all of one sort, the mean")
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--last", type=float, default=0.004, help="share of the rate at the end")
    ask.add_argument("--batch", type=int, default=128)
    ask.add_argument("--singles", action="store_true", help="crops alone, for shards that do not tell pictures apart")
    ask.add_argument("--compare", help="train the second network alone, on the shards of this folder")
    ask.add_argument("--more", help="folder of such shards, mixed in")
    ask.add_argument("--pictures", type=int, default=4, help="pictures a batch; beside them 16 crops of --more for each")
    ask.add_argument("--device", default="cpu", help="cuda: on a graphics card, which holds all crops")
    a = ask.parse_args()
    settle()
    rng = np.random.RandomState(int(time.time()))
    first = shards(a.data, 1 if a.compare else 2)[0]
    os.makedirs(a.out, exist_ok=True)
    held, held_name = Shard(first), os.path.basename(first)
    nets = [load(path, held) for path in a.start] if a.start else [SquareNet().to(memory_format=torch.channels_last)]
    net = nets[0] if len(nets) == 1 else averaged(nets, Pool(a.data, rng, held_name))
    print("parameters", [sum(p.numel() for p in m.parameters()) for m in (net.crops, net.together)])
    if a.compare:
        net = compare(net, a.compare, held, a.minutes, a.rate, rng)
        torch.save(net.state_dict(), os.path.join(a.out, "squares.pt"))
        export(net.to(memory_format=torch.contiguous_format), a.out)
        return
    net = net.to(device=a.device, memory_format=torch.channels_last)
    slow = copy.deepcopy(net)
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=2e-2)
    begin, seen, steps, share, saved, total, count, spent = time.time(), 0, 0, 0.0, time.time(), 0.0, 0, 0.0
    pool, more = (Pool(folder, rng, held_name, a.device) if folder else None for folder in (a.data, a.more))
    if a.start:
        test(slow, held, 100000)
    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        rate = a.rate * min(1.0, seen / 20000 + 0.05) * falling(share, a.last)
        for g in best.param_groups:
            g["lr"] = rate
        net.train()
        clock = time.time()
        parts = [] if a.singles else pool.pictures(a.pictures, 48)
        sizes = [len(y) for _, y in parts]
        x, y = shown(parts, pool.singles(a.batch) if a.singles else more.singles(16 * a.pictures) if more else [])
        spent += time.time() - clock
        with autocast(a.device):
            read = net.crops(x)
        read = read.float()
        loss = losses(read[:, :ANSWERS], y)
        if not a.singles:
            loss = 0.5 * loss
            own = sum(sizes)
            wide = nn.utils.rnn.pad_sequence(list(read[:own].split(sizes)), batch_first=True)
            there = torch.arange(wide.shape[1])[None, :] < torch.tensor(sizes)[:, None]
            there = there.to(a.device)
            loss = loss + losses(net.together(wide, there)[there], y[:own])
        learn(best, loss, net)
        steps += 1
        if steps % 4 == 0:
            follow(slow, net, max(0.008, 1.0 / (1 + steps // 4)))
        seen += len(y)
        if a.device == "cpu" or steps % 20 == 0:  # asking a card for it waits for the card
            total += loss.item()
            count += 1
        if time.time() - saved > 150.0 or share >= 1.0:
            print(f"{(time.time() - begin) / 60:.1f} min, {time.process_time():.0f} s, loading {spent:.0f} s, {pool.look()} shards, {seen} crops, "
                  f"rate {rate:.5f}, loss {total / max(1, count):.4f}", flush=True)
            saved, total, count = time.time(), 0.0, 0
            test(slow, held, 100000 if share >= 1.0 else 2500)
            torch.save(slow.state_dict(), os.path.join(a.out, "squares.pt"))
            export(copy.deepcopy(slow).to(device="cpu", memory_format=torch.contiguous_format), a.out)
    print("done", flush=True)


if __name__ == "__main__":
    main()
