"""Checks cards as drawings (`picture --format svg`) against their pictures: the browser shows the same card."""

import io
import json
import os
import re
import subprocess
from pathlib import Path

from PIL import Image, ImageChops

EXAMPLES = ("feeds/vk-small", "chat", "shop")
WIDTHS = (320, 375, 414)
THEMES = ("light", "dark")
# All screens with FEEDPROOF_WHOLE; otherwise every width and every theme at least once.
SCREENS = [(width, theme) for width in WIDTHS for theme in THEMES if os.environ.get("FEEDPROOF_WHOLE") or (width == 375) == (theme == "light")]
SCALE = 2
# A pixel differs if its brightness changes by a tenth of 255, as in mockups. The limit is a share of all pixels, and
# pixels of texts don't count.
THRESHOLD, LIMIT = 26, 0.005
# Tolerance in points.
CLOSE = 0.5

# Collects boxes: texts line by line, shapes drawn in place of letters, and all shapes.
LETTERS = """() => {
  const box = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, width, height]; };
  const texts = [...document.querySelectorAll('text')].map((text) => {
    const lines = {};
    for (let i = 0; i < text.getNumberOfChars(); i++) {
      const { x, y } = text.getStartPositionOfChar(i).matrixTransform(text.getCTM());
      const line = lines[y.toFixed(1)] ??= { x, y, words: '' };
      line.x = Math.min(line.x, x);
      line.words += text.textContent[i];
    }
    return { box: box(text), lines: Object.values(lines) };
  });
  return { texts, shapes: [...document.querySelectorAll('[aria-hidden]')].map(box),
           drawn: [...document.querySelectorAll('rect, ellipse, use, path')].map(box) };
}"""


class Drawings:
    """Draws cards in both formats."""

    def __init__(self, tool, root, work):
        self.tool, self.root, self.work = tool, root, work
        work.mkdir(parents=True, exist_ok=True)

    def run(self, *arguments):
        return subprocess.run([self.tool, *arguments], check=True, capture_output=True, text=True).stdout

    def draw(self, example, name, *options):
        """Draws pages of a feed, or a post, as SVG and PNG; returns the two paths of the first page."""
        for ending in ("svg", "png"):
            self.run("picture", self.root / "Examples" / example, "--output", self.work / f"{name}.{ending}", "--replace",
                     "--quiet", "--scale", str(SCALE), *options)
        paged = self.work / f"{name}-1.svg"
        svg = paged if "--pages" in options else self.work / f"{name}.svg"
        return svg, svg.with_suffix(".png")


def size(svg):
    with svg.open(encoding="utf-8") as file:
        return [float(side) for side in re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', file.read(1000)).groups()]


def shown(page, svg):
    """Returns a screenshot of the drawing, opened by itself, and the states of its faces."""
    width, height = size(svg)
    page.set_viewport_size({"width": int(width), "height": int(height)})
    page.goto(svg.resolve().as_uri())
    faces = page.evaluate("document.fonts.ready.then((fonts) => [...fonts].map((face) => face.status))")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB"), faces


def pixels(box, margin=1.5):
    """Converts a box from points to pixels and enlarges it by a margin in points."""
    x, y, width, height = box
    return [round(side * SCALE) for side in (x - margin, y - margin, x + width + margin, y + height + margin)]


def differing(one, other):
    """Returns a mask that is white where two pictures differ."""
    bands = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return most.point(lambda value: 255 if value > THRESHOLD else 0)


def ink(picture, box):
    """Returns the bounds of the letters within a line's box, or `None` if there are none."""
    part = picture.crop(box)
    ground = Image.new("RGB", part.size, part.getpixel((0, 0)))
    return ImageChops.difference(part, ground).convert("L").point(lambda value: 255 if value > 64 else 0).getbbox()


def compared(name, one, other, texts, others):
    """Returns the texts that begin or end elsewhere in the other picture, and the share of pixels that differ
    outside of texts and `others`."""
    away, mask = [], differing(one, other)
    for words, box in texts:
        here, there = ink(one, pixels(box)), ink(other, pixels(box))
        if (here is None) != (there is None) or here and max(abs(a - b) for a, b in zip(here, there)) > 1:
            away.append(f"{name}: {words[:40]!r} {here} and {there}")
    for box in [box for _, box in texts] + others:
        mask.paste(0, pixels(box))
    return away, mask.histogram()[255] / (mask.width * mask.height)


def same_card(checks, browser, drawings):
    """Compares pixels outside of texts, and the start and end of each text."""
    with checks.section("drawings: the same card as its picture"), browser.page(scale=SCALE) as page:
        for example in EXAMPLES:
            worst, away, letters = 0, [], 0
            for width, theme in SCREENS:
                svg, png = drawings.draw(
                    example, f"{Path(example).name}-{width}-{theme}", "--width", str(width), "--theme", theme, "--pages", "1600")
                drawing, faces = shown(page, svg)
                picture = Image.open(png).convert("RGB")
                found = page.evaluate(LETTERS)
                if 0 < drawing.height - picture.height < SCALE:
                    # A drawing's height is rounded up to a whole point.
                    drawing = drawing.crop((0, 0, *picture.size))
                if drawing.size != picture.size or not faces or set(faces) != {"loaded"}:
                    away.append(f"{svg.name}: {drawing.size} and {picture.size}, faces {faces}")
                    continue
                texts = [(text["lines"][0]["words"], text["box"]) for text in found["texts"]]
                letters += len(texts)
                apart, share = compared(svg.name, drawing, picture, texts, found["shapes"])
                away += apart
                worst = max(worst, share)
            checks.expect(f"{example}: pixels outside of texts", worst <= LIMIT, f"at most {100 * worst:.3f} % differ")
            checks.expect(f"{example}: texts begin and end where they do in the picture", letters and not away,
                          away[:3] or f"{letters} texts")
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def near(one, other):
    return abs(one - other) <= CLOSE


def boxes(checks, browser, drawings):
    """Compares lines and pictures with the layout's boxes."""
    with checks.section("drawings: boxes and lines as they were laid out"), browser.page(scale=SCALE) as page:
        for example, post in (("newsfeed", "wall-101006_259"), ("mastodon", None)):
            for width in WIDTHS:
                options = ["--width", str(width), "--theme", "light"]
                whose = ["--post", post] if post else []
                layouts = json.loads(drawings.run(
                    "show", drawings.root / "Examples" / example, "--stage", "layout", "--json", *options, *whose))
                layout = next(each for each in layouts if each["state"] == "expanded")
                svg, _ = drawings.draw(example, f"{example}-{width}-post", *options, "--post", layout["post"])
                shown(page, svg)
                found = page.evaluate(LETTERS)
                away = []
                for box in layout["boxes"]:
                    x, y, across, down = box["frame"]
                    if x >= width or "carousel/page-" in box["path"]:
                        continue
                    if "lines" in box:
                        there = [lines for lines in (text["lines"] for text in found["texts"])
                                 if near(lines[0]["y"], box["baseline"]) and x - CLOSE <= lines[0]["x"] <= x + across]
                        # An empty line has no letters, so the position of the last line stands for the number of lines.
                        last = box["baseline"] + (box["lines"] - 1) * down / box["lines"]
                        if not any(near(lines[-1]["y"], last) for lines in there):
                            away.append([box["path"], box["lines"], there])
                    elif box["path"].rpartition("/")[2] in ("avatar", "photo", "hairline", "card"):
                        if not any(all(near(*sides) for sides in zip(box["frame"], each)) for each in found["drawn"]):
                            away.append([box["path"], box["frame"]])
                checks.expect(f"{example} at {width}: {len(layout['boxes'])} boxes", not away, away[:3] or "")


def reading(checks, browser, drawings):
    """Texts can be found and copied, and a drawing embedded in a page looks the same."""
    with checks.section("drawings: texts are texts, and nothing else is needed"), browser.page(scale=SCALE) as page:
        requests = []
        page.on("request", lambda request: requests.append(request.url))
        svg, _ = drawings.draw("chat", "reading", "--pages", "1600", "--width", "375", "--theme", "dark")
        drawing, _ = shown(page, svg)
        outside = [url for url in requests if not url.startswith(("data:", svg.resolve().as_uri()))]
        checks.expect("nothing is asked of the net or the disk", not outside, outside[:3] or "")
        words = max((line["words"].strip() for text in page.evaluate(LETTERS)["texts"] for line in text["lines"]), key=len)
        checks.expect("a line's words are found", page.evaluate("(words) => window.find(words)", words), repr(words))
        checks.expect("and are what is copied", page.evaluate("String(getSelection())").strip() == words)
        names = page.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
        checks.expect("names are each one's own", len(set(names)) == len(names), len(names))
        frame = drawings.work / "frame.html"
        frame.write_text(f'<style>body{{margin:0}}img{{display:block}}</style><img src="{svg.name}">', encoding="utf-8")
        page.goto(frame.resolve().as_uri())
        page.wait_for_function("document.images[0].complete")
        inside = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        share = differing(drawing, inside).histogram()[255] / (inside.width * inside.height)
        checks.expect("as a picture in a page it looks the same", share < 0.0005, f"{100 * share:.3f} % differ")


def outlines(checks, browser, drawings):
    with checks.section("drawings: outlines are the same card"), browser.page(scale=SCALE) as page:
        svg, png = drawings.draw("newsfeed", "plain", "--pages", "1600", "--width", "375", "--theme", "light")
        drawings.run("picture", drawings.root / "Examples/newsfeed", "--output", drawings.work / "outlines.svg", "--outlines",
                     "--replace", "--quiet", "--pages", "1600", "--width", "375", "--theme", "light", "--scale", str(SCALE))
        texts, _ = shown(page, svg)
        shapes, faces = shown(page, drawings.work / "outlines-1.svg")
        share = differing(texts, shapes).histogram()[255] / (texts.width * texts.height)
        checks.expect("no face is in the file", not faces, faces or "")
        checks.expect("letters look alike", share <= LIMIT, f"{100 * share:.2f} % of all pixels differ")
        checks.expect("they are described", len(page.locator("desc").text_content()) > 100)


def sections(checks, browser, drawings):
    return {
        "drawing_same_card": lambda: same_card(checks, browser, drawings()),
        "drawing_boxes": lambda: boxes(checks, browser, drawings()),
        "drawing_reading": lambda: reading(checks, browser, drawings()),
        "drawing_outlines": lambda: outlines(checks, browser, drawings()),
    }
