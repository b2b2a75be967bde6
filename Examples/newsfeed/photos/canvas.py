"""A picture to draw on: soft shapes, gradients, noise, all from seeds.

Lengths are design units: every picture is 1000 units wide whatever its pixels, so a scene reads the same at any size.
"""

import math
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

FONTS = Path("/usr/share/fonts/opentype/inter")


def rgb(value):
    """'#rrggbb' or a triple as floats 0…255."""
    if isinstance(value, str):
        value = value.lstrip("#")
        value = [int(value[i : i + 2], 16) for i in (0, 2, 4)]
    return np.array(value, dtype=np.float32)


def mix(a, b, t):
    return rgb(a) * (1 - t) + rgb(b) * t


def ramp(t, stops):
    """Colours along `stops`, [(position, colour), …] or [colour, …] evenly spaced, for an array t of 0…1."""
    if not isinstance(stops[0], tuple):
        stops = [(i / max(1, len(stops) - 1), c) for i, c in enumerate(stops)]
    at = [s[0] for s in stops]
    colours = np.array([rgb(s[1]) for s in stops])
    return np.stack([np.interp(t, at, colours[:, i]) for i in range(3)], axis=-1).astype(np.float32)


def vertical(y0, y1, *stops):
    return lambda x, y: ramp(np.clip((y - y0) / (y1 - y0), 0, 1), list(stops))


def across(start, end, *stops):
    (x0, y0), (x1, y1) = start, end
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    return lambda x, y: ramp(np.clip(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length, 0, 1), list(stops))


def radial(cx, cy, r, *stops):
    return lambda x, y: ramp(np.clip(np.hypot(x - cx, y - cy) / r, 0, 1), list(stops))


def fractal(rng, height, width, cells, octaves=4, fall=0.5):
    """Smooth noise of mean 0, about -1…1; `cells` across the width in the coarsest octave."""
    total = np.zeros((height, width), np.float32)
    strength = 1.0
    for octave in range(octaves):
        n = cells * 2**octave
        rows = max(2, round(n * height / width)) + 1
        grid = Image.fromarray(rng.standard_normal((rows, int(n) + 1)).astype(np.float32), "F")
        total += strength * np.asarray(grid.resize((width, height), Image.BICUBIC))
        strength *= fall
    return total / 1.6


def ridge(rng, roughness=0.5, count=257):
    """Heights 0…1 of a mountain line by midpoint displacement."""
    heights = np.zeros(count)
    heights[0], heights[-1] = rng.uniform(-0.3, 0.3, 2)
    step, spread = count - 1, 1.0
    while step > 1:
        middle = np.arange(step // 2, count, step)
        heights[middle] = (heights[middle - step // 2] + heights[middle + step // 2]) / 2
        heights[middle] += rng.uniform(-spread, spread, len(middle))
        step, spread = step // 2, spread * roughness
    return (heights - heights.min()) / (heights.max() - heights.min())


class Canvas:
    def __init__(self, width, height, seed, background="#ffffff", over=2):
        self.size = (width, height)
        self.w, self.h = 1000.0, 1000.0 * height / width
        self.k = over * width / 1000.0
        self.rng = np.random.default_rng(seed)
        self.image = Image.new("RGB", (width * over, height * over))
        if callable(background):
            self.image.paste(self._fill(background, (0, 0, *self.image.size)))
        else:
            self.image.paste(tuple(int(c) for c in rgb(background)), (0, 0, *self.image.size))

    def _fill(self, fill, box):
        x0, y0, x1, y1 = box
        y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32) / self.k
        return Image.fromarray(np.clip(fill(x, y) + 0.5, 0, 255).astype(np.uint8))

    def paint(self, draw, fill, blur=0.0, opacity=1.0, clip=None):
        """Fills what `draw(pen, k)` marks on a mask; `clip` is another such mask to stay inside."""
        mask = self.mask(draw, blur)
        if clip is not None:
            mask = ImageChops.multiply(mask, clip)
        box = mask.getbbox()
        if not box:
            return
        mask = mask.crop(box)
        if opacity < 1:
            mask = mask.point(lambda v: int(v * opacity))
        if callable(fill):
            self.image.paste(self._fill(fill, box), box[:2], mask)
        else:
            self.image.paste(tuple(int(c) for c in rgb(fill)), box, mask)

    def mask(self, draw, blur=0.0):
        mask = Image.new("L", self.image.size)
        draw(ImageDraw.Draw(mask), self.k)
        return mask.filter(ImageFilter.GaussianBlur(blur * self.k)) if blur else mask

    def polygon(self, points, fill, **options):
        self.paint(lambda pen, k: pen.polygon([(x * k, y * k) for x, y in points], fill=255), fill, **options)

    def ellipse(self, cx, cy, rx, ry, fill, turn=0.0, **options):
        self.polygon(oval(cx, cy, rx, ry, turn), fill, **options)

    def box(self, x, y, w, h, fill, radius=0.0, **options):
        self.paint(
            lambda pen, k: pen.rounded_rectangle((x * k, y * k, (x + w) * k, (y + h) * k), radius * k, fill=255),
            fill, **options,
        )

    def line(self, points, fill, width, **options):
        def draw(pen, k):
            pen.line([(x * k, y * k) for x, y in points], fill=255, width=max(1, round(width * k)), joint="curve")
            # Discs close the gaps that a wide line leaves at its corners.
            for x, y in points if width > 8 else (points[0], points[-1]):
                r = width * k / 2
                pen.ellipse((x * k - r, y * k - r, x * k + r, y * k + r), fill=255)

        self.paint(draw, fill, **options)

    def dots(self, points, fill, **options):
        """Many small discs at once: (x, y, radius)."""
        def draw(pen, k):
            for x, y, r in points:
                pen.ellipse(((x - r) * k, (y - r) * k, (x + r) * k, (y + r) * k), fill=255)

        self.paint(draw, fill, **options)

    def text(self, x, y, words, size, fill, weight="Bold", anchor="ls", **options):
        font = ImageFont.truetype(str(FONTS / f"Inter-{weight}.otf"), round(size * self.k))
        self.paint(lambda pen, k: pen.text((x * k, y * k), words, font=font, fill=255, anchor=anchor), fill, **options)

    def land(self, base, height, fill, roughness=0.5, seed_line=None, **options):
        """A mountain range across the picture: its foot at `base`, its peaks `height` above."""
        line = ridge(self.rng, roughness) if seed_line is None else seed_line
        xs = np.linspace(-10, self.w + 10, len(line))
        top = [(x, base - height * v) for x, v in zip(xs, line)]
        self.polygon(top + [(self.w + 10, self.h + 10), (-10, self.h + 10)], fill, **options)
        return xs, np.array([p[1] for p in top])

    def glow(self, cx, cy, r, colour, strength=1.0):
        """Adds light around a point."""
        k = self.k
        x0, y0 = max(0, int((cx - r) * k)), max(0, int((cy - r) * k))
        x1, y1 = min(self.image.width, int((cx + r) * k)), min(self.image.height, int((cy + r) * k))
        if x1 <= x0 or y1 <= y0:
            return
        y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32) / k
        fall = np.clip(1 - np.hypot(x - cx, y - cy) / r, 0, 1) ** 2 * strength
        part = np.asarray(self.image.crop((x0, y0, x1, y1)), np.float32)
        lit = 255 - (255 - part) * (1 - fall[..., None] * rgb(colour) / 255)
        self.image.paste(Image.fromarray(np.clip(lit + 0.5, 0, 255).astype(np.uint8)), (x0, y0))

    def cloud(self, colour, cells, threshold, softness, opacity, top=0.0, bottom=None, stretch=1.0, octaves=4):
        """Noise as mist or cloud between two heights, fading out towards both."""
        width, height = self.image.size
        bottom = self.h if bottom is None else bottom
        small = (max(2, width // 6), max(2, height // 6))
        rows = max(2, int(small[1] * stretch))
        noise = fractal(self.rng, rows, small[0], cells, octaves)
        noise = np.asarray(Image.fromarray(noise, "F").resize(small, Image.BICUBIC))
        y = np.linspace(0, self.h, small[1], dtype=np.float32)[:, None]
        inside = np.clip(1 - np.abs((y - (top + bottom) / 2) / ((bottom - top) / 2)), 0, 1)
        alpha = np.clip((noise - threshold) / softness + 0.5, 0, 1) * np.sqrt(inside) * opacity
        mask = Image.fromarray((alpha * 255).astype(np.uint8)).resize(self.image.size, Image.BICUBIC)
        self.image.paste(tuple(int(c) for c in rgb(colour)), (0, 0, width, height), mask)

    def mirror(self, at, until, darken=0.8, tint=(30, 50, 70), wobble=2.0):
        """Water: what stands above `at` upside down below it, rippled and darker towards the shore line `until`."""
        k = self.k
        top, rows = int(at * k), int((until - at) * k)
        source = np.asarray(self.image, np.float32)
        y = np.arange(rows)
        depth = y / rows
        origin = np.clip(top - 1 - y * 0.9, 0, top - 1).astype(int)
        shift = (np.sin(y * 0.55 / k + np.sin(y * 0.13 / k) * 3) * wobble * k * (0.3 + depth)).astype(int)
        out = np.stack([np.roll(source[o], s, axis=0) for o, s in zip(origin, shift)])
        t = (1 - darken) * (0.5 + 0.5 * depth)[:, None, None] + 0.08
        out = out * (1 - t) + rgb(tint) * t
        self.image.paste(Image.fromarray(np.clip(out, 0, 255).astype(np.uint8)), (0, top))

    def finish(self, grain=0.0, vignette=0.0):
        image = self.image.resize(self.size, Image.LANCZOS) if self.image.size != self.size else self.image
        if not grain and not vignette:
            return image
        width, height = self.size
        data = np.asarray(image, np.float32)
        if vignette:
            y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
            data = data * (1 - vignette * np.clip((x * x + y * y) / 2, 0, 1) ** 1.5)[..., None]
        if grain:
            soft = fractal(self.rng, height, width, max(2, width // 3), 1)
            data = data + grain * soft[..., None]
        return Image.fromarray(np.clip(data + 0.5, 0, 255).astype(np.uint8))


def oval(cx, cy, rx, ry, turn=0.0, start=0.0, end=360.0, count=72):
    """Points of an ellipse, `turn` degrees clockwise."""
    a, c, s = np.radians(np.linspace(start, end, count)), math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x, y = rx * np.cos(a), ry * np.sin(a)
    return [(cx + p * c - q * s, cy + p * s + q * c) for p, q in zip(x, y)]


def curve(points, count=24):
    """A smooth line through the points (Catmull–Rom)."""
    p = np.array([points[0], *points, points[-1]], float)
    out = []
    for i in range(1, len(p) - 2):
        for t in np.linspace(0, 1, count, endpoint=i == len(p) - 3):
            a, b, c, d = p[i - 1 : i + 3]
            out.append(tuple(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2
                                    + (3 * b - a - 3 * c + d) * t**3)))
    return out
