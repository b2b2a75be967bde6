"""Opens the reviews that the tests use."""

import json
import re
import urllib.parse

from pages import drawn

WIDE = {"width": 1440, "height": 900}
NARROW = {"width": 390, "height": 844}
LIGHT = "wall-101003_902/375@2x-light-expanded"
DARK = "wall-101003_902/375@2x-dark-expanded"
LONG_TEXT = "wall-101001_8841/375@2x-light-collapsed"


class Reviews:
    """The review of a project that has cases of every verdict."""

    def __init__(self, project):
        self.project, self.folder = project, project / "output/review"
        self.report = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
        self.url = (self.folder / "index.html").as_uri()

    @property
    def changes(self):
        return [each for each in self.report["cases"] if each["reference"] == "baseline"]

    @property
    def shared(self):
        """The first cause with several cases."""
        return next(each for each in self.report["clusters"] if len(each["cases"]) > 1)

    @staticmethod
    def sentence(cluster):
        """Returns the text of a cause that people read first: its sentence or its title."""
        return cluster.get("sentence") or cluster["title"]

    @staticmethod
    def heading(cluster):
        """Returns the heading of a cause's stack: its text without the numbers of cards and films."""
        return re.sub(r"(, on [\d\u202f]+ cards?)?(, (also seen )?in [\d\u202f]+ films?)?$", "", Reviews.sentence(cluster))

    def alone(self, cluster):
        """Returns the cases that have no other cause, which are the cases of a tile."""
        return [name for name in cluster["cases"] if self.case(name)["clusters"] == [cluster["id"]]]

    def approvable(self, cluster):
        return [name for name in self.alone(cluster) if "accept" in self.case(name)]

    def case(self, name):
        return next(each for each in self.report["cases"] if each["id"] == name)

    def first(self, verdict, reference="baseline"):
        return next(each for each in self.report["cases"] if each["verdict"] == verdict and each["reference"] == reference)


def at(url, name, view="side"):
    return f"{url}#case={urllib.parse.quote(name, safe='')}&view={view}"


def open_review(page, url):
    page.goto("about:blank")
    page.goto(url)
    page.wait_for_function("() => !document.getElementById('start').hidden || document.querySelector('#panel .part')")
    drawn(page)


def open_case(page, url, name, view="side"):
    open_review(page, at(url, name, view))
    wait_for_images(page)


def wait_for_images(page):
    page.wait_for_function(
        "() => [...document.querySelectorAll('.stage img')].every((image) => image.complete && image.naturalWidth)")
    drawn(page)


def press(page, *keys):
    """Presses keys, each after the page has drawn the effect of the one before."""
    for key in keys:
        page.keyboard.press(key)
        drawn(page)


def text(page, selector):
    return page.locator(selector).first.inner_text()


def wait_for_notice(page, words):
    page.wait_for_function("(words) => document.getElementById('toast-text').textContent.includes(words)", arg=words)


def describes(shown, reason):
    """Whether a case's page contains a reason: whole, or split between the box and the pixels, with numbers as the
    page writes them."""
    plain = shown.replace("\u202f", "")
    if reason in plain or "pixels differ" in reason:
        return reason in plain or "pixels differ" in plain
    path, _, what = reason.partition(": ")
    return all(part in plain for part in [path.split("/", 1)[-1], *what.split(", ")]) if what else reason.split(" is ")[-1] in plain
