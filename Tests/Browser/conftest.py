"""Fixtures of the browser tests.

All workers share exports: the first worker that needs one builds it under a lock.
"""

import functools
import importlib.resources
import json
import pathlib
import shutil
import sys

import filelock
import pytest

import long_chat
import long_feed
import review_site
import site_server
from pages import CHROMIUM_OPTIONS, PHONE, observed_page, violations
from reviews import Reviews
from tool import ROOT, Tool


def pytest_addoption(parser):
    parser.addoption("--tool", required=True, type=pathlib.Path, help="the program under test")
    parser.addoption("--chromium", required=True, help="the browser's program")
    parser.addoption("--work", required=True, type=pathlib.Path, help="a folder for exports; existing ones are used again")


def pytest_sessionstart():
    """Leaves the frames of Playwright out of failures."""
    for name, module in sys.modules.items():
        if name.startswith("playwright."):
            module.__tracebackhide__ = True


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, pytestconfig):
    return {**browser_type_launch_args, "executable_path": pytestconfig.getoption("chromium"), "args": CHROMIUM_OPTIONS}


@pytest.fixture(scope="session")
def tool(pytestconfig):
    return Tool(pytestconfig.getoption("tool"))


@pytest.fixture(scope="session")
def work(pytestconfig):
    folder = pytestconfig.getoption("work").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def built(work):
    """Returns the function `built(name, build)`, which returns a folder and calls `build(folder)` once for all workers."""
    def folder(name, build):
        target, mark = work / name, work / f"{name}.built"
        with filelock.FileLock(work / f"{name}.lock"):
            if not mark.exists():
                build(target)
                mark.touch()
        return target
    return folder


@pytest.fixture(scope="session")
def serve():
    """Returns the function `serve(folder)`, which returns the folder's server in this worker."""
    servers = {}
    yield lambda folder: servers.get(folder) or servers.setdefault(folder, site_server.serve(folder))
    for server in servers.values():
        server.shutdown()


@pytest.fixture
def new_page(new_context, request):
    """Returns the function `new_page(**options)`, which opens a page in a new context.

    In the end, fails if a page has errors on its console or violated its policy.
    """
    pages = []

    def open_page(viewport=PHONE, **options):
        pages.append(observed_page(new_context(viewport=viewport, **options)))
        return pages[-1]

    yield open_page
    if not request.node.get_closest_marker("noisy"):
        for page in pages:
            assert not page.errors, "the console is empty"
            assert not violations(page), "the page kept its policy"


@pytest.fixture
def page(new_page, request):
    marker = request.node.get_closest_marker("screen")
    return new_page(**(marker.kwargs if marker else {}))


@pytest.fixture(scope="session")
def axe():
    """Returns the function `axe(page, impacts)`, which returns violations of accessibility rules with these impacts."""
    script = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

    def check(page, impacts=("serious", "critical")):
        page.evaluate(f"if (!self.axe) {{ {script} }}")
        found = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")["violations"]
        return [f"{each['id']} ({each['impact']}): {each['nodes'][0]['html'][:120]}" for each in found if each["impact"] in impacts]
    return check


class Feeds:
    """The page of Examples/newsfeed, and feeds of other lengths built from it."""

    def __init__(self, built, tool, serve):
        self.built, self.tool, self.serve = built, tool, serve

    def exported(self, name, source, *options):
        return self.built(name, lambda folder: self.tool.export(source, folder, *options))

    @property
    def folder(self):
        return self.exported("newsfeed", ROOT / "Examples/newsfeed", "--scale", "1,2", "--width", "320,375,414",
                             "--theme", "light,dark", "--locale", "ru")

    @property
    def url(self):
        return self.serve(self.folder).url

    def of(self, count):
        """Returns the address of a feed with this number of posts."""
        widths = (320, 375, 414) if count == 1000 else (375,)
        return self.serve(self.built(f"feed-{count}", lambda folder: long_feed.build(self.folder, folder, count, widths))).url

    @property
    def originals(self):
        return self.serve(self.exported("originals", ROOT / "Examples/newsfeed", "--scale", "1", "--width", "375",
                                        "--theme", "light", "--originals")).url

    @property
    def undated(self):
        def build(folder):
            source = folder.with_suffix(".json")
            source.write_text(json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Undated", "items": [
                {"id": name, "content_text": name} for name in ("one", "two")]}), encoding="utf-8")
            self.tool.export(source, folder, "--scale", "1", "--width", "375")
        return self.serve(self.built("undated", build)).url


@pytest.fixture(scope="session")
def feeds(built, tool, serve):
    return Feeds(built, tool, serve)


class Chats:
    """Conversations of 230 and 4 messages, and one of 100 000 entries built from the first."""

    LENGTH = 100_000

    def __init__(self, built, tool, serve):
        self.built, self.tool, self.serve = built, tool, serve

    def exported(self, name, count):
        def build(folder):
            source = folder.with_suffix(".json")
            long_chat.write_export(source, count)
            self.tool.export(source, folder, "--scale", "1", "--width", "320,375,414", "--theme", "light,dark", "--locale", "ru",
                             "--me", "Борис")
        return self.built(name, build)

    @property
    def folder(self):
        return self.exported("chat", 230)

    @property
    def url(self):
        return self.serve(self.folder).url

    @property
    def short(self):
        return self.serve(self.exported("chat-short", 4)).url

    @functools.cached_property
    def long_folder(self):
        def build(folder):
            texts = long_chat.build(self.folder, folder, self.LENGTH)
            (folder / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
        return self.built("chat-long", build)

    @property
    def long(self):
        return self.serve(self.long_folder).url

    @functools.cached_property
    def texts(self):
        """The texts of the long conversation's messages."""
        return list(json.loads((self.long_folder / "texts.json").read_text(encoding="utf-8")).values())


@pytest.fixture(scope="session")
def chats(built, tool, serve):
    return Chats(built, tool, serve)


@pytest.fixture(scope="session")
def reviews(built, tool):
    return Reviews(built("review-project", lambda folder: review_site.build(tool, folder)))


@pytest.fixture
def own_reviews(reviews, tmp_path):
    """A copy of the project with the review, for tests that change it."""
    return Reviews(shutil.copytree(reviews.project, tmp_path / "project", symlinks=True))


@pytest.fixture
def varied(reviews, tmp_path):
    """Returns the function `varied(change)`, which copies the review, applies `change(index, cases, details)` to its data,
    and returns its address."""
    def varied(change):
        review_site.vary(reviews.folder, tmp_path / "review", change)
        return (tmp_path / "review/index.html").as_uri()
    return varied
