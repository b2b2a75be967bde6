"""Draws docs/images/pages-light.webp and pages-dark.webp: every page at four widths."""

import argparse
import pathlib
import shutil

from PIL import Image
from playwright import sync_api as playwright

import review_site
from images import shot
from pages import CHROMIUM_OPTIONS, at_rest, opened_page, wait_for_cards
from tool import ROOT, Tool

WIDTHS = (375, 768, 1440, 1920)
HEIGHT = 900
# The width of a picture on the sheet for a window of 1920 points, and the space between two.
WIDEST, GAP = 560, 12
# In bytes.
LARGEST = 400_000


def press(*selectors):
    """Returns a function that clicks elements one after the other."""
    def act(page):
        for selector in selectors:
            page.click(selector)
            page.wait_for_timeout(300)
    return act


def search(text):
    def act(page):
        page.click("#open-search")
        page.wait_for_function("() => document.activeElement?.matches('input')")
        page.keyboard.type(text)
        page.locator("#found li, #no-results:not([hidden])").first.wait_for()
        page.wait_for_timeout(500)
    return act


def exported(tool, work):
    """Exports the examples; returns the pages with what is done on each."""
    both = ("--scale", "1", "--theme", "light,dark")
    for name in ("newsfeed", "bluesky", "chat"):
        tool.export(ROOT / "Examples" / name, work / name, *both)
    source = work / "archive-source/Diary"
    shutil.rmtree(source.parent, ignore_errors=True)
    for name in ("bluesky", "mastodon", "telegram", "chat", "x"):
        shutil.copytree(ROOT / "Examples" / name, source / name, ignore=shutil.ignore_patterns("feedproof.yml"))
    tool.export(source, work / "archive", *both)
    review = work / "review"
    if not review.exists():
        review_site.build(tool, review)
    tool.run("prefetch", ROOT / "Examples/newsfeed", "--output", work / "prefetch", "--quiet")
    feed, start = work / "newsfeed/index.html", work / "archive/index.html"
    cases = review / "output/review/index.html"
    return [
        (feed, None), (feed, press("#settings > summary")), (feed, search("the")), (feed, search("qwertyzzz")),
        (feed, press("#open-calendar")), (work / "newsfeed/missing.html", None), (work / "bluesky/index.html", None),
        (work / "chat/index.html", None), (start, None), (start, press("#show-timeline")), (start, search("the")), (work / "archive/missing.html", None),
        (cases, None), (cases, press(".tile-link")), (next((work / "prefetch").rglob("*.html")), None),
    ]


def picture(browser, path, act, width, theme):
    with opened_page(browser, {"width": width, "height": HEIGHT}, color_scheme=theme, has_touch=width < 500) as page:
        page.add_init_script("localStorage.removeItem('feedproof-columns')")
        page.goto(path.as_uri())
        if page.locator("#stage.stage").count() == 0 and page.locator("#feed").count():
            wait_for_cards(page)
        at_rest(page)
        if act:
            act(page)
        page.wait_for_timeout(300)
        scale = WIDEST / max(WIDTHS)
        return shot(page).resize((round(width * scale), round(HEIGHT * scale)), Image.Resampling.LANCZOS)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("tool", "browser", "work"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    options = parser.parse_args()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    pages = exported(Tool(options.tool), work)
    largest = 0
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=options.browser, args=CHROMIUM_OPTIONS)
        for theme in ("light", "dark"):
            rows = [[picture(browser, path, act, width, theme) for width in WIDTHS] for path, act in pages]
            width = sum(one.width + GAP for one in rows[0]) + GAP
            sheet = Image.new("RGB", (width, len(rows) * (rows[0][0].height + GAP) + GAP), "#77808c")
            for number, row in enumerate(rows):
                left = GAP
                for one in row:
                    sheet.paste(one, (left, GAP + number * (one.height + GAP)))
                    left += one.width + GAP
            target = ROOT / f"docs/images/pages-{theme}.webp"
            sheet.save(target, quality=72, method=6)
            largest = max(largest, target.stat().st_size)
            print(f"{target}: {target.stat().st_size} bytes")
        browser.close()
    return 0 if largest <= LARGEST else 1


if __name__ == "__main__":
    raise SystemExit(main())
