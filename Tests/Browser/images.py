"""Compares screenshots and images."""

import io

from PIL import Image, ImageChops, ImageStat


def opened(file):
    return Image.open(file).convert("RGB")


def shot(page, clip=None):
    """Returns a screenshot of the window or of a part of it."""
    return opened(io.BytesIO(page.screenshot(clip=clip, animations="allow")))


def differing(one, other):
    """Returns the share of pixels that differ and the largest difference in brightness."""
    difference = ImageChops.difference(one, other).convert("L")
    changed = sum(difference.histogram()[3:])
    return changed / (one.width * one.height), difference.getextrema()[1]


def distance(one, other):
    """Returns the average difference of two images, in 255 levels."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


# Drawings by the browser against images by the tool: pixels per point, and the change of brightness from which on a pixel
# differs, a tenth of 255 as in mockups.
SCALE, THRESHOLD = 2, 26


def pixels(box, margin=1.5):
    """Converts a box from points to pixels and enlarges it by a margin in points."""
    x, y, width, height = box
    return [round(side * SCALE) for side in (x - margin, y - margin, x + width + margin, y + height + margin)]


def mask_of(one, other):
    """Returns a mask that is white where two images differ."""
    bands = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return most.point(lambda value: 255 if value > THRESHOLD else 0)


def white_share(mask):
    return mask.histogram()[255] / (mask.width * mask.height)


def ink(image, box):
    """Returns the bounds of the letters within a line's box, or `None` if there are none."""
    part = image.crop(box)
    ground = Image.new("RGB", part.size, part.getpixel((0, 0)))
    return ImageChops.difference(part, ground).convert("L").point(lambda value: 255 if value > 64 else 0).getbbox()


def compared(one, other, texts, others):
    """Returns the texts that begin or end at another place in the other image, and the share of pixels that differ
    outside of texts and `others`."""
    moved, mask = [], mask_of(one, other)
    for words, box in texts:
        bounds = ink(one, pixels(box)), ink(other, pixels(box))
        if bounds.count(None) == 1 or None not in bounds and max(abs(a - b) for a, b in zip(*bounds, strict=True)) > 1:
            moved.append(f"{words[:40]!r}: {bounds}")
    for box in [box for _, box in texts] + others:
        mask.paste(0, pixels(box))
    return moved, white_share(mask)
