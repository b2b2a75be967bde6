"""Builds and opens the reviews that the checks use."""

import json
import re
import urllib.parse

import review_site
from checks import settle

WIDE = {"width": 1440, "height": 900}
NARROW = {"width": 390, "height": 844}
LIGHT = "wall-101003_902/375@2x-light-expanded"
# A case that no other section decides.
DARK = "wall-101003_902/375@2x-dark-expanded"
LONG_TEXT = "wall-101001_8841/375@2x-light-collapsed"


class Reviews:
    """The reviews of all sections, built once."""

    def __init__(self, tool, root, work, keep):
        self.tool = tool
        self.project = work / "review-project"
        self.folder = self.project / "output/review"
        self.long, self.hostile = work / "review-long", work / "review-hostile"
        self.last_line = "" if keep else review_site.build(tool, root, self.project)
        if not keep:
            review_site.build_long(self.folder, self.long, 2000)
            review_site.poison(self.folder, self.hostile)
        self.report = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
        self.url = (self.folder / "index.html").as_uri()

    @property
    def shared(self):
        """The first cause with several cases."""
        return next(each for each in self.report["clusters"] if len(each["cases"]) > 1)

    @staticmethod
    def told(cluster):
        """Returns the text of a cause that people read first: its sentence or its title."""
        return cluster.get("sentence") or cluster["title"]

    @staticmethod
    def heading(cluster):
        """Returns the heading of a cause's stack: its text without the numbers of cards and films."""
        return re.sub(r"(, on [\d\u202f]+ cards?)?(, (also seen )?in [\d\u202f]+ films?)?$", "", Reviews.told(cluster))

    def alone(self, cluster):
        """Returns the cases that have no other cause, which are the cases of a tile."""
        return [name for name in cluster["cases"] if self.case(name)["clusters"] == [cluster["id"]]]

    def case(self, name):
        return next(each for each in self.report["cases"] if each["id"] == name)

    def first(self, verdict, reference="baseline"):
        return next(each for each in self.report["cases"] if each["verdict"] == verdict and each["reference"] == reference)


def at(url, name, view="side"):
    return f"{url}#case={urllib.parse.quote(name, safe='')}&view={view}"


def opened(page, url):
    page.goto("about:blank")
    page.goto(url)
    page.wait_for_function("() => !document.getElementById('start').hidden || document.querySelector('#panel .part')")
    settle(page, 120)


def pictures_are_there(page):
    page.wait_for_function(
        "() => [...document.querySelectorAll('.stage img')].every((image) => image.complete && image.naturalWidth)")


def text(page, selector):
    return page.locator(selector).first.inner_text()


def told(said, reason):
    """Whether a case's page contains a reason: whole, or split between the box and the pixels, with numbers as the
    page writes them."""
    plain = said.replace("\u202f", "")
    if reason in plain or "pixels differ" in reason:
        return reason in plain or "pixels differ" in plain
    path, _, what = reason.partition(": ")
    return all(part in plain for part in [path.split("/", 1)[-1], *what.split(", ")]) if what else reason.split(" is ")[-1] in plain


def shown_tiles(page):
    """Returns the titles of the tiles in the document, in order."""
    return page.locator(".tile-title").all_inner_texts()


def quiet(checks, page):
    checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
    violations = page.evaluate("observed.violations")
    checks.expect("the policy was kept", not violations, violations or "")
