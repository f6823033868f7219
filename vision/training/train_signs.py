#!/usr/bin/python3
"""Trains the small network that reads the coordinates printed along the sides of a board and writes it as signs.onnx.

    train_signs.py OUT_FOLDER --minutes 20 [--start OUT_FOLDER/signs.pt] [--fonts GLOB ...]

Needs Debian's python3-torch, python3-onnx, python3-numpy, python3-opencv, python3-pil and fonts (the more the better:
fonts-lato, fonts-liberation2, fonts-urw-base35, fonts-open-sans, fonts-roboto-unhinted, ...). Nothing is read but fonts:
the border of a board is drawn around their letters. One font in ten is held out; it is measured on these.
The network looks at a part of the border, SIZE x SIZE pixels for one square, turned so that the sign stands upright, and
tells 21 logits: none (nothing, or a sign that does not stand upright), a to j (small or capital), 1 to 9, and 10.
"""
import argparse
import glob
import multiprocessing
import os
import subprocess
import time

import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from PIL import Image, ImageDraw, ImageFont

from train_squares import falling, follow, learn, settle, write

SIZE = 40  # pixels, of one square's side
DEEP = 0.05  # squares, how much of the board's own squares is seen
FINE = 80  # pixels a square as it is drawn
SIGNS = [""] + list("abcdefghij") + [str(k) for k in range(1, 11)]
NONE = 0
OTHERS = list("klmnpqrstuvwxyzKLMNPQRSTUVWXYZ&?+*") + ["chess", "US", "club"]


def conv(a, b, stride=1):
    return nn.Sequential(nn.Conv2d(a, b, 3, stride, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class SignNet(nn.Module):
    """n x 1 x SIZE x SIZE numbers of mean 0 and deviation 1 to logits."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(conv(1, 16, 2), conv(16, 32), conv(32, 48, 2), conv(48, 64))
        self.fine = conv(64, 64)
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(128, 64), nn.ReLU(inplace=True), nn.Linear(64, len(SIGNS)))

    def forward(self, x):
        x = self.body(x)
        x = x + self.fine(x)
        return self.head(torch.cat([F.max_pool2d(x, SIZE // 4), F.avg_pool2d(x, SIZE // 4)], 1))


def font_files(patterns):
    if patterns:
        return sorted(sum((glob.glob(p) for p in patterns), []))
    told = subprocess.run(["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=True).stdout
    files = sorted({line.split(":")[0] for line in told.splitlines()})
    strange = ("symbol", "dingbat", "math", "standardsymbols", "d050000l", "emoji", "fallback", "oblique")
    return [f for f in files if f.endswith((".ttf", ".otf", ".t1")) and not any(s in f.lower() for s in strange)]


def drawn(font, text):
    """The sign's mask, cropped to what is inked."""
    box = font.getbbox(text)
    image = Image.new("L", (max(1, box[2] + 8), max(1, box[3] + 8)), 0)
    ImageDraw.Draw(image).text((4, 4), text, font=font, fill=255)
    mask = np.asarray(image)
    ys, xs = np.nonzero(mask > 40)
    return mask[ys.min():ys.max() + 1, xs.min():xs.max() + 1] if len(ys) > 20 else None


def alike(a, b):
    """Correlation of two masks brought to one size."""
    if max(a.shape[0] / b.shape[0], b.shape[0] / a.shape[0], a.shape[1] / b.shape[1], b.shape[1] / a.shape[1]) > 1.5:
        return 0.0
    a, b = (cv2.GaussianBlur(cv2.resize(m, (24, 24), interpolation=cv2.INTER_AREA), (0, 0), 1.2).astype(np.float32).ravel() for m in (a, b))
    return float(np.corrcoef(a, b)[0, 1]) if min(a.std(), b.std()) > 0 else 0.0


class Bank:
    """Masks of one font: per sign its forms, and for each of the three other turns whether it then looks like a sign."""

    def __init__(self, path):
        self.signs, self.others = [], []
        font = ImageFont.truetype(path, 64)
        for label, text in enumerate(SIGNS):
            for form in {text, text.upper()} - {""}:
                mask = drawn(font, form)
                if mask is not None:
                    self.signs.append([label, mask, [False] * 4])
        for text in OTHERS:
            mask = drawn(font, text)
            if mask is not None:
                self.others.append(mask)
        for sign in self.signs:
            for turn in (1, 2, 3):
                turned = np.ascontiguousarray(np.rot90(sign[1], turn))
                sign[2][turn] = any(alike(turned, other[1]) > 0.72 for other in self.signs)
        self.usable = len(self.signs) >= 28 and len({m.tobytes() for _, m, _ in self.signs}) >= 26


def banks(files):
    out = []
    for path in files:
        try:
            bank = Bank(path)
        except (OSError, ValueError):
            continue
        if bank.usable:
            out.append(bank)
    return out


def ground(rng, size, base):
    """A surface: plain, grained, speckled or blotched."""
    kind, image = rng.rand(), np.full((size, size), base, np.float32)
    if kind < 0.35:
        grain = cv2.resize(rng.randn(rng.randint(8, 60), rng.randint(1, 4)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
        image += (grain if rng.rand() < 0.5 else grain.T) * rng.uniform(2, 16)
    elif kind < 0.6:
        n = rng.randint(3, 40)
        image += cv2.resize(rng.randn(n, n).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC) * rng.uniform(2, 16)
    elif kind < 0.68:
        step = rng.randint(8, 60)
        ys, xs = np.mgrid[0:size, 0:size] + rng.randint(0, 50)
        image += (((ys // step) + (xs // step)) % 2) * rng.uniform(-60, 60)
    return image


def put(canvas, mask, at, height, turn, squeeze, lean, ink):
    """Inks the mask onto the canvas, its middle at `at`, so high in pixels."""
    scale = height / max(mask.shape[0], 0.6 * mask.shape[1])
    c, s = np.cos(turn), np.sin(turn)
    shape = np.array([[c, -s], [s, c]]) @ np.array([[scale * squeeze, lean * scale], [0.0, scale]])
    middle = 0.5 * np.array([mask.shape[1] - 1, mask.shape[0] - 1])
    to = np.hstack([shape, (np.array(at) - shape @ middle)[:, None]]).astype(np.float32)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.01, 0.35 / scale)) if scale < 0.8 else mask
    share = cv2.warpAffine(soft, to, canvas.shape[::-1], flags=cv2.INTER_LINEAR).astype(np.float32) / 255.0
    canvas += share * (ink - canvas)


def contrast(rng, base, least):
    while True:
        other = rng.uniform(0, 255)
        if abs(other - base) > least:
            return other


def border(bank, rng):
    """A part of a board's border as it is printed, FINE pixels a square with half a one around it, and what there is to
    be read in it: the sign's label, or NONE; -1 where no one could tell. The board lies above, signs stand upright."""
    size, half = 2 * FINE, FINE // 2
    frame = rng.uniform(10, 245)
    canvas = ground(rng, size, frame)
    top = half + DEEP * FINE  # where the board's squares end
    depth = rng.uniform(0.25, 1.3) * FINE
    if rng.rand() < 0.85:  # beyond the border there is the table
        end = int(top + depth)
        if end < size:
            canvas[end:] = ground(rng, size, rng.uniform(10, 245))[end:]
            if rng.rand() < 0.5:
                cv2.line(canvas, (0, end), (size, end), rng.uniform(0, 255), rng.randint(1, 8))
    else:
        depth = 1.2 * FINE
    dark, light = sorted(rng.uniform(10, 245, 2))
    off = rng.randn(2) * 0.025 * FINE
    edge = int(top + off[1])
    canvas[:edge] = ground(rng, size, dark)[:edge] if rng.rand() < 0.5 else ground(rng, size, light)[:edge]
    left, right = int(half + off[0]), int(half + FINE + off[0])
    beside = dark if rng.rand() < 0.5 else light
    canvas[:edge, :left] = beside
    canvas[:edge, right:] = beside
    for at in (rng.uniform(0.0, 0.12), rng.uniform(0.3, 0.9)):
        if rng.rand() < 0.4:
            y = int(edge + at * FINE)
            cv2.line(canvas, (0, y), (size, y), contrast(rng, frame, 30), rng.randint(1, 7))
    if rng.rand() < 0.15:
        ink, wide = contrast(rng, frame, 30), rng.randint(1, 6)
        for x in (left, right):
            cv2.line(canvas, (x, edge), (x, size), ink, wide)
    height = rng.uniform(0.1, 0.45) * FINE
    room = (edge + 0.02 * FINE + 0.55 * height, edge + min(0.93 * FINE, depth) - 0.5 * height)
    usual = edge + 0.5 * depth
    y = np.clip(usual + rng.randn() * 0.1 * FINE, room[0], max(room))
    x = half + (0.5 + rng.randn() * 0.06) * FINE + off[0]
    ink = contrast(rng, frame, rng.choice([25, 60]))
    if rng.rand() < 0.15:  # signs in discs, boxes or rings
        disc = contrast(rng, ink, 40)
        wide = -1 if rng.rand() < 0.6 else rng.randint(1, 6)
        r = int(height * rng.uniform(0.75, 1.1))
        if rng.rand() < 0.6:
            cv2.circle(canvas, (int(x), int(y)), r, disc, wide, cv2.LINE_AA)
        else:
            cv2.rectangle(canvas, (int(x) - r, int(y) - r), (int(x) + r, int(y) + r), disc, wide)
    label, draw = NONE, rng.rand()
    turn, small = 0, rng.randn() * 0.06
    if draw < 0.62:
        label, mask, looks = bank.signs[rng.randint(len(bank.signs))]
        if rng.rand() < 0.3:
            turn = rng.randint(1, 4)
            label = -1 if looks[turn] else NONE
    elif draw < 0.75:
        mask, turn = bank.others[rng.randint(len(bank.others))], rng.randint(4)
    else:
        mask = None
    if mask is not None:
        put(canvas, mask, (x, y), height, 0.5 * np.pi * turn + small, np.exp(rng.randn() * 0.15), rng.randn() * 0.08, ink)
    elif rng.rand() < 0.5:  # something else: blots, strokes
        for _ in range(rng.randint(1, 4)):
            a, b = rng.randint(half, size - half // 2, (2, 2))
            cv2.line(canvas, tuple(map(int, a)), tuple(map(int, b)), rng.uniform(0, 255), rng.randint(1, 14), cv2.LINE_AA)
    if rng.rand() < 0.12:  # a man stands in front
        a = (int(x + rng.randn() * 0.4 * FINE), int(y + rng.randn() * 0.4 * FINE))
        hide = np.zeros((size, size), np.uint8)
        cv2.ellipse(hide, a, (rng.randint(10, 50), rng.randint(10, 60)), rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA)
        at = (int(np.clip(y, 0, size - 1)), int(np.clip(x, 0, size - 1)))
        box = hide[max(0, at[0] - int(height / 2)):at[0] + int(height / 2), max(0, at[1] - int(height / 3)):at[1] + int(height / 3)]
        share = float(box.mean()) / 255.0 if box.size else 0.0
        if share > 0.15 and label > 0:
            label = NONE if share > 0.8 else -1
        canvas += hide.astype(np.float32) / 255.0 * (ground(rng, size, rng.uniform(0, 255)) - canvas)
    return canvas, label


def seen(canvas, rng):
    """As a camera sees it: smaller, foreshortened, blurred, noisy."""
    centre = np.array([FINE, FINE]) - 0.5
    along, across = rng.uniform(12, 60) * np.array([1.0, rng.choice([1.0, rng.uniform(0.35, 1.0)])])  # pixels a square
    if rng.rand() < 0.5:
        along, across = across, along
    ratio = np.array([along, across]) / FINE
    skew = rng.randn() * 0.08
    shape = np.diag(ratio) @ np.array([[1.0, skew], [0.0, 1.0]])
    w, h = int(np.ceil(1.5 * along)) + 4, int(np.ceil(1.5 * across)) + 4
    middle = 0.5 * np.array([w - 1, h - 1]) + rng.uniform(-0.5, 0.5, 2)
    to = np.hstack([shape, (middle - shape @ centre)[:, None]])
    soft = cv2.GaussianBlur(canvas, (0, 0), max(0.3, 0.4 / ratio.max()), sigmaY=max(0.3, 0.4 / ratio.min()))
    image = cv2.warpAffine(soft, to.astype(np.float32), (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if rng.rand() < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.0))
    gain = rng.uniform(0.4, 1.1)
    image = image * gain + rng.uniform(0, 255 * max(0.05, 1.0 - gain)) + rng.randn(h, w) * rng.choice([1.0, rng.uniform(1, 8)])
    image = image.clip(0, 255).astype(np.uint8)
    if rng.rand() < 0.5:
        image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(50, 95))])[1], 0)
    step = np.array([along, across]) / SIZE  # pixels of the picture in one of the network's
    back = np.hstack([np.diag(step), (middle - step * 0.5 * (SIZE - 1))[:, None]])
    return cv2.warpAffine(image, back.astype(np.float32), (SIZE, SIZE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)


def draw(bank, rng):
    """One part and its label: the sign stands upright, the board lies to any side."""
    turn = rng.randint(4)
    canvas, label = border(Turned(bank, turn), rng)
    return seen(np.ascontiguousarray(np.rot90(canvas, turn)), rng), label


class Turned:
    """A bank whose masks are turned back by quarters, for the whole to be turned forth."""

    def __init__(self, bank, turn):
        self.bank, self.turn = bank, turn

    @property
    def signs(self):
        return self

    @property
    def others(self):
        return self.bank.others

    def __len__(self):
        return len(self.bank.signs)

    def __getitem__(self, k):
        label, mask, looks = self.bank.signs[k]
        return label, np.ascontiguousarray(np.rot90(mask, -self.turn)), looks


def shifted(parts, rng):
    """Each moved by up to two pixels: what is learnt from again is not quite the same."""
    edged = np.pad(parts, ((0, 0), (2, 2), (2, 2)), mode="edge")
    at = rng.randint(0, 5, (len(parts), 2))
    return [one[y:y + SIZE, x:x + SIZE] for one, (y, x) in zip(edged, at)]


def as_input(parts):
    x = torch.from_numpy(np.stack(parts)[:, None].astype(np.float32))
    mean = x.mean((2, 3), keepdim=True)
    return (x - mean) / x.std((2, 3), keepdim=True).clamp(min=4.0)


def batches(queue, files, seed, size):
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    rng = np.random.RandomState(seed)
    all_banks = banks(files)
    while True:
        pairs = [draw(all_banks[rng.randint(len(all_banks))], rng) for _ in range(size)]
        queue.put((np.stack([p for p, _ in pairs]), np.array([l for _, l in pairs], np.int64)))


def measure(net, parts, labels):
    net.eval()
    with torch.no_grad():
        logits = torch.cat([net(as_input(parts[k:k + 256])) for k in range(0, len(parts), 256)])
    told, sure = logits.argmax(1).numpy(), torch.softmax(logits, 1)
    known = labels >= 0
    signs = known & (labels > 0)
    loss = F.cross_entropy(logits[torch.from_numpy(known)], torch.from_numpy(labels[known])).item()
    wrong = (sure[:, 1:].max(1).values.numpy() > 0.9) & known & (told != labels)
    print(f"n {known.sum()} loss {loss:.3f}; signs right {np.mean(told[signs] == labels[signs]):.3f} (n {signs.sum()}); "
          f"none right {np.mean(told[known & ~signs] == 0):.3f}; a sign surely told that is not there {wrong.sum()}", flush=True)
    for low, high in ((0.5, 0.8), (0.8, 0.95), (0.95, 0.99), (0.99, 1.01)):
        best = sure.max(1).values.numpy()
        some = known & (best >= low) & (best < high)
        print(f"  told with {low} to {high}: {np.mean(told[some] == labels[some]):.3f} right of {some.sum()}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--pool", type=int, default=300000, help="parts that are kept to learn from again")
    parser.add_argument("--makers", type=int, default=1, help="processes that draw")
    parser.add_argument("--start")
    parser.add_argument("--fonts", nargs="*")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    settle(1)
    files = font_files(options.fonts)
    held = files[::10]
    learnt = [f for f in files if f not in held]
    rng = np.random.RandomState(7)
    held_banks = banks(held)
    test = [draw(held_banks[rng.randint(len(held_banks))], rng) for _ in range(4000)]
    parts, labels = [p for p, _ in test], np.array([l for _, l in test])
    print(f"{len(learnt)} fonts, {len(held_banks)} held out", flush=True)
    queue = multiprocessing.Queue(16)
    makers = [multiprocessing.Process(target=batches, args=(queue, learnt, 100 + k, options.batch), daemon=True) for k in range(options.makers)]
    for maker in makers:
        maker.start()
    pool, known = np.empty((options.pool, SIZE, SIZE), np.uint8), np.empty(options.pool, np.int64)
    drawn = 0
    net, slow = SignNet(), SignNet()
    if options.start:
        net.load_state_dict(torch.load(options.start))
    slow.load_state_dict(net.state_dict())
    best = torch.optim.AdamW(net.parameters(), options.rate, weight_decay=1e-3)
    begun, told, steps = time.time(), 0.0, 0
    while (gone := (time.time() - begun) / (60 * options.minutes)) < 1.0:
        for group in best.param_groups:
            group["lr"] = options.rate * falling(gone, 0.01)
        while drawn < 20 * options.batch or not queue.empty():
            x, label = queue.get()
            at = (drawn + np.arange(len(x))) % options.pool
            pool[at], known[at] = x, label
            drawn += len(x)
        some = rng.randint(min(drawn, options.pool), size=options.batch)
        net.train()
        loss = F.cross_entropy(net(as_input(shifted(pool[some], rng))), torch.from_numpy(known[some]), ignore_index=-1)
        learn(best, loss, net)
        follow(slow, net, 0.01 if steps > 200 else 0.1)
        steps += 1
        if gone - told > 0.1:
            told = gone
            print(f"{steps} batches, {drawn} parts drawn", flush=True)
            measure(slow, parts, labels)
    measure(slow, parts, labels)
    torch.save(slow.state_dict(), os.path.join(options.folder, "signs.pt"))
    write(slow, options.folder, "signs", (2, 1, SIZE, SIZE))
    for maker in makers:
        maker.terminate()


if __name__ == "__main__":
    main()
