#!/usr/bin/python3
"""Trains the die reader on the top-down crops written by render_boards and writes it as ONNX.

    train_dice.py DATA OUT.onnx --minutes 10

Outputs seven logits: no die, faces 1 to 6. The first shard is held out.
"""
import argparse
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from train_squares import shards


class DiceNet(nn.Module):
    def __init__(self):
        super().__init__()

        def layer(a, b, stride):
            return nn.Sequential(nn.Conv2d(a, b, 3, stride, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU())

        self.body = nn.Sequential(layer(3, 16, 1), layer(16, 24, 2), layer(24, 32, 1), layer(32, 48, 2), layer(48, 64, 2))
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(64 * 36, 7))

    def forward(self, x):
        return self.head(self.body(x))


class Exported(nn.Module):
    def __init__(self, net, temperature):
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, x):
        return self.net(x) / self.temperature


def load(prefix):
    faces = np.fromfile(prefix + ".faces", np.uint8)
    crops = np.fromfile(prefix + ".dice", np.uint8).reshape(-1, 48, 48, 3)[: len(faces)]
    return torch.from_numpy(crops.transpose(0, 3, 1, 2).copy()), torch.from_numpy(faces[: len(crops)].astype(np.int64))


def augment(x):
    n = len(x)
    x = torch.rot90(x, int(torch.randint(4, ())), (2, 3))
    if torch.rand(()) < 0.5:
        x = x.flip(3)
    x = x.float() / 255.0
    dx, dy = (int(v) for v in torch.randint(-4, 5, (2,)))
    x = F.pad(x, (4, 4, 4, 4), mode="replicate")[:, :, 4 + dy:52 + dy, 4 + dx:52 + dx]
    x = x[:, torch.randperm(3)] if torch.rand(()) < 0.3 else x
    if torch.rand(()) < 0.15:
        x = 1.0 - x
    x = (x - 0.5) * torch.exp(torch.randn(n, 1, 1, 1) * 0.2) + 0.5 + torch.randn(n, 3, 1, 1) * 0.06
    if torch.rand(()) < 0.25:
        x = F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode="replicate"), 3, 1)
    return (x + torch.randn_like(x) * 0.015).clamp(0, 1)


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data")
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=10.0)
    a = ask.parse_args()
    torch.manual_seed(2)
    torch.set_num_threads(1)
    names = shards(a.data)
    held_x, held_y = load(names[0])
    parts = [load(p) for p in names[1:]]
    x, y = torch.cat([p[0] for p in parts]), torch.cat([p[1] for p in parts])
    net = DiceNet()
    print("dice crops", len(x), "parameters", sum(p.numel() for p in net.parameters()), flush=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    begin, share, epoch = time.time(), 0.0, 0
    while share < 1.0:
        net.train()
        total = 0.0
        for pick in torch.randperm(len(x)).split(64):
            share = min(1.0, (time.time() - begin) / 60.0 / a.minutes)
            for g in optimiser.param_groups:
                g["lr"] = 2e-3 * (0.01 + 0.495 * (1 + np.cos(np.pi * share)))
            loss = F.cross_entropy(net(augment(x[pick])), y[pick], label_smoothing=0.02)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += loss.item() * len(pick)
        epoch += 1
        net.eval()
        with torch.no_grad():
            out = net(held_x.float() / 255.0)
        right = (out.argmax(1) == held_y).float()
        print(f"epoch {epoch} loss {total / len(x):.3f} held out n={len(held_y)} right {right.mean():.4f} on dice {right[held_y > 0].mean():.4f}", flush=True)
    best = min(np.arange(0.5, 3.0, 0.05), key=lambda t: F.cross_entropy(out / t, held_y).item())
    print(f"temperature {best:.2f}")
    torch.onnx.export(Exported(net, float(best)), torch.zeros(1, 3, 48, 48), a.out, opset_version=11, input_names=["crop"], output_names=["face"])


if __name__ == "__main__":
    main()
