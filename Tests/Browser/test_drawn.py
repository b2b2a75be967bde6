"""Pages that draw their cards (`export --page drawn`) against pages of images: the browser shows the same cards."""

import json
import os
from pathlib import Path

import pytest
from PIL import Image

from images import SCALE, compared, shot
from long_feed import read_posts
from pages import at_rest
from tool import ROOT

WIDTHS, THEMES = (320, 375, 414), ("light", "dark")
# These examples are compared on all screens. The other examples, two right-to-left ones and the inputs from
# FEEDPROOF_DRAWN (files and folders, separated by colons) are compared on one screen.
EXAMPLES = ("newsfeed", "chat", "mastodon")
POSTS, FEW = 40, 4
# Every eighth post is compared on all screens and the others on the first; with FEEDPROOF_WHOLE, all are.
STEP = 1 if os.environ.get("FEEDPROOF_WHOLE") else 8
# Punctuation that is raised next to capitals and digits, in letter-spaced text.
LETTERS = {"items": [{"type": "post", "source_id": 1, "post_id": 1, "date": 1718000000, "text": "Вильнюс (Литва) → Прага (Чехия), 10:30, (A)–(B)"}],
           "profiles": [{"id": 1, "first_name": "Ann", "last_name": "Bell"}], "groups": []}
# The limit for pixels outside of texts that differ, as a share of all pixels. The browser scales photos down itself, and a
# photo of snow differs in its finest details.
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


def inputs():
    """Returns by name: the path, or `None` for LETTERS, and the language if it is not the example's own."""
    folder = ROOT / "Examples"
    found = {name: (folder / name, None) for name in EXAMPLES}
    found |= {"newsfeed-ar": (folder / "newsfeed", "ar"), "chat-he": (folder / "chat", "he"), "letters": (None, None)}
    for path in sorted(folder.glob("*/feedproof.yml")):
        found.setdefault(path.parent.name, (path.parent, None))
    for number, path in enumerate(filter(None, os.environ.get("FEEDPROOF_DRAWN", "").split(":"))):
        found[f"{number}-{Path(path).name}"] = (Path(path), None)
    return found


INPUTS = inputs()

pytestmark = pytest.mark.screen(device_scale_factor=SCALE)


@pytest.fixture(scope="session")
def sites(work, built, tool, feeds):
    """Returns the function `sites(name, style)`, which returns the folders of an input's pages: several feeds have one each."""
    def sites(name, style):
        if (name, style) == ("newsfeed", "pictures"):
            # It has all screens of this example.
            return [feeds.folder]
        path, language = INPUTS[name]
        if not path:
            path = work / "letters.json"
            path.write_text(json.dumps(LETTERS), encoding="utf-8")
        widths, themes = (WIDTHS, THEMES) if name in EXAMPLES else (WIDTHS[1:2], THEMES[:1])
        # Status 3 means that the tool reported unreadable content.
        target = built(f"page-{name}-{style}", lambda folder: tool.run(
            "export", path, "--output", folder, "--quiet", "--page", style, "--scale", str(SCALE), "--width", ",".join(map(str, widths)),
            "--theme", ",".join(themes), *(["--locale", language] if language else []), status=(0, 3)))
        return [page.parent for page in sorted(target.rglob("manifest.json")) if (page.parent / "site/index.js").exists()]
    return sites


def open_stage(page, drawn, serve, direction):
    style = "chat" if (drawn / "site/chat.css").exists() else "feed"
    (drawn / "stage.html").write_text(STAGE.replace("STYLE", style).replace("DIRECTION", direction), encoding="utf-8")
    (drawn / "stage.js").write_text(SCRIPT, encoding="utf-8")
    page.goto(serve(drawn).url + "stage.html")


def screens(posts):
    """The images of posts to compare, with the posts' numbers."""
    for number, post in enumerate(posts):
        images = [image for image in post["pictures"] if image["scale"] == SCALE]
        first = images[0]["screenWidth"], images[0]["theme"]
        for image in images:
            if number % STEP == 0 or (image["screenWidth"], image["theme"]) == first:
                yield number, post, image


@pytest.mark.parametrize("name", INPUTS)
def test_a_drawn_page_shows_the_same_cards_as_images(name, page, sites, serve, subtests):
    worst, moved, letters, fonts = 0, [], 0, set()
    for pictures, drawn in zip(sites(name, "pictures"), sites(name, "drawn"), strict=True):
        open_stage(page, drawn, serve, "rtl" if INPUTS[name][1] else "ltr")
        for number, post, picture in screens(read_posts(pictures)[:POSTS if name in EXAMPLES else FEW]):
            image = Image.open(pictures / picture["path"]).convert("RGBA")
            wanted = Image.new("RGBA", image.size, "white")
            wanted.alpha_composite(image)
            wanted = wanted.convert("RGB")
            width, state = picture["screenWidth"], picture["state"]
            page.set_viewport_size({"width": -(-image.width // SCALE), "height": -(-image.height // SCALE)})
            found = page.evaluate("show", {"post": number, "id": post["id"], "width": width, "theme": picture["theme"], "state": state,
                                           "height": post["heights"][str(width)][state]})
            texts = [(text["words"], text["box"]) for text in found["texts"]]
            letters += len(texts)
            away, share = compared(shot(page).crop((0, 0, *wanted.size)), wanted, texts, found["emoji"])
            moved += [f"{picture['path']}: {text}" for text in away]
            worst = max(worst, share)
            fonts.update(found["faces"])
    with subtests.test("pixels outside of texts"):
        assert worst <= LIMIT
    with subtests.test("texts begin and end at the same places"):
        # An element close to a text or behind it may reach into the text's box in only one of the renderings.
        assert len(moved) <= (0 if name == "letters" else max(1, letters / 100)), moved
    with subtests.test("fonts are loaded"):
        assert fonts == {"loaded"}


@pytest.fixture
def drawn(sites):
    return sites("newsfeed", "drawn")[0]


@pytest.fixture
def drawn_page(page, drawn, serve):
    page.goto(serve(drawn).url)
    page.wait_for_selector(".picture .drawing text")
    at_rest(page)
    return page


def test_drawings_change_to_another_theme_at_once(drawn_page):
    fill = "getComputedStyle(document.querySelector('.drawing text')).fill"
    light = drawn_page.evaluate(fill)
    drawn_page.emulate_media(color_scheme="dark")
    drawn_page.wait_for_function(f"(light) => {fill} !== light", arg=light)


def test_drawings_are_not_found_copied_or_read_again(drawn_page):
    assert drawn_page.evaluate("[...document.querySelectorAll('.picture')].every((picture) => picture.inert)")


def test_a_drawing_is_in_two_pieces_while_its_card_expands_and_whole_afterwards(drawn_page):
    name = drawn_page.locator("[aria-expanded=false]").first.evaluate("(button) => button.closest('article').id")
    card = drawn_page.locator(f'article[id="{name}"]')
    before = card.bounding_box()["height"]
    # The animation may be over before this process can look.
    card.evaluate(
        """(card) => { new MutationObserver(() => { self.pieces = Math.max(self.pieces ?? 0, card.querySelectorAll('.head .drawing').length); })
             .observe(card, {childList: true, subtree: true}); }""")
    card.locator("[aria-expanded=false]").click()
    drawn_page.wait_for_function("() => self.pieces === 1")
    at_rest(drawn_page)
    assert card.bounding_box()["height"] > before
    assert card.locator(".picture > .drawing").count() == 1


def test_a_drawn_page_opened_as_a_file_has_its_fonts(page, drawn):
    page.goto((drawn / "index.html").resolve().as_uri())
    page.wait_for_selector(".picture .drawing text")
    fonts = page.evaluate("document.fonts.ready.then((fonts) => [...fonts].map((font) => font.status))")
    assert set(fonts) == {"loaded"}
