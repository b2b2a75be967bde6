"""Checks the review of an app's screens: a card and the screen side by side, and pinned pairs."""

import json
import shutil
import subprocess
from pathlib import Path

import review_site
from checks import settle
from review_pages import WIDE, at, opened, pictures_are_there, quiet, text

ROOT = Path(__file__).resolve().parent.parent.parent
CASE = "line-more/mastodon-102"


def build(tool, project):
    """Compares a screen that has one line more and whose app uses a different name for avatars."""
    example = ROOT / "Examples/web-feed"
    shutil.rmtree(project, ignore_errors=True)
    (project / "screens").mkdir(parents=True)
    shutil.copy(example / "feed.json", project)
    settings = (example / "feedproof.yml").read_text(encoding="utf-8").replace("../../output/web-feed", "output")
    (project / "feedproof.yml").write_text(settings, encoding="utf-8")
    snapshot = (example / "screens/wrong/line-more.json").read_text(encoding="utf-8")
    (project / "screens/line-more.json").write_text(snapshot.replace('"avatar"', '"user_pic"'), encoding="utf-8")
    shutil.copy(example / "screens/wrong/line-more.png", project / "screens")
    review_site.run(tool, "compare", project, "--screens", project / "screens", status=(1,))


def screens(checks, browser, reviews):
    with checks.section("review: screens of an app"), browser.page(viewport=WIDE) as page:
        project = reviews.project.parent / "review-screens"
        build(reviews.tool, project)
        opened(page, at((project / "output/review/index.html").as_uri(), CASE, "screen"))
        pictures_are_there(page)
        panes = page.evaluate("[...document.querySelectorAll('.stage .canvas')].map((each) => each.querySelectorAll('.box').length)")
        checks.expect("the card and the screen side by side, their boxes paired", len(panes) == 2 and min(panes) >= 11, panes)
        checks.expect("what is wrong is told", "1 line more" in page.locator("#panel").inner_text())
        avatar = page.locator(".stage .canvas").first.get_by_role("button", name="avatar").first
        avatar.focus()
        checks.expect("pointing at one shows the other, with a line between",
                      page.locator(".stage .twin").count() == 2 and page.locator(".pair-line path").count() == 1)
        avatar.click()
        pin = page.get_by_role("button", name="Pin avatar to user_pic")
        pin.click()
        checks.expect("as a file the page has the map", 'avatar: "*user_pic"' in page.locator("textarea.pins").input_value(),
                      page.locator("textarea.pins").input_value())
        checks.expect("a screen has no button to approve", page.locator("#panel button.approve").count() == 0)
        quiet(checks, page)
        server = subprocess.Popen([reviews.tool, "serve", project / "output", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
        try:
            opened(page, at(json.loads(server.stdout.readline())["address"], CASE, "screen"))
            pictures_are_there(page)
            settle(page, 300)
            page.locator(".stage .canvas").first.get_by_role("button", name="avatar").first.click()
            page.get_by_role("button", name="Pin avatar to user_pic").click()
            page.wait_for_function("() => document.getElementById('toast-text').textContent.includes('Pinned in')")
            written = (project / "screens.yml").read_text(encoding="utf-8")
            checks.expect("under feedproof serve the map is written", written == 'map:\n  avatar: "*user_pic"\n', written)
            checks.expect("and the page says where", "screens.yml" in text(page, "#toast-text"), text(page, "#toast-text"))
            checks.expect("no map is left to copy", not page.locator("textarea.pins").first.is_visible())
            quiet(checks, page)
        finally:
            server.terminate()
            server.wait()
        told = review_site.run(reviews.tool, "compare", project, "--screens", project / "screens", status=(1,)).stdout
        checks.expect("the next comparison knows it", "by the map file" in told, told[-200:])
