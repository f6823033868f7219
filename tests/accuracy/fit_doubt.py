#!/usr/bin/python3
"""How much the covariance of a fitted pyramid must grow where its outline is met badly, from `accuracy_poses --lines`.

usage: fit_doubt.py lines.txt      (needs numpy)
Lines: picture, squared Mahalanobis distance of the place and of the pose, met share, agreement. The 95.5 % quantile of the
log distance is fitted as a + b (agreement - 0.5) + c max(0, 0.9 - met) by its own loss and printed with a check on pictures
left out by sixths. On lines made by a program that has such weights already they come out as corrections, near 0.
"""
import argparse
import numpy as np

SHARE = 0.955
LIMIT = 7.815  # chi square, 3 degrees of freedom, 95 %


def fit(x, y, rounds=6000):
    spread = np.append(1.0, x[:, 1:].std(0) + 1e-9)
    z = x / spread
    w = np.zeros(x.shape[1])
    w[0] = np.quantile(y, SHARE)
    for t in range(rounds):  # descent on the smoothed loss of the quantile
        below = 1 / (1 + np.exp(np.clip((y - z @ w) / 0.15, -50, 50)))
        w += 2.0 / (1 + t / 800) * (z * (SHARE - below)[:, None]).mean(0)
    return w / spread


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("lines", type=argparse.FileType(), help="what the command above printed")
    rows = [line.split() for line in asked.parse_args().lines]
    names = np.array([r[0] for r in rows])
    place, pose, met, agreement = np.array([[float(v) for v in r[1:]] for r in rows]).T
    y = np.log(np.maximum(pose, 1e-6) / LIMIT)
    x = np.column_stack([np.ones(len(y)), agreement - 0.5, np.maximum(0, 0.9 - met)])
    doubt = np.zeros(len(y))
    pictures = sorted(set(names))
    for fold in range(6):
        out = np.isin(names, pictures[fold::6])
        doubt[out] = x[out] @ fit(x[~out], y[~out])
    for what, scale in (("as it is", np.ones(len(y))), ("left out", np.exp(doubt))):
        print(f"{what}: n {len(y)}, in 95 % ellipse {np.mean(place / scale < 5.991):.3f}, with heading "
              f"{np.mean(pose / scale < LIMIT):.3f}, beyond 5 sigma {int(np.sum(place / scale > 25))} "
              f"and {int(np.sum(pose / scale > 25))}; met below 0.8: {np.mean((pose / scale < LIMIT)[met < 0.8]):.3f}")
    print(", ".join(f"{v:.2f}" for v in fit(x, y)))


main()
