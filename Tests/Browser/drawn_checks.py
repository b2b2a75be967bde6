"""Checks pages that draw their cards (`export --page drawn`) against pictures: the browser shows the same cards."""

import io
import json
import os
import subprocess
from pathlib import Path

from PIL import Image

import checks as looks
import site_server
from drawing_checks import THEMES, WIDTHS, compared
from long_feed import read_posts

# These examples are compared on all screens. The other examples, two right-to-left ones and the inputs from
# FEEDPROOF_DRAWN (files and folders, separated by colons) are compared on one screen.
EXAMPLES = ("newsfeed", "chat", "mastodon")
SCALE = 2
POSTS, FEW = 40, 4
# Every eighth post is compared on all screens and the others on the first; with FEEDPROOF_WHOLE, all are.
STEP = 1 if os.environ.get("FEEDPROOF_WHOLE") else 8
RIGHT_TO_LEFT = ("ar", "he")
# Punctuation that is raised next to capitals and digits, in letter-spaced text.
LETTERS = {"items": [{"type": "post", "source_id": 1, "post_id": 1, "date": 1718000000, "text": "Вильнюс (Литва) → Прага (Чехия), 10:30, (A)–(B)"}],
           "profiles": [{"id": 1, "first_name": "Ann", "last_name": "Bell"}], "groups": []}
# Share of all pixels; pixels of texts don't count. The browser scales photos down itself, and a photo of snow differs
# in its finest details.
LIMIT = 0.015

# Shows drawings one by one at the window's corner, without the page around them.
STAGE = """<!doctype html><html dir="DIRECTION"><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="site/STYLE.css">
<style>html, body { background: #fff !important; margin: 0; overflow: hidden } .picture { width: auto }</style>
<div class="picture" id="stage"></div>
<script src="site/index.js"></script><script src="site/drawn.js"></script><script src="stage.js"></script>"""
SCRIPT = """
const { index } = feedproof;
// Files are full from the oldest post on: of a conversation from the first, of a feed from the last.
const lack = index.chat ? 0 : (index.chunk - index.count % index.chunk) % index.chunk;
const place = (post) => Math.floor((post + lack) / index.chunk);
const pieces = { at: (post) => post - Math.max(0, place(post) * index.chunk - lack) };
const file = (post) => (index.chat ? place(post) : Math.ceil(index.count / index.chunk) - 1 - place(post));
const known = new Map(), waiting = new Map();
feedproof.chunk = (kind, key, data) => { known.set(kind + '/' + key, data); waiting.get(kind + '/' + key)?.(data); };
const chunks = { get(kind, key, then) {
  const name = kind + '/' + key;
  if (known.has(name)) return known.get(name);
  if (!waiting.has(name)) {
    waiting.set(name, then);
    const script = document.createElement('script');
    script.src = 'site/' + name + '.js';
    document.head.append(script);
  }
  return null;
} };
self.show = async ({ post, id, width, theme, state, height }) => {
  const feed = { index, chunks, pieces, file, width, theme, changed() {}, story: () => ({ i: id }), column: { heightIn: () => height },
                 cardWidth: index.widths.find((each) => each[0] === width)[1] };
  self.drawings ??= feedproof.drawings(feed, () => {});
  drawings.feed = feed;
  let drawing = null;
  for (let tries = 0; tries < 200 && !drawing; tries += 1) {
    drawing = drawings.make(post, state, theme, id);
    if (!drawing) await new Promise((done) => setTimeout(done, 20));
  }
  const stage = document.getElementById('stage');
  stage.replaceChildren(drawing);
  await Promise.all([...drawing.querySelectorAll('image')].map((image) => {
    const file = new Image();
    file.src = image.getAttribute('href');
    return file.decode();
  }));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const box = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, width, height]; };
  return { texts: [...drawing.querySelectorAll('text')].map((text) => ({ words: text.textContent, box: box(text) })),
           emoji: [...drawing.querySelectorAll('image[href*="emoji"]')].map(box),
           faces: [...document.fonts].map((face) => face.status) };
};
"""


class Pages:
    """Exports an example as pictures and as drawings."""

    def __init__(self, tool, root, work):
        self.tool, self.root, self.work = tool, root, work

    def inputs(self):
        """Returns by name: the path, whether it's compared on all screens, and the language."""
        folder = self.root / "Examples"
        found = {name: (folder / name, True, None) for name in EXAMPLES}
        found |= {f"{name}-{language}": (folder / name, False, language) for name, language in [("newsfeed", "ar"), ("chat", "he")]}
        for path in sorted(folder.glob("*/feedproof.yml")):
            found.setdefault(path.parent.name, (path.parent, False, None))
        letters = self.work / "letters.json"
        letters.parent.mkdir(parents=True, exist_ok=True)
        letters.write_text(json.dumps(LETTERS), encoding="utf-8")
        found["letters"] = (letters, False, None)
        for number, path in enumerate(filter(None, os.environ.get("FEEDPROOF_DRAWN", "").split(":"))):
            found[f"{number}-{Path(path).name}"] = (Path(path), False, None)
        return found

    def export(self, name, style):
        path, everywhere, language = self.inputs()[name]
        target = self.work / f"{name}-{style}"
        widths, themes = (WIDTHS, THEMES) if everywhere else (WIDTHS[1:2], THEMES[:1])
        done = subprocess.run([self.tool, "export", path, "--output", target, "--quiet", "--replace",
                               "--page", style, "--scale", str(SCALE), "--width", ",".join(map(str, widths)),
                               "--theme", ",".join(themes), *(["--locale", language] if language else [])], check=False, capture_output=True, text=True)
        # Each of several feeds has its own page. Status 3 means that the tool reported unreadable content.
        if done.returncode not in (0, 3) and not target.exists():
            raise RuntimeError(f"{path}: status {done.returncode}: {done.stderr[:400]}")
        return [page.parent for page in sorted(target.rglob("manifest.json")) if (page.parent / "site/index.js").exists()]


def look_at(checks, page, name, pictures, drawn, differences, count, turned=False):
    """Compares the first cards of a page of drawings with those of a page of pictures."""
    style = "chat" if (drawn / "site/chat.css").exists() else "feed"
    (drawn / "stage.html").write_text(STAGE.replace("STYLE", style).replace("DIRECTION", "rtl" if turned else "ltr"), encoding="utf-8")
    (drawn / "stage.js").write_text(SCRIPT, encoding="utf-8")
    page.goto(site_server.serve(drawn).url + "stage.html")
    worst, away, letters, cards, fonts = (0, ""), [], 0, 0, set()
    for number, post in enumerate(read_posts(pictures)[:count]):
        screen = {key: post["pictures"][0][key] for key in ("screenWidth", "theme")}
        for picture in post["pictures"]:
            if number % STEP and {key: picture[key] for key in screen} != screen:
                continue
            width, theme, state = picture["screenWidth"], picture["theme"], picture["state"]
            image = Image.open(pictures / picture["path"]).convert("RGBA")
            wanted = Image.new("RGBA", image.size, "white")
            wanted.alpha_composite(image)
            wanted = wanted.convert("RGB")
            height = post["heights"][str(width)][state]
            page.set_viewport_size({"width": -(-image.width // SCALE), "height": -(-image.height // SCALE)})
            found = page.evaluate("show", {"post": number, "id": post["id"], "width": width, "theme": theme, "state": state, "height": height})
            shown = Image.open(io.BytesIO(page.screenshot())).convert("RGB").crop((0, 0, *wanted.size))
            texts = [(text["words"], text["box"]) for text in found["texts"]]
            letters += len(texts)
            apart, share = compared(picture["path"], shown, wanted, texts, found["emoji"])
            away += apart
            worst = max(worst, (share, picture["path"]))
            if share > LIMIT:
                differences.mkdir(exist_ok=True)
                shown.save(differences / f"{name}_{picture['path'].replace('/', '_')}")
            cards += 1
            fonts.update(found["faces"])
    checks.expect(f"{name}: pixels outside of texts", worst[0] <= LIMIT, f"{cards} cards, at most {100 * worst[0]:.3f} % differ, {worst[1]}")
    # An element close to a text or behind it may reach into the text's box in only one of the renderings.
    checks.expect(f"{name}: texts begin and end where they do in the picture", len(away) <= (0 if name == "letters" else max(1, letters / 100)),
                  [len(away), *away[:3]] if away else f"{letters} texts")
    checks.expect(f"{name}: fonts are there", fonts <= {"loaded"}, fonts)


def same_card(checks, browser, pages):
    with checks.section("drawn pages: the same card as its picture"), browser.page(scale=SCALE) as page:
        for name, (_, everywhere, language) in pages.inputs().items():
            for pictures, drawn in zip(pages.export(name, "pictures"), pages.export(name, "drawn"), strict=True):
                look_at(checks, page, name, pictures, drawn, pages.work / "differing", POSTS if everywhere else FEW, language in RIGHT_TO_LEFT)
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def reading(checks, browser, pages, screenshots):
    """Checks themes, expanding, text that isn't found twice, and the page opened as a file."""
    with checks.section("drawn pages: themes, expanding, words"), browser.page(scale=SCALE) as page:
        drawn = pages.work / "newsfeed-drawn"
        if not drawn.exists():
            drawn, = pages.export("newsfeed", "drawn")
        page.goto(site_server.serve(drawn).url)
        page.wait_for_selector(".picture .drawing text")
        looks.settle(page)
        screenshots.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=screenshots / "drawn-light.png")
        fill = "getComputedStyle(document.querySelector('.drawing text')).fill"
        light = page.evaluate(fill)
        page.emulate_media(color_scheme="dark")
        looks.settle(page)
        page.screenshot(path=screenshots / "drawn-dark.png")
        checks.expect("another theme is there at once", page.evaluate(fill) != light, page.evaluate(fill))
        checks.expect("drawings are not found, copied and read a second time",
                      page.evaluate("[...document.querySelectorAll('.picture')].every((picture) => picture.inert)"))
        more = page.locator("[aria-expanded=false]").first
        name = more.evaluate("(button) => button.closest('article').id")
        card = page.locator(f'article[id="{name}"]')
        before = card.bounding_box()["height"]
        more.click()
        page.wait_for_timeout(120)
        checks.expect("while a card expands its drawing is two pieces", card.locator(".head .drawing").count() == 1)
        looks.settle(page)
        checks.expect("then it is whole", card.bounding_box()["height"] > before and card.locator(".picture > .drawing").count() == 1)
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
    with checks.section("drawn pages: opened as a file"), browser.page(scale=SCALE) as page:
        page.goto((drawn / "index.html").resolve().as_uri())
        page.wait_for_selector(".picture .drawing text")
        faces = page.evaluate("[...document.fonts].map((face) => face.status)")
        checks.expect("its fonts are there", faces and set(faces) == {"loaded"}, faces)
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def sections(checks, browser, pages, screenshots):
    return {
        "drawn_same_card": lambda: same_card(checks, browser, pages),
        "drawn_page": lambda: reading(checks, browser, pages, screenshots),
    }
