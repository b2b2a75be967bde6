"""What the checks of the review look at, and how they open it."""

import json
import re
import urllib.parse

import review_site
from checks import settle

WIDE = {"width": 1440, "height": 900}
NARROW = {"width": 390, "height": 844}
LIGHT = "wall-101003_902/375@2x-light-expanded"
# Of a case that no other section decides about.
DARK = "wall-101003_902/375@2x-dark-expanded"
LONG_TEXT = "wall-101001_8841/375@2x-light-collapsed"


class Reviews:
    """What the sections look at, made once."""

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
        """The first cause of several cases."""
        return next(each for each in self.report["clusters"] if len(each["cases"]) > 1)

    @staticmethod
    def told(cluster):
        """What people read of a cause first."""
        return cluster.get("sentence") or cluster["title"]

    @staticmethod
    def heading(cluster):
        """What heads its stack: without how many cards and films have it."""
        return re.sub(r"(, on [\d\u202f]+ cards?)?(, (also seen )?in [\d\u202f]+ films?)?$", "", Reviews.told(cluster))

    def alone(self, cluster):
        """The cases that have no other cause: those of a tile."""
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
    """Whether a case's page says it: whole, or its parts at the box and among the pixels, with numbers as the page writes them."""
    plain = said.replace("\u202f", "")
    if reason in plain or "pixels differ" in reason:
        return reason in plain or "pixels differ" in plain
    path, _, what = reason.partition(": ")
    return all(part in plain for part in [path.split("/", 1)[-1], *what.split(", ")]) if what else reason.split(" is ")[-1] in plain


def shown_tiles(page):
    """Titles of the tiles in the document, in order."""
    return page.locator(".tile-title").all_inner_texts()


def quiet(checks, page):
    checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
    violations = page.evaluate("observed.violations")
    checks.expect("the policy was kept", not violations, violations or "")
