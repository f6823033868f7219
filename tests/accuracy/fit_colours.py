#!/usr/bin/python3
"""Normal laws of the pyramids' colours from the lines of accuracy_colours, with a check on pictures left out.

usage: fit_colours.py colours.txt      (needs numpy)
Lines: picture, colour, blue, green, red (linear light relative to white paper), log odds that the plastic is opaque. A
piece's logarithms are its colour's mean, a shift and a contrast that all pieces of its picture share (contrast moves
each channel by how far the mean is from GREY), an offset that those of its colour share there and what is its own.
Prints, for vision/colour_laws.cpp, each colour's mean and the six numbers of the covariances of its pieces' own and of
its offset, then the ten of the covariance of shift and contrast; and, of pictures that were left out, one by one and by
halves, how often colours are right, how often one that is not named beside others that are is told from them, and how
many of those are right that are told with so much probability, when the laws' costs are divided by WIDENED.
"""
import argparse
import numpy as np

NAMES = ["red", "yellow", "green", "blue", "cyan", "purple", "pink", "orange", "clear", "white", "black"]

UNEXPECTED, WIDENED = 13.0, 1.3  # pyramid_colour.cpp has them too
ROUNDS_TOLD, DEGREES, BEFORE, DARK, GREY = 5, 4.0, 0.3, 0.003, -2.5  # colour_laws.cpp has these
OPAQUE = ("white", "black")
BOUNDS = [0.0, 0.5, 0.8, 0.95, 0.99, 0.999, 1.0]


def feature(v):
    return np.log(np.array(v) + DARK)


def outer(v):
    return np.einsum("ni,nj->nij", v, v)


def shared(mean):
    """How what pieces of a picture share, its shift (three) and its contrast, moves those of a colour with such a mean."""
    return np.column_stack([np.eye(3), mean - GREY])


def fit(pictures, colours, seen, rounds=40):
    """Means of the colours, covariances of what is a piece's own and of a colour's offset in a picture, {colour: ...},
    and that of what a picture's pieces share: expectation and maximisation in turns."""
    names = [c for c in NAMES if (colours == c).sum() > 2]
    mean = {c: seen[colours == c].mean(0) for c in names}
    own, offset, between = {c: 0.15 * np.eye(3) for c in names}, {c: 0.1 * np.eye(3) for c in names}, 0.05 * np.eye(4)
    for _ in range(rounds):
        shared_2, offset_2, own_2 = [], {c: [] for c in names}, {c: [] for c in names}
        means = {c: [] for c in names}
        for p in sorted(set(pictures)):
            here = [c for c in names if ((pictures == p) & (colours == c)).any()]
            size = 4 + 3 * len(here)  # what is shared, then each colour's offset
            precision, weighted = np.zeros((size, size)), np.zeros(size)
            precision[:4, :4] = np.linalg.inv(between)
            moves = {}  # of each colour by all these
            for k, c in enumerate(here):
                i = slice(4 + 3 * k, 7 + 3 * k)
                of_c = seen[(pictures == p) & (colours == c)]
                moves[c] = np.zeros((3, size))
                moves[c][:, :4], moves[c][:, i] = shared(mean[c]), np.eye(3)
                information = moves[c].T @ np.linalg.inv(own[c])
                precision += len(of_c) * information @ moves[c]
                precision[i, i] += np.linalg.inv(offset[c])
                weighted += information @ (of_c - mean[c]).sum(0)
            cov = np.linalg.inv(precision)
            found = cov @ weighted
            shared_2.append(np.outer(found[:4], found[:4]) + cov[:4, :4])
            for k, c in enumerate(here):
                i = slice(4 + 3 * k, 7 + 3 * k)
                of_c = seen[(pictures == p) & (colours == c)]
                offset_2[c].append(np.outer(found[i], found[i]) + cov[i, i])
                own_2[c] += list(outer(of_c - mean[c] - moves[c] @ found) + moves[c] @ cov @ moves[c].T)
                means[c].append((of_c - shared(mean[c]) @ found[:4]).mean(0))
        all_own, all_offset = np.mean(sum(own_2.values(), []), 0), np.mean(sum(offset_2.values(), []), 0)
        mean = {c: np.mean(means[c], 0) for c in names}
        own = {c: 0.5 * all_own + 0.5 * np.mean(own_2[c], 0) + 0.01 * np.eye(3) for c in names}
        offset = {c: 0.7 * all_offset + 0.3 * np.mean(offset_2[c], 0) + 0.01 * np.eye(3) for c in names}
        between = np.mean(shared_2, 0) + 1e-3 * np.eye(4)
    return mean, own, offset, between


def tell(laws, seen, opaque, among):
    """The likeliest colour of each piece of a picture and its probability, as colour_laws.cpp tells them. `opaque`: log odds
    that its plastic is. `among`: the colours that the table file names, None when it names none."""
    mean, own, offset, between = laws
    names = list(mean)
    own, offset = np.array([own[c] for c in names]), np.array([offset[c] for c in names])
    moves = np.array([shared(mean[c]) for c in names])
    off = seen[:, None] - np.array([mean[c] for c in names])
    against = np.array([0.0 if among is None or c in among else UNEXPECTED for c in names])
    lets_no_light = np.array([c in OPAQUE for c in names])
    against = against + 2.0 * np.log1p(np.exp(np.where(lets_no_light, -opaque[:, None], opaque[:, None])))
    likely = np.zeros((len(seen), len(names)))
    for _ in range(ROUNDS_TOLD):
        costs = np.empty_like(likely)
        for i in range(len(seen)):
            others = likely.copy()
            others[i] = 0.0
            count = others.sum(0)
            told = count > 1e-3
            middle = np.einsum("nk,nkj->kj", others, off) / np.maximum(count, 1e-9)[:, None]
            of_group = np.zeros_like(own)
            of_group[told] = np.linalg.inv(offset[told] + own[told] / count[told, None, None])
            information = np.einsum("kis,kij,kjt->kst", moves, of_group, moves)
            weighted = np.einsum("kis,kij,kj->ks", moves, of_group, middle)
            uncertain = np.linalg.inv(np.linalg.inv(between) + information.sum(0) - information)  # by all colours but this
            shift = np.einsum("kis,kst,kt->ki", moves, uncertain, weighted.sum(0) - weighted)
            before = np.linalg.inv(np.einsum("kis,kst,kjt->kij", moves, uncertain, moves) + offset)
            by_own = np.linalg.inv(own) * count[:, None, None]
            after = np.linalg.inv(before + by_own)
            expected = np.einsum("kij,kj->ki", after, np.einsum("kij,kj->ki", before, shift) + np.einsum("kij,kj->ki", by_own, middle))
            rest, wide = off[i] - expected, after + own
            squared = np.einsum("ki,kij,kj->k", rest, np.linalg.inv(wide), rest)
            costs[i] = (DEGREES + 3.0) * np.log1p(squared / DEGREES) + np.log(np.linalg.det(wide)) + against[i]
            if among is None:
                costs[i] -= 2.0 * np.log1p(count / BEFORE)
        likely = np.exp(-0.5 * (costs - costs.min(1, keepdims=True)))
        likely /= likely.sum(1, keepdims=True)
    p = np.exp(-0.5 * (costs - costs.min(1, keepdims=True)) / WIDENED)
    return [(names[k], 1.0 / q) for k, q in zip(costs.argmin(1), p.sum(1))]


def reliability(what, answers):
    p, right = np.array([a for a, _ in answers]), np.array([b for _, b in answers])
    bins = np.digitize(p, BOUNDS[1:-1])
    print(f"{what}, told with: right  " + "  ".join(f"{BOUNDS[k]:g}+: {right[bins == k].sum()}/{(bins == k).sum()}" for k in range(len(BOUNDS) - 1)))


def left_out(pictures, colours, seen, opaque, parts):
    names = sorted(set(pictures))
    free, named, strange, beside = [], [], [], []
    for part in range(parts):
        out = names[part::parts]
        rest = ~np.isin(pictures, out)
        laws = fit(pictures[rest], colours[rest], seen[rest])
        for p in out:
            truth, here = colours[pictures == p], (seen[pictures == p], opaque[pictures == p])
            for answers, among in ((free, None), (named, set(truth))):
                answers += [(told_p, told == c) for (told, told_p), c in zip(tell(laws, *here, among), truth)]
            for unnamed in set(truth):
                others = set(truth) - {unnamed}
                if others:
                    told = [c for c, _ in tell(laws, *here, others)]
                    strange += [t not in others for t, c in zip(told, truth) if c == unnamed]
                    beside += [t == c for t, c in zip(told, truth) if c != unnamed]
    print(f"left out in {parts} parts: {np.mean([b for _, b in free]):.4f} right of {len(seen)}; {np.mean([b for _, b in named]):.4f} when the table file names the colours")
    print(f"  all colours named but one: {np.mean(strange):.4f} of that one told as of no named colour, {np.mean(beside):.4f} of the others right")
    reliability("  no colour named", free)
    reliability("  colours named", named)


def upper(m):
    return ", ".join(f"{v:.3f}" for v in m[np.triu_indices(len(m))])


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("lines", type=argparse.FileType(), help="what the command above printed")
    rows = [line.split() for line in asked.parse_args().lines]
    pictures, colours = np.array([r[0] for r in rows]), np.array([r[1] for r in rows])
    seen, opaque = feature([[float(v) for v in r[2:5]] for r in rows]), np.array([float(r[5]) for r in rows])
    for parts in (len(set(pictures)), 2):
        left_out(pictures, colours, seen, opaque, parts)
    mean, own, offset, between = fit(pictures, colours, seen)
    for c in mean:
        print(f"    {{{{{', '.join(f'{v:.2f}' for v in mean[c])}}}, {{{upper(own[c])}}}, {{{upper(offset[c])}}}}}, // {c}")
    print(f"{{{upper(between)}}} // shared_by_a_picture")


main()
