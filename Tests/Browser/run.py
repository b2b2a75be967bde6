"""The feed's page and the review in a real browser. `scripts/browser-test` sets this up and calls it.

    run.py --tool FEEDPROOF --browser CHROMIUM --project FOLDER --work FOLDER [--only NAME] [--real-time]
"""

import argparse
import functools
import importlib.resources
import pathlib
import subprocess
import sys
import time

import playwright.sync_api

import card_checks
import chat_checks
import checks
import film_checks
import finding_checks
import long_chat
import long_feed
import prefetch_checks
import review_checks
import safety_checks
import scrolling_checks
import site_server
import vector_checks
import watch_checks


def screenshots(all_checks, browser, url, folder):
    with all_checks.section("screenshots"):
        folder.mkdir(parents=True, exist_ok=True)
        for size, viewport, scale in (("phone", checks.PHONE, 2), ("desktop", checks.DESKTOP, 1)):
            for theme in ("light", "dark"):
                with browser.page(viewport=viewport, scale=scale, color_scheme=theme) as page:
                    page.goto(url)
                    checks.wait_for_pictures(page)
                    checks.settle(page)
                    page.screenshot(path=folder / f"{size}-{theme}.png")
        all_checks.expect("to look at", True, folder)


def attempt(result, section, times=3):
    """Frames, flings and networks have their bad moments on a machine that does something else as well: what fails must
    fail each time."""
    for left in reversed(range(times)):
        before = len(result.failed)
        section()
        if not left or len(result.failed) == before:
            return
        print("  once more")
        del result.failed[before:]


def feed_sites(options, site):
    """The example's page and feeds of other lengths made out of it, each on a server of its own."""
    if not options.keep:
        subprocess.run([options.tool, "export", options.project, "--output", site, "--quiet", "--scale", "1,2",
                        "--width", "320,375,414", "--theme", "light,dark", "--locale", "ru"], check=True)
        subprocess.run([options.tool, "export", options.project, "--output", options.work / "originals", "--quiet", "--scale",
                        "1", "--width", "375", "--theme", "light", "--originals"], check=True)
    feeds = {"newsfeed": site_server.serve(site), "originals": site_server.serve(options.work / "originals")}
    for name, count, more in (("100", 100, {}), ("300", 302, {}),
                              ("1000", 1000, {"widths": (320, 375, 414)}), ("100000", 100_000, {})):
        if not options.keep:
            long_feed.build(site, options.work / name, count, **more)
        feeds[name] = site_server.serve(options.work / name)
    return feeds


def chat_sections(result, browser, options, axe):
    """A conversation, a short one, and one of a hundred thousand entries made out of the first, each on a server of its own."""
    work = options.work / "chats"
    work.mkdir(parents=True, exist_ok=True)
    for name, count in (("chat", 230), ("short", 4)):
        long_chat.write_export(work / f"{name}.json", count)
        subprocess.run([options.tool, "export", work / f"{name}.json", "--output", work / name, "--quiet", "--scale", "1",
                        "--width", "320,375,414", "--theme", "light,dark", "--locale", "ru", "--me", "Борис"], check=True)
    texts = long_chat.build(work / "chat", work / "long", 100_000)
    urls = {name: site_server.serve(work / name).url for name in ("chat", "short", "long")}
    return chat_checks.sections(result, browser, urls, work / "chat", texts, axe, work / "screenshots")


def review_sections(result, browser, reviews, axe, screenshots_folder):
    return {
        "review_start": lambda: review_checks.start_page(result, browser, reviews),
        "review_views": lambda: review_checks.views(result, browser, reviews),
        "review_boxes": lambda: review_checks.boxes(result, browser, reviews),
        "review_verdicts": lambda: review_checks.verdicts(result, browser, reviews),
        "review_keyboard": lambda: review_checks.keyboard(result, browser, reviews),
        "review_decisions": lambda: review_checks.decisions(result, browser, reviews),
        "review_served": lambda: review_checks.served(result, browser, reviews),
        "review_really_served": lambda: review_checks.really_served(result, browser, reviews),
        "review_long": lambda: review_checks.long_list(result, browser, reviews),
        "review_hostile": lambda: review_checks.hostile(result, browser, reviews),
        "review_accessibility": lambda: review_checks.accessibility(result, browser, reviews, axe),
        "review_themes": lambda: review_checks.themes(result, browser, reviews),
        "review_screenshots": lambda: review_checks.screenshots(result, browser, reviews, screenshots_folder),
    }


def film_sections(result, browser, films, axe, screenshots_folder):
    return {
        "film_player": lambda: film_checks.player(result, browser, films()),
        "film_keyboard": lambda: film_checks.keyboard(result, browser, films()),
        "film_exact": lambda: film_checks.exact(result, browser, films()),
        "film_photos": lambda: film_checks.photos(result, browser, films()),
        "film_served": lambda: film_checks.served(result, browser, films()),
        "film_looks": lambda: film_checks.looks(result, browser, films(), axe, screenshots_folder),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("tool", "browser", "project", "work"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    parser.add_argument("--only", default="", help="sections whose function's name contains this")
    parser.add_argument("--real-time", action="store_true", help="the prefetch table at a card a second, five minutes")
    parser.add_argument("--keep", action="store_true", help="takes the sites that an earlier run made")
    options = parser.parse_args()
    options.work, options.tool = options.work.resolve(), options.tool.resolve()
    root = pathlib.Path(__file__).resolve().parents[2]
    started = time.monotonic()
    site = options.work / "newsfeed"
    films_only = options.only.startswith("film")
    chats_only = options.only.startswith("chat")
    review_only = options.only.startswith("review")
    watch_only = options.only.startswith("watch")
    finds_only = options.only.startswith("find")
    feeds = {} if films_only or chats_only or review_only or watch_only else feed_sites(options, site)
    reviews = None if films_only or chats_only or watch_only or finds_only else review_checks.Reviews(options.tool, root, options.work, options.keep)
    films = functools.cache(lambda: film_checks.Films(options.tool, root, options.work / "films"))
    print(f"sites made in {time.monotonic() - started:.0f} s")

    axe = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
    result = checks.Checks()
    with playwright.sync_api.sync_playwright() as driver:
        browser = checks.Browser(driver, str(options.browser))
        print(f"Chromium {browser.version}")
        speed = 1 if options.real_time else 3
        sections = {
            "names": lambda: safety_checks.names(result, browser, root / "Templates/Site"),
            "file": lambda: safety_checks.as_file(result, browser, site),
            "thousand": lambda: scrolling_checks.thousand(result, browser, feeds["1000"].url),
            "vectors": lambda: vector_checks.vectors(result, browser, root, options.work),
            "no_jumps": lambda: scrolling_checks.no_jumps(result, browser, feeds["1000"].url),
            "hundred_thousand": lambda: scrolling_checks.hundred_thousand(result, browser, feeds["100000"].url, feeds["100"].url),
            "expanding": lambda: card_checks.expanding(result, browser, site, feeds["newsfeed"].url),
            "carousel": lambda: card_checks.carousel(result, browser, feeds["newsfeed"]),
            "text": lambda: card_checks.text(result, browser, feeds["newsfeed"].url),
            "keyboard": lambda: card_checks.keyboard(result, browser, feeds["1000"].url),
            "accessibility": lambda: card_checks.accessibility(result, browser, feeds["newsfeed"].url, axe),
            "hostile": lambda: safety_checks.hostile(result, browser, options.tool, options.work / "hostile"),
            **(finding_checks.sections(result, browser, feeds, site, axe, options.work / "screenshots") if feeds else {}),
            "screenshots": lambda: screenshots(result, browser, feeds["newsfeed"].url, options.work / "screenshots"),
            **review_sections(result, browser, reviews, axe, options.work / "screenshots"),
            **film_sections(result, browser, films, axe, options.work / "screenshots"),
            **watch_checks.sections(result, browser, options.tool, options.work / "watch", options.work / "screenshots"),
            **(chat_sections(result, browser, options, axe) if chats_only or not options.only else {}),
            "prefetch": lambda: prefetch_checks.compare(result, browser, feeds["300"].url, 300, speed),
        }
        for name, section in sections.items():
            if options.only in name:
                attempt(result, section)
        browser.chromium.close()
    print(f"\n{time.monotonic() - started:.0f} s")
    for failure in result.failed:
        print(f"failed: {failure}")
    return 1 if result.failed else 0


if __name__ == "__main__":
    sys.exit(main())
