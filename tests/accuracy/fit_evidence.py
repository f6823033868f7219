#!/usr/bin/python3
"""Weights of the pyramids' log odds from the lines of accuracy_evidence, with a check on pictures left out.

usage: fit_evidence.py evidence.txt      (needs numpy)
Lines: picture, label (1 true, 0 not), solid, values. Pictures of one sequence count as one.
"""
import argparse
import numpy as np


def fit(x, y, share, ridge=1e-3, rounds=40):
    """Logistic regression by Newton's method on standardised columns; `share`: what each line counts. The last weight is
    the constant."""
    mean, spread = x.mean(0), x.std(0) + 1e-6
    a = np.column_stack([(x - mean) / spread, np.ones(len(x))])
    w = np.zeros(a.shape[1])
    w[-1] = np.log((np.average(y, weights=share) + 1e-6) / (1 - np.average(y, weights=share)))
    penalty = np.full(len(w), ridge * share.sum())
    penalty[-1] = 0

    def loss(v):
        z = a @ v
        return np.sum(share * (np.logaddexp(0, z) - y * z)) + 0.5 * np.sum(penalty * v * v)

    for _ in range(rounds):
        p = 1 / (1 + np.exp(-a @ w))
        g = a.T @ (share * (p - y)) + penalty * w
        h = (a * (share * p * (1 - p))[:, None]).T @ a + np.diag(penalty + 1e-9)
        step = np.linalg.solve(h, g)
        t = 1.0
        while loss(w - t * step) > loss(w) and t > 1e-4:
            t /= 2
        w = w - t * step
    out = w[:-1] / spread
    return np.append(out, w[-1] - out @ mean)


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("lines", type=argparse.FileType(), help="what the command above printed")
    rows = [line.split() for line in asked.parse_args().lines]
    names = np.array([r[0] if r[0].startswith("pyr") else r[0].split("_")[0] for r in rows])
    y = np.array([float(r[1]) for r in rows])
    x = np.array([[float(v) for v in r[3:]] for r in rows])
    # A sequence shows one table many times: it counts as two pictures.
    frames = {n: len({r[0] for r, m in zip(rows, names) if m == n}) for n in set(names)}
    share = np.array([1.0 if n.startswith("pyr") else 2.0 / frames[n] for n in names])
    one = np.ones(len(y))
    odds = np.zeros(len(y))
    pictures = sorted(set(names))
    for fold in range(6):
        out = np.isin(names, pictures[fold::6])
        odds[out] = np.column_stack([x[out], one[out]]) @ fit(x[~out], y[~out], share[~out])
    print(f"left out, log loss {np.sum(share * (np.logaddexp(0, odds) - y * odds)):.1f}")
    for limit in (-3, -2, -1.5, -1, 0, 1):
        said = odds > limit
        print(f"left out, above {limit:+}: {int((said * y).sum())} of {int(y.sum())} true, {int((said * (1 - y)).sum())} wrong")
    print(", ".join(f"{v:.2f}" for v in fit(x, y, share)))


main()
