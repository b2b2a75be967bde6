"""Cats, mostly. Also a deep sea with its inhabitants, and a snowman."""

import math

from canvas import Canvas, across, curve, mix, oval, radial, vertical


def cat_face(c, x, y, s, fur, inner="#f2b8a8", eyes="#9fbf3a", shut=False, dark="#2a1c18"):
    for side in (-1, 1):
        c.polygon(curve([(x + side * 30 * s, y - 74 * s), (x + side * 84 * s, y - 140 * s), (x + side * 100 * s, y - 30 * s)], 8), mix(fur, "#000000", 0.06))
        c.polygon(curve([(x + side * 48 * s, y - 78 * s), (x + side * 80 * s, y - 116 * s), (x + side * 88 * s, y - 50 * s)], 8), inner)
    c.ellipse(x, y, 108 * s, 90 * s, radial(x - 30 * s, y - 40 * s, 170 * s, mix(fur, "#ffffff", 0.18), fur, mix(fur, "#000000", 0.18)))
    c.ellipse(x - 22 * s, y + 34 * s, 32 * s, 25 * s, mix(fur, "#ffffff", 0.55))
    c.ellipse(x + 22 * s, y + 34 * s, 32 * s, 25 * s, mix(fur, "#ffffff", 0.55))
    for side in (-1, 1):
        ex, ey = x + side * 44 * s, y - 8 * s
        if shut:
            c.line(curve([(ex - 20 * s, ey), (ex, ey + 11 * s), (ex + 20 * s, ey)], 8), dark, 5 * s)
        else:
            c.ellipse(ex, ey, 21 * s, 21 * s, eyes)
            c.ellipse(ex, ey, 8 * s, 18 * s, "#15100e")
            c.ellipse(ex - 7 * s, ey - 8 * s, 5 * s, 5 * s, "#ffffff")
        for j in (-1, 0, 1):
            c.line([(x + side * 46 * s, y + (30 + 7 * j) * s), (x + side * 132 * s, y + (24 + 18 * j) * s)], "#ffffff", 2 * s, opacity=0.7)
    c.polygon([(x - 11 * s, y + 14 * s), (x + 11 * s, y + 14 * s), (x, y + 26 * s)], "#e48a86")
    c.line(curve([(x - 22 * s, y + 40 * s), (x - 10 * s, y + 46 * s), (x, y + 28 * s), (x + 10 * s, y + 46 * s), (x + 22 * s, y + 40 * s)], 8), dark, 3 * s)


def ginger(w, h):
    """On the sill, looking out at the snow."""
    c = Canvas(w, h, 71, "#e6d7c8")
    c.box(110, 40, 780, 700, "#fdfdfb", 8)
    for x in (140, 520):
        c.box(x, 70, 340, 640, vertical(70, 710, "#93b1d1", "#d9e4ee", "#f5f1ee"))
    panes = c.mask(lambda pen, k: [pen.rectangle((x * k, 70 * k, (x + 340) * k, 710 * k), fill=255) for x in (140, 520)])
    c.ellipse(300, 720, 320, 120, "#ffffff", clip=panes)
    c.ellipse(760, 730, 280, 150, "#f1f5f9", clip=panes)
    for x, tall in ((600, 260), (700, 340), (800, 220), (210, 200)):
        for j in range(5):
            t = j / 5
            c.polygon([(x, 640 - tall * (1 - t * 0.55)), (x - 24 - 50 * t, 640 - tall * (0.62 - t * 0.62)), (x + 24 + 50 * t, 640 - tall * (0.62 - t * 0.62))], "#6f8f94", clip=panes)
    c.dots([(c.rng.uniform(140, 860), c.rng.uniform(70, 710), c.rng.uniform(2, 6)) for _ in range(130)], "#ffffff", clip=panes)
    c.box(60, 740, 880, 44, vertical(740, 784, "#ffffff", "#dcd8d0"), 6)
    c.box(0, 784, 1000, 220, vertical(784, 1000, "#d6c3b0", "#c5af9a"))
    for i in range(9):
        c.box(120 + 88 * i, 830, 62, 190, across((120 + 88 * i, 0), (182 + 88 * i, 0), "#ffffff", "#f2efea", "#cfc8be"), 24)
    fur = "#e08a3c"
    tail = curve([(640, 730), (760, 740), (790, 830), (740, 900), (700, 880)])
    c.line(tail, "#c9742c", 44)
    for p in tail[10::16]:
        c.ellipse(p[0], p[1], 9, 24, "#a9571c", opacity=0.6)
    body = curve([(360, 742), (330, 620), (390, 470), (500, 430), (610, 500), (690, 640), (660, 742)])
    c.polygon(body, radial(460, 540, 320, "#efa75a", fur, "#b9642a"))
    inside = c.mask(lambda pen, k: pen.polygon([(x * k, y * k) for x, y in body], fill=255))
    for i in range(5):
        c.line(curve([(700, 520 + 46 * i), (610, 540 + 42 * i), (560, 580 + 40 * i)], 10), "#b9642a", 15, clip=inside, opacity=0.75)
    c.ellipse(440, 680, 76, 90, "#fbe6cc", clip=inside, blur=6)
    for x in (400, 478):
        c.box(x - 34, 640, 68, 106, "#f0ad64", 34)
        c.ellipse(x, 736, 42, 20, "#fbe6cc")
    cat_face(c, 450, 400, 1.18, fur)
    for dx in (-30, 0, 30):
        c.line(curve([(450 + dx, 300), (450 + dx * 0.8, 336)], 6), "#b9642a", 11)
    return c.finish(2.2, 0.1)


def black_cat(w, h):
    """Asleep on a striped blanket."""
    c = Canvas(w, h, 72, "#c9d6c4")
    c.cloud("#ffffff", 2, 0.2, 2.0, 0.5, -400, 900)
    c.polygon([(0, 300), (1000, 250), (1000, 680), (0, 680)], "#e8c9a0")
    blanket = c.mask(lambda pen, k: pen.polygon([(x * k, y * k) for x, y in ((0, 330), (1000, 280), (1000, 680), (0, 680))], fill=255))
    for i, tone in enumerate(("#d9644a", "#f2e3c6", "#3f6f7f", "#f2c14e") * 3):
        c.polygon([(-20, 300 + 36 * i), (1020, 250 + 36 * i), (1020, 290 + 36 * i), (-20, 340 + 36 * i)], tone, clip=blanket)
    c.cloud("#000000", 5, 0.4, 1.6, 0.14, 280, 680)
    c.ellipse(500, 520, 350, 84, "#1d1210", opacity=0.45, blur=16)
    c.ellipse(520, 420, 330, 170, radial(420, 310, 480, "#4a4650", "#2a2730", "#15131a"))
    c.line(curve([(800, 470), (790, 560), (640, 590), (460, 580), (360, 560)]), "#1d1b23", 50)
    c.line(curve([(790, 480), (770, 546), (640, 574), (470, 566)]), "#3a3742", 12, opacity=0.7)
    c.ellipse(320, 490, 84, 44, "#25232b", -10)
    cat_face(c, 330, 420, 1.12, "#2f2c36", "#8a6a72", shut=True, dark="#0c0a0e")
    for x, y, s in ((560, 170, 34), (630, 120, 44), (710, 70, 58)):
        c.text(x, y, "z", s, "#5c7a66", "BoldItalic", "ms", opacity=0.8)
    return c.finish(2.2, 0.1)


def grey_cat(w, h):
    """Tall, in front of its books."""
    c = Canvas(w, h, 73, "#5a4436")
    tones = ("#b5523c", "#2f5a6b", "#d9b25a", "#6b7f4a", "#e5dcc6", "#7a4a6b", "#3b3f58", "#c98a5a")
    y = 40.0
    while y < c.h:
        x = 20.0
        while x < 980:
            width, tall = c.rng.uniform(28, 66), c.rng.uniform(210, 300)
            tone = tones[c.rng.integers(len(tones))]
            c.box(x, y + 310 - tall, width - 3, tall, across((x, 0), (x + width, 0), mix(tone, "#ffffff", 0.15), tone, mix(tone, "#000000", 0.3)), 4)
            c.box(x + width * 0.2, y + 350 - tall, width * 0.6, 8, mix(tone, "#ffffff", 0.6))
            c.box(x + width * 0.2, y + 260, width * 0.6, 8, mix(tone, "#ffffff", 0.6))
            x += width
        c.box(0, y + 310, 1000, 34, vertical(y + 310, y + 344, "#a98560", "#6b4f38"))
        y += 366
    c.box(0, 0, 1000, c.h, "#1d120c", opacity=0.22)
    foot = 1440
    c.box(0, foot - 30, 1000, 100, vertical(foot - 30, foot + 60, "#b58a5e", "#8a6440"))
    c.ellipse(510, foot - 14, 330, 34, "#1d120c", opacity=0.6, blur=10)
    fur = "#8f98a6"
    c.line(curve([(680, foot - 40), (800, foot - 60), (850, foot - 190), (800, foot - 290)]), "#7a8391", 62)
    body = curve([(270, foot - 10), (250, foot - 250), (330, foot - 520), (480, foot - 640), (630, foot - 520), (730, foot - 250), (720, foot - 10)])
    c.polygon(body, radial(420, foot - 440, 640, "#b4bcc8", fur, "#5a6270"))
    c.ellipse(480, foot - 330, 130, 210, "#e9ecf0", blur=14)
    for x in (400, 560):
        c.box(x - 56, foot - 280, 112, 280, across((x - 56, 0), (x + 56, 0), "#a9b2bf", "#c3cad4", "#7f8896"), 56)
        c.ellipse(x, foot - 14, 70, 32, "#eef0f3")
    cat_face(c, 480, foot - 690, 1.9, fur, "#d9a8a8", "#f0b93a")
    c.polygon([(372, foot - 540), (588, foot - 540), (578, foot - 500), (382, foot - 500)], "#c8352e")
    c.ellipse(480, foot - 490, 26, 26, radial(472, foot - 498, 36, "#ffe9a0", "#d99a2b"))
    return c.finish(2.0, 0.16)


def deep_sea(w, h):
    """One very tall picture: who lives how deep."""
    c = Canvas(w, h, 74, vertical(180, 4000, "#8fd6e6", "#3fa5cf", "#1c6ca8", "#0f3f78", "#081f45", "#030a1c", "#01040c"))
    c.box(0, 0, 1000, 190, vertical(0, 190, "#fbe6c8", "#f6f2e6"))
    c.polygon(curve([(-10, 190), (170, 172), (340, 192), (520, 174), (700, 194), (860, 176), (1010, 190)]) + [(1010, 260), (-10, 260)], "#8fd6e6")
    c.polygon([(330, 160), (670, 160), (620, 216), (380, 216)], "#b5432f")
    c.box(440, 104, 120, 58, "#f7efe2", 6)
    c.line([(500, 104), (500, 40)], "#4a3a2e", 6)
    c.polygon([(504, 42), (590, 62), (504, 84)], "#e8b64c")
    for i in range(5):
        c.polygon([(120 + 190 * i, 240), (190 + 190 * i, 240), (120 + 260 * i - 190, 1500), (0 + 240 * i - 190, 1500)], "#ffffff", opacity=0.09, blur=20)
    depths = ((420, "10 м", "свет есть, кофе нет"), (940, "100 м", "синий съел все цвета"), (1560, "300 м", "сумерки"), (2240, "1 000 м", "последний свет"), (2960, "2 500 м", "здесь светятся сами"), (3640, "4 000 м", "тихо"))
    for y, mark, words in depths:
        for x in range(40, 960, 40):
            c.line([(x, y), (x + 16, y)], "#ffffff", 3, opacity=0.35)
        c.text(48, y - 22, mark, 66, "#ffffff", "Bold", opacity=0.95)
        c.text(952, y - 22, words, 40, "#ffffff", "Medium", "rs", opacity=0.8)

    def fish(x, y, s, tone, belly, flip=1):
        c.polygon([(x - 84 * s * flip, y), (x - 150 * s * flip, y - 52 * s), (x - 132 * s * flip, y), (x - 150 * s * flip, y + 52 * s)], mix(tone, "#000000", 0.15))
        c.ellipse(x, y, 110 * s, 54 * s, vertical(y - 54 * s, y + 54 * s, mix(tone, "#ffffff", 0.2), tone, belly))
        c.polygon([(x - 10 * s, y - 44 * s), (x + 40 * s * flip, y - 50 * s), (x - 40 * s * flip, y - 90 * s)], mix(tone, "#000000", 0.15))
        c.ellipse(x + 70 * s * flip, y - 10 * s, 13 * s, 13 * s, "#ffffff")
        c.ellipse(x + 73 * s * flip, y - 10 * s, 7 * s, 7 * s, "#10141c")

    for i in range(16):
        fish(180 + 42 * i + 20 * math.sin(i * 2), 640 + 70 * math.sin(i * 1.3), 0.3, "#f2a33c", "#fbe0b0", 1)
    fish(300, 780, 0.8, "#e2583e", "#f7c9a0", -1)
    fish(730, 560, 0.55, "#f0d24e", "#fff2c0", 1)
    c.ellipse(560, 1220, 300, 110, vertical(1110, 1330, "#47627f", "#5d7a98", "#dfe8ee"))
    c.polygon([(300, 1210), (170, 1130), (130, 1180), (210, 1220), (130, 1270), (180, 1310)], "#47627f")
    c.polygon([(560, 1290), (520, 1390), (640, 1310)], "#3b536d")
    c.ellipse(776, 1200, 12, 12, "#0d1420")
    c.line(curve([(850, 1240), (790, 1262), (720, 1258)]), "#2c4058", 5)
    for x, y, s, tone in ((250, 1780, 1.0, "#f3a6c8"), (600, 1890, 1.12, "#c9b4f2"), (830, 1720, 0.7, "#f7c9a0")):
        c.glow(x, y, 240 * s, tone, 0.4)
        for j in range(7):
            px = x - 66 * s + 22 * s * j
            c.line(curve([(px, y), (px + 16 * s * math.sin(j), y + 90 * s), (px - 14 * s * math.cos(j), y + 190 * s), (px + 10 * s, y + 260 * s)], 8), tone, 5 * s, opacity=0.65)
        c.polygon(oval(x, y, 90 * s, 84 * s, 0, 180, 360) + curve([(x + 90 * s, y), (x + 45 * s, y + 18 * s), (x, y), (x - 45 * s, y + 18 * s), (x - 90 * s, y)], 6), tone, opacity=0.85)
    c.ellipse(400, 2560, 130, 170, radial(360, 2480, 260, "#8a3a5a", "#4a1a3c"), 20)
    for j in range(8):
        a = math.radians(60 + 14 * j)
        c.line(curve([(400 + 60 * math.cos(a), 2680), (400 + 190 * math.cos(a) + 20 * math.sin(j), 2780), (380 + 260 * math.cos(a), 2850 + 20 * math.cos(j * 2))], 10), "#5a2044", 24)
    for dx in (-44, 36):
        c.ellipse(400 + dx, 2600, 26, 26, "#f6ead0")
        c.ellipse(400 + dx, 2600, 8, 20, "#10060c", 90)
    for _ in range(90):
        x, y = c.rng.uniform(40, 960), c.rng.uniform(2300, 3950)
        c.glow(x, y, c.rng.uniform(6, 22), ("#7af0e0", "#9ad0ff", "#d0ff9a")[c.rng.integers(3)], 0.8)
    c.ellipse(600, 3290, 150, 120, radial(560, 3240, 250, "#3a4250", "#10141e"))
    c.polygon([(470, 3280), (380, 3200), (400, 3290), (370, 3380)], "#1a202c")
    c.line(curve([(680, 3180), (720, 3080), (800, 3060), (830, 3110)]), "#3a4250", 8)
    c.glow(832, 3120, 200, "#a8fff0", 1.0)
    c.ellipse(832, 3120, 18, 18, "#f4fffd")
    c.ellipse(690, 3250, 15, 15, "#dff7f2")
    c.polygon(curve([(748, 3290), (690, 3340), (600, 3350), (560, 3330)]) + [(600, 3320), (690, 3310)], "#05070c")
    for j in range(6):
        c.polygon([(590 + 26 * j, 3322), (600 + 26 * j, 3322), (595 + 26 * j, 3346)], "#eef6f4")
    c.polygon(curve([(-10, 3900), (200, 3860), (480, 3890), (760, 3850), (1010, 3890)]) + [(1010, 4010), (-10, 4010)], "#0e0d12")
    c.box(460, 3800, 90, 90, "#5c4a2e", 8)
    c.text(505, 3862, "?", 60, "#d9b25a", anchor="ms")
    return c.finish(1.5)


def snowman(w, h):
    c = Canvas(w, h, 75, vertical(0, 800, "#f4b9a0", "#f9dcc6", "#dfe6f2"))
    c.land(760, 150, "#b9c3d9", 0.5)
    c.polygon(curve([(-20, 800), (300, 760), (650, 790), (1020, 750)]) + [(1020, 1340), (-20, 1340)], vertical(760, 1333, "#f7f9fd", "#c3d0e6"))
    c.ellipse(560, 1190, 330, 50, "#8a9cc0", opacity=0.5, blur=14)
    for y, r in ((1030, 220), (720, 160), (480, 118)):
        c.ellipse(500, y, r, r * 0.96, radial(430, y - r * 0.5, r * 1.9, "#ffffff", "#eef2fa", "#aab9d6"))
    c.line(curve([(640, 700), (760, 640), (830, 560)]), "#5a3d28", 13)
    c.line([(790, 606), (850, 620)], "#5a3d28", 8)
    c.line(curve([(360, 710), (240, 690), (160, 620)]), "#5a3d28", 13)
    c.line([(204, 654), (150, 680)], "#5a3d28", 8)
    for dx in (-40, 40):
        c.ellipse(500 + dx, 455, 13, 15, "#1d1a1e")
    c.polygon([(498, 480), (620, 506), (498, 512)], "#f08a2e")
    for i in range(6):
        a = math.radians(40 + 20 * i)
        c.ellipse(500 + 66 * math.cos(a), 486 + 66 * math.sin(a), 7, 7, "#1d1a1e")
    c.box(380, 578, 240, 46, "#c8352e", 23)
    c.polygon([(560, 600), (620, 600), (650, 790), (580, 800)], "#a92a28")
    for y in (690, 760, 940, 1020):
        c.ellipse(500, y, 14, 14, "#2b2b33")
    c.polygon([(388, 400), (612, 400), (584, 246), (420, 262)], "#3d5a80")
    c.box(352, 384, 296, 30, "#2c4460", 12)
    c.ellipse(500, 250, 34, 34, "#f4f6fa")
    c.dots([(c.rng.uniform(0, 1000), c.rng.uniform(0, c.h), c.rng.uniform(2, 8)) for _ in range(150)], "#ffffff", blur=1)
    return c.finish(1.8)
