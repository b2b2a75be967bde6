"""Cards as SVG (`picture --format svg`) against the same cards as PNG: the browser shows the same."""

import itertools
import json
import os
import re
from pathlib import Path

import pytest

from images import SCALE, compared, mask_of, opened, shot, white_share
from tool import ROOT

EXAMPLES = ("feeds/vk-small", "chat", "shop")
WIDTHS = (320, 375, 414)
# All screens with FEEDPROOF_WHOLE; otherwise every width and every theme at least once.
SCREENS = [(width, theme) for width in WIDTHS for theme in ("light", "dark") if os.environ.get("FEEDPROOF_WHOLE") or (width == 375) == (theme == "light")]
# The limit for pixels outside of texts that differ, as a share of all pixels.
LIMIT = 0.005
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

pytestmark = pytest.mark.screen(device_scale_factor=SCALE)


@pytest.fixture
def draw(tmp_path, tool):
    """Returns the function `draw(example, name, *options)`, which draws an example's card or first page; returns the path."""
    def draw(example, name, *options):
        tool.run("picture", ROOT / "Examples" / example, "--output", tmp_path / name, "--quiet", "--scale", str(SCALE), *options)
        return tmp_path / name.replace(".", "-1.") if "--pages" in options else tmp_path / name
    return draw


def show(page, svg):
    """Opens a drawing by itself; returns its screenshot and the states of its fonts."""
    with svg.open(encoding="utf-8") as file:
        width, height = (float(side) for side in re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', file.read(1000)).groups())
    page.set_viewport_size({"width": int(width), "height": int(height)})
    page.goto(svg.resolve().as_uri())
    fonts = page.evaluate("document.fonts.ready.then((fonts) => [...fonts].map((font) => font.status))")
    return shot(page), fonts


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize(("width", "theme"), SCREENS)
def test_an_svg_is_the_same_card_as_the_png(example, width, theme, page, draw, subtests):
    name, options = f"{Path(example).name}-{width}-{theme}", ["--width", str(width), "--theme", theme, "--pages", "1600"]
    drawing, fonts = show(page, draw(example, f"{name}.svg", *options))
    image = opened(draw(example, f"{name}.png", *options))
    found = page.evaluate(LETTERS)
    assert set(fonts) == {"loaded"}
    if 0 < drawing.height - image.height < SCALE:
        # A drawing's height is rounded up to a whole point.
        drawing = drawing.crop((0, 0, *image.size))
    assert drawing.size == image.size
    texts = [(text["lines"][0]["words"], text["box"]) for text in found["texts"]]
    assert texts
    moved, share = compared(drawing, image, texts, found["shapes"])
    with subtests.test("pixels outside of texts"):
        assert share <= LIMIT
    with subtests.test("texts begin and end at the same places"):
        assert moved == []


def near(one, other):
    return abs(one - other) <= CLOSE


@pytest.mark.parametrize(("example", "post"), [("newsfeed", "wall-101006_259"), ("mastodon", None)])
@pytest.mark.parametrize("width", WIDTHS)
def test_boxes_and_lines_are_where_the_layout_places_them(example, post, width, page, draw, tool):
    options = ["--width", str(width), "--theme", "light"]
    layouts = json.loads(tool.run("show", ROOT / "Examples" / example, "--stage", "layout", "--json", *options,
                                  *(["--post", post] if post else [])).stdout)
    layout = next(each for each in layouts if each["state"] == "expanded")
    show(page, draw(example, f"{example}-{width}-post.svg", *options, "--post", layout["post"]))
    found = page.evaluate(LETTERS)
    missing = []
    for box in layout["boxes"]:
        x, y, across, down = box["frame"]
        if x >= width or "carousel/page-" in box["path"]:
            continue
        if "lines" in box:
            texts = [lines for lines in (text["lines"] for text in found["texts"])
                     if near(lines[0]["y"], box["baseline"]) and x - CLOSE <= lines[0]["x"] <= x + across]
            # An empty line has no letters, so the position of the last line stands for the number of lines.
            last = box["baseline"] + (box["lines"] - 1) * down / box["lines"]
            if not any(near(lines[-1]["y"], last) for lines in texts):
                missing.append([box["path"], box["lines"], texts])
        elif box["path"].rpartition("/")[2] in ("avatar", "photo", "hairline", "card"):
            if not any(all(itertools.starmap(near, zip(box["frame"], each, strict=True))) for each in found["drawn"]):
                missing.append([box["path"], box["frame"]])
    assert layout["boxes"]
    assert missing == []


@pytest.fixture
def chat(page, draw):
    """A drawing of a conversation, opened by itself, and its screenshot."""
    svg = draw("chat", "reading.svg", "--pages", "1600", "--width", "375", "--theme", "dark")
    return svg, show(page, svg)[0]


def test_a_drawing_needs_nothing_else(page, draw):
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    svg = draw("chat", "alone.svg", "--pages", "1600", "--width", "375", "--theme", "dark")
    show(page, svg)
    assert [url for url in requests if not url.startswith(("data:", svg.resolve().as_uri()))] == []


def test_words_of_a_drawing_are_found_and_copied(page, chat):
    words = max((line["words"].strip() for text in page.evaluate(LETTERS)["texts"] for line in text["lines"]), key=len)
    assert page.evaluate("(words) => window.find(words)", words)
    assert page.evaluate("String(getSelection())").strip() == words


def test_ids_of_a_drawing_are_unique(page, chat):
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
    assert len(set(ids)) == len(ids)


def test_a_drawing_looks_the_same_inside_a_page(page, chat):
    svg, drawing = chat
    frame = svg.with_suffix(".html")
    frame.write_text(f'<style>body{{margin:0}}img{{display:block}}</style><img src="{svg.name}">', encoding="utf-8")
    page.goto(frame.resolve().as_uri())
    page.wait_for_function("document.images[0].complete")
    assert white_share(mask_of(drawing, shot(page))) < 0.0005


def test_outlines_look_like_texts_without_fonts_and_describe_the_card(page, draw):
    options = ["--pages", "1600", "--width", "375", "--theme", "light"]
    texts, _ = show(page, draw("newsfeed", "texts.svg", *options))
    shapes, fonts = show(page, draw("newsfeed", "outlines.svg", "--outlines", *options))
    assert fonts == []
    assert white_share(mask_of(texts, shapes)) <= LIMIT
    assert len(page.locator("desc").text_content()) > 100
