#!/usr/bin/python3
"""Teaches the network that looks at pyramids what is none, and that what it says of all else stays: goes on from a pyramids.onnx.

    render_boards CROPS 300 881001 --pictures BOARDS; write_pyramids BOARDS.windows BOARDS/*.json
    refuse_pyramids.py SHIPS.windows OUT_FOLDER --none BOARDS.windows --start models/detectors/pyramids.onnx [--test OTHER.windows]

Needs Debian's python3-torch, python3-onnx, python3-opencv, python3-numpy. On windows of --none, of which most are those that the network began by
taking for likelier, it learns that nothing is there; on the others, disturbed as train_pyramids.py does it, to say what it said before. Every tenth
picture is held out and measured on. Longer, more is refused, and pyramids are lost: every four minutes OUT_FOLDER holds what it has come to.
"""
import argparse
import copy
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from train_pyramids import Look, PLANES, SIDE, Windows, apart, disturb, lay_in, measure, prints_of
from train_squares import a_file, falling, learn, load_weights, settle, write

ENOUGH = 1.0     # log odds against it, from which on a window of --none teaches little more
LIKELY = -3.0    # log odds above which a window of --none is one to learn from; of the others a tenth
DOUBTFUL = 3.0   # log odds up to which what is said of a window must stay five times as well


def said_of(net, data, rows):
    with torch.no_grad():
        return torch.cat([net(data.part(part)[0].contiguous(memory_format=torch.channels_last)) for part in rows.split(500)])


def kept(said, before):
    """How far answers are from those of before: log odds, most where they are doubtful, and places and the logarithms of their deviations."""
    bound = lambda z: 6.0 * torch.tanh(z / 6.0)
    doubtful = 1.0 + 4.0 * (before[:, 0].abs() < DOUBTFUL)
    there = (doubtful * F.smooth_l1_loss(bound(said[:, 0]), bound(before[:, 0]), reduction="none")).mean()
    near = before[:, 0] > -1.0  # places are told where something is
    return there, F.smooth_l1_loss(said[near, 1:], before[near, 1:]) if near.any() else there * 0.0


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("data", nargs="+", type=a_file)
    ask.add_argument("out")
    ask.add_argument("--none", nargs="+", type=a_file, required=True)
    ask.add_argument("--start", type=a_file, required=True)
    ask.add_argument("--minutes", type=float, default=14.0)
    ask.add_argument("--rate", type=float, default=5e-4)
    ask.add_argument("--batch", type=int, default=96)
    ask.add_argument("--share", type=float, default=0.25, help="of a batch that are windows of --none")
    ask.add_argument("--threads", type=int, default=1)
    ask.add_argument("--test", nargs="+", help="other windows, only measured on")
    a = ask.parse_args()
    os.makedirs(a.out, exist_ok=True)
    settle(a.threads)
    rng, device = np.random.RandomState(3), torch.device("cpu")
    data, none = Windows(a.data, device), Windows(a.none, device)
    test = Windows(a.test, device) if a.test else None
    learnt, held = apart(data)
    none_learnt, none_held = apart(none)
    net = Look()
    load_weights(net, a.start, data.part(held[:512])[0])
    net = net.to(memory_format=torch.channels_last).eval()  # its normalisations stay, nothing is dropped
    before = copy.deepcopy(net)
    for weight in before.parameters():
        weight.requires_grad_(False)
    likely = said_of(before, none, none_learnt)[:, 0] > LIKELY
    ladder = torch.where(likely, 1.0, 0.1).double().cumsum(0)
    print(f"{len(learnt)} windows that stay; {len(none_learnt)} of nothing, {int(likely.sum())} of them likely", flush=True)
    prints = prints_of(rng, 300, device)
    best = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=1e-3)
    mean = torch.optim.swa_utils.AveragedModel(net, avg_fn=lambda old, new, _: old + 0.004 * (new - old))
    begin = told = time.time()
    steps, total, share = 0, np.zeros(3), 0.0
    n_none = int(a.share * a.batch)

    def tell():
        for name, d, rows in [("none, held out", none, none_held), ("stays, held out", data, held)] + ([("test", test, torch.arange(len(test.head)))] if test else []):
            was, now = said_of(before, d, rows)[:, 0], said_of(mean.module, d, rows)[:, 0]
            print(f"  {name}: {len(rows)}; above 0, 2, 4: {[int((was > e).sum()) for e in (0, 2, 4)]} to {[int((now > e).sum()) for e in (0, 2, 4)]}; "
                  f"moved by {float((now - was).abs().median()):.2f}, 95 % {float((now - was).abs().quantile(0.95)):.2f}")
            if "none" not in name:
                measure(mean.module, d, rows, name)
                mean.module.eval()

    while share < 1.0:
        share = (time.time() - begin) / 60.0 / a.minutes
        for g in best.param_groups:
            g["lr"] = a.rate * min(1.0, (1 + steps) / 100) * falling(share, 0.002)
        x, head = data.part(learnt[torch.randint(len(learnt), (a.batch - n_none,))])
        lay_in(x, head, prints)
        rows = torch.searchsorted(ladder, torch.rand(n_none, dtype=torch.float64) * ladder[-1]).clamp(max=len(none_learnt) - 1)
        other, other_head = none.part(none_learnt[rows])
        x, head = torch.cat([x, other]), torch.cat([head, other_head])
        disturb(x, head)
        x = x.contiguous(memory_format=torch.channels_last)
        said = net(x)
        with torch.no_grad():
            was = before(x[: a.batch - n_none])
        there, place = kept(said[: a.batch - n_none], was)
        refused = F.softplus(said[a.batch - n_none :, 0] + ENOUGH).mean()
        learn(best, 3.0 * there + place + refused, net, 3.0)
        mean.update_parameters(net)
        steps += 1
        if steps % 10 == 0:
            total = 0.9 * total + 0.1 * np.array([there.item(), place.item(), refused.item()])
        if time.time() - told > 240.0 or share >= 1.0:
            told = time.time()
            print(f"{(told - begin) / 60:.1f} min, {steps} batches, losses {total.round(3)}", flush=True)
            tell()
            torch.save(mean.module.state_dict(), os.path.join(a.out, "pyramids.pt"))
            write(copy.deepcopy(mean.module), a.out, "pyramids", (1, PLANES, SIDE, SIDE))


if __name__ == "__main__":
    main()
