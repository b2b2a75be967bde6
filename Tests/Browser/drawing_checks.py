"""Cards as drawings (`picture --format svg`) beside the very pictures: the browser shows the same card."""

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
# All screens with FEEDPROOF_WHOLE, else each width and each theme.
SCREENS = [(width, theme) for width in WIDTHS for theme in THEMES if os.environ.get("FEEDPROOF_WHOLE") or (width == 375) == (theme == "light")]
SCALE = 2
# What a change of brightness by a tenth is, as for mockups: of 255, and of all pixels outside of texts.
THRESHOLD, LIMIT = 26, 0.005
# Points.
CLOSE = 0.5

# Where letters stand: a drawing's texts line by line, and what is drawn in place of some letters.
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
    """Draws cards in both ways."""

    def __init__(self, tool, root, work):
        self.tool, self.root, self.work = tool, root, work
        work.mkdir(parents=True, exist_ok=True)

    def run(self, *arguments):
        return subprocess.run([self.tool, *arguments], check=True, capture_output=True, text=True).stdout

    def draw(self, example, name, *options):
        """Pages of a feed, or a post, as SVG and PNG; gives the first one's files."""
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
    """The drawing as the browser shows it; by itself, with its faces."""
    width, height = size(svg)
    page.set_viewport_size({"width": int(width), "height": int(height)})
    page.goto(svg.resolve().as_uri())
    faces = page.evaluate("document.fonts.ready.then((fonts) => [...fonts].map((face) => face.status))")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB"), faces


def pixels(box, margin=1.5):
    """A box of points, a little larger, in pixels."""
    x, y, width, height = box
    return [round(side * SCALE) for side in (x - margin, y - margin, x + width + margin, y + height + margin)]


def differing(one, other):
    """White where two pictures differ."""
    bands = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return most.point(lambda value: 255 if value > THRESHOLD else 0)


def ink(picture, box):
    """Where in a line's box something stands out from its ground."""
    part = picture.crop(box)
    ground = Image.new("RGB", part.size, part.getpixel((0, 0)))
    return ImageChops.difference(part, ground).convert("L").point(lambda value: 255 if value > 64 else 0).getbbox()


def compared(name, one, other, texts, others):
    """What a browser shows beside a picture: texts (words and box) that do not begin and end alike in both, and the share of
    pixels that differ outside of texts and of other boxes."""
    away, mask = [], differing(one, other)
    for words, box in texts:
        here, there = ink(one, pixels(box)), ink(other, pixels(box))
        if (here is None) != (there is None) or here and max(abs(a - b) for a, b in zip(here, there)) > 1:
            away.append(f"{name}: {words[:40]!r} {here} and {there}")
    for box in [box for _, box in texts] + others:
        mask.paste(0, pixels(box))
    return away, mask.histogram()[255] / (mask.width * mask.height)


def same_card(checks, browser, drawings):
    """Pixels outside of texts, and where each text begins and ends."""
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
                    # A drawing ends at a whole point.
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
    """Lines and pictures against the layout's own boxes."""
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
                        # An empty line has no letters: where the last one stands tells how many there are.
                        last = box["baseline"] + (box["lines"] - 1) * down / box["lines"]
                        if not any(near(lines[-1]["y"], last) for lines in there):
                            away.append([box["path"], box["lines"], there])
                    elif box["path"].rpartition("/")[2] in ("avatar", "photo", "hairline", "card"):
                        if not any(all(near(*sides) for sides in zip(box["frame"], each)) for each in found["drawn"]):
                            away.append([box["path"], box["frame"]])
                checks.expect(f"{example} at {width}: {len(layout['boxes'])} boxes", not away, away[:3] or "")


def reading(checks, browser, drawings):
    """Who searches, copies or listens meets texts; who puts a drawing into a page sees the same."""
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
