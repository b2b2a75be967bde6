"""Skies, water, mountains, woods."""

import math

import numpy as np
from PIL import Image

from canvas import Canvas, across, curve, mix, oval, rgb, ridge, vertical


def fir(x, foot, height, rng, lean=0.0):
    """Outline of a conifer with uneven branches."""
    left, right = [], []
    tiers = max(7, int(height / 9))
    for i in range(tiers):
        t = i / (tiers - 1)
        y = foot - height * (1 - t)
        reach = height * 0.19 * (0.06 + t) * rng.uniform(0.8, 1.15)
        left += [(x + lean * (1 - t) - reach * 0.45, y - height / tiers * 0.25), (x + lean * (1 - t) - reach, y + height / tiers * 0.55)]
        right += [(x + lean * (1 - t) + reach * 0.45, y - height / tiers * 0.25), (x + lean * (1 - t) + reach, y + height / tiers * 0.55)]
    return [(x + lean, foot - height * 1.06)] + right + [(x + height * 0.02, foot), (x - height * 0.02, foot)] + left[::-1]


def firs(c, base, count, low, high, fill, jitter=14.0, **options):
    shapes = []
    for x in np.linspace(-20, c.w + 20, count):
        shapes.append(fir(x + c.rng.uniform(-16, 16), base + c.rng.uniform(-jitter, jitter), c.rng.uniform(low, high), c.rng))

    def draw(pen, k):
        for shape in shapes:
            pen.polygon([(x * k, y * k) for x, y in shape], fill=255)

    c.paint(draw, fill, **options)


def stars(c, count, bottom, big=1.5):
    for share, size, opacity in ((0.75, 0.45, 0.5), (0.2, 0.75, 0.8), (0.05, 1.0, 1.0)):
        n = int(count * share)
        points = np.column_stack([c.rng.uniform(0, c.w, n), bottom * c.rng.beta(1, 1.4, n), c.rng.uniform(0.5, 1.0, n) * big * size])
        c.dots(points.tolist(), "#ffffff", opacity=opacity)


def lake(w, h):
    c = Canvas(w, h, 11, vertical(0, 420, "#6f9cc4", "#a9c5d8", "#f3dcc2", "#f9e6cf"))
    c.cloud("#ffffff", 3, 0.15, 1.2, 0.75, 20, 300, stretch=3)
    c.glow(720, 330, 420, "#ffd9a8", 0.55)
    xs, top = c.land(390, 215, vertical(150, 400, "#8fa9c0", "#c3cfd7"), 0.55)
    # Snow on the summits: the same line, shifted, visible only above a certain height.
    snow = c.mask(lambda pen, k: pen.rectangle((0, 0, 1000 * k, 262 * k), fill=255), 14)
    jag = [(x, y + 26 + 18 * math.sin(i * 1.9) + 10 * math.sin(i * 4.3)) for i, (x, y) in enumerate(zip(xs, top))]
    c.polygon(list(zip(xs, top)) + jag[::-1], "#f7fafc", clip=snow)
    c.cloud("#f6efe6", 4, 0.0, 1.4, 0.8, 300, 430, stretch=4)
    c.land(405, 110, vertical(300, 410, "#6d8a93", "#93a7a6"), 0.6)
    firs(c, 408, 90, 22, 58, "#4a6769")
    firs(c, 412, 60, 30, 84, vertical(320, 412, "#2d4a4b", "#3f5b58"))
    c.cloud("#eef0ee", 5, 0.1, 1.2, 0.6, 370, 430, stretch=5)
    c.mirror(412, c.h, 0.72, (52, 84, 108))
    c.paint(lambda pen, k: [pen.line((x * k, y * k, (x + l) * k, y * k), fill=255, width=max(1, int(0.9 * k)))
                            for x, y, l in zip(c.rng.uniform(0, 1000, 90), 415 + 250 * c.rng.beta(1, 2, 90), c.rng.uniform(15, 90, 90))],
            "#f3e7d6", opacity=0.35)
    # A shore with first snow, reeds and a boat.
    shore = curve([(-20, 640), (160, 596), (330, 612), (520, 650), (760, 668), (1020, 652)])
    c.polygon(shore + [(1020, 700), (-20, 700)], vertical(590, 667, "#f4f3f0", "#c9ccd0"))
    boat = curve([(196, 560), (215, 592), (300, 604), (392, 594), (424, 556)])
    c.polygon(boat + [(310, 570)], vertical(556, 604, "#b4532f", "#7a3520"))
    c.polygon(curve([(196, 560), (310, 572), (424, 556), (310, 563)]), "#4a2418")
    c.line([(250, 563), (252, 570), (370, 568), (372, 562)], "#d9a066", 3)
    for _ in range(60):
        x = c.rng.normal(70, 50) if c.rng.random() < 0.6 else c.rng.normal(900, 60)
        y, tall = 630 + c.rng.uniform(-10, 30), c.rng.uniform(50, 120)
        c.line(curve([(x, y), (x + 4, y - tall * 0.6), (x + c.rng.uniform(-16, 22), y - tall)], 6), "#8a6b3d", 1.6, opacity=0.9)
    return c.finish(2.0, 0.08)


def aurora(w, h):
    c = Canvas(w, h, 12, vertical(0, 250, "#050b1c", "#0a2036", "#12384a"))
    stars(c, 900, 190, 0.9)
    data = np.asarray(c.image, np.float32)
    height, width = data.shape[:2]
    y = np.linspace(0, c.h, height, dtype=np.float32)[:, None]
    x = np.linspace(0, 1000, width, dtype=np.float32)[None, :]
    light = np.zeros_like(data)
    for foot, wave, tall, colour, strength in ((150, 16, 110, "#3dffa2", 1.0), (128, 24, 130, "#29d8b0", 0.6), (170, 9, 70, "#b65cff", 0.55)):
        a = c.rng.uniform(0, 6.28, 4)
        line = foot + wave * np.sin(x / 120 + a[0]) + wave * 0.6 * np.sin(x / 51 + a[1])
        rays = 0.55 + 0.25 * np.sin(x / 5.3 + 4 * np.sin(x / 37 + a[2])) + 0.2 * np.sin(x / 2.1 + a[3])
        veil = np.clip(0.5 + 0.6 * np.sin(x / 170 + a[2]) + 0.3 * np.sin(x / 61 + a[0]), 0.05, 1)
        d = line - y
        shape = np.where(d > 0, np.exp(-d / (tall * 0.4) * (1.2 - 0.5 * rays)), np.exp(d / 4.0)) * veil * (0.45 + 0.55 * rays)
        light += shape[..., None] * rgb(colour) * strength
    out = 255 - (255 - data) * (1 - np.clip(light / 255, 0, 0.95))
    c.image = Image.fromarray(np.clip(out, 0, 255).astype(np.uint8))
    c.land(186, 40, "#071620", 0.5)
    c.mirror(186, c.h, 0.75, (6, 22, 34), 1.0)
    # The observatory on its headland.
    c.polygon(curve([(560, 204), (650, 188), (760, 180), (860, 186), (1010, 176)]) + [(1010, 214), (700, 216)], "#03090f")
    c.polygon([(742, 182), (742, 160), (782, 160), (782, 182)], "#0d1c26")
    c.polygon(oval(762, 160, 20, 20, 0, 180, 360), "#14303c")
    c.polygon([(768, 141), (774, 143), (766, 160), (758, 160)], "#ffd27a")
    c.box(748, 168, 6, 8, "#ffcf70")
    c.glow(762, 160, 46, "#ffc060", 0.5)
    firs(c, 190, 24, 10, 22, "#02070c", 3, clip=c.mask(lambda p, k: p.rectangle((820 * k, 0, 1000 * k, 250 * k), fill=255)))
    return c.finish(1.6)


def ranges(w, h):
    """Mountain after mountain into the evening; smooth, so that it stays small at any size."""
    over = 1
    c = Canvas(w, h, 13, vertical(0, 430, "#2c3e6b", "#7c6a94", "#e58f7b", "#ffd08a"), over)
    c.ellipse(640, 356, 44, 44, "#fff3cf", blur=1.2)
    c.glow(640, 356, 420, "#ffb35c", 0.75)
    far, near = "#d98c86", "#161b33"
    for i in range(7):
        t = i / 6
        base = 400 + 250 * t**1.25
        colour = mix(far, near, t**0.8)
        c.land(base, 120 + 70 * t, vertical(base - 150, base + 60, mix(colour, "#ffb98c", 0.10 * (1 - t)), mix(colour, "#f4b190", 0.45 * (1 - t))), 0.42 + 0.05 * t, blur=0.25)
    birds = [(300, 190), (330, 176), (352, 196), (392, 170)]
    for x, y in birds:
        c.line(curve([(x - 11, y - 4), (x - 4, y - 6), (x, y), (x + 5, y - 7), (x + 12, y - 5)], 8), "#2a2744", 1.6)
    return c.finish()


def forest(w, h):
    c = Canvas(w, h, 14, vertical(0, 560, "#dfe7e4", "#c4d2cd", "#aebfb8"))
    for i, (base, low, high) in enumerate(((300, 90, 150), (380, 120, 210), (470, 170, 290), (560, 220, 360), (690, 300, 470))):
        t = i / 4
        colour = mix("#b4c5bf", "#16302c", t**1.3)
        firs(c, base, 46 - 8 * i, low, high, vertical(base - high, base, colour, mix(colour, "#dfe7e4", 0.55 - 0.4 * t)), 26)
        c.polygon([(0, base - 5), (1000, base - 5), (1000, 700), (0, 700)], vertical(base - 40, base + 130, mix(colour, "#e5ece8", 0.6 - 0.4 * t), mix(colour, "#dfe7e4", 0.75 - 0.6 * t)), blur=10)
        c.cloud("#edf2ef", 3, 0.0, 1.5, 0.75 - 0.14 * i, base - 110, base + 60, stretch=3)
    c.polygon(curve([(430, 670), (470, 600), (455, 560), (500, 520), (515, 560), (505, 600), (600, 670)]), vertical(520, 667, "#aebdae", "#6d7a60"), blur=5)
    return c.finish(2.4, 0.12)


def lighthouse(w, h):
    c = Canvas(w, h, 15, vertical(0, 760, "#31436f", "#7471a0", "#dd9aa0", "#f7cfa3"))
    c.cloud("#f2b8a8", 3, 0.2, 0.8, 0.7, 60, 520, stretch=4)
    c.cloud("#4b4a7c", 4, 0.5, 0.8, 0.6, 20, 420, stretch=5)
    c.glow(250, 720, 380, "#ffcf90", 0.7)
    c.polygon([(0, 760), (1000, 760), (1000, 1260), (0, 1260)], vertical(760, 1250, "#c48f95", "#5c6690", "#222f55"))
    for i in range(130):
        t = c.rng.beta(1, 1.3)
        y = 766 + 480 * t
        x, length = c.rng.uniform(-60, 1000), 30 + 150 * t * c.rng.random()
        c.polygon(oval(x, y, length / 2, 0.8 + 3.2 * t), mix("#ffd9b0", "#8a94c4", t) if i % 3 else "#2b3766", opacity=0.4)
    rock = curve([(430, 1010), (470, 900), (560, 868), (640, 800), (760, 806), (850, 856), (960, 880), (1030, 930)])
    c.polygon(rock + [(1030, 1090), (820, 1056), (640, 1082), (480, 1046)], vertical(800, 1080, "#4d4560", "#1b1d38"))
    c.polygon(curve([(560, 868), (640, 800), (760, 806), (800, 830), (700, 850), (620, 900)]), "#77647a", opacity=0.6)
    c.dots([(x, 1040 + 16 * math.sin(x / 30) + c.rng.uniform(-8, 8), c.rng.uniform(2, 7)) for x in np.linspace(440, 1000, 120)], "#f6e6e4", opacity=0.7)
    tower = [(668, 812), (684, 440), (736, 440), (752, 812)]
    c.polygon(tower, across((668, 0), (752, 0), "#fdf3ea", "#f0dcd2", "#9c8aa0"))
    clip = c.mask(lambda pen, k: pen.polygon([(x * k, y * k) for x, y in tower], fill=255))
    for y in (500, 620, 740):
        c.box(640, y, 140, 58, across((668, 0), (752, 0), "#d8503f", "#b53a35", "#6a2a3e"), clip=clip)
    c.box(674, 430, 72, 12, "#3a3450", 4)
    c.box(690, 388, 40, 44, "#ffe7a0", 4)
    c.polygon(oval(710, 390, 26, 30, 0, 180, 360), "#8c2f38")
    c.polygon([(710, 405), (0, 250), (0, 390)], across((710, 0), (0, 0), "#fff0c0", "#fff0c0"), opacity=0.16, blur=9)
    c.polygon([(710, 405), (1000, 340), (1000, 420)], "#fff0c0", opacity=0.2, blur=7)
    c.glow(710, 408, 190, "#ffe9a8", 0.95)
    c.box(600, 770, 66, 46, across((600, 0), (666, 0), "#f4e4da", "#b9a3ae"), 2)
    c.polygon([(592, 772), (633, 742), (674, 772)], "#7c3340")
    c.box(622, 786, 14, 16, "#ffd27a")
    for x, y, s in ((300, 330, 1.0), (360, 300, 0.7), (250, 392, 0.8), (420, 380, 0.6)):
        c.line(curve([(x - 26 * s, y - 8 * s), (x - 10 * s, y - 14 * s), (x, y), (x + 11 * s, y - 15 * s), (x + 27 * s, y - 11 * s)], 8), "#fff4ec", 4 * s)
    return c.finish(2.0, 0.1)


def road(w, h):
    c = Canvas(w, h, 16, vertical(0, 980, "#5f78ad", "#a99cc4", "#f0b7b5", "#ffdcb8"))
    c.cloud("#ffe9dd", 3, 0.3, 1.0, 0.6, 80, 700, stretch=4)
    c.land(985, 150, vertical(830, 1000, "#b3a9cc", "#e3c6cb"), 0.5)
    c.land(1000, 70, "#8f8fb8", 0.55)
    c.polygon([(0, 990), (1000, 990), (1000, 1800), (0, 1800)], vertical(980, 1780, "#f1d9da", "#dfe0f0", "#f7f8fc"))
    c.polygon([(496, 990), (504, 990), (860, 1800), (60, 1800)], vertical(990, 1780, "#a79bb4", "#6f7191", "#4c5273"))
    for i in range(14):
        t0, t1 = (i / 14) ** 2.2, ((i + 0.5) / 14) ** 2.2
        y0, y1 = 992 + 800 * t0, 992 + 800 * t1
        x0, x1 = 500 - 40 * t0, 500 - 40 * t1
        c.polygon([(x0 - 1 - 9 * t0, y0), (x0 + 1 + 9 * t0, y0), (x1 + 1 + 9 * t1, y1), (x1 - 1 - 9 * t1, y1)], "#f4ecd9", opacity=0.9)
    last = None
    for i in range(7, 0, -1):
        t = (1 / i) ** 1.35
        x, foot, tall = 500 + 470 * t, 992 + 330 * t, 640 * t
        c.line([(x, foot), (x, foot - tall)], "#3e3a58", 1 + 9 * t)
        c.line([(x - 60 * t, foot - tall * 0.92), (x + 60 * t, foot - tall * 0.92)], "#3e3a58", 1 + 6 * t)
        if last:
            for side in (-55, 55):
                a, b = (last[0] + side * last[3], last[1] - last[2] * 0.93), (x + side * t, foot - tall * 0.93)
                c.line(curve([a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + 40 * t), b], 12), "#4c4768", 0.8 + 2 * t, opacity=0.8)
        last = (x, foot, tall, t)
    for x, y, tall in ((40, 1100, 240), (150, 1060, 170), (250, 1030, 110), (-10, 1180, 340), (330, 1012, 70)):
        c.polygon(fir(x, y, tall, c.rng), vertical(y - tall, y, "#5d6a8c", "#39456a"))
        c.ellipse(x, y + 2, tall * 0.25, tall * 0.03, "#b9b4d2", opacity=0.7, blur=3)
    for _ in range(40):
        t = c.rng.random()
        y = 1010 + 760 * t
        x = c.rng.choice([c.rng.uniform(0, 470 - 420 * t), c.rng.uniform(530 + 340 * t, 1000)]) if t < 0.95 else c.rng.uniform(0, 60)
        c.polygon(oval(x, y, 20 + 80 * t, 2 + 9 * t), "#ffffff" if c.rng.random() < 0.6 else "#c5c5e0", opacity=0.5, blur=2)
    return c.finish(2.0, 0.1)


def fjord(w, h):
    c = Canvas(w, h, 17, vertical(0, 380, "#9fb6c4", "#d3dde0", "#e9e6dc"))
    for side, colour, depth in ((1, "#8ba0a8", 0), (-1, "#667f86", 1), (1, "#415c60", 2), (-1, "#25403f", 3)):
        line = ridge(c.rng, 0.52)
        xs = np.linspace(0, 1, len(line))
        slope = np.clip(1.06 - xs * (1.5 - 0.12 * depth), 0, 1) ** 0.85
        top = 430 + 10 * depth - slope * (330 - 16 * depth) - line * 46 * (slope > 0.02)
        points = [((x if side < 0 else 1 - x) * 1000, y) for x, y in zip(xs, top)]
        c.polygon(points + [(1000 if side < 0 else 0, 432 + 10 * depth), (0 if side < 0 else 1000, 432 + 10 * depth)], vertical(90, 440, mix(colour, "#dfe6e6", 0.15), colour, mix(colour, "#d4dedd", 0.35)))
        c.cloud("#eef2f1", 4, 0.2, 1.0, 0.55, 200, 430, stretch=4)
    c.mirror(445, c.h, 0.7, (40, 74, 78), 1.5)
    c.polygon(curve([(560, 560), (580, 574), (650, 578), (720, 572), (742, 556)]), "#f3efe6")
    c.box(610, 536, 60, 24, "#c8473a", 3)
    c.box(620, 542, 12, 9, "#f7e7c0")
    c.box(640, 542, 12, 9, "#f7e7c0")
    c.line([(690, 560), (690, 505)], "#54432f", 3)
    for i in range(9):
        c.polygon(oval(650 + c.rng.uniform(-10, 10), 586 + 8 * i, 92 - 7 * i, 1.6), "#eaf1ef", opacity=0.55 - 0.05 * i)
    return c.finish(2.0, 0.08)


def dunes(w, h):
    c = Canvas(w, h, 18, vertical(0, 460, "#3f7fa8", "#9cc4cf", "#f4e3c1"))
    c.ellipse(730, 190, 52, 52, "#fffbe8")
    c.glow(730, 190, 300, "#fff0c0", 0.6)
    tones = ("#e9c48f", "#dda868", "#c98648", "#a9622f", "#7f4422")
    for i, tone in enumerate(tones):
        y = 430 + 118 * i
        a = c.rng.uniform(0, 6.28)
        xs = np.linspace(-10, 1010, 160)
        top = y - 60 * np.sin(xs / (190 + 30 * i) + a) - 26 * np.sin(xs / 95 + 2 * a)
        crest = list(zip(xs, top))
        c.polygon(crest + [(1010, 1010), (-10, 1010)], vertical(y - 90, y + 190, mix(tone, "#ffe7bf", 0.35), tone))
        lee = [(x, t + 14 + 60 * max(0, math.sin(x / (190 + 30 * i) + a))) for x, t in crest]
        c.polygon(crest + lee[::-1], mix(tone, "#3b1d16", 0.42), blur=2, opacity=0.7)
    for i in range(5):
        x, y = 300 + 46 * i, 640 - 7 * i
        c.polygon(oval(x, y, 15, 8), "#2e1712")
        c.line([(x + 11, y - 2), (x + 19, y - 17), (x + 25, y - 16)], "#2e1712", 4)
        c.polygon(oval(x - 1, y - 7, 6, 7), "#2e1712")
        for leg in (-9, -4, 5, 10):
            c.line([(x + leg, y + 4), (x + leg, y + 20)], "#2e1712", 2)
    return c.finish(2.2, 0.06)


def beach_kite(w, h):
    c = Canvas(w, h, 19, vertical(0, 330, "#4aa3d8", "#a9dcf0", "#e9f6f4"))
    for x, y, s in ((150, 120, 1.0), (820, 90, 1.3), (560, 190, 0.7)):
        for dx, dy, r in ((-70, 8, 34), (-25, -14, 50), (30, -6, 44), (76, 10, 30), (0, 14, 56)):
            c.ellipse(x + dx * s, y + dy * s, r * s, r * s * 0.62, "#ffffff", opacity=0.75, blur=4)
    c.polygon([(0, 330), (1000, 330), (1000, 420), (0, 420)], vertical(330, 420, "#2f86b5", "#7cc9d0"))
    c.polygon(curve([(-10, 410), (200, 398), (420, 418), (700, 402), (1010, 420)]) + [(1010, 600), (-10, 600)], vertical(400, 562, "#e9d3a0", "#d2ae74"))
    c.line(curve([(-10, 408), (200, 396), (420, 416), (700, 400), (1010, 418)]), "#ffffff", 6, opacity=0.9)
    c.line(curve([(690, 120), (560, 230), (430, 330), (362, 440)]), "#5c5c5c", 1.3)
    c.polygon([(690, 60), (752, 112), (700, 190), (640, 116)], "#e9553d")
    c.polygon([(690, 60), (752, 112), (700, 190)], "#f7b538")
    c.polygon([(690, 60), (752, 112), (694, 116)], "#2f6fb0")
    tail = curve([(700, 190), (724, 230), (700, 262), (736, 300), (716, 334)])
    c.line(tail, "#e9553d", 2)
    for x, y in tail[12::18]:
        c.polygon([(x - 11, y - 5), (x, y), (x - 11, y + 5)], "#2f6fb0")
        c.polygon([(x + 11, y - 5), (x, y), (x + 11, y + 5)], "#2f6fb0")
    c.ellipse(352, 425, 11, 12, "#7a4b2c")
    c.polygon([(338, 436), (366, 436), (374, 482), (332, 482)], "#f2f2ee")
    c.line([(360, 442), (372, 440)], "#e3b38c", 6)
    c.line([(344, 482), (338, 520)], "#2f4a6d", 9)
    c.line([(362, 482), (372, 520)], "#2f4a6d", 9)
    c.ellipse(352, 524, 50, 5, "#8f6f3e", opacity=0.4, blur=3)
    return c.finish(1.5)


def gulls(w, h):
    c = Canvas(w, h, 20, vertical(0, 562, "#c9dbe4", "#9fbccd", "#5f8ba6"))
    c.cloud("#ffffff", 3, 0.0, 1.4, 0.6, 0, 300, stretch=3)
    for i in range(6):
        y = 330 + 44 * i
        xs = np.linspace(-10, 1010, 120)
        crest = [(x, y + (8 + 4 * i) * math.sin(x / (60 + 12 * i) + i * 1.7)) for x in xs]
        c.polygon(crest + [(1010, 570), (-10, 570)], mix("#7ea5b9", "#1f4862", i / 5))
        c.line(crest[::2], "#e8f2f5", 1.6, opacity=0.35)
    for x, y, s, tilt in ((300, 200, 1.5, -12), (620, 130, 1.0, 8), (760, 270, 0.7, -4), (480, 300, 0.55, 14)):
        r = math.radians(tilt)
        turn = lambda p, x=x, y=y, s=s, r=r: (x + s * (p[0] * math.cos(r) - p[1] * math.sin(r)), y + s * (p[0] * math.sin(r) + p[1] * math.cos(r)))
        c.polygon([turn(p) for p in curve([(-130, -38), (-60, -46), (-6, -6), (-20, 10), (-70, -26)], 10)], "#dfe6ea")
        c.polygon([turn(p) for p in curve([(128, -50), (58, -52), (4, -6), (22, 10), (70, -30)], 10)], "#ffffff")
        c.polygon([turn(p) for p in ((-130, -38), (-96, -45), (-104, -33))], "#38424a")
        c.polygon([turn(p) for p in ((128, -50), (96, -53), (104, -42))], "#38424a")
        c.polygon([turn(p) for p in oval(0, 4, 38, 13, -8)], "#ffffff")
        c.polygon([turn(p) for p in oval(34, -4, 11, 9)], "#ffffff")
        c.polygon([turn(p) for p in ((43, -4), (58, -1), (43, 1))], "#e9a23a")
        c.polygon([turn(p) for p in ((-34, 4), (-58, 10), (-34, 12))], "#eef2f4")
    return c.finish(1.6)


def star_trails(w, h):
    c = Canvas(w, h, 21, vertical(0, 1000 * h / w - 100, "#0b1230", "#182a55", "#37477a"))
    k, foot = c.k, c.h - 95
    for _ in range(560):
        r = 20 + 1150 * math.sqrt(c.rng.random())
        start, span = c.rng.uniform(0, 360), c.rng.uniform(14, 30)
        colour = tuple(int(v) for v in mix("#ffffff", ("#ffd7a6", "#a9c8ff", "#ffffff")[c.rng.integers(3)], 0.8) * c.rng.uniform(0.4, 1.0))
        box = ((480 - r) * k, (420 - r) * k, (480 + r) * k, (420 + r) * k)
        c.paint(lambda pen, _: pen.arc(box, start, start + span, fill=255, width=max(2, int(c.rng.uniform(0.8, 2.0) * k))), colour, opacity=float(c.rng.uniform(0.35, 0.95)))
    c.land(foot, 70, "#0a0d1e", 0.5)
    c.polygon([(540, foot), (660, foot - 165), (780, foot)], "#f2a24a")
    c.polygon([(660, foot - 165), (780, foot), (690, foot)], "#c4732d")
    c.polygon([(640, foot), (660, foot - 105), (676, foot)], "#5a2f1a")
    c.glow(660, foot - 55, 240, "#ffb050", 0.55)
    firs(c, foot + 25, 9, 120, 260, "#05070f", 10, clip=c.mask(lambda pen, kk: pen.rectangle((0, 0, 420 * kk, c.h * kk), fill=255)))
    return c.finish(1.8)
