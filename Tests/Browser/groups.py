"""Groups of checks: each group builds its sites once and names its sections."""

import dataclasses
import functools
import json
import pathlib
import subprocess

import card_checks
import chat_checks
import checks
import drawing_checks
import drawn_checks
import film_checks
import finding_checks
import kept_checks
import long_chat
import long_feed
import prefetch_checks
import reader_checks
import review_checks
import review_pages
import safety_checks
import scrolling_checks
import site_server
import turned_checks
import vector_checks
import watch_checks

# Sections that measure frames, flings, networks or loading times. Nothing else may run at the same time.
ALONE = {"thousand", "no_jumps", "hundred_thousand", "prefetch", "find_search", "chat_long", "chat_fling", "chat_no_jumps",
         "chat_search", "review_long", "watch_in_place"}


@dataclasses.dataclass
class Setting:
    """The parameters of all groups."""

    tool: pathlib.Path
    project: pathlib.Path
    work: pathlib.Path
    root: pathlib.Path
    keep: bool
    real_time: bool
    axe: str
    result: checks.Checks
    browser: checks.Browser

    @property
    def screenshots(self):
        return self.work / "screenshots"

    def export(self, source, target, *options):
        if not self.keep:
            subprocess.run([self.tool, "export", source, "--output", target, "--quiet", *options], check=True)

    @functools.cached_property
    def feeds(self):
        """Builds the example's page and feeds of other lengths from it, each on its own server."""
        site = self.work / "newsfeed"
        self.export(self.project, site, "--scale", "1,2", "--width", "320,375,414", "--theme", "light,dark", "--locale", "ru")
        self.export(self.project, self.work / "originals", "--scale", "1", "--width", "375", "--theme", "light", "--originals")
        for name, count, more in (("100", 100, {}), ("300", 302, {}),
                                  ("1000", 1000, {"widths": (320, 375, 414)}), ("100000", 100_000, {})):
            if not self.keep:
                long_feed.build(site, self.work / name, count, **more)
        undated = self.work / "undated.json"
        undated.write_text(json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Undated", "items": [
            {"id": name, "content_text": name} for name in ("one", "two")]}), encoding="utf-8")
        self.export(undated, self.work / "undated", "--scale", "1", "--width", "375")
        return {name: site_server.serve(self.work / name)
                for name in ("newsfeed", "originals", "undated", "100", "300", "1000", "100000")}


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


def feed(setting):
    result, browser, feeds, site = setting.result, setting.browser, setting.feeds, setting.work / "newsfeed"
    url, thousand = feeds["newsfeed"].url, feeds["1000"].url
    # Five minutes at a card per second, or a third of the cards at three times the speed.
    cards, speed = (300, 1) if setting.real_time else (100, 3)
    return {
        "names": lambda: safety_checks.names(result, browser, setting.root / "Templates/Site"),
        "file": lambda: safety_checks.as_file(result, browser, site),
        "thousand": lambda: scrolling_checks.thousand(result, browser, thousand),
        "late_style": lambda: scrolling_checks.late_style(result, browser, thousand),
        "vectors": lambda: vector_checks.vectors(result, browser, setting.root, setting.work),
        "no_jumps": lambda: scrolling_checks.no_jumps(result, browser, thousand),
        "hundred_thousand": lambda: scrolling_checks.hundred_thousand(result, browser, feeds["100000"].url, feeds["100"].url),
        "expanding": lambda: card_checks.expanding(result, browser, site, url),
        "carousel": lambda: card_checks.carousel(result, browser, feeds["newsfeed"]),
        "text": lambda: card_checks.text(result, browser, url),
        "keyboard": lambda: card_checks.keyboard(result, browser, thousand),
        "accessibility": lambda: card_checks.accessibility(result, browser, url, setting.axe),
        "without_scripts": lambda: safety_checks.without_scripts(result, browser, url),
        "hostile": lambda: safety_checks.hostile(result, browser, setting.tool, setting.work / "hostile"),
        "hostile_files": lambda: safety_checks.hostile_files(
            result, browser, setting.tool, setting.work / "hostile-files"),
        "screenshots": lambda: screenshots(result, browser, url, setting.screenshots),
        "prefetch": lambda: prefetch_checks.compare(result, browser, feeds["300"].url, cards, speed),
        **reader_checks.sections(result, browser, url, feeds["100000"].url),
    }


def find(setting):
    return finding_checks.sections(
        setting.result, setting.browser, setting.feeds, setting.work / "newsfeed", setting.axe, setting.screenshots)


def chat(setting):
    """Builds a conversation, a short one, and one of 100 000 entries from the first, each on its own server."""
    work = setting.work / "chats"
    work.mkdir(parents=True, exist_ok=True)
    for name, count in (("chat", 230), ("short", 4)):
        long_chat.write_export(work / f"{name}.json", count)
        setting.export(work / f"{name}.json", work / name, "--scale", "1", "--width", "320,375,414", "--theme", "light,dark",
                       "--locale", "ru", "--me", "Борис")
    texts = long_chat.build(work / "chat", work / "long", 100_000)
    urls = {name: site_server.serve(work / name).url for name in ("chat", "short", "long")}
    return chat_checks.sections(
        setting.result, setting.browser, urls, work / "chat", texts, setting.axe, setting.screenshots)


def review(setting):
    reviews = review_pages.Reviews(setting.tool, setting.root, setting.work, setting.keep)
    return review_checks.sections(setting.result, setting.browser, reviews, setting.axe, setting.screenshots)


def film(setting):
    films = functools.cache(lambda: film_checks.Films(setting.tool, setting.root, setting.work / "films"))
    return film_checks.sections(setting.result, setting.browser, films, setting.axe, setting.screenshots)


def drawing(setting):
    drawings = functools.cache(lambda: drawing_checks.Drawings(setting.tool, setting.root, setting.work / "drawings"))
    return drawing_checks.sections(setting.result, setting.browser, drawings)


def drawn(setting):
    pages = drawn_checks.Pages(setting.tool, setting.root, setting.work / "drawn")
    return drawn_checks.sections(setting.result, setting.browser, pages, setting.screenshots)


def watch(setting):
    return watch_checks.sections(
        setting.result, setting.browser, setting.tool, setting.work / "watch", setting.screenshots)


def turned(setting):
    """Builds the page of a feed in Arabic."""
    site = setting.work / "arabic"
    setting.export(setting.root / "Mockups/newsfeed/arabic", site)
    return turned_checks.sections(setting.result, setting.browser, site_server.serve(site).url, setting.screenshots)


# Lanes run in parallel: two lanes of about the same length for two cores. `find` uses the sites of `feed`.
LANES = [
    {"feed": feed, "find": find, "film": film, "kept": kept_checks.sections},
    {"chat": chat, "review": review, "watch": watch, "drawing": drawing, "drawn": drawn, "turned": turned},
]


def group_of(name):
    """The group of a name of `--only`, which is a group or the beginning of a section's name."""
    groups = {group for lane in LANES for group in lane}
    return name if name in groups else next((each for each in groups if name.startswith(each)), "feed")


def chosen(names):
    """The lanes with the groups of `names`; all of them if there are no names."""
    groups = {group_of(name) for name in names}
    lanes = [{key: make for key, make in lane.items() if not names or key in groups} for lane in LANES]
    return [lane for lane in lanes if lane]


def is_chosen(section, names, group):
    return not names or any(section.startswith(name) and group_of(name) == group or name == group for name in names)
