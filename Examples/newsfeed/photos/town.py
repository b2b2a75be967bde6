"""Streets, trams, roofs, doors, and the map of a town that is not on any other map."""

import math

from canvas import Canvas, across, curve, mix, oval, vertical
from landscapes import fir, stars

WARM = ("#ffd98a", "#ffc765", "#ffe6b0", "#f7b45a", "#ffdf9e")


def windows(c, x, y, w, h, columns, rows, lit=0.4, dark="#1a2140"):
    """A grid of windows, some of them lit."""
    cw, rh = w / columns, h / rows
    for row in range(rows):
        for column in range(columns):
            colour = WARM[c.rng.integers(len(WARM))] if c.rng.random() < lit else dark
            c.box(x + (column + 0.24) * cw, y + (row + 0.2) * rh, cw * 0.52, rh * 0.58, colour)


def night_city(w, h):
    c = Canvas(w, h, 31, vertical(0, 420, "#141a3c", "#33376b", "#7a5a86", "#d98a7a"))
    stars(c, 160, 220, 1.2)
    c.ellipse(820, 96, 30, 30, "#fff6dc")
    c.ellipse(832, 90, 28, 28, "#171d41", blur=1)
    x = -20
    while x < 1010:
        width, tall = c.rng.uniform(50, 100), c.rng.uniform(90, 220)
        c.box(x, 420 - tall, width, tall + 10, vertical(420 - tall, 420, "#4a4677", "#8a6287"))
        x += width + c.rng.uniform(-6, 8)
    x = -20
    while x < 1010:
        width, tall = c.rng.uniform(66, 130), c.rng.uniform(110, 290)
        top = 440 - tall
        c.box(x, top, width, tall + 10, vertical(top, 450, "#2a2c57", "#3c345f"))
        if c.rng.random() < 0.4:
            c.polygon([(x, top), (x + width / 2, top - 34), (x + width, top)], "#232548")
        else:
            c.box(x + width * 0.3, top - 16, width * 0.12, 18, "#232548")
        windows(c, x + 6, top + 10, width - 12, tall - 16, max(3, int(width / 17)), max(4, int(tall / 24)), 0.38, "#22264c")
        x += width + c.rng.uniform(2, 12)
    c.polygon([(0, 440), (1000, 440), (1000, 456), (0, 456)], "#12142c")
    c.mirror(450, c.h, 0.62, (14, 18, 48), 2.6)
    for x in range(40, 1000, 120):
        c.line([(x, 446), (x, 404)], "#0f1128", 3)
        c.ellipse(x, 402, 4, 4, "#fff1c4")
        c.glow(x, 402, 46, "#ffc76a", 0.8)
    for span in range(-100, 1000, 240):
        c.paint(lambda pen, k, span=span: pen.arc((span * k, 428 * k, (span + 240) * k, 520 * k), 180, 360, fill=255, width=int(8 * k)), "#12142c")
    return c.finish(2.0, 0.15)


def tram(w, h):
    c = Canvas(w, h, 32, vertical(0, 480, "#34507d", "#8f8fb4", "#e9b79a", "#ffdca6"))
    x = -30
    for tone, width, tall in (("#7f6f93", 190, 330), ("#92798f", 150, 270), ("#6f668f", 220, 380), ("#8a7591", 170, 300), ("#776a93", 210, 350), ("#8d7790", 180, 280)):
        c.box(x, 500 - tall, width - 4, tall, vertical(500 - tall, 500, tone, mix(tone, "#f0b79a", 0.35)))
        windows(c, x + 12, 516 - tall, width - 28, tall - 60, 5, 6, 0.3, "#5a5680")
        x += width
    c.polygon([(0, 490), (1000, 490), (1000, 667), (0, 667)], vertical(490, 667, "#8f8194", "#4c4864"))
    for y0, y1 in ((575, 590), (618, 640)):
        c.polygon([(0, y0), (1000, y0 - 6), (1000, y0 - 1), (0, y0 + 5)], "#cfc0bf")
    c.line([(0, 118), (1000, 92)], "#2b2944", 2.4)
    c.line([(0, 70), (1000, 120)], "#2b2944", 1.6, opacity=0.6)
    c.ellipse(490, 606, 360, 14, "#1d1b30", opacity=0.55, blur=6)
    body = vertical(230, 590, "#e24a3b", "#c8382f", "#8d2630")
    c.box(150, 226, 690, 366, body, 34)
    c.box(150, 226, 690, 46, vertical(226, 272, "#f6efe2", "#e2d5c6"), 30)
    c.box(150, 422, 690, 20, "#f6e8d2")
    for i in range(5):
        x = 178 + 98 * i
        c.box(x, 292, 84, 108, vertical(292, 400, "#fff0c4", "#ffcf7a"), 10)
        if i in (0, 2, 3):
            cx = x + 30 + 8 * i
            c.ellipse(cx, 346, 13, 15, "#6b4a3a")
            c.polygon(oval(cx, 402, 26, 40, 0, 180, 360), ("#37567d", "#7d3a52", "#3f6b52", "#5a4a78", "#8a6a3a")[i])
    c.box(676, 286, 140, 128, vertical(286, 414, "#cfe6f2", "#8fb6cf"), 14)
    c.polygon([(690, 300), (740, 300), (706, 400), (690, 400)], "#ffffff", opacity=0.35)
    c.ellipse(750, 352, 14, 16, "#4a352c")
    c.polygon(oval(750, 410, 32, 42, 0, 180, 360), "#25324d")
    c.box(700, 236, 92, 28, "#20223a", 6)
    c.text(746, 257, "6", 26, "#ffcf5a", anchor="ms")
    for cx in (700, 792):
        c.ellipse(cx, 492, 22, 22, "#fff6d8")
        c.glow(cx, 492, 120, "#ffe0a0", 0.8)
    for cx in (260, 350, 640, 730):
        c.ellipse(cx, 590, 26, 26, "#24222e")
        c.ellipse(cx, 590, 10, 10, "#77727d")
    c.box(168, 566, 654, 14, "#3a2530", 6)
    c.line([(420, 226), (470, 160), (520, 108)], "#2a2838", 5)
    c.line([(548, 226), (494, 166), (520, 108)], "#2a2838", 5)
    c.line([(486, 106), (556, 104)], "#2a2838", 6)
    c.dots([(c.rng.uniform(0, 1000), c.rng.uniform(0, 667), c.rng.uniform(1.2, 3.6)) for _ in range(260)], "#ffffff", opacity=0.8, blur=0.5)
    return c.finish(2.0, 0.12)


def roofs(w, h):
    c = Canvas(w, h, 33, vertical(0, 520, "#b9cbe0", "#dfe6ee", "#f7e9dd"))
    rows = ((360, "#9aa7ba", 5), (500, "#7d86a0", 4), (690, "#575d7c", 3))
    for base, tone, count in rows:
        width = 1150 / count
        for i in range(count):
            x = -70 + i * width + c.rng.uniform(-20, 20)
            tall = c.rng.uniform(60, 130)
            wall = mix(tone, ("#d9825c", "#e6c07a", "#7fa08a", "#b66a6a")[c.rng.integers(4)], 0.5)
            c.box(x, base - 40, width * 0.94, 400, vertical(base - 40, base + 200, wall, mix(wall, "#2c2f4a", 0.35)))
            roof = [(x - 14, base - 30), (x + width * 0.24, base - 30 - tall), (x + width * 0.7, base - 30 - tall), (x + width * 0.94 + 14, base - 30)]
            c.polygon(roof, vertical(base - 30 - tall, base - 30, "#ffffff", "#d7e0ec"))
            c.line([roof[0], roof[3]], "#ffffff", 12)
            chimney = x + width * c.rng.uniform(0.3, 0.6)
            c.box(chimney, base - 62 - tall, 34, 50, mix(wall, "#5a2f2a", 0.5))
            c.box(chimney - 4, base - 70 - tall, 42, 14, "#ffffff", 6)
            smoke = [(chimney + 17 + 12 * math.sin(j * 1.1) + 7 * j, base - 86 - tall - 20 * j, 8 + 3.4 * j) for j in range(8)]
            c.dots(smoke, "#f4f4f6", opacity=0.5, blur=6)
            for j in range(3):
                lit = c.rng.random() < 0.5
                c.box(x + width * (0.14 + 0.26 * j), base + 10, width * 0.13, 62, WARM[j] if lit else "#44506e", 4)
                c.box(x + width * (0.14 + 0.26 * j) - 6, base + 70, width * 0.13 + 12, 8, "#ffffff", 3)
    c.dots([(c.rng.uniform(0, 1000), c.rng.uniform(0, c.h), c.rng.uniform(1.5, 5)) for _ in range(240)], "#ffffff", opacity=0.85, blur=0.8)
    return c.finish(1.8)


def town_map(w, h):
    c = Canvas(w, h, 34, "#f1ede3")
    for points, tone in (([(60, 90), (300, 50), (340, 240), (120, 280)], "#cfe3bf"), ([(690, 470), (960, 430), (990, 650), (740, 660)], "#cfe3bf"), ([(430, 300), (560, 290), (560, 380), (440, 390)], "#d9e9c9")):
        c.polygon(curve(points + points[:1], 12), tone)
    river = curve([(-40, 470), (160, 430), (330, 500), (480, 470), (600, 330), (760, 300), (1040, 180)])
    c.line(river, "#9fcbe3", 62)
    c.line(river, "#b7dbee", 44)
    streets = [[(0, 120), (1000, 60)], [(0, 330), (420, 320), (1000, 400)], [(0, 610), (500, 580), (1000, 560)], [(170, 0), (210, 667)], [(400, 0), (390, 667)], [(640, 0), (620, 667)], [(860, 0), (850, 667)]]
    for street in streets:
        c.line(curve(street, 16), "#ddd5c4", 21)
    for street in streets:
        c.line(curve(street, 16), "#ffffff", 16)
    for _ in range(170):
        x, y = c.rng.uniform(20, 960), c.rng.uniform(20, 640)
        c.box(x, y, c.rng.uniform(14, 34), c.rng.uniform(12, 30), "#e2d8c6", 3, opacity=0.9)
    c.line(river, "#9fcbe3", 50)
    c.line(river, "#b7dbee", 44)
    route = curve([(60, 606), (205, 600), (205, 330), (395, 322), (395, 100), (640, 78), (632, 385), (850, 396), (852, 570), (950, 562)], 18)
    c.line(route, "#ffffff", 19)
    c.line(route, "#d8342c", 11)
    for (x, y), name, dx, anchor in (((60, 606), "Депо", 22, "ls"), ((205, 440), "Мост", 24, "ls"), ((395, 210), "Рынок", 24, "ls"), ((640, 78), "Театр", 24, "ls"), ((634, 300), "Обсерватория", 26, "ls"), ((852, 470), "Ботсад", -24, "rs"), ((950, 562), "Вокзал", 36, "rs")):
        c.ellipse(x, y, 13, 13, "#ffffff")
        c.paint(lambda pen, k, x=x, y=y: pen.ellipse(((x - 13) * k, (y - 13) * k, (x + 13) * k, (y + 13) * k), outline=255, width=int(5 * k)), "#d8342c")
        above = -22 if name in ("Депо", "Вокзал") else 9
        for halo in ((-2, 0), (2, 0), (0, -2), (0, 2)):
            c.text(x + dx + halo[0], y + above + halo[1], name, 27, "#f6f3ea", "SemiBold", anchor)
        c.text(x + dx, y + above, name, 27, "#2b2b33", "SemiBold", anchor)
    c.text(290, 556, "р. Лунь", 25, "#4d8fb3", "MediumItalic")
    c.ellipse(906, 92, 46, 46, "#d8342c")
    c.text(906, 113, "6", 60, "#ffffff", anchor="ms")
    return c.finish()


DOORS = (
    ("#d8b08c", "#a63d2f", "arch"), ("#e9e2d0", "#2f5d7c", "plain"), ("#8fa596", "#f0c14b", "double"), ("#c98f7a", "#3b4a3f", "arch"),
    ("#cfd6dc", "#7a2f4f", "plain"), ("#e7c9a9", "#1f6f6b", "double"), ("#b5634b", "#f3e7d3", "plain"), ("#9fb4c7", "#d9722e", "arch"),
    ("#efe3c8", "#5b3a86", "double"), ("#7d8471", "#c6e0d2", "plain"),
)


def door(index, w, h):
    """One of ten doors of the old town."""
    wall, leaf, kind = DOORS[index]
    c = Canvas(w, h, 350 + index, wall)
    rows = int(c.h / 46) + 1
    if index % 2 == 0:
        for row in range(rows):
            for column in range(-1, 11):
                x = column * 104 + (52 if row % 2 else 0) + c.rng.uniform(-2, 2)
                c.box(x, row * 46, 98, 41, mix(wall, "#3a2a20" if c.rng.random() < 0.5 else "#ffffff", c.rng.uniform(0.03, 0.14)), 4)
    else:
        c.cloud(mix(wall, "#ffffff", 0.5), 5, 0.1, 1.5, 0.5, -c.h, 2 * c.h)
        c.cloud(mix(wall, "#402a20", 0.5), 4, 0.7, 0.8, 0.35, -c.h, 2 * c.h)
    wide = min(460.0, c.h * 0.46) if kind != "double" else min(600.0, c.h * 0.6)
    tall = min(wide * (1.9 if kind != "double" else 1.35), c.h - 150)
    x, foot = 500 - wide / 2, c.h - 60
    y = foot - tall
    frame = mix(wall, "#ffffff", 0.55) if index % 3 else mix(leaf, "#1c1410", 0.6)

    def opening(grow, colour, **options):
        if kind == "arch":
            c.box(x - grow, y + wide * 0.3 - grow, wide + 2 * grow, tall - wide * 0.3 + grow, colour, **options)
            c.ellipse(500, y + wide * 0.32, wide / 2 + grow, wide * 0.5 + grow, colour, **options)
        else:
            c.box(x - grow, y - grow, wide + 2 * grow, tall + grow, colour, 4, **options)

    opening(48, mix(wall, "#20140c", 0.5), blur=10, opacity=0.5)
    opening(36, frame)
    opening(8, mix(leaf, "#120c08", 0.7))
    opening(0, across((x, 0), (x + wide, 0), mix(leaf, "#ffffff", 0.12), leaf, mix(leaf, "#120c08", 0.22)))
    leaves = 2 if kind == "double" else 1
    for i in range(leaves):
        lx, lw = x + i * wide / leaves, wide / leaves
        panels = ((0.36, 0.26), (0.66, 0.28)) if kind != "plain" else ((0.08, 0.24), (0.36, 0.24), (0.66, 0.28))
        for top, size in panels:
            py, ph = y + tall * top, tall * size
            glass = kind == "plain" and top == 0.08
            c.box(lx + lw * 0.14, py, lw * 0.72, ph, mix(leaf, "#120c08", 0.35), 5)
            c.box(lx + lw * 0.17, py + 8, lw * 0.66, ph - 12, "#ffe1a0" if glass and index % 4 == 0 else "#9fb6c2" if glass else mix(leaf, "#ffffff", 0.08), 4)
    if kind == "arch":
        c.paint(lambda pen, k: pen.pieslice(((500 - wide * 0.36) * k, (y + wide * 0.02) * k, (500 + wide * 0.36) * k, (y + wide * 0.62) * k), 180, 360, fill=255), "#b9cdd3")
        for angle in range(200, 360, 28):
            r = math.radians(angle)
            c.line([(500, y + wide * 0.32), (500 + wide * 0.36 * math.cos(r), y + wide * 0.32 + wide * 0.3 * math.sin(r))], mix(leaf, "#120c08", 0.3), 6)
    if kind == "double":
        c.line([(500, y), (500, foot)], mix(leaf, "#120c08", 0.6), 6)
    knob = x + wide * (0.88 if leaves == 1 else 0.455)
    c.ellipse(knob, y + tall * 0.62, 13, 13, "#e8c46a")
    c.ellipse(knob - 4, y + tall * 0.62 - 4, 4, 4, "#fff3cf")
    c.box(x - 80, foot, wide + 160, 30, vertical(foot, foot + 30, "#d8d4cc", "#a7a29a"), 4)
    c.box(x - 130, foot + 28, wide + 260, 40, vertical(foot + 28, foot + 60, "#c2bdb4", "#8f8a82"), 4)
    if index in (1, 5, 8):
        for side in (-1, 1):
            px = 500 + side * (wide / 2 + 120)
            c.polygon([(px - 46, foot - 70), (px + 46, foot - 70), (px + 34, foot + 30), (px - 34, foot + 30)], "#b5603c")
            for _ in range(26):
                c.ellipse(px + c.rng.normal(0, 30), foot - 110 + c.rng.normal(0, 34), 26, 13, mix("#3d7a4a", "#8fbf5a", c.rng.random()), c.rng.uniform(0, 180))
    else:
        c.box(500 + wide / 2 + 66, y + tall * 0.3, 84, 64, "#2c3f66", 8)
        c.text(500 + wide / 2 + 108, y + tall * 0.3 + 48, str(3 + 4 * index), 44, "#ffffff", anchor="ms")
    return c.finish(2.0, 0.1)


def cabin(w, h):
    c = Canvas(w, h, 36, vertical(0, 640, "#8fb3cf", "#cfdfe8", "#f4ece2"))
    c.land(640, 240, vertical(380, 660, "#8ea4ae", "#c3d0d2"), 0.52)
    for x, y, tall in ((90, 700, 330), (200, 680, 240), (880, 700, 360), (780, 670, 220), (960, 690, 260)):
        c.polygon(fir(x, y, tall, c.rng), vertical(y - tall, y, "#3d5c55", "#25403d"))
    c.polygon(curve([(-20, 700), (240, 670), (520, 690), (800, 664), (1020, 690)]) + [(1020, 1010), (-20, 1010)], vertical(660, 1000, "#fbfcfd", "#d3deea"))
    c.box(300, 520, 400, 230, across((300, 0), (700, 0), "#c9392f", "#a82c2a", "#7a1f26"))
    for x in range(300, 700, 33):
        c.line([(x, 520), (x, 750)], "#7a1f26", 2.4, opacity=0.6)
    c.polygon([(262, 530), (500, 350), (738, 530), (700, 530), (500, 386), (300, 530)], "#ffffff")
    c.polygon([(300, 530), (500, 386), (700, 530)], "#b5322c")
    c.box(560, 356, 44, 90, "#6d5a54")
    c.box(554, 346, 56, 16, "#ffffff", 6)
    c.dots([(586 + 9 * j + 14 * math.sin(j), 320 - 26 * j, 12 + 5 * j) for j in range(8)], "#ffffff", opacity=0.55, blur=8)
    c.box(356, 578, 96, 88, "#ffffff", 3)
    c.box(364, 586, 80, 72, "#ffd884")
    c.line([(404, 586), (404, 658)], "#ffffff", 6)
    c.line([(364, 622), (444, 622)], "#ffffff", 6)
    c.box(548, 582, 92, 168, "#ffffff", 3)
    c.box(557, 591, 74, 159, "#2e4a3d")
    c.ellipse(618, 676, 6, 6, "#e8c46a")
    c.ellipse(404, 780, 190, 30, "#ffe4a8", opacity=0.5, blur=18)
    c.polygon(curve([(550, 750), (520, 820), (600, 900), (560, 1010)]) + [(720, 1010), (690, 900), (610, 820), (640, 750)], "#b9c7d8", opacity=0.7, blur=6)
    c.dots([(c.rng.uniform(0, 1000), c.rng.uniform(0, 1000), c.rng.uniform(2, 6)) for _ in range(150)], "#ffffff", opacity=0.9, blur=1)
    return c.finish(1.8)
