"""What stands on a table, and what grows on a sill."""

import math

import numpy as np

from canvas import Canvas, across, curve, mix, oval, radial, vertical


def shade(c, cx, cy, rx, ry, turn=0.0, strength=0.35, dx=14, dy=20):
    c.ellipse(cx + dx, cy + dy, rx, ry, "#1a0f0a", turn, blur=14, opacity=strength)


def planks(c, tone, count=6):
    for i in range(count):
        y = c.h * i / count
        c.box(0, y, 1000, c.h / count, vertical(y, y + c.h / count, mix(tone, "#ffffff", c.rng.uniform(0, 0.1)), mix(tone, "#000000", c.rng.uniform(0, 0.12))))
        for _ in range(9):
            gy, a = y + c.rng.uniform(4, c.h / count - 4), c.rng.uniform(0, 6)
            c.line([(x, gy + 3 * math.sin(x / 130 + a)) for x in range(-20, 1040, 60)], mix(tone, "#2a1408", 0.5), 1.4, opacity=0.22)
        c.line([(0, y), (1000, y)], mix(tone, "#1a0c04", 0.7), 4)


def cup(c, x, y, r, saucer, inside, crema, heart=False):
    shade(c, x, y, r * 1.45, r * 1.45, 0, 0.35)
    c.ellipse(x, y, r * 1.45, r * 1.45, radial(x - r * 0.4, y - r * 0.5, r * 2.2, mix(saucer, "#ffffff", 0.5), saucer, mix(saucer, "#000000", 0.18)))
    c.ellipse(x, y, r * 1.1, r * 1.1, mix(saucer, "#000000", 0.14), blur=6)
    c.box(x + r * 0.8, y - r * 0.17, r * 0.78, r * 0.34, mix(saucer, "#ffffff", 0.35), r * 0.17)
    c.ellipse(x, y, r, r, radial(x - r * 0.4, y - r * 0.5, r * 1.8, "#ffffff", mix(saucer, "#ffffff", 0.4), mix(saucer, "#000000", 0.15)))
    c.ellipse(x, y, r * 0.86, r * 0.86, radial(x + r * 0.2, y + r * 0.25, r * 1.3, crema, inside))
    if heart:
        points = [(x + r * 0.034 * 16 * math.sin(t) ** 3, y - r * 0.034 * (13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t))) for t in np.linspace(0, 2 * math.pi, 80)]
        c.polygon(points, "#fbeedd", blur=1)
        c.line([(x, y - r * 0.2), (x, y + r * 0.62)], mix(crema, "#fbeedd", 0.5), 4)
    else:
        c.ellipse(x - r * 0.2, y - r * 0.25, r * 0.3, r * 0.16, "#ffffff", -30, opacity=0.25, blur=4)


def coffee(w, h):
    c = Canvas(w, h, 51, "#e8ddcf")
    c.cloud("#ffffff", 2, 0.0, 2.0, 0.6, -600, 1900)
    c.box(600, -20, 440, 520, "#2f4a5c", 6)
    c.box(620, 0, 400, 480, "#f6f1e6", 4)
    for i in range(9):
        c.box(660, 60 + 44 * i, c.rng.uniform(180, 300), 10, "#b9b1a4", 5)
    c.line([(560, 250), (760, 530)], "#d99a2b", 14)
    c.line([(752, 519), (768, 541)], "#3a3026", 8)
    cup(c, 360, 430, 190, "#e9eef0", "#5a3018", "#c98a4e", True)
    cup(c, 660, 870, 160, "#d4694a", "#2c150b", "#6a3a1c")
    for x, y, turn in ((150, 850, 20), (230, 960, -40), (110, 1010, 75), (330, 1060, 10)):
        shade(c, x, y, 66, 40, turn, 0.3, 6, 9)
        c.ellipse(x, y, 66, 40, radial(x - 16, y - 16, 110, "#e6b26a", "#b87a34"), turn)
        for _ in range(5):
            c.ellipse(x + c.rng.uniform(-38, 38), y + c.rng.uniform(-18, 18), 8, 6, "#4a2412")
    return c.finish(2.2, 0.15)


def pie(w, h):
    c = Canvas(w, h, 52, "#b6865a")
    planks(c, "#b6865a")
    c.polygon([(40, 160), (940, 60), (980, 880), (90, 960)], "#eef2f4")
    cloth_mask = c.mask(lambda pen, k: pen.polygon([(x * k, y * k) for x, y in ((40, 160), (940, 60), (980, 880), (90, 960))], fill=255))
    for i in range(-4, 16):
        c.line([(i * 90, -20), (i * 90 + 110, 1020)], "#5b86b8", 12, opacity=0.4, clip=cloth_mask)
        c.line([(-20, i * 90), (1020, i * 90 - 110)], "#5b86b8", 12, opacity=0.4, clip=cloth_mask)
    shade(c, 500, 510, 366, 366, 0, 0.5)
    c.ellipse(500, 510, 366, 366, radial(420, 400, 480, "#f3f1ea", "#cfcac0"))
    c.ellipse(500, 510, 330, 330, radial(440, 420, 420, "#e5ab5c", "#c47f36", "#9a5a22"))
    for i in range(40):
        a = 2 * math.pi * i / 40
        c.ellipse(500 + 312 * math.cos(a), 510 + 312 * math.sin(a), 30, 21, radial(500 + 304 * math.cos(a), 500 + 304 * math.sin(a), 34, "#f0c47c", "#b9742f"), math.degrees(a) + 35)
    c.ellipse(500, 510, 286, 286, radial(460, 460, 330, "#a3173a", "#6a0c28"))
    inside = c.mask(lambda pen, k: pen.ellipse((214 * k, 224 * k, 786 * k, 796 * k), fill=255))
    for _ in range(150):
        r, a = 280 * math.sqrt(c.rng.random()), c.rng.uniform(0, 6.28)
        x, y = 500 + r * math.cos(a), 510 + r * math.sin(a)
        c.ellipse(x, y, 17, 17, radial(x - 6, y - 6, 24, "#e2466a", "#8e1132"), clip=inside)
    for i in range(-3, 4):
        for turn in (0, 1):
            at = 500 + i * 84
            band = [(at - 20, 200), (at + 20, 200), (at + 20, 820), (at - 20, 820)] if turn else [(190, at - 10), (810, at - 10), (810, at + 30), (190, at + 30)]
            c.polygon([(x + 5, y + 8) for x, y in band], "#3a0a12", blur=5, opacity=0.5, clip=inside)
            c.polygon(band, across(band[0], band[1] if turn else band[3], "#d99a4e", "#f4cd8a", "#b9742f"), clip=inside)
    c.box(812, 610, 40, 330, across((812, 0), (852, 0), "#6b4024", "#8d5a34", "#4a2a16"), 18)
    c.polygon(curve([(812, 620), (800, 500), (832, 380), (852, 500), (852, 620)]), across((800, 0), (852, 0), "#f5f7f8", "#9fa8ae"))
    return c.finish(2.0, 0.15)


def bread(w, h):
    c = Canvas(w, h, 53, vertical(0, 420, "#3b3a3c", "#57514c"))
    c.polygon([(0, 420), (1000, 420), (1000, 800), (0, 800)], vertical(420, 700, "#a5764c", "#6f4a2b"))
    shade(c, 500, 560, 370, 60, 0, 0.6, 0, 20)
    c.box(150, 530, 700, 46, vertical(530, 576, "#d9ae78", "#a87a45"), 18)
    loaf = curve([(190, 540), (176, 440), (250, 300), (500, 226), (750, 300), (826, 440), (810, 540)])
    c.polygon(loaf, radial(430, 330, 480, "#e0a45e", "#b86f2e", "#6f3a16"))
    inside = c.mask(lambda pen, k: pen.polygon([(x * k, y * k) for x, y in loaf], fill=255))
    flour = [(c.rng.normal(470, 130), c.rng.normal(350, 60), c.rng.uniform(0.8, 3.2)) for _ in range(700)]
    c.dots(flour, "#fff3dd", opacity=0.75, clip=inside)
    for i, x in enumerate((300, 430, 560, 690)):
        cut = curve([(x - 60, 470), (x - 26, 380), (x + 20, 310), (x + 74, 262)])
        c.line(cut, "#6b3513", 34, clip=inside, opacity=0.9)
        c.line([(px + 5, py + 4) for px, py in cut], "#f0cf9c", 24, clip=inside)
    c.dots([(c.rng.normal(500, 260), c.rng.normal(610, 26), c.rng.uniform(1, 5)) for _ in range(260)], "#f7eddc", opacity=0.8)
    for x, y, turn in ((90, 540, 60), (120, 510, 72), (60, 500, 82)):
        tip = (x + 150 * math.cos(math.radians(-turn)), y + 150 * math.sin(math.radians(-turn)))
        c.line([(x - 40, y + 90), tip], "#d9b25e", 4)
        for j in range(7):
            t = 0.45 + 0.09 * j
            gx, gy = x - 40 + (tip[0] - x + 40) * t, y + 90 + (tip[1] - y - 90) * t
            for side in (-1, 1):
                c.ellipse(gx + side * 9, gy, 15, 6, "#e3bf6a", -turn + side * 28)
    return c.finish(2.2, 0.18)


def starter(w, h):
    c = Canvas(w, h, 54, across((0, 0), (1000, 1300), "#d5e0dc", "#b9c9c6", "#93a8a6"))
    c.polygon([(0, 1090), (1000, 1060), (1000, 1400), (0, 1400)], vertical(1060, 1333, "#e9dcc8", "#bfa988"))
    c.polygon([(640, 0), (900, 0), (520, 1060), (180, 1080)], "#ffffff", opacity=0.16, blur=16)
    shade(c, 520, 1150, 300, 50, 0, 0.5, 40, 10)
    c.box(240, 380, 520, 780, "#f4f9f8", 60, opacity=0.55)
    c.box(262, 620, 476, 520, across((262, 0), (738, 0), "#efe0c2", "#f8efdb", "#d8c39c"), 46)
    c.polygon(curve([(262, 690), (330, 590), (430, 560), (520, 548), (620, 566), (700, 610), (738, 690)]), "#f3e6cc")
    for _ in range(120):
        x, y, r = c.rng.uniform(285, 715), c.rng.uniform(600, 1110), c.rng.uniform(4, 24) * c.rng.random()
        c.ellipse(x, y, r + 3, r + 2, "#cdb488", opacity=0.8)
        c.ellipse(x + 1, y + 2, r, r, "#fbf4e4", opacity=0.8)
    c.box(300, 1000, 8, 60, "#ffffff")
    c.box(228, 820, 544, 24, "#d8503f", 12)
    c.box(270, 400, 40, 700, "#ffffff", 20, opacity=0.5, blur=5)
    c.box(216, 320, 568, 90, across((216, 0), (784, 0), "#e7b86a", "#f2cf90", "#c08a3c"), 24)
    c.box(330, 890, 340, 160, "#fffaf0", 10)
    c.text(500, 960, "Геннадий", 56, "#4a3a2a", "SemiBold", "ms")
    c.text(500, 1016, "день 12-й", 40, "#8a7a66", "Medium", "ms")
    return c.finish(1.8, 0.1)


def fruit(w, h):
    c = Canvas(w, h, 55, vertical(0, 460, "#41504f", "#6e7f76", "#8d9a8b"))
    c.polygon([(0, 440), (1000, 430), (1000, 700), (0, 700)], vertical(430, 667, "#c9a57a", "#8a653e"))
    shade(c, 500, 560, 330, 36, 0, 0.6, 0, 14)
    def ball(x, y, r, light, base, dark, rx=1.0):
        c.ellipse(x, y, r * rx, r, radial(x - r * 0.35, y - r * 0.4, r * 1.6, light, base, dark))
        c.ellipse(x - r * 0.36, y - r * 0.42, r * 0.2, r * 0.13, "#ffffff", -35, opacity=0.55, blur=4)
    ball(420, 330, 96, "#ffd27a", "#f29a2e", "#b5591a")
    ball(590, 330, 100, "#ff9c86", "#cf3128", "#77121c")
    c.line(curve([(592, 240), (600, 214), (622, 196)]), "#4a2f1c", 7)
    c.polygon(curve([(612, 208), (650, 180), (700, 192), (660, 222), (612, 208)]), "#6b9a3e")
    ball(320, 400, 88, "#e9f0a0", "#a3bf3c", "#5b7a22")
    ball(690, 400, 84, "#ffe08a", "#f0b02e", "#b0701a")
    for i in range(26):
        x, y = 500 + 70 * math.cos(i * 2.4) * math.sqrt(i / 26), 372 + 60 * math.sin(i * 2.4) * math.sqrt(i / 26)
        ball(x, y, 26, "#b08fd0", "#5a3480", "#2a1444")
    bowl = curve([(190, 420), (230, 520), (340, 580), (660, 580), (770, 520), (810, 420)])
    c.polygon(bowl + [(810, 418), (500, 452), (190, 418)], across((190, 0), (810, 0), "#5f8fb0", "#a9c9da", "#2f5878"))
    c.line(curve([(190, 420), (340, 446), (500, 452), (660, 446), (810, 420)]), "#dcebf2", 9)
    for i in range(9):
        a = 250 + 62 * i
        c.polygon([(a, 490 + 8 * math.sin(i)), (a + 22, 512), (a, 534), (a - 22, 512)], "#f3f7f9", opacity=0.8)
    ball(880, 560, 56, "#ffd27a", "#f29a2e", "#b5591a")
    c.ellipse(130, 570, 70, 62, "#f7e7b0")
    c.ellipse(130, 570, 60, 53, radial(130, 570, 66, "#fff6d0", "#f3c93e"))
    for i in range(8):
        a = math.pi * i / 4
        c.line([(130, 570), (130 + 58 * math.cos(a), 570 + 51 * math.sin(a))], "#fff6dc", 5)
    return c.finish(2.4, 0.2)


def soup(w, h):
    c = Canvas(w, h, 56, "#2f3b46")
    c.cloud("#55646f", 2, 0.0, 2.0, 0.6, -600, 1900)
    shade(c, 500, 500, 370, 370, 0, 0.7)
    c.ellipse(500, 500, 370, 370, radial(400, 380, 560, "#ffffff", "#e4e2dc", "#b4b0a8"))
    c.ellipse(500, 500, 290, 290, radial(460, 450, 360, "#c92a3a", "#a3182f", "#6b0d24"))
    inside = c.mask(lambda pen, k: pen.ellipse((212 * k, 212 * k, 788 * k, 788 * k), fill=255))
    for _ in range(36):
        x, y, a = c.rng.normal(500, 130), c.rng.normal(500, 130), c.rng.uniform(0, 180)
        c.ellipse(x, y, 40, 9, mix("#d8485a", "#f0a04a", c.rng.random()), a, clip=inside, opacity=0.75)
    for _ in range(70):
        x, y = c.rng.normal(500, 140), c.rng.normal(500, 140)
        c.ellipse(x, y, 9, 9, "#ff7a5a", clip=inside, opacity=0.5)
    c.polygon(curve([(430, 420), (520, 380), (600, 430), (610, 520), (540, 570), (450, 540), (410, 480), (430, 420)]), radial(490, 450, 150, "#ffffff", "#f0e6e0"))
    c.line(curve([(470, 450), (530, 430), (560, 480), (520, 520), (480, 500)]), "#e2cfc9", 9)
    for _ in range(40):
        x, y, a = c.rng.normal(520, 60), c.rng.normal(480, 55), c.rng.uniform(0, 6.28)
        c.line([(x, y), (x + 22 * math.cos(a), y + 22 * math.sin(a))], mix("#3d7a2e", "#7fb84a", c.rng.random()), 4)
    for x, y in ((130, 160), (90, 240), (180, 90)):
        c.ellipse(x, y, 66, 44, radial(x - 14, y - 16, 100, "#7a4a2a", "#3f2412"), -30)
    c.box(866, 300, 26, 560, across((866, 0), (892, 0), "#c9d0d4", "#ffffff", "#8a949a"), 13)
    c.ellipse(879, 240, 52, 84, across((827, 0), (931, 0), "#dfe5e8", "#ffffff", "#9aa4aa"))
    return c.finish(2.0, 0.15)


def cactus(w, h):
    c = Canvas(w, h, 57, across((0, 0), (1000, 0), "#f4dcd3", "#f0cfc6"))
    c.polygon([(120, 0), (420, 0), (640, 667), (300, 667)], "#fff6ee", opacity=0.5, blur=20)
    c.box(0, 540, 1000, 26, "#ffffff")
    c.box(0, 566, 1000, 110, vertical(566, 667, "#e3bcb0", "#d8aa9d"))
    pots = ("#d9725a", "#4f7f8c", "#e8b64c", "#f5f0e8", "#7a5a86")
    for i, pot in enumerate(pots):
        x = 130 + 185 * i
        if i == 0:
            c.ellipse(x, 360, 60, 110, across((x - 60, 0), (x + 60, 0), "#7fb069", "#4d8a4a"))
            for dx in (-36, -12, 12, 36):
                c.line(curve([(x + dx * 0.6, 256), (x + dx, 360), (x + dx * 0.7, 460)]), "#3c7340", 3)
            c.ellipse(x + 4, 248, 20, 14, "#f06a8a")
        elif i == 1:
            for a in range(-70, 71, 20):
                r = math.radians(a)
                c.polygon([(x - 14, 470), (x + 150 * math.sin(r), 470 - 190 * math.cos(r)), (x + 14, 470)], mix("#2f6f55", "#8fc29a", (a + 70) / 140))
        elif i == 2:
            c.box(x - 24, 230, 48, 250, across((x - 24, 0), (x + 24, 0), "#6fa05a", "#41753f"), 24)
            c.box(x - 84, 320, 70, 36, "#5a904e", 18)
            c.box(x - 84, 260, 34, 90, "#5a904e", 17)
            c.box(x + 14, 350, 66, 34, "#4a8044", 17)
            c.box(x + 48, 290, 32, 90, "#4a8044", 16)
        elif i == 3:
            for j in range(26):
                a, r = j * 2.4, 17 * math.sqrt(j)
                c.ellipse(x + r * math.cos(a), 420 + 0.7 * r * math.sin(a), 26, 19, mix("#a9d4bf", "#5f9a86", j / 26), math.degrees(a))
        else:
            for j in range(7):
                px, py = x + c.rng.uniform(-50, 50), 300 + c.rng.uniform(-40, 60)
                c.line(curve([(x, 470), ((x + px) / 2 + 14, (470 + py) / 2), (px, py)]), "#3f6b46", 4)
                c.ellipse(px, py, 34, 30, across((px - 34, 0), (px + 34, 0), "#6fb07a", "#3a7a52"))
        c.polygon([(x - 66, 450), (x + 66, 450), (x + 50, 542), (x - 50, 542)], across((x - 66, 0), (x + 66, 0), mix(pot, "#ffffff", 0.25), pot, mix(pot, "#000000", 0.2)))
        c.box(x - 74, 436, 148, 26, across((x - 74, 0), (x + 74, 0), mix(pot, "#ffffff", 0.35), mix(pot, "#000000", 0.12)), 6)
    return c.finish(1.6)


def leaf(w, h):
    c = Canvas(w, h, 58, vertical(0, 1500, "#f3efe2", "#dfe6d6"))
    c.ellipse(640, 420, 330, 330, "#f0b98a", opacity=0.8)
    for i, (x, y, s, turn, tone) in enumerate(((420, 760, 1.15, -18, "#2f6b52"), (720, 980, 0.9, 34, "#4a8a5e"), (300, 1120, 0.8, -50, "#1f5244"), (620, 560, 0.7, 16, "#6aa56b"))):
        r = math.radians(turn)
        place = lambda p, x=x, y=y, s=s, r=r: (x + s * (p[0] * math.cos(r) - p[1] * math.sin(r)), y + s * (p[0] * math.sin(r) + p[1] * math.cos(r)))
        c.line([place((0, 200)), (500 + 40 * (i - 1.5), 1300)], mix(tone, "#1a2c20", 0.3), 14 * s)
        half = curve([(0, 240), (190, 190), (310, 40), (300, -110), (190, -260), (0, -380)])
        outline = [place(p) for p in half] + [place((-px, py)) for px, py in half[::-1]]
        cuts = [[place(p) for p in ((side * 360, -262 + 92 * j), (side * (120 - 6 * j), -190 + 92 * j), (side * 360, -212 + 92 * j))]
                for side in (-1, 1) for j in range(5)]

        def blade(pen, k, outline=outline, cuts=cuts):
            pen.polygon([(px * k, py * k) for px, py in outline], fill=255)
            for cut in cuts:
                pen.polygon([(px * k, py * k) for px, py in cut], fill=0)

        c.paint(blade, across(place((-300, 0)), place((300, 0)), mix(tone, "#ffffff", 0.12), tone, mix(tone, "#0a1a12", 0.25)))
        for side in (-1, 1):
            for j in range(5):
                ly = -230 + 92 * j
                c.line([place((0, ly + 110)), place((side * 230, ly + 10))], mix(tone, "#ffffff", 0.3), 3 * s, opacity=0.7)
        c.line([place((0, 240)), place((0, -370))], mix(tone, "#ffffff", 0.35), 7 * s)
    c.polygon([(330, 1260), (670, 1260), (620, 1510), (380, 1510)], across((330, 0), (670, 0), "#d98a66", "#c06a48", "#8f4a30"))
    return c.finish(2.0, 0.06)


def mushrooms(w, h):
    c = Canvas(w, h, 59, vertical(0, 1000, "#2c3a2a", "#4f5a34", "#6f5a30"))
    for _ in range(26):
        x, y, r = c.rng.uniform(0, 1000), c.rng.uniform(0, 520), c.rng.uniform(20, 80)
        c.ellipse(x, y, r, r, mix("#d9d68a", "#8fae5a", c.rng.random()), opacity=0.16, blur=8)
    c.polygon(curve([(-20, 760), (250, 720), (500, 750), (780, 716), (1020, 750)]) + [(1020, 1010), (-20, 1010)], vertical(716, 1000, "#5f7a35", "#2f3f1c"))
    for x, foot, s, cap, dark in ((330, 820, 1.25, "#b5532c", "#6f2c16"), (610, 850, 1.0, "#c96a34", "#7a3518"), (800, 800, 0.66, "#a8482a", "#5f2412"), (160, 850, 0.6, "#cf7a3f", "#83401c")):
        c.polygon(curve([(x - 40 * s, foot - 190 * s), (x - 62 * s, foot - 60 * s), (x - 50 * s, foot), (x + 50 * s, foot), (x + 62 * s, foot - 60 * s), (x + 40 * s, foot - 190 * s)]), across((x - 60 * s, 0), (x + 60 * s, 0), "#fbf3e2", "#e9d8b8", "#a9895c"))
        top = [(x - 170 * s, foot - 180 * s)] + oval(x, foot - 180 * s, 170 * s, 150 * s, 0, 180, 360) + [(x + 170 * s, foot - 180 * s)]
        c.polygon(top + curve([(x + 170 * s, foot - 180 * s), (x, foot - 150 * s), (x - 170 * s, foot - 180 * s)]), radial(x - 60 * s, foot - 270 * s, 290 * s, mix(cap, "#ffd9a8", 0.45), cap, dark))
        c.ellipse(x - 66 * s, foot - 274 * s, 40 * s, 20 * s, "#ffffff", -28, opacity=0.35, blur=6)
    for _ in range(420):
        x, foot = c.rng.uniform(0, 1000), c.rng.uniform(790, 1010)
        c.line([(x, foot), (x + c.rng.uniform(-16, 16), foot - c.rng.uniform(16, 60))], mix("#2f4a1c", "#93ad4a", c.rng.random()), 3)
    for x, y, turn, tone in ((480, 900, 20, "#d9a23a"), (90, 930, -30, "#c9692a"), (900, 920, 50, "#e0b84a"), (700, 950, 0, "#b5482a")):
        c.ellipse(x, y, 44, 19, tone, turn)
        c.line([(x - 40 * math.cos(math.radians(turn)), y - 40 * math.sin(math.radians(turn))), (x + 50 * math.cos(math.radians(turn)), y + 50 * math.sin(math.radians(turn)))], mix(tone, "#3a1a0a", 0.4), 3)
    return c.finish(2.4, 0.25)


def mug(w, h):
    c = Canvas(w, h, 60, radial(420, 360, 900, "#f7efe6", "#e2d3c4"))
    shade(c, 470, 830, 260, 30, 0, 0.45, 30, 0)
    c.paint(lambda pen, k: pen.arc((600 * k, 380 * k, 850 * k, 690 * k), -90, 90, fill=255, width=int(48 * k)), "#35556b")
    c.box(600, 380, 120, 48, "#35556b", 4)
    c.box(600, 642, 120, 48, "#2c485c", 4)
    body = [(230, 290), (712, 290), (684, 800), (640, 834), (304, 834), (258, 800)]
    c.polygon(body, across((230, 0), (712, 0), "#5f87a0", "#44687f", "#274253"))
    inside = c.mask(lambda pen, k: pen.polygon([(x * k, y * k) for x, y in body], fill=255))
    c.polygon(curve([(200, 640), (330, 600), (480, 650), (620, 596), (740, 640)]) + [(740, 850), (200, 850)], across((230, 0), (712, 0), "#e9dcc6", "#d9c6a8", "#a58f70"), clip=inside)
    c.ellipse(471, 292, 241, 48, "#8fb0c2")
    c.ellipse(471, 298, 222, 38, "#1d3340")
    for x in range(270, 700, 62):
        c.line(curve([(x - 18, 470), (x, 452), (x + 18, 470)], 8), "#e9dcc6", 6, clip=inside)
        c.line(curve([(x - 18, 500), (x, 482), (x + 18, 500)], 8), "#e9dcc6", 6, clip=inside)
    return c.finish(1.6)
