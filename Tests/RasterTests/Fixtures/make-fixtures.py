#!/usr/bin/env python3
"""Writes the pictures of this folder and expected.json, the pixels that other implementations read out of them.

Run by hand, only when a picture is added: python3 make-fixtures.py
Needs Pillow, pypng, numpy and ImageMagick's `convert` (for the YCCK file, and as the reader of the PNGs).
The expected pixels are straight RGBA as hexadecimal digits, upright.
"""

import json
import os
import subprocess

import numpy as np
import png
from PIL import Image, ImageCms, ImageOps

os.chdir(os.path.dirname(os.path.abspath(__file__)))
W, H = 21, 13
rng = np.random.default_rng(7)


def picture(width=W, height=H):
    """Nothing in it is symmetrical: a ramp on each axis, a red block top left, a dark one near the bottom right."""
    y, x = np.mgrid[0:height, 0:width]
    rgb = np.stack([x * 255 // width, y * 255 // height, 200 - x * 100 // width], axis=2)
    rgb[: height // 3, : width // 4] = [230, 20, 10]
    rgb[height - 3 : height - 1, width - 6 : width - 2] = [10, 30, 60]
    return rgb.astype(np.uint8)


RGB = picture()
ALPHA = (np.mgrid[0:H, 0:W][1] * 255 // (W - 1)).astype(np.uint8)
RGBA = np.dstack([RGB, ALPHA])
# No overshoot of a filter reaches 0, 255 or the alpha here: where values are cut off, implementations differ.
SOFT = np.dstack([RGB // 4 + 90, 200 + ALPHA // 8]).astype(np.uint8)
GRAY = np.array(Image.fromarray(RGB).convert("L"))
image = Image.fromarray(RGB)
translucent = Image.fromarray(RGBA)


def exif(orientation, byte_order=b"II"):
    order = "little" if byte_order == b"II" else "big"
    n = lambda value, count: value.to_bytes(count, order)
    entry = n(0x0112, 2) + n(3, 2) + n(1, 4) + n(orientation, 2) + n(0, 2)
    return b"Exif\0\0" + byte_order + n(42, 2) + n(8, 4) + n(1, 2) + entry + n(0, 4)


def jpegs():
    image.save("baseline-420.jpg", quality=90, subsampling=2)
    image.save("baseline-422.jpg", quality=90, subsampling=1)
    image.save("baseline-444.jpg", quality=90, subsampling=0)
    image.save("progressive.jpg", quality=90, progressive=True)
    image.save("restarts.jpg", quality=90, restart_marker_blocks=1)
    image.save("rgb.jpg", quality=90, keep_rgb=True)
    image.convert("L").save("gray.jpg", quality=90)
    icc = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    image.save("profile.jpg", quality=90, icc_profile=icc[:256])
    ink = image.convert("CMYK")
    k = np.array(ink)
    k[:, :, 3] = (np.mgrid[0:H, 0:W][0] * 120 // H).astype(np.uint8)
    ink = Image.fromarray(k, "CMYK")
    ink.save("cmyk-adobe.jpg", quality=95)
    data = open("cmyk-adobe.jpg", "rb").read()
    at = data.index(b"\xff\xeeAdobe"[:2] + b"\x00\x0eAdobe")
    open("cmyk-plain.jpg", "wb").write(data[:at] + data[at + 16 :])
    ink.save("/tmp/ink.tif")
    subprocess.run(["convert", "/tmp/ink.tif", "-strip", "-quality", "95", "ycck.jpg"], check=True)
    for o in range(1, 9):
        image.save(f"orientation-{o}.jpg", quality=90, subsampling=0, exif=exif(o, b"II" if o % 2 else b"MM"))
    Image.fromarray(picture(64, 48)).save("large.jpg", quality=90)
    Image.fromarray(picture(64, 48)).save("large-progressive.jpg", quality=90, progressive=True)


def write_png(name, rows, **options):
    with open(name, "wb") as file:
        png.Writer(width=W, height=H, **options).write(file, rows)


def insert_chunk(name, kind, payload):
    data = open(name, "rb").read()
    import zlib

    chunk = len(payload).to_bytes(4, "big") + kind + payload + zlib.crc32(kind + payload).to_bytes(4, "big")
    open(name, "wb").write(data[:33] + chunk + data[33:])


def pngs():
    deep = lambda a: (a.astype(np.uint16) * 256 + rng.integers(0, 256, a.shape)).astype(np.uint16)
    flat = lambda a: a.reshape(H, -1).tolist()
    write_png("rgb8.png", flat(RGB), greyscale=False)
    write_png("rgba8.png", flat(RGBA), greyscale=False, alpha=True)
    write_png("rgb16.png", flat(deep(RGB)), greyscale=False, bitdepth=16)
    write_png("rgba16.png", flat(deep(RGBA)), greyscale=False, alpha=True, bitdepth=16)
    for bits in (1, 2, 4, 8):
        write_png(f"gray{bits}.png", flat(GRAY >> (8 - bits)), greyscale=True, bitdepth=bits)
    write_png("gray16.png", flat(deep(GRAY)), greyscale=True, bitdepth=16)
    gray_alpha = np.dstack([GRAY, ALPHA])
    write_png("gray-alpha8.png", flat(gray_alpha), greyscale=True, alpha=True)
    write_png("gray-alpha16.png", flat(deep(gray_alpha)), greyscale=True, alpha=True, bitdepth=16)
    write_png("gray-key.png", flat(GRAY >> 4), greyscale=True, bitdepth=4, transparent=5)
    write_png("rgb-key.png", flat(RGB), greyscale=False, transparent=(230, 20, 10))
    for bits in (1, 2, 4, 8):
        colors = [tuple(int(v) for v in rng.integers(0, 256, 3)) for _ in range(2**bits)]
        write_png(f"palette{bits}.png", flat(GRAY >> (8 - bits)), palette=colors, bitdepth=bits)
    colors = [tuple(int(v) for v in rng.integers(0, 256, 4)) for _ in range(16)]
    write_png("palette-alpha.png", flat(GRAY >> 4), palette=colors, bitdepth=4)
    write_png("interlaced-rgba.png", flat(RGBA), greyscale=False, alpha=True, interlace=True)
    write_png("interlaced-gray1.png", flat(GRAY >> 7), greyscale=True, bitdepth=1, interlace=True)
    write_png("soft.png", flat(SOFT), greyscale=False, alpha=True)
    write_png("gamma.png", flat(RGB), greyscale=False)
    insert_chunk("gamma.png", b"gAMA", (100000).to_bytes(4, "big"))
    image.save("profile.png", icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())


def webps():
    image.save("lossy.webp", quality=90)
    image.save("lossless.webp", lossless=True)
    translucent.save("lossy-alpha.webp", quality=90, exact=True)
    translucent.save("lossless-alpha.webp", lossless=True, exact=True)
    frames = [image, ImageOps.mirror(image)]
    frames[0].save("animated.webp", save_all=True, append_images=frames[1:], duration=100)
    Image.fromarray(picture(120, 96)).save("large.webp", quality=90)


def by_pillow(name):
    with Image.open(name) as file:
        return np.array(ImageOps.exif_transpose(file).convert("RGB").convert("RGBA"))


def by_pillow_alpha(name):
    with Image.open(name) as file:
        return np.array(file.convert("RGBA"))


def by_magick(name):
    command = ["convert", name, "-depth", "8", "rgba:-"]
    data = subprocess.run(command, check=True, capture_output=True).stdout
    return np.frombuffer(data, np.uint8).reshape(H, W, 4)


def entry(pixels):
    return {"width": pixels.shape[1], "height": pixels.shape[0], "rgba": pixels.tobytes().hex()}


def resampled():
    """Pillow's Lanczos on premultiplied pixels: fills of soft.png."""
    source = Image.fromarray(SOFT).convert("RGBa")
    cases = []
    for width, height in [(7, 4), (10, 10), (5, 13), (1, 1), (40, 30), (21, 5), (3, 40)]:
        step = min(W / width, H / height)
        w, h = step * width, step * height
        box = ((W - w) / 2, (H - h) / 2, (W + w) / 2, (H + h) / 2)
        pixels = source.resize((width, height), Image.Resampling.LANCZOS, box=box)
        cases.append({"width": width, "height": height, "premultipliedRGBA": pixels.tobytes().hex()})
    return cases


def reduced():
    """Pillow's own DCT scaling of the large JPEGs."""
    cases = []
    for name in ["large.jpg", "large-progressive.jpg"]:
        for width, height in [(32, 24), (16, 12), (8, 6)]:
            with Image.open(name) as file:
                file.draft("RGB", (width, height))
                cases.append({"name": name, **entry(np.array(file.convert("RGBA")))})
    return cases


jpegs()
pngs()
webps()
expected = {}
for name in sorted(os.listdir(".")):
    if name.startswith("large"):
        continue
    if name.endswith(".jpg"):
        expected[name] = entry(by_pillow(name))
    elif name == "gamma.png" or name.endswith(".webp") and name != "animated.webp":
        expected[name] = entry(by_pillow_alpha(name))
    elif name.endswith(".png"):
        expected[name] = entry(by_magick(name))
with open("expected.json", "w") as file:
    json.dump({"pictures": expected, "fills": resampled(), "reduced": reduced()}, file, indent=0, sort_keys=True)
