"""Draws docs/images/review.webp, the README's picture of the review: the example after a change of a line height."""

import argparse
import io
import os
import pathlib
import shutil

from PIL import Image
from playwright import sync_api as playwright

import checks
import review_checks
import review_site

LARGEST = 150_000
CASE = "wall-101001_8841/375@2x-light-collapsed"


def compared(tool, root, work):
    """Compares the approved example with changed tokens; returns the path of the review."""
    project = work / "newsfeed"
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(root / "Examples/newsfeed", project)
    (project / "tokens").mkdir()
    (project / "feedproof.yml").write_text(
        "feeds: feed/*.json\nwidths: [375]\nscales: [2]\nthemes: [light]\nlocale: ru\ntimeZone: Europe/Moscow\n"
        "now: 2018-11-18T18:40:00Z\n", encoding="utf-8")
    # The review shows the command that approves, with the project's path as given here.
    os.chdir(work)
    review_site.run(tool, "compare", "newsfeed", "--quiet", status=(1,))
    review_site.run(tool, "approve", "--project", "newsfeed", "--all")
    review_site.run(tool, "compare", "newsfeed", "--quiet", "--tokens", review_site.write_tokens(root, project), status=(1, 2))
    return project / "output/review/index.html"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("tool", "browser", "work"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    options = parser.parse_args()
    root, work = pathlib.Path(__file__).resolve().parents[2], options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    page_file = compared(options.tool.resolve(), root, work)
    with playwright.sync_playwright() as driver:
        browser = checks.Browser(driver, str(options.browser))
        with browser.page({"width": 1120, "height": 720}, 1.5, color_scheme="light") as page:
            review_checks.opened(page, review_checks.at(page_file.as_uri(), CASE))
            checks.settle(page, 600)
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        browser.chromium.close()
    target = root / "docs/images/review.webp"
    picture.save(target, quality=80, method=6)
    size = target.stat().st_size
    print(f"{target}: {size} bytes")
    return 0 if size <= LARGEST else 1


if __name__ == "__main__":
    raise SystemExit(main())
