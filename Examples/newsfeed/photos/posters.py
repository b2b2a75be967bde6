"""Type, plots, diagrams, covers, stickers."""

import math

import numpy as np
from PIL import Image

from canvas import Canvas, across, curve, mix, oval, radial, vertical


def concert(w, h):
    c = Canvas(w, h, 81, "#f2e9da")
    for i in range(9):
        c.ellipse(500, 640, 470 - 50 * i, 470 - 50 * i, ("#e2432f", "#f2e9da")[i % 2])
    c.box(0, 640, 1000, 480, "#f2e9da")
    for i in range(7):
        c.box(70 + 126 * i, 660, 104, 320 - abs(i - 3) * 54, "#1d2340")
    c.text(58, 210, "ТИХО!", 240, "#1d2340", "Black")
    c.text(66, 1180, "Оркестр пустых бутылок", 68, "#1d2340", "Bold")
    c.text(66, 1262, "играет только паузы", 60, "#e2432f", "Medium")
    c.text(66, 1400, "24 ноября, 19:00", 58, "#1d2340", "SemiBold")
    c.text(66, 1460, "Депо трамвая № 6", 46, "#1d2340", "Regular")
    c.cloud("#ffffff", 40, 0.9, 0.6, 0.35, -1500, 3000)
    return c.finish()


def six(w, h):
    c = Canvas(w, h, 82, "#f4c430")
    c.polygon([(0, 1000), (1000, 0), (1000, 1000)], "#ee9b2d")
    c.text(500, 880, "6", 1080, "#c8352e", "Black", "ms")
    c.text(512, 868, "6", 1080, "#1f2a44", "Black", "ms", opacity=0.92)
    for x in (-60, 60):
        c.line([(60 + x, 1010), (960 + x, -10)], "#f8efdc", 16, opacity=0.85)
    c.text(60, 110, "110 ЛЕТ", 74, "#1f2a44", "Black")
    return c.finish()


def moon(w, h):
    """Phases over one month; saved in grey."""
    c = Canvas(w, h, 83, radial(500, 330, 700, "#2b2b2f", "#0c0c0e"))
    c.dots([(c.rng.uniform(0, 1000), c.rng.uniform(0, c.h), c.rng.uniform(0.5, 1.4)) for _ in range(300)], "#ffffff", opacity=0.6)
    craters = [(c.rng.normal(0, 0.45), c.rng.normal(0, 0.45), c.rng.uniform(0.04, 0.18)) for _ in range(38)]
    r = 50.0
    for i in range(21):
        x, y = 122 + (i % 7) * 126, 128 + (i // 7) * 160
        phase = 2 * math.pi * i / 20.0
        disc = c.mask(lambda pen, k: pen.ellipse(((x - r) * k, (y - r) * k, (x + r) * k, (y + r) * k), fill=255))
        c.ellipse(x, y, r, r, "#242428")
        edge = oval(x, y, r, r, 0, -90, 90) if i <= 10 else oval(x, y, r, r, 0, 90, 270)
        limb = oval(x, y, r * math.cos(phase), r, 0, 90, -90) if i <= 10 else oval(x, y, -r * math.cos(phase), r, 0, 270, 90)
        lit = c.mask(lambda pen, k: pen.polygon([(px * k, py * k) for px, py in edge + limb], fill=255), 0.8)
        c.ellipse(x, y, r, r, radial(x - 12, y - 12, 90, "#f4f4f2", "#cfcfcc", "#9c9c98"), clip=lit)
        for px, py, pr in craters:
            c.ellipse(x + px * r, y + py * r, pr * r, pr * r, "#8f8f8c", clip=Image.composite(lit, Image.new("L", lit.size), disc), opacity=0.45, blur=0.6)
    c.text(500, 618, "ноябрь", 44, "#d8d8d8", "Light", "ms")
    return c.finish(1.4).convert("L")


def pendulum(w, h, moment=0.0):
    """What a sand pendulum leaves on a table."""
    c = Canvas(w, h, 84, "#13202e")
    t = np.linspace(0, 240, 9000)
    fall = np.exp(-t / 150)
    x = 500 + 400 * fall * np.sin(t * 1.0 + 0.4)
    y = c.h / 2 + (c.h / 2 - 60) * fall * np.sin(t * 1.502 + moment)
    for i in range(0, 9000 - 100, 100):
        c.line(list(zip(x[i : i + 101], y[i : i + 101])), mix(mix("#ff7a5a", "#f7d06a", i / 4500 if i < 4500 else 1), "#6ad0c8", max(0, (i - 4500) / 4500)), 2.2, opacity=0.9)
    return c.finish()


def snowflake(w, h):
    c = Canvas(w, h, 85, radial(500, 250, 620, "#3f7fb8", "#1d4a80", "#0b2244"))
    for _ in range(26):
        x, y, r = c.rng.uniform(0, 1000), c.rng.uniform(0, c.h), c.rng.uniform(10, 60)
        c.ellipse(x, y, r, r, "#bfe0ff", opacity=0.10, blur=9)

    def flake(cx, cy, size, width, opacity):
        def draw(pen, k):
            for arm in range(6):
                a = math.pi * arm / 3 + 0.2
                tip = lambda d, off=0.0, a=a: ((cx + d * math.cos(a) - off * math.sin(a)) * k, (cy + d * math.sin(a) + off * math.cos(a)) * k)
                pen.line([tip(0), tip(size)], fill=255, width=int(width * k))
                for d, reach in ((0.3, 0.22), (0.46, 0.3), (0.62, 0.24), (0.78, 0.15), (0.9, 0.08)):
                    for side in (-1, 1):
                        pen.line([tip(size * d), tip(size * (d + reach * 0.6), side * size * reach)], fill=255, width=max(1, int(width * 0.7 * k)))
                hexagon = [tip(size * 0.2), ((cx + size * 0.2 * math.cos(a + math.pi / 3)) * k, (cy + size * 0.2 * math.sin(a + math.pi / 3)) * k)]
                pen.line(hexagon, fill=255, width=int(width * 0.8 * k))

        c.paint(draw, "#9fd0ff", blur=5, opacity=opacity * 0.6)
        c.paint(draw, vertical(cy - size, cy + size, "#ffffff", "#d9eeff"), opacity=opacity)

    flake(500, 250, 216, 9, 1.0)
    for x, y, s in ((130, 110, 60), (860, 130, 74), (820, 410, 50), (180, 400, 80)):
        flake(x, y, s, 4, 0.55)
    return c.finish(1.2, 0.2)


def bubbles(w, h):
    """Tracks in a bubble chamber."""
    c = Canvas(w, h, 86, radial(500, 330, 800, "#e9e2d2", "#cfc3aa"))
    for i in range(26):
        x, a, turn = c.rng.uniform(0, 1000), c.rng.uniform(-1.8, -1.3), c.rng.choice([-1, 1]) * c.rng.uniform(0.0004, 0.003)
        y, points = c.h + 10, []
        for _ in range(160):
            x, y, a = x + 6 * math.cos(a), y + 6 * math.sin(a), a + turn * 6
            points.append((x + c.rng.normal(0, 0.5), y, c.rng.uniform(0.7, 1.6)))
        c.dots(points, "#3a2f24", opacity=0.75)
    for cx, cy, r0, way in ((340, 260, 92, 1), (610, 380, 130, -1), (760, 170, 60, 1), (500, 130, 44, -1)):
        points = []
        for t in np.linspace(0, 9 * math.pi, 700):
            r = r0 * math.exp(-t / 12)
            points.append((cx + way * r * math.cos(t), cy + r * math.sin(t), c.rng.uniform(0.8, 1.9)))
        c.dots(points, "#8a2f1d", opacity=0.85)
    for x, y in ((40, 40), (960, 40), (40, 626), (960, 626)):
        c.line([(x - 14, y), (x + 14, y)], "#3a2f24", 2)
        c.line([(x, y - 14), (x, y + 14)], "#3a2f24", 2)
    return c.finish(3.0, 0.15)


def podcast(w, h):
    c = Canvas(w, h, 87, across((0, 0), (1000, 1000), "#5b2a86", "#b5306e", "#f0784a"))
    for i in range(31):
        tall = 60 + 260 * abs(math.sin(i * 0.7) * math.cos(i * 0.23))
        c.box(40 + 30 * i, 640 - tall / 2, 17, tall, "#fff4e6", 8)
    c.text(60, 190, "Лаборатория", 118, "#fff4e6", "Black")
    c.text(60, 320, "шума", 150, "#ffd27a", "Black")
    c.text(60, 930, "выпуск 41", 66, "#fff4e6", "Medium")
    return c.finish()


def herbarium(w, h):
    """Cover of an album of pressed leaves."""
    c = Canvas(w, h, 88, "#f4efe2")
    for i, tone in enumerate(("#b5482a", "#d9a23a", "#7a8f3a", "#8a3a2a", "#c9752a", "#5f7a4a")):
        x, y, turn = 200 + 300 * (i % 3), 220 + 320 * (i // 3), c.rng.uniform(-30, 30)
        c.ellipse(x + 5, y + 8, 60, 120, "#3a2a1a", turn, blur=8, opacity=0.25)
        c.ellipse(x, y, 60, 120, across((x - 60, 0), (x + 60, 0), mix(tone, "#ffffff", 0.2), tone), turn)
        r = math.radians(turn)
        at = lambda px, py, x=x, y=y, r=r: (x + px * math.cos(r) - py * math.sin(r), y + px * math.sin(r) + py * math.cos(r))
        c.line([at(0, -116), at(0, 160)], mix(tone, "#2a1408", 0.5), 5)
        for j in range(-3, 4):
            for side in (-1, 1):
                c.line([at(0, 28 * j + 16), at(side * 42, 28 * j - 14)], mix(tone, "#2a1408", 0.4), 3)
        c.box(x - 50, y + 128, 100, 26, "#fffdf6", 2, opacity=0.9)
    return c.finish(1.6)


def teapot_sticker(w, h):
    """Cut out: everything around the shape is transparent."""
    c = Canvas(w, h, 89, "#ffffff")
    shapes = []

    def part(points, fill):
        shapes.append(points)
        c.polygon(points, fill)

    handle, spout = oval(800, 560, 130, 150), curve([(250, 640), (150, 560), (130, 430), (60, 380), (150, 340), (220, 400), (250, 480), (320, 520)])
    part(handle, "#c8553d")
    c.ellipse(800, 560, 76, 96, "#ffffff")
    part(spout, across((60, 0), (320, 0), "#e2795c", "#c8553d"))
    part(oval(520, 590, 310, 250), radial(430, 480, 470, "#f2a184", "#d9654a", "#a83f2c"))
    part(oval(520, 360, 150, 50), "#b84a36")
    part(oval(520, 300, 42, 42), "#f2c14e")
    for side in (-1, 1):
        c.ellipse(520 + side * 96, 560, 26, 34, "#2a1410")
        c.ellipse(520 + side * 96 - 9, 548, 9, 10, "#ffffff")
        c.ellipse(520 + side * 150, 630, 40, 24, "#f7b7a0")
    c.line(curve([(470, 620), (500, 650), (540, 650), (570, 620)]), "#2a1410", 12)
    steam = [curve([(70 + 40 * i, 300), (50 + 40 * i, 240), (90 + 40 * i, 190), (70 + 40 * i, 130)]) for i in (0, 1)]
    for line in steam:
        c.line(line, "#9fb4c4", 16)

    def outline(pen, k):
        for points in shapes:
            pen.polygon([(x * k, y * k) for x, y in points], fill=255)
            pen.line([(x * k, y * k) for x, y in points + points[:1]], fill=255, width=int(44 * k), joint="curve")
        for line in steam:
            pen.line([(x * k, y * k) for x, y in line], fill=255, width=int(54 * k), joint="curve")

    alpha = c.mask(outline, 1.5)
    picture = c.image.copy()
    picture.putalpha(alpha)
    return picture.resize((w, h), Image.LANCZOS)


def graffiti(w, h):
    c = Canvas(w, h, 90, "#ffffff")
    for i, tone in enumerate(("#e2432f", "#f0a02e", "#e8d23a", "#4fae5a", "#3a7fd0", "#7a4ac0")):
        c.line(oval(420, 520, 380 - 30 * i, 380 - 30 * i, 0, 190 + i, 350 - i), tone, 26)
    c.line(curve([(640, 380), (660, 300), (740, 280), (780, 340), (760, 420), (690, 440), (640, 380)]), "#2a2a30", 9)
    c.line(curve([(660, 300), (650, 250), (690, 276)]), "#2a2a30", 9)
    c.line(curve([(750, 284), (780, 246), (784, 300)]), "#2a2a30", 9)
    for x in (690, 736):
        c.ellipse(x, 346, 8, 8, "#2a2a30")
    c.line(curve([(690, 384), (710, 400), (734, 384)]), "#2a2a30", 7)
    c.text(590, 480, "ждём лето", 62, "#2a2a30", "BoldItalic")
    return c.finish()


def crayons(w, h):
    """A house, a sun and a tram, by somebody who is five."""
    c = Canvas(w, h, 91, "#fbfaf4")

    def scribble(x0, y0, x1, y1, tone, step=15):
        points, y, way = [], y0, True
        while y < y1:
            points += [(x0 + c.rng.normal(0, 6), y), (x1 + c.rng.normal(0, 6), y + step / 2)]
            y += step
        c.line(points, tone, 9, opacity=0.85)

    scribble(-10, 560, 1010, 760, "#5fae4a")
    scribble(120, 330, 400, 600, "#f0b84a")
    for _ in range(2):
        c.line([(100 + c.rng.normal(0, 4), 330), (260, 170 + c.rng.normal(0, 6)), (424, 334), (100, 330)], "#c8352e", 10)
    for i in range(9):
        c.line([(130 + 16 * i, 322), (260 + 1 * i, 190 + 4 * i), (400 - 10 * i, 322)], "#d8604a", 6, opacity=0.6)
    for box in ((160, 390, 230, 460), (290, 390, 360, 460)):
        x0, y0, x1, y1 = box
        c.line([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], "#3a5fb0", 8)
        c.line([((x0 + x1) / 2, y0), ((x0 + x1) / 2, y1)], "#3a5fb0", 6)
    scribble(500, 420, 900, 560, "#e2432f", 13)
    for i in range(4):
        x = 530 + 92 * i
        c.line([(x, 440), (x + 60, 440), (x + 60, 492), (x, 492), (x, 440)], "#2a2a30", 7)
    for x in (570, 820):
        c.line(oval(x, 584, 32, 32), "#2a2a30", 10)
    c.line([(700, 418), (680, 340), (760, 300)], "#2a2a30", 8)
    c.line([(480, 304), (980, 290)], "#7a7a84", 6)
    c.line(oval(860, 130, 70, 70), "#f2c12e", 14)
    scribble(810, 90, 910, 170, "#f7d34e")
    for i in range(11):
        a = 2 * math.pi * i / 11
        c.line([(860 + 92 * math.cos(a), 130 + 92 * math.sin(a)), (860 + 150 * math.cos(a), 130 + 150 * math.sin(a))], "#f2c12e", 10)
    for x, tone in ((450, "#d04a9a"), (940, "#7a4ac0"), (60, "#e2432f")):
        c.line([(x, 640), (x, 570)], "#3f8a3a", 8)
        for i in range(5):
            a = 2 * math.pi * i / 5
            c.ellipse(x + 20 * math.cos(a), 556 + 20 * math.sin(a), 14, 14, tone)
        c.ellipse(x, 556, 11, 11, "#f7d34e")
    c.text(590, 720, "трамвай и я", 58, "#3a5fb0", "MediumItalic", opacity=0.85)
    return c.finish(1.5)


def album_sketch(w, h):
    """A page of a travel sketchbook."""
    c = Canvas(w, h, 92, "#efe7d6")
    c.box(70, 40, 860, 590, "#fbf7ec", 6)
    coast = curve([(150, 560), (200, 440), (300, 420), (330, 320), (300, 220), (420, 180), (500, 240), (560, 200), (680, 140), (760, 220), (720, 330), (820, 400), (790, 500)])
    for grow in (0, 14, 28):
        c.line([(x + grow * 0.7, y + grow) for x, y in coast], "#4d87a8", 4 if grow == 0 else 2, opacity=1 - grow / 40)
    stops = ((300, 420, "day 1"), (420, 180, "day 3"), (560, 200, "day 4"), (720, 330, "day 7"))
    way = curve([(x, y - 16) for x, y, _ in stops])
    for i in range(0, len(way) - 1, 4):
        c.line([way[i], way[min(i + 2, len(way) - 1)]], "#c8352e", 6)
    for x, y, name in stops:
        c.ellipse(x, y - 16, 12, 12, "#c8352e")
        c.text(x + 20, y - 24, name, 32, "#3a342c", "MediumItalic")
    for x, y in ((480, 400), (540, 420), (590, 380)):
        c.line([(x - 46, y + 40), (x, y - 40), (x + 46, y + 40)], "#6b7f6a", 5)
        c.line([(x - 14, y - 14), (x, y), (x + 12, y - 18)], "#6b7f6a", 3)
    c.line(oval(210, 200, 56, 56), "#3a342c", 4)
    c.polygon([(210, 130), (222, 200), (210, 270), (198, 200)], "#c8352e")
    c.text(210, 122, "N", 40, "#3a342c", anchor="ms")
    return c.finish(1.6)


def pixels():
    """Sixteen by ten, for a data URL."""
    rows = ("................", ".....####.......", "...##oooo##.....", "..#oooooooo#....", "..#o#oo#ooo#.##.", "..#oooooooo##..#", "..#oo##oooo#...#", "...#oooooo#...#.", "....######..##..", "................")
    colours = {".": (122, 196, 226), "#": (48, 44, 62), "o": (246, 190, 92)}
    image = Image.new("RGB", (16, 10))
    image.putdata([colours[p] for row in rows for p in row])
    return image
