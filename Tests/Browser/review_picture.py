"""Draws docs/images/review.webp, the README's picture of the review: the example after a change of a line height."""

import argparse
import os
import pathlib
import shutil

from playwright import sync_api as playwright

import review_site
from images import shot
from pages import CHROMIUM_OPTIONS, at_rest, opened_page
from reviews import LONG_TEXT, open_case
from tool import ROOT, Tool

# In bytes.
LARGEST = 150_000


def compared(tool, work):
    """Compares the approved example with changed tokens; returns the path of the review."""
    project = work / "newsfeed"
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(ROOT / "Examples/newsfeed", project)
    (project / "tokens").mkdir()
    (project / "feedproof.yml").write_text(
        "feeds: feed/*.json\nwidths: [375]\nscales: [2]\nthemes: [light]\nlocale: ru\ntimeZone: Europe/Moscow\n"
        "now: 2018-11-18T18:40:00Z\n", encoding="utf-8")
    # The review shows the command that approves, with the project's path as given here.
    os.chdir(work)
    tool.run("compare", "newsfeed", "--quiet", status=(1,))
    tool.run("approve", "--project", "newsfeed", "--all")
    tool.run("compare", "newsfeed", "--quiet", "--tokens", review_site.write_tokens(project), status=(1, 2))
    return project / "output/review/index.html"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("tool", "browser", "work"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    options = parser.parse_args()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    review = compared(Tool(options.tool), work)
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=options.browser, args=CHROMIUM_OPTIONS)
        with opened_page(browser, {"width": 1120, "height": 720}, device_scale_factor=1.5, color_scheme="light") as page:
            open_case(page, review.as_uri(), LONG_TEXT)
            at_rest(page)
            picture = shot(page)
        browser.close()
    target = ROOT / "docs/images/review.webp"
    picture.save(target, quality=80, method=6)
    size = target.stat().st_size
    print(f"{target}: {size} bytes")
    return 0 if size <= LARGEST else 1


if __name__ == "__main__":
    raise SystemExit(main())
