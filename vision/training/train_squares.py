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
import glob
import os
import re
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

PLANES, HEIGHT, WIDTH = 5, 80, 56


class SquareNet(nn.Module):
    def __init__(self, width=1.0):
        super().__init__()
        c = [int(round(k * width)) for k in (16, 32, 32, 64, 64, 96)]

        def layer(a, b, stride):
            return nn.Sequential(nn.Conv2d(a, b, 3, stride, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU())

        self.body = nn.Sequential(
            layer(PLANES, c[0], 2), layer(c[0], c[1], 2), layer(c[1], c[2], 1), layer(c[2], c[3], 2),
            layer(c[3], c[4], 1), layer(c[4], c[5], 2))
        self.embed = nn.Sequential(nn.Flatten(), nn.Linear(c[5] * 5 * 4, 64), nn.ReLU())
        self.drop = nn.Dropout(0.05)
        self.head = nn.Linear(64, 23)

    def forward(self, x):
        feature = self.embed(self.body(x))
        return torch.cat([self.head(self.drop(feature)), feature], 1)


def shards(folder):
    done = glob.glob(os.path.join(folder, "*.done"))
    return sorted((p[:-5] for p in done), key=lambda p: int(re.findall(r"\d+", os.path.basename(p))[0]))


def load(prefix):
    crops = np.fromfile(prefix + ".crops", np.uint8).reshape(-1, PLANES, HEIGHT, WIDTH)
    labels = np.fromfile(prefix + ".labels", np.float32).reshape(-1, 16)[: len(crops)]
    return crops[: len(labels)], labels


def as_input(crops):
    x = torch.from_numpy(crops).float().div_(255.0)
    x[:, 3] = x[:, 3] * 1.4 - 0.4
    return x


def augment(x, y, rng):
    n = len(x)
    flip = torch.rand(n) < 0.5
    x[flip] = x[flip].flip(3)
    y[flip, 9] *= -1.0
    rgb = x[:, :3]
    gain = torch.exp(torch.randn(n, 1, 1, 1) * 0.13) * torch.exp(torch.randn(n, 3, 1, 1) * 0.05)
    shift = torch.randn(n, 3, 1, 1) * 0.02
    rgb = rgb * gain + shift
    grey = rgb.mean(1, keepdim=True)
    rgb = grey + (rgb - grey) * torch.exp(torch.randn(n, 1, 1, 1) * 0.25)
    k = n // 4  # a quarter gets noise, another is blurred; the rows come in random order
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


def outputs(net, crops):
    net.eval()
    with torch.no_grad():
        return torch.cat([net(as_input(crops[k:k + 256])) for k in range(0, len(crops), 256)])


def measure(net, crops, labels):
    out, y = outputs(net, crops), torch.from_numpy(labels)
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
        self.net, self.scale = net, torch.cat([torch.full((13,), 1.0 / temperature), torch.ones(10 + 64)])

    def forward(self, x):
        return self.net(x) * self.scale


def export(net, temperature, path):
    net.eval()
    torch.onnx.export(Exported(net, temperature), torch.zeros(1, PLANES, HEIGHT, WIDTH), path, opset_version=11,
                      input_names=["crops"], output_names=["read"], dynamic_axes={"crops": {0: "n"}, "read": {0: "n"}})


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=30.0)
    ask.add_argument("--start")
    ask.add_argument("--width", type=float, default=1.0)
    ask.add_argument("--rate", type=float, default=2e-3)
    a = ask.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.RandomState(1)
    net = SquareNet(a.width).to(memory_format=torch.channels_last)
    held_size = 3000
    print("parameters", sum(p.numel() for p in net.parameters()))
    if a.start:
        net.load_state_dict(torch.load(a.start))
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=1e-3)
    begin, seen, epoch = time.time(), 0, 0
    held = load(shards(a.data)[0])
    held = held[0][:held_size], held[1][:held_size]
    share = 0.0
    while share < 1.0:
        order = shards(a.data)[1:]
        rng.shuffle(order)
        for group in [order[k:k + 4] for k in range(0, len(order), 4)]:
            parts = [load(p) for p in group]
            crops, labels = np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])
            # Empty squares are easy: three quarters of what is learnt from are pieces, dice and rings.
            rare = (labels[:, 0] > 0) | (labels[:, 7] > 0) | (labels[:, 8] > 0)
            plain = rng.permutation(np.flatnonzero(~rare))
            index = rng.permutation(np.concatenate([np.flatnonzero(rare), plain[: int(rare.sum()) // 3]]))
            net.train()
            total = 0.0
            for k in range(0, len(index) - 127, 128):
                share = (time.time() - begin) / 60.0 / a.minutes
                if share >= 1.0:
                    break
                for g in best.param_groups:
                    g["lr"] = a.rate * min(1.0, seen / 8000 + 0.05) * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * share)))
                pick = index[k:k + 128]
                x, y = augment(as_input(crops[pick]), torch.from_numpy(labels[pick]).clone(), rng)
                with torch.cpu.amp.autocast(dtype=torch.bfloat16):
                    out = net(x.to(memory_format=torch.channels_last))
                loss = losses(out.float(), y)
                best.zero_grad()
                loss.backward()
                best.step()
                seen += 128
                total += loss.item()
            print(f"{(time.time() - begin) / 60:.1f} min, {seen} crops, loss {total / max(1, k // 128):.4f}", flush=True)
            if share >= 1.0:
                break
        epoch += 1
        measure(net, *held)
        torch.save(net.state_dict(), os.path.splitext(a.out)[0] + ".pt")
        export(net, 1.0, a.out)
    logits, kind = measure(net, *held)
    temperature = calibrate(logits, kind)
    export(net, temperature, a.out)


if __name__ == "__main__":
    main()
