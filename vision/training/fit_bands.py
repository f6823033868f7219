#!/usr/bin/python3
"""Learns models/detectors/bands.json, by which vision/band_reader tells rubber bands, from the traits that measure_bands wrote.

    measure_bands MODELS/squares.onnx 1.traits SHARD && fit_bands.py MODELS/bands.json 1.traits 2.traits...
    measure_bands --twice MODELS/squares.onnx 1.changes SHARD && fit_bands.py --change MODELS/bands.json 1.changes...

With --change it learns which bands were put on since men were seen before; either leaves the other networks of the file as they are.
One network gives each ring of a man log odds that it is a low band, one at the neck, one around a crown; another one gives the
man's own. Which ring is the band is not told: what the man wears is learnt, as band_reader reckons it from these odds. Learns on one
half of the pictures, tells the others and in turn; prints of what is so left out how many bands are claimed and how many that are
not there, over several limits, then learns on all of them. Some minutes of a core for 1750 scenes.
"""
import argparse
import json
import os

import numpy as np
import torch
from torch.nn import functional

from train_squares import a_file

NAMES = ("low", "neck", "crown")
RINGS, HEAD = 6, 6
TRAITS, CHANGE_TRAITS = (58, 17), (56, 25)  # of a ring and of a man
RING_UNITS, MAN_UNITS, ROUNDS, BATCH, RATE, PULL = 48, 12, 40, 256, 3e-3, 0.2
NOISE, LEFT_OUT = 0.2, 0.05  # of the traits while learning: standard deviations, share
NEVER = -30.0  # log odds
LIMITS = (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98)


class Men:
    def __init__(self, paths, traits):
        ring, man = traits
        rows, first = [], 0
        for path in paths:
            some = np.fromfile(path, np.float32).reshape(-1, HEAD + man + ring * RINGS)
            some[:, 0] += first
            first = some[:, 0].max() + 1
            rows.append(some)
        rows = torch.from_numpy(np.concatenate(rows))
        self.picture = rows[:, 0].int()
        self.bands = rows[:, 2:5]
        self.counts = (self.bands != 0.5).float()
        self.counts[:, 2] *= rows[:, 1]  # crown bands are kings' alone
        self.there = torch.arange(RINGS)[None, :] < rows[:, 5:6]
        self.man = rows[:, HEAD:HEAD + man]
        self.rings = rows[:, HEAD + man:].reshape(-1, RINGS, ring)


class Layers(torch.nn.Module):
    """Layers of vision/band_reader: traits made even, rectifiers, log odds."""

    def __init__(self, traits, units, start):
        super().__init__()
        self.mean, self.scale = traits.mean(0), traits.std(0).clamp(min=0.05)
        self.hidden, self.out = torch.nn.Linear(traits.shape[1], units), torch.nn.Linear(units, len(start))
        with torch.no_grad():
            self.out.bias.copy_(torch.tensor(start))

    def forward(self, traits):
        seen = ((traits - self.mean) / self.scale).clamp(-5, 5)
        if self.training:
            seen = (seen + NOISE * torch.randn_like(seen)) * (torch.rand(seen.shape[0], *[1] * (seen.dim() - 2), seen.shape[-1]) > LEFT_OUT)
        return self.out(functional.relu(self.hidden(seen)))

    def numbers(self):
        def rows(layer):
            return [[float(f"{v:.4g}") for v in (*w, b)] for w, b in zip(layer.weight.tolist(), layer.bias.tolist())]
        return {"mean": [[float(f"{v:.4g}")] for v in self.mean.tolist()], "scale": [[float(f"{v:.4g}")] for v in self.scale.tolist()],
                "hidden": rows(self.hidden), "out": rows(self.out)}


class Bands(torch.nn.Module):
    def __init__(self, men, rows):
        super().__init__()
        self.ring = Layers(men.rings[rows][men.there[rows]], RING_UNITS, [-3.0] * 3)
        self.man = Layers(men.man[rows], MAN_UNITS, [-2.0, -2.0, -2.0, 0.0])

    def forward(self, man, rings, there):
        """Logarithms of the chances of no band, low, neck, both; log odds of a crown's."""
        ring = torch.where(there[..., None], self.ring(rings), torch.tensor(NEVER))
        own = self.man(man)
        none = torch.zeros(len(man), 1)

        def any_of(*odds):
            return torch.logsumexp(torch.cat([none, *odds], 1), 1)
        low, neck, crown = ring.unbind(-1)
        two = (low[:, :, None] + neck[:, None, :]).masked_fill(torch.eye(RINGS, dtype=torch.bool)[None], 2 * NEVER).flatten(1)
        states = torch.stack([none[:, 0], own[:, 0] + any_of(low), own[:, 1] + any_of(neck), own[:, 0] + own[:, 1] + own[:, 3] + any_of(low, neck, two)], 1)
        return torch.log_softmax(states, 1), own[:, 2] + any_of(crown)


def learn(men, rows, seed=1):
    torch.manual_seed(seed)
    net = Bands(men, rows)
    steps = ROUNDS * (len(rows) // BATCH)
    way = torch.optim.AdamW(net.parameters(), RATE, weight_decay=PULL)
    plan = torch.optim.lr_scheduler.OneCycleLR(way, RATE, total_steps=steps, pct_start=0.1)
    for _ in range(steps):
        some = rows[torch.randint(len(rows), (BATCH,))]
        states, crown = net(men.man[some], men.rings[some], men.there[some])
        low, neck, on_crown = men.bands[some].unbind(1)
        may_be = torch.stack([(low != 1) & (neck != 1), (low != 0) & (neck != 1), (low != 1) & (neck != 0), (low != 0) & (neck != 0)], 1)
        kings = men.counts[some, 2]
        loss = -torch.logsumexp(states.masked_fill(~may_be, NEVER), 1).sum() + (kings * functional.binary_cross_entropy_with_logits(crown, on_crown, reduction="none")).sum()
        way.zero_grad()
        (loss / BATCH).backward()
        way.step()
        plan.step()
    return net.eval()


def told(net, men, rows):
    with torch.no_grad():
        states, crown = net(men.man[rows], men.rings[rows], men.there[rows])
        p = states.exp()
        return torch.stack([p[:, 1] + p[:, 3], p[:, 2] + p[:, 3], torch.sigmoid(crown)], 1)


def report(p, men):
    for b, name in enumerate(NAMES):
        use = men.counts[:, b] > 0
        y, q = men.bands[use, b].numpy() == 1, p[use, b].numpy()
        loss = -np.log(np.clip(np.where(y, q, 1 - q), 1e-6, 1)).sum()
        print(f"{name}: {len(y)} men, {int(y.sum())} with a band, log loss {loss:.1f}")
        print("  " + "; ".join(f"over {limit}: {int((q[y] > limit).sum())}, {int((q[~y] > limit).sum())} wrongly" for limit in LIMITS), flush=True)


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("model")
    asked.add_argument("traits", nargs="+", type=a_file)
    asked.add_argument("--change", action="store_true", help="bands that were put on, of measure_bands --twice")
    asked.add_argument("--held", nargs="*", type=a_file, default=[], help="traits of other scenes of which it tells in the end what is claimed")
    asked = asked.parse_args()
    torch.set_num_threads(1)
    traits = CHANGE_TRAITS if asked.change else TRAITS
    men = Men(asked.traits, traits)
    half = (men.picture // 2 if asked.change else men.picture) % 2 == 0  # later looks have odd numbers
    p = torch.empty_like(men.bands)
    for part in (half, ~half):
        p[part] = told(learn(men, torch.nonzero(~part).ravel()), men, part)
    report(p, men)
    net = learn(men, torch.arange(len(men.bands)))
    pair = {"ring": net.ring.numbers(), "man": net.man.numbers()}
    networks = {"format": "linesman bands 2"}
    if os.path.exists(asked.model):
        with open(asked.model) as old:
            networks = json.load(old)
    networks.update({"change": pair} if asked.change else pair)
    with open(asked.model, "w") as out:
        json.dump(networks, out, separators=(",", ":"))
        out.write("\n")
    if asked.held:
        others = Men(asked.held, traits)
        report(told(net, others, torch.arange(len(others.bands))), others)


if __name__ == "__main__":
    main()
