#!/usr/bin/python3
"""Weights of vision/band_reader: logistic regressions of the traits that measure_bands wrote.

    measure_bands MODELS/squares.onnx BANDS.csv SHARD... && fit_bands.py BANDS.csv

Fits on one half of the pictures and on the other in turn; prints what is claimed and what is claimed wrongly at several
limits, left out, and the weights of all.
"""
import sys

import numpy as np

NAMES = ("low", "high", "crown")


def fit(x, y, pull=3.0):
    """Newton's method; the constant (last column) is not pulled to 0."""
    w = np.zeros(x.shape[1])
    keep = np.diag([pull] * (x.shape[1] - 1) + [1e-6])
    for _ in range(40):
        p = 1.0 / (1.0 + np.exp(-np.clip(x @ w, -30, 30)))
        w -= np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + keep, x.T @ (p - y) + keep @ w)
    return w


def main():
    rows = np.loadtxt(sys.argv[1], delimiter=",")
    for b, name in enumerate(NAMES):
        y = rows[:, 9 * b + 8]
        use = (y != 0.5) & ((rows[:, 27] == 1) | (name != "crown"))
        x = np.concatenate([rows[use, 9 * b:9 * b + 8], np.ones((use.sum(), 1))], 1)
        y = y[use]
        half = np.arange(len(y)) < len(y) // 2
        odds = np.empty(len(y))
        for part in (half, ~half):
            odds[part] = x[part] @ fit(x[~part], y[~part])
        print(f"{name}: {len(y)} men, {int(y.sum())} with a band")
        for limit in (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0):
            print(f"  over {limit}: {int((odds[y == 1] > limit).sum())} found, {int((odds[y == 0] > limit).sum())} wrongly;"
                  f" by the network alone {int((x[y == 1, 3] > limit).sum())}, {int((x[y == 0, 3] > limit).sum())}")
        print("    {" + ", ".join(f"{v:.3f}" for v in fit(x, y)) + "},")


if __name__ == "__main__":
    main()
