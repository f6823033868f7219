#!/usr/bin/python3
"""Normal laws of the pyramids' colours from the lines of accuracy_colours, with a check on pictures left out.

usage: fit_colours.py colours.txt      (needs numpy)
Lines: picture, colour, blue, green, red (linear light relative to white paper). Prints, for vision/pyramid_colour.cpp,
the mean of the logarithms, the six numbers of the inverse covariance and the logarithm of its determinant.
"""
import sys
import numpy as np

NAMES = ["red", "yellow", "green", "blue", "cyan", "purple", "pink", "orange", "clear", "white", "black"]


def feature(v):
    return np.log(np.array(v) + 0.01)


def fit(rows):
    mean = {c: np.mean([f for _, k, f in rows if k == c], 0) for c in NAMES if any(k == c for _, k, _ in rows)}
    own = {c: np.mean([np.outer(f - mean[c], f - mean[c]) for _, k, f in rows if k == c], 0) for c in mean}
    pooled = np.mean([np.outer(f - mean[k], f - mean[k]) for _, k, f in rows], 0)
    return {c: (mean[c], 0.5 * pooled + 0.5 * own[c] + 0.01 * np.eye(3)) for c in mean}


def nearest(laws, f, among):
    def cost(c):
        mean, spread = laws[c]
        return (f - mean) @ np.linalg.solve(spread, f - mean) + np.log(np.linalg.det(spread))
    return min((c for c in laws if c in among), key=cost)


def main():
    rows = [(p, c, feature([float(b), float(g), float(r)])) for p, c, b, g, r in (line.split() for line in open(sys.argv[1]))]
    pictures = sorted(set(p for p, _, _ in rows))
    among = {p: set(c for q, c, _ in rows if q == p) for p in pictures}
    free = told = 0
    for fold in (0, 1):
        laws = fit([r for r in rows if pictures.index(r[0]) % 2 != fold])
        for p, c, f in rows:
            if pictures.index(p) % 2 == fold:
                free += nearest(laws, f, set(NAMES)) == c
                told += nearest(laws, f, among[p]) == c
    print(f"left out: {free / len(rows):.4f} right of {len(rows)}; {told / len(rows):.4f} when the table file names the colours")
    for c, (mean, spread) in fit(rows).items():
        inverse = np.linalg.inv(spread)
        numbers = ", ".join(f"{v:.2f}" for v in (inverse[0, 0], inverse[0, 1], inverse[0, 2], inverse[1, 1], inverse[1, 2], inverse[2, 2]))
        print(f"{{Colour::{c}, {{{', '.join(f'{v:.2f}' for v in mean)}}}, {{{numbers}}}, {np.log(np.linalg.det(spread)):.2f}}},")


main()
