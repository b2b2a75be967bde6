"""All pages: the kit's colors only, the page's typeface, no accessibility violations, sizes of targets."""

import re
import shutil

import pytest

from pages import PHONE, at_rest, open_feed
from tool import ROOT

SITE = ROOT / "Templates/Site"
ALL_IMPACTS = ("minor", "moderate", "serious", "critical")
# Colors may be defined in these files only.
KIT = {"kit.css.mustache", "kit-roles.css.mustache", "kit-data.css.mustache"}
# CSS keywords that are no colors of a palette.
NEUTRAL = {"transparent", "currentcolor", "canvas", "canvastext", "highlight", "highlighttext", "mark", "marktext", "linktext", "buttontext"}
NAMED = re.compile(r"\b(?:white|black|red|green|blue|gray|grey|silver|navy|teal|orange|yellow|purple|pink|brown)\b(?!\s*[-:(])")
LITERAL = re.compile(r"#[0-9a-f]{3,8}\b(?!\s*\{)|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(", re.IGNORECASE)


def declarations(path):
    """Returns the declarations of a style sheet, without comments, template tags, and strings."""
    text = re.sub(r"\{\{.*?\}\}+", " ", re.sub(r"/\*.*?\*/", " ", path.read_text(encoding="utf-8"), flags=re.DOTALL))
    text = re.sub(r'"[^"]*"', '""', text)
    return re.findall(r"([-\w]+)\s*:\s*([^;{}]+)[;}]", text)


STYLES = sorted([*SITE.glob("*.css.mustache"), ROOT / "Templates/Prefetch/page.css"])


@pytest.mark.parametrize("path", [path for path in STYLES if path.name not in KIT | {"typeface.css.mustache"}], ids=lambda path: path.name)
def test_styles_use_the_colors_of_the_kit_and_no_others(path):
    found = [f"{name}: {value.strip()}" for name, value in declarations(path)
             if LITERAL.search(value) or NAMED.search(re.sub(r"var\([^)]*\)|--[-\w]+", " ", value))]
    assert not found


def test_styles_use_tokens_that_exist():
    """A token is defined by a style sheet, a template, or a script."""
    sources = [*STYLES, *SITE.rglob("*.js")]
    texts = {path: path.read_text(encoding="utf-8") for path in sources}
    # A plot of the laboratory sets the share of a shade.
    known = {"--h"}
    for text in texts.values():
        known |= set(re.findall(r"(--[-\w]+)\s*:", text)) | set(re.findall(r"'(--[-\w]+)'", text))
    unknown = {f"{path.name}: {name}" for path in STYLES for name in re.findall(r"var\((--[-\w]+)", texts[path])
               if name not in known}
    assert not unknown


def test_scripts_contain_no_colors():
    found = [f"{path.name}: {line.strip()}" for path in SITE.rglob("*.js") for line in path.read_text(encoding="utf-8").splitlines()
             if not line.strip().startswith(("*", "//", "/*")) and re.search(r"['\" ]#[0-9a-fA-F]{3,8}\b|\brgba?\(", line)]
    assert not found


@pytest.fixture(scope="session")
def archive(built, tool, serve):
    """The address of a start page of a feed and a chat."""
    def build(folder):
        source = folder.with_suffix(".source")
        for name in ("bluesky", "chat"):
            shutil.copytree(
                ROOT / "Examples" / name, source / name, ignore=shutil.ignore_patterns("feedproof.yml"), dirs_exist_ok=True)
        tool.export(source, folder, "--scale", "1", "--width", "375", "--theme", "light,dark")
    return serve(built("archive", build)).url


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("is_searching", [False, True], ids=["plain", "searching"])
def test_axe_finds_nothing_on_a_start_page(is_searching, theme, new_page, archive, axe):
    page = new_page(viewport={"width": 1440, "height": 900}, color_scheme=theme)
    page.goto(archive)
    if is_searching:
        page.click("#open-search")
        page.wait_for_function("() => document.activeElement?.matches('input')")
        page.keyboard.type("the")
        page.locator("#found li").first.wait_for()
    at_rest(page)
    assert not axe(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_timeline_mixes_feeds_and_chats_newest_first(theme, new_page, archive, axe):
    page = new_page(viewport={"width": 1440, "height": 900}, color_scheme=theme)
    page.goto(archive)
    page.click("#show-timeline")
    page.locator("#timeline li").first.wait_for()
    at_rest(page)
    assert page.url.endswith("#timeline") and page.locator("#tiles").is_hidden()
    days = page.locator("#timeline h2").all_inner_texts()
    assert len(days) > 1 and len(set(days)) == len(days)
    dates = page.evaluate("[...document.querySelectorAll('#timeline h2')].map(({ textContent }) => Date.parse(textContent))")
    assert dates == sorted(dates, reverse=True)
    authors = " ".join(page.locator("#timeline b").all_inner_texts())
    assert "Bluesky" in authors and "Lighthouse" in authors
    assert not axe(page)
    page.locator("#timeline a").first.click()
    page.wait_for_url("**/feeds/bluesky/index.html#post-*")
    page.go_back()
    page.locator("#timeline li").first.wait_for()
    page.click("#show-timeline")
    assert page.locator("#tiles").is_visible() and page.locator("#timeline").is_hidden()


def test_the_menu_opens_below_its_button(new_page, feeds):
    page = new_page(viewport={"width": 1440, "height": 900})
    open_feed(page, feeds.url)
    page.click("#settings > summary")
    button, menu = (page.locator(name).bounding_box() for name in ("#settings > summary", "#controls"))
    assert menu["x"] < button["x"] < menu["x"] + menu["width"]


def test_tiles_of_a_start_page_are_small_and_begin_with_the_first_card(page, archive):
    page.goto(archive)
    page.wait_for_function("() => [...document.images].every((image) => image.complete && image.naturalWidth)")
    sizes = page.evaluate("[...document.images].map((image) => [image.naturalWidth, image.naturalHeight])")
    assert len(sizes) == 2 and all(width <= 560 and height <= 420 for width, height in sizes)
    assert page.evaluate("performance.getEntriesByType('resource').filter(({ name }) => /tiles/.test(name)).every(({ encodedBodySize }) => encodedBodySize < 40000)")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, {"width": 1440, "height": 900}], ids=["phone", "desktop"])
@pytest.mark.parametrize("state", ["", "#settings > summary", "#open-search", "#open-calendar"],
                         ids=["feed", "settings", "search", "calendar"])
def test_axe_finds_nothing_on_a_feed_in(state, viewport, theme, new_page, feeds, axe):
    page = new_page(viewport=viewport, color_scheme=theme)
    open_feed(page, feeds.url)
    if state:
        page.click(state)
        at_rest(page)
    assert not axe(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_list_of_missing_files(theme, new_page, feeds, axe):
    page = new_page(color_scheme=theme)
    page.goto(feeds.url + "missing.html")
    assert not axe(page, ALL_IMPACTS)


def test_the_page_brings_its_typeface(page, feeds):
    open_feed(page, feeds.url)
    page.wait_for_function("() => [...document.fonts].some((font) => font.family.includes('Feedproof Inter') && font.status === 'loaded')")


@pytest.mark.screen(viewport={"width": 1440, "height": 900})
def test_a_wide_window_shows_as_many_columns_as_fit_until_the_reader_chooses(new_page, feeds):
    page = new_page(viewport={"width": 1440, "height": 900}, storage_state=None)
    page.add_init_script("localStorage.removeItem('feedproof-columns')")
    open_feed(page, feeds.url)
    left = "new Set([...document.querySelectorAll('.card')].map((card) => Math.round(card.getBoundingClientRect().left))).size"
    assert page.evaluate(left) == 3
    page.click("#open-search")
    at_rest(page)
    assert page.evaluate(left) == 2
    panel = page.locator("#search").bounding_box()["x"]
    assert page.evaluate("Math.max(...[...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect().right))") <= panel


def test_an_unsuccessful_search_offers_to_clear_its_filters(page, feeds):
    open_feed(page, feeds.url)
    page.click("#open-search")
    page.locator("#search-start .kinds button").first.click()
    page.locator("#found li").first.wait_for()
    page.fill("#query", "qwertyzzz")
    page.click("#clear-filters")
    page.fill("#query", "")
    page.locator("#search-start button").first.wait_for()
    assert page.locator("#by-kind").input_value() == ""


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_controls_are_large_enough(touch, new_page, feeds):
    page = new_page(has_touch=touch, is_mobile=touch)
    open_feed(page, feeds.url)
    page.click("#open-search")
    page.locator("#search-start button").first.wait_for()
    small = page.evaluate(
        """(least) => [...document.querySelectorAll('.bar button, .bar a, summary, #search button, #search select, #search input')]
           .filter((each) => each.checkVisibility()).map((each) => [each.id || each.textContent, each.getBoundingClientRect()])
           .filter(([, box]) => box.width < least || box.height < least).map(([name, box]) => name + ' ' + box.width + ' × ' + box.height)""",
        44 if touch else 24)
    assert not small
