"""Round faces of people and communities: drawn little things, or letters on a gradient."""

import math

from canvas import Canvas, across, curve, mix, oval, radial
from creatures import cat_face
from landscapes import fir


def letters(c, word):
    c.text(500, 640, word, 400 if len(word) < 2 else 330, "#ffffff", "Bold", "ms")


def person(skin, hair, clothes, style):
    def draw(c):
        c.polygon(oval(500, 1050, 380, 330, 0, 180, 360), clothes)
        c.box(430, 640, 140, 160, mix(skin, "#000000", 0.12), 50)
        if style == "long":
            c.box(270, 330, 460, 500, hair, 200)
        c.ellipse(500, 500, 200, 230, skin)
        if style == "beard":
            c.polygon(oval(500, 540, 200, 210, 0, 0, 180), hair)
            c.ellipse(500, 610, 60, 22, mix(skin, "#a03020", 0.5))
        top = oval(500, 460, 214, 216, 0, 180, 360)
        c.polygon(top + curve([(714, 460), (620, 380), (500, 370), (380, 400), (286, 460)]), hair)
        if style == "bun":
            c.ellipse(500, 210, 90, 80, hair)
        if style == "cap":
            c.polygon(oval(500, 420, 222, 210, 0, 180, 360), clothes)
            c.box(270, 400, 460, 54, mix(clothes, "#000000", 0.2), 26)
        for dx in (-76, 76):
            c.ellipse(500 + dx, 510, 20, 24, "#2a1f1c")
        if style == "glasses":
            for dx in (-80, 80):
                c.line(oval(500 + dx, 512, 64, 60), "#2a2a34", 14)
            c.line([(436, 505), (564, 505)], "#2a2a34", 12)
        if style != "beard":
            c.line(curve([(440, 610), (500, 642), (560, 610)]), mix(skin, "#802018", 0.6), 16)

    return draw


def tram(c):
    c.box(250, 290, 500, 430, "#ffffff", 70)
    c.box(300, 360, 400, 170, "#2f5d7c", 30)
    for x in (350, 650):
        c.ellipse(x, 630, 40, 40, "#f4c430")
    c.line([(500, 290), (420, 180), (580, 180)], "#ffffff", 24)


def pie_slice(c):
    c.polygon([(220, 380), (800, 420), (420, 760)], "#a3173a")
    c.polygon([(200, 340), (820, 390), (800, 450), (220, 410)], "#f0c47c")
    c.line([(300, 440), (560, 600)], "#f0c47c", 44)
    c.line([(560, 430), (330, 590)], "#f0c47c", 44)


def dome(c):
    c.polygon(oval(500, 600, 260, 260, 0, 180, 360), "#e9eef6")
    c.box(240, 590, 520, 160, "#c3cde0")
    c.polygon([(470, 340), (560, 350), (640, 600), (560, 600)], "#1d2b52")
    for x, y, r in ((220, 260, 14), (330, 180, 10), (720, 210, 16), (810, 340, 9)):
        c.ellipse(x, y, r, r, "#ffe9a0")


def compass(c):
    c.line(oval(500, 500, 290, 290), "#ffffff", 34)
    c.polygon([(500, 250), (570, 500), (430, 500)], "#e2432f")
    c.polygon([(500, 750), (570, 500), (430, 500)], "#ffffff")


def flask(c):
    c.polygon([(430, 220), (570, 220), (570, 420), (740, 760), (260, 760), (430, 420)], "#ffffff")
    c.polygon([(370, 560), (630, 560), (720, 740), (280, 740)], "#4fc0a0")
    for x, y, r in ((440, 660, 26), (540, 620, 18), (580, 690, 22)):
        c.ellipse(x, y, r, r, "#ffffff", opacity=0.8)


def wave(c):
    for i in range(9):
        tall = 120 + 380 * abs(math.sin(1 + i * 0.9))
        c.box(170 + 76 * i, 500 - tall / 2, 44, tall, "#ffffff", 22)


def ladle(c):
    c.line([(680, 210), (440, 560)], "#f4efe2", 54)
    c.ellipse(390, 630, 150, 130, "#f4efe2", -30)
    c.ellipse(400, 610, 100, 76, mix("#8a4a2e", "#000000", 0.3), -30)


def sprout(c):
    c.line(curve([(500, 800), (490, 600), (500, 420)]), "#ffffff", 36)
    c.polygon(curve([(500, 480), (300, 460), (240, 280), (420, 290), (500, 480)]), "#ffffff")
    c.polygon(curve([(500, 560), (700, 540), (770, 350), (590, 370), (500, 560)]), "#ffffff")


def slope(c):
    c.polygon([(100, 800), (460, 260), (640, 520), (720, 430), (930, 800)], "#ffffff")
    c.polygon([(460, 260), (560, 404), (500, 470), (440, 420), (380, 460), (360, 410)], "#7fb4e0")


def snail(c):
    c.polygon(curve([(180, 720), (260, 640), (600, 660), (760, 560), (800, 430), (850, 560), (760, 720), (180, 720)]), "#ffffff")
    c.ellipse(460, 500, 210, 210, "#f4c98a")
    c.line([(460 + 180 * math.exp(-t / 5) * math.cos(t), 500 + 180 * math.exp(-t / 5) * math.sin(t)) for t in [i * 0.15 for i in range(80)]], "#b5703c", 24)


def woods(c):
    for x, tall in ((330, 420), (680, 380), (500, 600)):
        c.polygon(fir(x, 820, tall, c.rng), "#f2f6f0")


def loaf(c):
    c.polygon(curve([(190, 640), (210, 430), (500, 320), (790, 430), (810, 640)]) + [(780, 700), (220, 700)], "#f0c88a")
    for x in (330, 470, 610):
        c.line([(x, 620), (x + 90, 420)], "#a8642e", 34)


def ginger_cat(c):
    cat_face(c, 500, 560, 2.6, "#e08a3c")


FACES = {
    # Communities.
    "gazeta": ("#2f5d7c", "#183a54", lambda c: letters(c, "ЗГ")),
    "walks": ("#7fb069", "#3f7a4a", snail),
    "observatory": ("#3a4a86", "#141c40", dome),
    "pies": ("#f7d9a8", "#e8a86a", pie_slice),
    "cats": ("#bfe0e8", "#7fb8cc", ginger_cat),
    "northbound": ("#4a90a8", "#23566e", compass),
    "science": ("#8a5ac0", "#4a2a86", flask),
    "tram6": ("#e2583e", "#a82c2a", tram),
    "sourdough": ("#8a5a3a", "#5a3420", loaf),
    "noise": ("#b5306e", "#5b2a86", wave),
    "ladle": ("#b5603c", "#7a3a24", ladle),
    "garden": ("#4aae6a", "#1f6f4a", sprout),
    "ski": ("#4a9ae0", "#2a5ab0", slope),
    "cases": ("#f0a02e", "#d0602a", lambda c: letters(c, "9")),
    "woods": ("#5a8a6a", "#2a4a3c", woods),
    # People.
    "marina": ("#f7d0c0", "#f0a898", person("#f2c9a8", "#6b3a24", "#3f7f8c", "long")),
    "ilya": ("#cfe0f0", "#9fbfe0", person("#f0c4a0", "#3a2a20", "#c8553d", "beard")),
    "asya": ("#e0d0f0", "#b8a0e0", person("#f4d2b8", "#d98a3a", "#5a4a86", "bun")),
    "oliver": ("#d8e8d0", "#a8c898", person("#f2cbb0", "#b5703a", "#2f4a6d", "glasses")),
    "priya": ("#f7e2b8", "#f0c070", person("#b8784a", "#1d1512", "#b5306e", "long")),
    "gennady": ("#d0d8e0", "#a0b0c0", person("#eec0a0", "#c9cdd2", "#4a5a3a", "cap")),
    "darya": ("#f0c8d8", "#e090b0", lambda c: letters(c, "Д")),
    "tom": ("#c8e8e0", "#80c0b0", person("#7a4a2e", "#15100e", "#e8b64c", "glasses")),
    "lev": ("#8a9ae0", "#4a5ac0", lambda c: letters(c, "Л")),
    "viewer": ("#f4e0a0", "#e8b84a", person("#f2cba8", "#2f2f3a", "#3f6f5a", "plain")),
}


def avatar(name, size):
    light, dark, draw = FACES[name]
    c = Canvas(size, size, 500, across((100, 0), (900, 1000), light, dark), over=4)
    draw(c)
    return c.finish()


def nobody(size):
    """What stands for a person whose page is gone."""
    c = Canvas(size, size, 501, "#dfe3e8", over=4)
    c.polygon(oval(500, 1030, 330, 300, 0, 180, 360), "#b4bcc6")
    c.ellipse(500, 480, 170, 190, "#b4bcc6")
    for dx in (-70, 70):
        for way in (-1, 1):
            c.line([(500 + dx - 30, 480 - 30 * way), (500 + dx + 30, 480 + 30 * way)], "#dfe3e8", 18)
    return c.finish()
