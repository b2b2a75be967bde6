"""The review of a comparison: the start page, a case's six views, decisions."""

import json
import signal
import subprocess
import urllib.parse

import review_server
import review_site
import site_server
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


def shown_tiles(page):
    """Titles of the tiles in the document, in order."""
    return page.locator(".tile-title").all_inner_texts()


def quiet(checks, page):
    checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
    violations = page.evaluate("observed.violations")
    checks.expect("the policy was kept", not violations, violations or "")


def start_page(checks, browser, reviews):
    with checks.section("review: the start page, opened as a file"), browser.page(viewport=WIDE, offline=True) as page:
        report = reviews.report
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        opened(page, reviews.url)
        checks.expect("compare says where to look", reviews.last_line.endswith("output/review/index.html"), reviews.last_line)
        said = {name.lower(): int(number.replace("\u202f", "")) for name, number in page.evaluate(
            "[...document.querySelectorAll('.filter')].map((f) => [f.querySelector('.filter-name > span').textContent, f.querySelector('.number').textContent])")}
        changes = [each for each in report["cases"] if each["reference"] == "baseline"]
        counts = {verdict: sum(each["verdict"] == verdict for each in changes) for verdict in report["counts"]}
        counts = {verdict: number for verdict, number in counts.items() if number}
        checks.expect("counts by verdict are the report's", counts.items() <= said.items() and said["all cases"] == len(changes), said)
        open_cases = sum(counts.get(verdict, 0) for verdict in ("error", "environment", "different", "new"))
        checks.expect("what needs somebody is shown first", said["to review"] == open_cases and text(page, "#list-title").startswith(f"{open_cases} cases"), text(page, "#list-title"))
        largest = reviews.shared
        tile = page.locator(".tile.many").first
        checks.expect("one cause in many cases is one tile with their number", tile.locator(".times").inner_text() == str(len(reviews.alone(largest)))
                      and largest["title"] in shown_tiles(page), f"{len(reviews.alone(largest))} × {largest['title']}")
        causes = {tuple(each["clusters"]) for each in changes if each.get("clusters")}
        checks.expect("the same causes once", len(shown_tiles(page)) == len(causes), f"{len(causes)} tiles")
        page.uncheck("#grouped")
        settle(page, 100)
        checks.expect("or every case by itself", int(page.locator(".tile").first.get_attribute("aria-setsize")) == open_cases)
        page.check("#grouped")
        for verdict in counts:
            page.click(f"[data-filter={verdict}]")
            badges = set(page.locator(".tile .badge").all_inner_texts())
            checks.expect(f"the filter: {verdict}", {badge[1:].strip() for badge in badges} == {verdict}, page.locator("[data-filter][aria-pressed=true]").count())
        page.click("#kinds >> text=Designs")
        settle(page, 100)
        designs = [each for each in report["cases"] if each["reference"] == "mockup"]
        missed = sum(each["verdict"] in ("error", "different") for each in designs)
        checks.expect("designs that are missed have a list of their own", text(page, "#list-title").startswith(f"{missed} cases")
                      and text(page, "[data-filter=all] .number") == str(len(designs)), text(page, "#list-title"))
        page.click("#kinds >> text=Changes")
        settle(page, 100)
        every = sum(each["verdict"] in ("error", "environment", "different", "new") for each in report["cases"])
        checks.expect("how much is left is told", text(page, "#left") == f"{every} of {every} left", text(page, "#left"))
        labels = {f"“{each['label']['words']}”" for each in changes if each.get("label", {}).get("words")}
        said = " ".join(page.locator(".tile-words").all_inner_texts())
        checks.expect("tiles tell authors and first words", any(label in said for label in labels), said[:80])
        page.click(".cause >> nth=0")
        settle(page, 100)
        checks.expect("a cause leads to its cases", text(page, "#list-title") == largest["title"]
                      and page.locator(".tile").first.get_attribute("aria-setsize") == str(len(largest["cases"])))
        page.click("#leave")
        page.keyboard.press("/")
        page.keyboard.type("dark card/text:")
        settle(page, 100)
        caused = {name for cluster in report["clusters"] if "card/text:" in cluster["title"] for name in cluster["cases"]}
        found = [each for each in changes if each["theme"] == "dark"
                 and (each["id"] in caused or any("card/text:" in reason for reason in each["reasons"][:1]))]
        checks.expect("search finds posts, places and reasons", text(page, "#list-title").startswith(f"{len(found)} case"), text(page, "#list-title"))
        page.keyboard.type(" nothing of the kind")
        settle(page, 100)
        checks.expect("and says when there is nothing", page.locator("#nothing").is_visible(), text(page, "#nothing"))
        page.keyboard.press("Escape")
        settle(page, 100)
        images = page.evaluate("[...document.querySelectorAll('.tile img')].map((i) => [i.getAttribute('width') > 0 && i.getAttribute('height') > 0, i.naturalWidth, i.src.includes('/thumbnails/')])")
        checks.expect("thumbnails are small, and have their sizes", images and all(i[0] and i[1] <= 192 and i[2] for i in images), f"{len(images)} pictures")
        checks.expect("details of no case were loaded", not any("/details/" in url for url in asked), f"{len(asked)} files")
        post = report["cases"][0]["post"]
        opened(page, f"{reviews.url}#post={post}")
        number = sum(each["post"] == post for each in report["cases"])
        checks.expect("a link to a post opens its cases", text(page, "#list-title").endswith(post) and page.locator(".tile").count() == number, f"{post}: {number}")
        foreign = [url for url in asked if not url.startswith(("file:", "about:"))]
        checks.expect("nothing is asked of a network", not foreign, foreign[:2] or "")
        quiet(checks, page)


def views(checks, browser, reviews):
    with checks.section("review: six views"), browser.page(viewport=WIDE) as page:
        entry = reviews.case(LIGHT)
        opened(page, at(reviews.url, LIGHT))
        pictures_are_there(page)
        names = page.locator("[role=tab]").all_inner_texts()
        checks.expect("tabs", len(names) == 6, [name.split("\n")[0] for name in names])
        sides = page.evaluate("[...document.querySelectorAll('.stage img')].map((i) => [i.naturalWidth, i.naturalHeight, decodeURIComponent(i.src)])")
        wanted = [[entry[side]["width"], entry[side]["height"]] for side in ("expected", "actual")]
        checks.expect("1: reference and drawn picture side by side", [s[:2] for s in sides] == wanted and "/expected/" in sides[0][2] and "/actual/" in sides[1][2], wanted)
        swipe(checks, page)
        onion(checks, page)
        blink(checks, page)
        difference(checks, page, entry)
        zoom_and_pan(checks, page)
        page.keyboard.press("2")
        settle(page, 80)
        page.reload()
        settle(page, 200)
        checks.expect("the address keeps the view", page.locator("#view-swipe").get_attribute("aria-selected") == "true")
        reasons = page.locator(".reasons >> nth=0").locator("li").all_inner_texts()
        checks.expect("the reasons stand there in words", reasons == entry["reasons"], reasons[0])
        checks.expect("and the command that accepts it", text(page, ".command code") == entry["accept"], entry["accept"][:60])
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.click("[data-focus=copy]")
        settle(page, 100)
        checks.expect("which can be copied", page.evaluate("navigator.clipboard.readText()") == entry["accept"], text(page, "#toast-text"))
        states(checks, page, reviews)
        quiet(checks, page)


def swipe(checks, page):
    page.keyboard.press("2")
    pictures_are_there(page)
    width = lambda: page.evaluate("parseFloat(document.querySelector('.handle').style.left.slice(5))")  # noqa: E731
    before = width()
    box = page.locator(".handle").bounding_box()
    page.mouse.move(box["x"] + 12, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 92, box["y"] + 60, steps=4)
    page.mouse.up()
    moved = page.locator(".handle").bounding_box()["x"] - box["x"]
    checks.expect("2: the divider follows the pointer", abs(moved - 80) <= 1 and before == 0.5, f"{moved:.0f} px")
    page.focus("#slider")
    page.keyboard.press("Home")
    clip = page.evaluate("getComputedStyle(document.querySelectorAll('.stage img')[1]).clipPath")
    checks.expect("and the arrow keys", width() == 0 and "0px" in clip, clip)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    checks.expect("space goes to the other end", width() == 1)


def onion(checks, page):
    page.keyboard.press("3")
    pictures_are_there(page)
    opacity = lambda: float(page.evaluate("getComputedStyle(document.querySelectorAll('.stage img')[1]).opacity"))  # noqa: E731
    half = opacity()
    page.keyboard.press("Space")
    checks.expect("3: the drawn picture shines through, as much as one likes", half == 0.5 and opacity() in (0, 1), f"{half}, {opacity()}")


def blink(checks, page):
    page.keyboard.press("4")
    pictures_are_there(page)
    seen = page.evaluate("""async () => { const seen = []; for (let n = 0; n < 16; n += 1) {
      seen.push(getComputedStyle(document.querySelectorAll('.stage img')[1]).visibility); await new Promise((r) => setTimeout(r, 120)); }
      return seen; }""")
    changes = sum(a != b for a, b in zip(seen, seen[1:]))
    checks.expect("4: the pictures take turns, slower than three times a second", 2 <= changes <= 4, f"{changes} times in 1.9 s")
    page.keyboard.press("Space")
    title = text(page, ".pane-title b")
    settle(page, 900)
    stays = text(page, ".pane-title b") == title
    page.keyboard.press("Space")
    checks.expect("space stops and flips", stays and text(page, ".pane-title b") != title, f"{title}, {text(page, '.pane-title b')}")
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("1")
    page.keyboard.press("4")
    checks.expect("with reduced motion nothing blinks by itself", not page.is_checked("#blinks"))
    page.emulate_media(reduced_motion="no-preference")


def difference(checks, page, entry):
    page.keyboard.press("5")
    pictures_are_there(page)
    shown = page.evaluate("[...document.querySelectorAll('.stage img')].map((i) => decodeURIComponent(i.src))")
    regions = page.locator(".region").count()
    checks.expect("5: the difference over the drawn picture, its regions framed", "/diff/" in shown[1] and regions == len(entry["pixels"]["regions"]), f"{regions} regions")
    checks.expect("and its number of pixels", f"{entry['pixels']['differing']:,}".replace(",", "\u202f") in text(page, ".pane-title"), text(page, ".pane-title"))
    page.keyboard.press("Space")
    checks.expect("space takes it away", page.evaluate("getComputedStyle(document.querySelectorAll('.stage img')[1]).opacity") == "0")


def zoom_and_pan(checks, page):
    page.keyboard.press("1")
    pictures_are_there(page)
    for _ in range(6):
        page.keyboard.press("+")
    settle(page, 100)
    said = page.evaluate("""() => { const [a, b] = document.querySelectorAll('.scroller'); const image = a.querySelector('img');
      return [getComputedStyle(image).imageRendering, image.getBoundingClientRect().width / image.naturalWidth, a.scrollHeight > a.clientHeight]; }""")
    checks.expect("zoomed in, a pixel is a pixel", said[0] == "pixelated" and said[1] >= 3 and said[2], f"{said[0]}, {said[1]:g} CSS pixels each, {text(page, '#zoom-fit')}")
    box = page.locator(".scroller").first.bounding_box()
    where = lambda: page.evaluate("[...document.querySelectorAll('.scroller')].map((s) => [Math.round(s.scrollLeft), Math.round(s.scrollTop)])")  # noqa: E731
    before = where()
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 220, steps=5)
    page.mouse.up()
    settle(page, 100)
    after = where()
    checks.expect("dragging pans both panes alike", after[0] == [before[0][0] + 100, before[0][1] + 80] and after[0] == after[1], f"{before[0]} to {after[0]}, {after[1]}")
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    point = lambda: page.evaluate("(document.getElementById('status').textContent.match(/pixel (\\d+), (\\d+)/) || []).slice(1).map(Number)")  # noqa: E731
    page.mouse.move(box["x"] + 201, box["y"] + 200)
    here = point()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.move(box["x"] + 201, box["y"] + 200)
    there = point()
    checks.expect("Ctrl and the wheel zoom where the pointer is", len(here) == 2 and all(abs(a - b) <= 1 for a, b in zip(here, there)), f"pixel {here}, then {there}")
    page.keyboard.press("0")
    settle(page, 80)
    checks.expect("0 fits the window again", page.evaluate("(() => { const s = document.querySelector('.scroller'); return s.scrollHeight <= s.clientHeight + 1; })()"), text(page, "#zoom-fit"))


def states(checks, page, reviews):
    opened(page, at(reviews.url, LONG_TEXT))
    links = page.locator("#states a").all_inner_texts()
    page.keyboard.press("s")
    settle(page, 150)
    other = LONG_TEXT.replace("collapsed", "expanded")
    checks.expect("both states are linked", len(links) == 2 and urllib.parse.quote(other, safe="") in page.url and "expanded" in text(page, "#case-place"), page.url.split("#")[1])


def boxes(checks, browser, reviews):
    with checks.section("review: boxes"), browser.page(viewport=WIDE) as page:
        entry = reviews.case(LIGHT)
        opened(page, at(reviews.url, LIGHT, "boxes"))
        saved = [json.loads((reviews.folder / entry[side]["layout"]).read_text(encoding="utf-8"))["boxes"] for side in ("expected", "actual")]
        by_path = [{box["path"]: box for box in side} for side in saved]
        checks.expect("every box is there", page.locator(".box").count() == len({b["path"] for side in saved for b in side}), page.locator(".box").count())
        changed = next(box for box in entry["boxes"] if any(c["own"] for c in box["changes"]) and box["reference"] and box["actual"])
        button = page.locator(f".box[aria-label^='{changed['path']};']")
        drawn = button.bounding_box()
        image = page.locator(".stage img").bounding_box()
        frame = [round(v, 1) for v in (drawn["x"] - image["x"], drawn["y"] - image["y"], drawn["width"], drawn["height"])]
        zoom = image["width"] / (entry["actual"]["width"] / entry["scale"])
        checks.expect("it stands where it was laid out", all(abs(a - b * zoom) < 0.6 for a, b in zip(frame, changed["actual"])), f"{changed['path']} {frame}")
        page.mouse.move(drawn["x"] + 3, drawn["y"] + 3)
        settle(page, 60)
        numbers = page.evaluate("[...document.querySelectorAll('.numbers tbody tr')].map((r) => [...r.children].map((c) => c.textContent))")
        number = lambda cell: float(cell.replace("−", "-").replace("+", ""))  # noqa: E731
        rows = [[number(cell) for cell in row[1:5]] for row in numbers]
        close = lambda a, b: all(abs(x - y) < 0.006 for x, y in zip(a, b))  # noqa: E731
        delta = [a - r for a, r in zip(changed["actual"], changed["reference"])]
        checks.expect("pointing at it: the reference's frame, its own, and the difference in points",
                      text(page, ".inspected .path") == changed["path"] and close(rows[0], changed["reference"]) and close(rows[1], changed["actual"]) and close(rows[2], delta), f"{numbers[2]}")
        checks.expect("with both frames and the distances around it", page.locator(".ghost").count() == 1 and page.locator(".distance").count() >= 2,
                      page.locator(".distance").all_inner_texts())
        inner = by_path[1][changed["path"]]["frame"]
        outer = by_path[1]["card"]["frame"]
        left = inner[0] - outer[0]
        checks.expect("measured in points", any(abs(float(t.split("→")[-1]) - left) < 0.006 for t in page.locator(".distance.across").all_inner_texts()), f"{left:g} pt from the left")
        page.mouse.move(4, 4)
        page.locator(".box").first.focus()
        paths = []
        for _ in range(4):
            paths.append(text(page, ".inspected .path"))
            page.keyboard.press("Tab")
        checks.expect("Tab goes from box to box and measures each", paths == [box["path"] for box in saved[1][:4]], ", ".join(paths))
        label = button.get_attribute("aria-label")
        checks.expect("a screen reader hears it all", "reference" in label and "difference in points" in label, label[:110])
        page.keyboard.press("Space")
        settle(page, 80)
        checks.expect("space shows the reference's", text(page, ".pane-title b") == "Baseline")
        row = page.locator(".change").first
        row.click()
        settle(page, 60)
        checks.expect("a change in the list leads to its box", page.evaluate("document.activeElement.classList.contains('box')"), row.inner_text().split("\n")[0])
        quiet(checks, page)


def verdicts(checks, browser, reviews):
    with checks.section("review: every verdict"), browser.page(viewport=WIDE) as page:
        approve, panel = "#panel button.approve", "#panel"
        expectations = {
            "new": ("baseline", 1, "No reference yet", True), "obsolete": ("baseline", 1, "No card any more", False),
            "environment": ("baseline", 2, "", True), "error": ("baseline", 1, "", False), "different": ("baseline", 2, "", True),
            "similar": ("mockup", 2, "", False), "identical": ("baseline", 1, "the same bytes", False),
        }
        for verdict, (reference, pictures, words, can) in expectations.items():
            entry = reviews.first(verdict, reference)
            opened(page, at(reviews.url, entry["id"]))
            pictures_are_there(page)
            said = page.locator(".look").inner_text() + page.locator(panel).inner_text()
            shown = page.locator(".stage img").count()
            checks.expect(f"{verdict}", verdict in text(page, "#case-place .badge") and shown == pictures and words in said
                          and page.locator(approve).count() == int(can) and all(r in said for r in entry["reasons"]),
                          f"{shown} pictures, {'approve' if can else 'no approve'}: {(entry['reasons'] or ['no reason'])[0][:60]}")
            for key in "23456":
                page.keyboard.press(key)
            checks.expect(f"{verdict}: each view has a picture or says why not", bool(page.locator(".stage img, .absent").count()))
        entry = reviews.first("different", "mockup")
        opened(page, at(reviews.url, entry["id"]))
        checks.expect("a mockup has no approval, and says why", page.locator(approve).count() == 0 and "never approved" in page.locator(panel).inner_text())
        page.keyboard.press("a")
        checks.expect("not by its key either", "never approved" in text(page, "#toast-text"))
        entry = reviews.first("obsolete")
        opened(page, at(reviews.url, entry["id"]))
        checks.expect("an obsolete one has the command that removes it", text(page, ".command code").endswith("--prune"), text(page, ".command code"))
        entry = reviews.first("identical")
        opened(page, at(reviews.url, entry["id"]))
        pictures_are_there(page)
        source = page.locator(".stage img").get_attribute("src")
        checks.expect("an identical one shows the baseline itself", source.startswith("../../Baselines/"), source)
        quiet(checks, page)


def keyboard(checks, browser, reviews):
    with checks.section("review: keyboard alone"), browser.page(viewport=WIDE) as page:
        opened(page, reviews.url)
        reached, hidden = [], []
        for _ in range(60):
            page.keyboard.press("Tab")
            where = page.evaluate("""() => { const it = document.activeElement; const box = it.getBoundingClientRect(); const style = getComputedStyle(it);
              return [it.id || it.className || it.nodeName, box.bottom < 56 && !it.closest('.bar') || box.top > innerHeight, style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 1]; }""")
            reached.append(where[0])
            # After the last one the browser's own controls have the focus.
            if where[0] != "BODY" and (where[1] or where[2]):
                hidden.append(where)
        wanted = {"brand", "search", "open-decisions", "theme", "open-help", "segment", "filter", "cause", "grouped", "tile-link", "approve small"}
        checks.expect("Tab reaches everything", wanted <= set(reached), sorted(wanted - set(reached)) or len(set(reached)))
        checks.expect("and the focus is always seen", not hidden, hidden[:4] or "")
        opened(page, reviews.url)
        names = []
        for _ in range(3):
            page.keyboard.press("j")
            names.append(page.evaluate("document.activeElement.closest('.tile')?.getAttribute('aria-posinset')"))
        page.keyboard.press("k")
        names.append(page.evaluate("document.activeElement.closest('.tile')?.getAttribute('aria-posinset')"))
        checks.expect("j and k go from tile to tile", names == ["1", "2", "3", "2"], names)
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        settle(page, 150)
        first = text(page, "#case-title")
        page.keyboard.press("j")
        settle(page, 150)
        second = text(page, "#case-title") + text(page, "#position")
        page.keyboard.press("k")
        settle(page, 150)
        checks.expect("Enter opens a case, j and k go on from there", first == text(page, "#case-title") and second != first, f"{first}, {second}")
        seen = []
        tabs = page.evaluate("[...document.querySelectorAll('[role=tab]')].map((tab) => tab.id)")
        for key in range(1, len(tabs) + 1):
            page.keyboard.press(str(key))
            seen.append(page.evaluate("document.querySelector('[role=tab][aria-selected=true]').id"))
        checks.expect("the digits are the views", len(tabs) > 1 and seen == tabs, seen)
        page.focus("[role=tab][aria-selected=true]")
        page.keyboard.press("ArrowLeft")
        checks.expect("arrows turn the tabs", page.evaluate("document.activeElement.id") == tabs[-2])
        page.keyboard.press("?")
        checks.expect("? shows the keys", page.locator("#help").is_visible(), f"{page.locator('#help dt').count()} lines")
        page.keyboard.press("Escape")
        checks.expect("Escape closes them", not page.locator("#help").is_visible())
        page.keyboard.press("/")
        page.keyboard.type("no")
        settle(page, 200)
        checks.expect("/ searches from a case, too", page.input_value("#search") == "no" and page.locator("#start").is_visible())
        page.go_back()
        settle(page, 200)
        page.evaluate("document.getElementById('search').value = ''; document.getElementById('search').dispatchEvent(new Event('input'))")
        settle(page, 150)
        page.keyboard.press("Home")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("j")
        page.keyboard.press("Enter")
        settle(page, 150)
        page.keyboard.press("Escape")
        settle(page, 150)
        back = page.evaluate("document.activeElement.closest('.tile')?.getAttribute('aria-posinset')")
        checks.expect("and then leads back to the tile", page.locator("#start").is_visible() and back == "1", back)
        quiet(checks, page)


def decisions(checks, browser, reviews):
    with checks.section("review: decisions, from a file"), browser.page(viewport=WIDE) as page:
        opened(page, reviews.url)
        able = [name for name in reviews.alone(reviews.shared) if "accept" in reviews.case(name)]
        page.locator(".tile.many .approve").first.click()
        settle(page, 100)
        checks.expect("one approval for all cases of a cause", text(page, "#decided") == str(len(able)), text(page, "#toast-text"))
        checks.expect("the tile says so", "approved" in page.locator(".tile.many").first.inner_text())
        page.keyboard.press("u")
        settle(page, 100)
        checks.expect("u takes it back as one", text(page, "#decided") == "0", text(page, "#toast-text"))
        new, drifted = reviews.first("new"), reviews.first("environment")
        opened(page, at(reviews.url, LIGHT))
        page.keyboard.press("a")
        opened(page, at(reviews.url, new["id"]))
        page.keyboard.press("r")
        opened(page, at(reviews.url, drifted["id"]))
        page.click("#panel button.approve")
        page.reload()
        settle(page, 200)
        checks.expect("decisions survive a reload", text(page, "#decided") == "3" and page.locator("#panel button.approve").get_attribute("aria-pressed") == "true")
        page.click("#panel button.approve")
        settle(page, 80)
        checks.expect("the same button takes back", text(page, "#decided") == "2")
        page.click("#panel button.approve")
        page.keyboard.press("d")
        with page.expect_download() as download:
            page.click("#save")
        file = reviews.project / "decisions.json"
        download.value.save_as(file)
        saved = json.loads(file.read_text(encoding="utf-8"))
        wanted = {(LIGHT, "approve", reviews.case(LIGHT)["actual"]["sha256"]), (new["id"], "reject", new["actual"]["sha256"]),
                  (drifted["id"], "approve", drifted["actual"]["sha256"])}
        checks.expect("the saved file is a decision file", saved["schema"] == 1 and {(d["case"], d["decision"], d["sha256"]) for d in saved["decisions"]} == wanted
                      and download.value.suggested_filename == "decisions.json", f"{len(saved['decisions'])} decisions")
        command = text(page, "#decisions .command code")
        checks.expect("the page says what to do with it", command == reviews.report["approve"] + " --decisions decisions.json", command)
        done = subprocess.run([reviews.tool, *command.split()[1:]], cwd=reviews.project, capture_output=True, text=True)
        checks.expect("and that command approves", done.returncode == 0 and done.stdout.endswith("approved 2 baselines, left 1 rejected\n"), done.stdout.strip() or done.stderr[-200:])
        page.locator("#decisions .decision-list button").first.click()
        settle(page, 80)
        checks.expect("a decision can be taken back in the list", text(page, "#decided") == "2")
        quiet(checks, page)


def served(checks, browser, reviews):
    with checks.section("review: decisions, under a server"), browser.page(viewport=WIDE) as page:
        server = review_server.serve(reviews.folder)
        opened(page, at(server.url + "index.html", LIGHT))
        settle(page, 300)
        page.keyboard.press("r")
        page.wait_for_function("() => document.querySelector('#panel button.reject').textContent.includes('Rejected')")
        checks.expect("a rejection is a request, too", server.posts[-1]["body"]["decisions"][0]["decision"] == "reject")
        page.keyboard.press("a")
        page.wait_for_function("() => document.querySelector('#panel button.approve').textContent.includes('Approved')")
        page.wait_for_function("() => document.getElementById('toast-text').textContent.includes('written to the baselines')")
        post = server.posts[-1]
        checks.expect("approving is a request with the session's token", post["token"] == review_server.TOKEN and post["type"] == "application/json")
        checks.expect("in the decision file's form", post["body"] == {"schema": 1, "decisions": [
            {"case": LIGHT, "decision": "approve", "sha256": reviews.case(LIGHT)["actual"]["sha256"]}]}, post["body"])
        checks.expect("and done at once", "written to the baselines" in text(page, "#toast-text") and page.locator("#panel button.approve").is_disabled() and text(page, "#decided") == "0")
        page.keyboard.press("u")
        page.wait_for_function("() => document.getElementById('toast-text').textContent.startsWith('Undone')")
        checks.expect("u has the server take it back", server.posts[-1]["body"] == {"cases": [LIGHT]}
                      and not page.locator("#panel button.approve").is_disabled(), text(page, "#toast-text"))
        server.refusal = {"code": "approve.other-picture", "message": "the picture is not the one that was compared", "hint": "compare again"}
        new = reviews.first("new")
        opened(page, at(server.url + "index.html", new["id"]))
        settle(page, 200)
        page.keyboard.press("a")
        page.wait_for_function("() => document.getElementById('warned').textContent")
        checks.expect("a refusal is shown with its hint", server.refusal["message"] in text(page, "#toast-text") and "compare again" in text(page, "#toast-text"), text(page, "#toast-text"))
        checks.expect("and nothing counts as approved", page.locator("#panel button.approve").get_attribute("aria-pressed") == "false")
        page.route("**/api/decisions", lambda route: route.abort())
        page.keyboard.press("a")
        page.wait_for_function("() => document.getElementById('toast-text').textContent.includes('does not answer')")
        checks.expect("a server that went away is told", True, text(page, "#toast-text"))
        # Chromium itself tells of both answers.
        page.errors[:] = [error for error in page.errors if "409" not in error and "ERR_" not in error]
        quiet(checks, page)
        server.shutdown()
    with checks.section("review: under a server that only serves"), browser.page(viewport=WIDE) as page:
        server = site_server.serve(reviews.folder)
        opened(page, at(server.url + "index.html", DARK))
        settle(page, 200)
        before = int(text(page, "#decided"))
        page.keyboard.press("a")
        settle(page, 80)
        checks.expect("decisions are collected as from a file", int(text(page, "#decided")) == before + 1, text(page, "#toast-text"))
        opened(page, at(server.url + "index.html", reviews.first("identical")["id"]))
        pictures_are_there(page)
        source = page.locator(".stage img").get_attribute("src")
        checks.expect("where the baseline is out of reach, its thumbnail is shown", source.startswith("thumbnails/"), text(page, "#status"))
        server.shutdown()


def really_served(checks, browser, reviews):
    """`feedproof serve` itself, which writes into the project's baselines."""
    with checks.section("review: under feedproof serve"), browser.page(viewport=WIDE) as page, browser.page(viewport=WIDE) as other_page:
        server = subprocess.Popen([reviews.tool, "serve", reviews.project / "output", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
        try:
            address = json.loads(server.stdout.readline())["address"]
            said = lambda words: page.wait_for_function(  # noqa: E731
                "(words) => document.getElementById('toast-text').textContent.includes(words)", arg=words)
            entry = reviews.case(DARK)
            kept = reviews.project / f"Baselines/{DARK}.json"
            picture = reviews.project / f"Baselines/{DARK}.png"
            before = kept.read_bytes(), picture.read_bytes()
            opened(other_page, address)
            opened(page, at(address, DARK))
            pictures_are_there(page)
            settle(page, 300)
            everything = text(page, "#left")
            page.keyboard.press("a")
            said("written to the baselines")
            checks.expect("approving writes the baseline", json.loads(kept.read_text(encoding="utf-8"))["sha256"] == entry["actual"]["sha256"], text(page, "#toast-text"))
            left = text(page, "#left")
            checks.expect("the rest is counted", int(left.split()[0]) == int(everything.split()[0]) - 1, f"{everything}, {left}")
            other_page.wait_for_function("(left) => document.getElementById('left').textContent === left", arg=left)
            checks.expect("another window follows", True, text(other_page, "#left"))
            page.click("#toast-undo")
            said("Undone")
            checks.expect("Undo in the notice takes it back, byte for byte", (kept.read_bytes(), picture.read_bytes()) == before, text(page, "#toast-text"))
            other_page.wait_for_function("(left) => document.getElementById('left').textContent === left", arg=everything)
            checks.expect("the other window follows that, too", True)
            page.keyboard.press("c")
            page.keyboard.type("The name is too near")
            checks.expect("keys are letters in the comment", page.input_value("#panel textarea") == "The name is too near")
            page.keyboard.press("Escape")
            page.keyboard.press("r")
            said("Rejected")
            stored = next(each for each in json.loads((reviews.folder / "report.json").read_text(encoding="utf-8"))["cases"] if each["id"] == DARK)
            checks.expect("a comment is kept in the report", stored["decision"] == {"decision": "reject", "comment": "The name is too near"}, stored["decision"])
            opened(other_page, at(address, DARK))
            settle(other_page, 400)
            checks.expect("and shown in every window", other_page.input_value("#panel textarea") == "The name is too near")
            opened(other_page, reviews.url + "#")
            opened(other_page, at(reviews.url, DARK))
            checks.expect("also from the disk", other_page.input_value("#panel textarea") == "The name is too near")
            opened(page, address)
            settle(page, 300)
            able = [name for name in reviews.alone(reviews.shared) if "accept" in reviews.case(name)]
            baselines = {name: (reviews.project / f"Baselines/{name}.json").read_bytes() for name in able}
            page.keyboard.press("j")
            while reviews.shared["title"] not in page.evaluate("document.activeElement.textContent"):
                page.keyboard.press("j")
            page.keyboard.press("a")
            said("written to the baselines")
            changed = [name for name in able if (reviews.project / f"Baselines/{name}.json").read_bytes() != baselines[name]]
            checks.expect("a approves a tile of many", changed and len(changed) >= len(able) - 1, f"{len(changed)} cases: {text(page, '#toast-text')}")
            page.keyboard.press("u")
            said("Undone")
            checks.expect("u takes all of it back at once", all((reviews.project / f"Baselines/{name}.json").read_bytes() == was for name, was in baselines.items()), text(page, "#toast-text"))
            drawn = reviews.folder / entry["actual"]["path"]
            bytes_of_dark = drawn.read_bytes()
            other = LONG_TEXT
            opened(page, at(address, other))
            settle(page, 200)
            changed = reviews.folder / reviews.case(other)["actual"]["path"]
            own = changed.read_bytes()
            changed.write_bytes(bytes_of_dark)
            page.keyboard.press("a")
            page.wait_for_function("() => document.getElementById('warned').textContent")
            changed.write_bytes(own)
            checks.expect("a picture that is not the one that was compared is refused", "is not the one that was compared" in text(page, "#toast-text"), text(page, "#toast-text"))
            page.errors[:] = [error for error in page.errors if "status of 4" not in error]
            quiet(checks, page)
        finally:
            server.terminate()
            server.wait()


def long_list(checks, browser, reviews):
    with checks.section("review: 2 000 cases"), browser.page(viewport=WIDE) as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((reviews.long / "index.html").as_uri())
        page.wait_for_selector(".tile")
        first = page.evaluate("performance.now()")
        settle(page, 500)
        data = (reviews.long / "site/index.js").stat().st_size
        page.uncheck("#grouped")
        page.click("[data-filter=all]")
        page.evaluate("observed.tasks.length = 0")
        browser.chromium.start_tracing(page=page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
        nodes = []
        count = lambda: nodes.append(page.evaluate("[document.getElementsByClassName('tile').length, document.getElementsByTagName('*').length]"))  # noqa: E731
        session = page.context.new_cdp_session(page)
        for _ in range(4):
            session.send("Input.synthesizeScrollGesture", {"x": 900, "y": 600, "yDistance": -12000, "speed": 9000, "gestureSourceType": "mouse", "preventFling": True})
            count()
        page.keyboard.press("End")
        settle(page, 200)
        page.evaluate("scrollTo(0, 1e9)")
        settle(page, 200)
        count()
        end = page.evaluate("Math.max(...[...document.querySelectorAll('.tile')].map((t) => Number(t.getAttribute('aria-posinset'))))")
        page.evaluate("scrollTo(0, 0)")
        for word in ("dark", "different", "long_19", "line height", "no such word"):
            page.fill("#search", "")
            for letter in word:
                page.keyboard.press(letter)
            settle(page, 60)
            count()
        page.fill("#search", "")
        for name in ("review", "identical", "all"):
            page.click(f"[data-filter={name}]")
            count()
        page.check("#grouped")
        count()
        clock = [task[1] for task in page.evaluate("observed.tasks")]
        longest = longest_task(json.loads(browser.chromium.stop_tracing()))
        tiles, elements = max(n[0] for n in nodes), max(n[1] for n in nodes)
        # Designs have a list of their own.
        changes = sum(not row[2] for row in review_site.read_index(reviews.long)[1])
        checks.expect("all are reached", end == changes > 1000, end)
        checks.expect("the document stays small", tiles <= 60 and elements < 1500, f"at most {tiles} tiles, {elements} elements")
        # Of the page's own time: on a machine that does something else as well, the clock tells of that.
        checks.expect("no task over 50 ms while scrolling, searching and filtering", longest < 50,
                      f"the longest took {longest:.0f} ms of the processor; over 50 ms on the clock: {clock or 'none'}")
        checks.expect("the first tiles come at once", first < 2000, f"after {first:.0f} ms, with {data / 1024:.0f} KB of data")
        pictures = [url for url in asked if url.endswith(".png")]
        checks.expect("only thumbnails are loaded", pictures and all("/thumbnails/" in url for url in pictures), f"{len(pictures)} requests")
        quiet(checks, page)


def longest_task(trace):
    """Milliseconds of processor time on the page's main thread."""
    events = trace["traceEvents"]
    mains = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"}
    tasks = [e.get("tdur", e.get("dur", 0)) for e in events if "RunTask" in e["name"] and (e["pid"], e["tid"]) in mains]
    return max(tasks) / 1000


def hostile(checks, browser, reviews):
    with checks.section("review: names that mean harm"), browser.page(viewport=WIDE) as page:
        page.on("dialog", lambda dialog: page.errors.append("dialog") or dialog.dismiss())
        opened(page, (reviews.hostile / "index.html").as_uri())
        checks.expect("the start page says them as they are", "onerror" in page.inner_text("body") or "onerror" in page.evaluate("document.body.textContent"))
        index, cases = review_site.read_index(reviews.hostile)
        mockup = next(row for row in cases if row[2])
        for name in (LIGHT, mockup[0]):
            for view in ("side", "boxes", "diff"):
                opened(page, at((reviews.hostile / "index.html").as_uri(), name, view))
        page.keyboard.press("d")
        made = page.evaluate("document.querySelectorAll('[onerror], [onclick], main script, main iframe, main style').length")
        checks.expect("nothing of it runs or becomes an element", page.evaluate("window.hacked === undefined") and made == 0)
        checks.expect("the policy was never even tested", not page.evaluate("observed.violations"), page.evaluate("observed.violations") or "")
        stopped = page.evaluate("""() => { try { document.body.innerHTML += '<b>'; return 'went through'; } catch (error) { return error.name; } }""")
        checks.expect("and would have stopped it", stopped == "TypeError", stopped)


def accessibility(checks, browser, reviews, axe):
    with checks.section("review: axe"):
        places = [("start", reviews.url, ""), ("case", at(reviews.url, LIGHT), ""), ("boxes", at(reviews.url, LIGHT, "boxes"), ""),
                  ("new", at(reviews.url, reviews.first("new")["id"]), ""), ("keys", reviews.url, "?"), ("decisions", at(reviews.url, LIGHT), "ad")]
        for scheme, viewport, number in (("light", WIDE, 6), ("dark", WIDE, 3), ("light", NARROW, 2)):
            with browser.page(viewport=viewport, bypass_csp=True, color_scheme=scheme) as page:
                for name, url, keys in places[:number]:
                    opened(page, url)
                    for key in keys:
                        page.keyboard.press(key)
                    settle(page, 60)
                    page.evaluate(axe)
                    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
                    bad = [f"{v['id']} ({v['impact']}): {v['nodes'][0]['html'][:90]} {v['nodes'][0]['failureSummary'][:160]}" for v in result["violations"]]
                    checks.expect(f"{scheme}, {viewport['width']}: {name}", not bad, bad or f"axe {result['testEngine']['version']}")


def themes(checks, browser, reviews):
    with checks.section("review: light and dark"), browser.page(viewport=WIDE, color_scheme="dark") as page:
        opened(page, reviews.url)
        ground = lambda: page.evaluate("getComputedStyle(document.documentElement).backgroundColor")  # noqa: E731
        dark = ground()
        page.select_option("#theme", "light")
        light = ground()
        page.reload()
        settle(page, 150)
        checks.expect("the system's, and a switch that is kept", dark != light and ground() == light and page.input_value("#theme") == "light", f"{dark}, {light}")


def phone(checks, browser, reviews):
    with checks.section("review: on a phone"), browser.page(NARROW, 2) as page:
        opened(page, reviews.url)
        width = page.locator("#search").evaluate("(input) => input.clientWidth")
        checks.expect("the search has room for words", width >= 160, width)
        cut = page.evaluate("""() => [...document.querySelectorAll('.many .badge')].filter((badge) =>
          badge.clientWidth > 24 && badge.scrollWidth > badge.clientWidth).length""")
        checks.expect("no word of a verdict is cut", page.locator(".many .badge").count() > 0 and cut == 0, cut)


def screenshots(checks, browser, reviews, folder):
    with checks.section("review: screenshots"):
        folder.mkdir(parents=True, exist_ok=True)
        places = {"start": reviews.url, "case": at(reviews.url, LIGHT), "boxes": at(reviews.url, LIGHT, "boxes")}
        for size, viewport, scale in (("wide", WIDE, 1), ("narrow", NARROW, 2)):
            for scheme in ("light", "dark"):
                with browser.page(viewport=viewport, scale=scale, color_scheme=scheme) as page:
                    for name, url in places.items():
                        opened(page, url)
                        settle(page, 250)
                        page.screenshot(path=folder / f"review-{name}-{size}-{scheme}.png")
        checks.expect("to look at", True, folder)


def sections(checks, browser, reviews, axe, folder):
    return {
        "review_start": lambda: start_page(checks, browser, reviews),
        "review_views": lambda: views(checks, browser, reviews),
        "review_boxes": lambda: boxes(checks, browser, reviews),
        "review_verdicts": lambda: verdicts(checks, browser, reviews),
        "review_keyboard": lambda: keyboard(checks, browser, reviews),
        "review_decisions": lambda: decisions(checks, browser, reviews),
        "review_served": lambda: served(checks, browser, reviews),
        "review_really_served": lambda: really_served(checks, browser, reviews),
        "review_long": lambda: long_list(checks, browser, reviews),
        "review_hostile": lambda: hostile(checks, browser, reviews),
        "review_accessibility": lambda: accessibility(checks, browser, reviews, axe),
        "review_themes": lambda: themes(checks, browser, reviews),
        "review_phone": lambda: phone(checks, browser, reviews),
        "review_screenshots": lambda: screenshots(checks, browser, reviews, folder),
    }
