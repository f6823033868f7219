#!/usr/bin/python3
"""Normal laws of the pyramids' colours from the lines of accuracy_colours, with a check on pictures left out.

usage: fit_colours.py colours.txt      (needs numpy)
Lines: picture, colour, blue, green, red (linear light relative to white paper). Prints, for vision/pyramid_colour.cpp,
the mean of the logarithms, the six numbers of the inverse covariance and the logarithm of its determinant; and how often
colours are right that are told with so much probability, when the laws' costs are divided by WIDENED.
"""
import sys
import numpy as np

NAMES = ["red", "yellow", "green", "blue", "cyan", "purple", "pink", "orange", "clear", "white", "black"]

WIDENED = 1.5  # pyramid_colour.cpp has it too
BOUNDS = [0.0, 0.5, 0.8, 0.95, 0.99, 0.999, 1.0]


def feature(v):
    return np.log(np.array(v) + 0.01)


def fit(rows):
    mean = {c: np.mean([f for _, k, f in rows if k == c], 0) for c in NAMES if any(k == c for _, k, _ in rows)}
    own = {c: np.mean([np.outer(f - mean[c], f - mean[c]) for _, k, f in rows if k == c], 0) for c in mean}
    pooled = np.mean([np.outer(f - mean[k], f - mean[k]) for _, k, f in rows], 0)
    return {c: (mean[c], 0.5 * pooled + 0.5 * own[c] + 0.01 * np.eye(3)) for c in mean}


def told(laws, f, among):
    """The likeliest colour and its probability."""
    names = [c for c in laws if c in among]
    costs = np.array([(f - laws[c][0]) @ np.linalg.solve(laws[c][1], f - laws[c][0]) + np.log(np.linalg.det(laws[c][1])) for c in names])
    p = np.exp(-0.5 * (costs - costs.min()) / WIDENED)
    return names[costs.argmin()], 1.0 / p.sum()


def reliability(what, answers):
    p, right = np.array([a for a, _ in answers]), np.array([b for _, b in answers])
    bins = np.digitize(p, BOUNDS[1:-1])
    print(f"{what}, told with: right  " + "  ".join(f"{BOUNDS[k]:g}+: {right[bins == k].sum()}/{(bins == k).sum()}" for k in range(len(BOUNDS) - 1)))


def main():
    rows = [(p, c, feature([float(b), float(g), float(r)])) for p, c, b, g, r in (line.split() for line in open(sys.argv[1]))]
    pictures = sorted(set(p for p, _, _ in rows))
    among = {p: set(c for q, c, _ in rows if q == p) for p in pictures}
    free, named = [], []
    for fold in (0, 1):
        laws = fit([r for r in rows if pictures.index(r[0]) % 2 != fold])
        for p, c, f in rows:
            if pictures.index(p) % 2 == fold:
                for answers, colours in ((free, set(NAMES)), (named, among[p])):
                    colour, p_told = told(laws, f, colours)
                    answers.append((p_told, colour == c))
    print(f"left out: {np.mean([b for _, b in free]):.4f} right of {len(rows)}; {np.mean([b for _, b in named]):.4f} when the table file names the colours")
    reliability("no colour named", free)
    reliability("colours named", named)
    for c, (mean, spread) in fit(rows).items():
        inverse = np.linalg.inv(spread)
        numbers = ", ".join(f"{v:.2f}" for v in (inverse[0, 0], inverse[0, 1], inverse[0, 2], inverse[1, 1], inverse[1, 2], inverse[2, 2]))
        print(f"{{Colour::{c}, {{{', '.join(f'{v:.2f}' for v in mean)}}}, {{{numbers}}}, {np.log(np.linalg.det(spread)):.2f}}},")


main()
