"""Checks films in the review: reference and film side by side, frame by frame."""

import io
import json
import shutil
import signal
import subprocess

from PIL import Image, ImageChops

import review_site
from checks import settle
from review_pages import NARROW, WIDE, at, opened, quiet, text

WRONG = "films/wrong-refresh/375@2x-light"
LATE = "films/bad-network/375@2x-light"
COMING = "films/photos-come/375@2x-light"
CHANGED = "wall-101008_1510"

# The changed card is at the top, first without its photos and then with them; in the bad-network film, they don't
# arrive.
PHOTOS_COME = f"""open: {CHANGED}
link: {{latency: 0.5, speed: 2000}}
events:
  - {{at: 1.8, drag: {{from: 400, to: 380, during: 0.2}}}}
duration: 2.5
"""


class Films:
    """A project with a refresh that was right when it was approved, and with a card that has become higher since."""

    def __init__(self, tool, root, folder):
        self.tool, self.project = tool, folder
        self.review = folder / "output/review"
        shutil.rmtree(folder, ignore_errors=True)
        example = root / "Examples/newsfeed"
        shutil.copytree(example / "films", folder / "films")
        (folder / "media").symlink_to(example / "media")
        feed = json.loads((example / "feed/page-1.json").read_text(encoding="utf-8"))["response"]
        review_site.write_feed(folder, feed)
        (folder / "feedproof.yml").write_text(
            "feeds: feed.json\nwidths: [375]\nscales: [2]\nlocale: ru\ntimeZone: Europe/Moscow\nnow: 2018-11-18T18:40:00Z\n"
            "viewer: media/ava_viewer_200.jpg\nfilms: [expand, bad-network, films/wrong-refresh.yml, films/photos-come.yml]\n", encoding="utf-8")
        (folder / "films/photos-come.yml").write_text(PHOTOS_COME, encoding="utf-8")
        script = folder / "films/wrong-refresh.yml"
        wrong = script.read_text(encoding="utf-8")
        script.write_text(wrong.replace("faults: [offset-set-during-drag]", "faults: []"), encoding="utf-8")
        review_site.run(tool, "compare", folder, "--quiet", status=(1,))
        review_site.run(tool, "approve", "--project", folder, "--all")
        script.write_text(wrong, encoding="utf-8")
        next(item for item in feed["items"] if item.get("post_id") == 1510)["text"] += " And another line or two at its end."
        review_site.write_feed(folder, feed)
        self.told = review_site.run(tool, "compare", folder, "--quiet", status=(1,)).stdout
        report = json.loads((self.review / "report.json").read_text(encoding="utf-8"))
        self.cases = {each["id"]: each for each in report["cases"]}
        self.url = (self.review / "index.html").as_uri()

    def numbers(self, name, side="actual"):
        return json.loads((self.review / self.cases[name]["film"][side]).read_text(encoding="utf-8"))


def frame(page):
    return page.evaluate("Number(document.getElementById('film-slider').value)")


def show(page, number):
    page.evaluate("(number) => { const slider = document.getElementById('film-slider'); slider.value = number; slider.oninput(); }", number)
    settle(page, 120)


def words(page):
    return page.locator(".film-words li").all_inner_texts()


def tops(page, pane):
    """Returns the tops of the cards' pieces and of the anchor's line, in points of the film."""
    return page.evaluate(
        """(number) => { const screen = document.querySelectorAll('.film-screen')[number]; const box = screen.getBoundingClientRect();
          const unit = box.height / 667; const top = (element) => (element.getBoundingClientRect().top - box.top) / unit;
          const line = screen.parentElement.querySelector('.film-line:not(.was)');
          return { pieces: [...screen.querySelectorAll('.film-piece')].map(top), line: line && top(line) + 1 / unit }; }""", pane)


def player(checks, browser, films):
    with checks.section("films: opened as a file"), browser.page(viewport=WIDE, offline=True) as page:
        case, record, approved = films.cases[WRONG], films.numbers(WRONG), films.numbers(WRONG, "expected")
        opened(page, films.url)
        checks.expect("films are among the cases", "Film: wrong-refresh" in page.locator(".tile-title").all_inner_texts())
        page.click("text=Film: wrong-refresh")
        page.wait_for_selector("#film-slider")
        settle(page, 300)
        jump = record["judgement"]["jumps"][0]
        checks.expect("reference and film side by side", page.locator(".film-screen").count() == 2)
        checks.expect("it opens where it jumps", frame(page) == round(jump["time"] * 60), frame(page))
        checks.expect("in the report's words", f"at {jump['time']:.2f} s {words(page)[0]}" == case["reasons"][0], words(page))
        checks.expect("which the terminal had, too", case["reasons"][0] in films.told)
        checks.expect("the jump has a line of its own", page.locator(".film-line.wrong").count() == 1 and f"{jump['item']} · +" in text(page, ".film-line.wrong"))
        page.wait_for_function("() => [...document.querySelectorAll('.film-piece img')].every((image) => image.complete && image.naturalWidth)")
        number = 30
        show(page, number)
        for pane, side in ((0, approved), (1, record)):
            now, seen = side["frames"][number], tops(page, pane)
            near = lambda value: any(abs(value - each) < 20 for each in seen["pieces"])  # noqa: E731
            checks.expect("cards stand where the numbers say", all(near(item["top"]) for item in now["items"]), seen["pieces"])
            checks.expect("and the anchor's line", abs(seen["line"] - now["anchor"]["y"]) < 1, f"{seen['line']:.2f}, {now['anchor']['y']}")
        checks.expect("where both are the same, that is said", words(page)[0] == "As approved", words(page))
        page.click("#panel >> text=/ is .* at most /")
        settle(page, 60)
        checks.expect("a reason leads to its time", f"{frame(page) / 60:.2f}" in case["reasons"][1], frame(page))
        checks.expect("the difference is told", "than approved" in words(page)[0] and page.locator(".film-line.was").count() == 1, words(page))
        quiet(checks, page)


def keyboard(checks, browser, films):
    with checks.section("films: keys"), browser.page(viewport=WIDE) as page:
        opened(page, at(films.url, WRONG, "film"))
        page.wait_for_selector("#film-slider")
        start = frame(page)
        moves = []
        for key in ("ArrowRight", "Shift+ArrowRight", "ArrowLeft", "Shift+ArrowLeft"):
            page.keyboard.press(key)
            moves.append(frame(page) - start)
        checks.expect("arrows go from frame to frame", moves == [1, 11, 10, 0], moves)
        page.keyboard.press("Home")
        page.keyboard.press("]")
        marked = frame(page)
        page.keyboard.press("End")
        checks.expect("to the first mark and to the end", 0 < marked < start and frame(page) == len(films.numbers(WRONG)["frames"]) - 1, marked)
        page.focus("#film-slider")
        page.keyboard.press("ArrowLeft")
        now = page.get_attribute("#film-slider", "aria-valuetext")
        checks.expect("the slider has them by itself, and its words", frame(page) == 179 and now.startswith("2.98 s"), now)
        page.keyboard.press("Home")
        page.keyboard.press("Space")
        page.wait_for_function("() => Number(document.getElementById('film-slider').value) > 12")
        at_speed = frame(page)
        page.select_option("#player select", "0.1")
        slow = frame(page)
        settle(page, 100)
        checks.expect("slower, it goes on from where it is", frame(page) >= slow >= at_speed, f"{at_speed}, {slow}, {frame(page)}")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Space")
        stopped = frame(page)
        settle(page, 200)
        checks.expect("space plays and stops", frame(page) == stopped, stopped)
        page.keyboard.press("2")
        page.wait_for_selector(".stage img.layer")
        checks.expect("storyboards are one key away", page.locator(".pane").count() == 2 and page.locator("#player").is_hidden())
        opened(page, at(films.url, "wall-101008_1510/375@2x-light-expanded"))
        checks.expect("cards have views of their own", page.locator("#views [role=tab]").count() == 6 and not page.locator("#view-film").count())
        quiet(checks, page)


def exact(checks, browser, films):
    """A frame in the browser equals the film's own, up to rounding in shadows."""
    with checks.section("films: pixels"), browser.page(viewport={"width": 2200, "height": 1800}) as page:
        run = [films.tool, "film", films.project, "--scene", "bad-network", "--quiet", "--output", films.project / "played"]
        subprocess.run(run, check=True, capture_output=True)
        with Image.open(films.project / "played/films/bad-network/375@2x-light/film.webp") as film:
            wanted = film.convert("RGB")
        opened(page, at(films.url, LATE, "film"))
        page.wait_for_selector("#film-slider")
        while "200" not in text(page, "#zoom-fit"):
            page.keyboard.press("+")
        page.evaluate(
            """document.querySelectorAll('.scroller').forEach((each) => { each.style.placeContent = 'start'; each.style.padding = 0;
              const box = each.getBoundingClientRect(); each.style.padding = `${1 - box.top % 1}px 0 0 ${1 - box.left % 1}px`; })""")
        page.evaluate("document.querySelectorAll('.film-lines').forEach((each) => { each.style.display = 'none'; })")
        show(page, 0)
        seen = Image.open(io.BytesIO(page.locator(".film-screen").last.screenshot())).convert("RGB")
        most = max(high for _, high in ImageChops.difference(seen, wanted).getextrema()) if seen.size == wanted.size else 255
        checks.expect("within two levels of the film's first frame", most <= 2, f"{most}, {seen.size}")
        quiet(checks, page)


def photos(checks, browser, films):
    """A changed card shows its approved and its actual picture. While it waits for photos, both sides show the
    actual one, because no such picture was approved."""
    with checks.section("films: a changed card"), browser.page(viewport=WIDE) as page:
        opened(page, at(films.url, COMING, "film"))
        page.wait_for_selector("#film-slider")
        cards = [next(item for item in each["items"] if item["item"] == CHANGED) for each in films.numbers(COMING)["frames"]]
        come = next(number for number, item in enumerate(cards) if "waits" not in item)
        checks.expect("its photos come while it is seen", 0 < come < len(cards) - 1, come)
        for number, picture, sides in ((come - 1, "closed-waiting.png", ("actual", "actual")), (come, "closed.png", ("expected", "actual"))):
            show(page, number)
            sources = page.evaluate("[...document.querySelectorAll('.film-screen')].map((screen) => [...screen.querySelectorAll('img')].map((each) => each.src))")
            shown = [{each.split("/review/")[-1] for each in side if f"/{CHANGED}/" in each} for side in sources]
            wanted = [f"{side}/" for side in sides]
            checks.expect(f"{picture} of {' and '.join(sides)}", all(
                len(paths) == 1 and min(paths).startswith(side) and min(paths).endswith(f"/{CHANGED}/{picture}")
                for paths, side in zip(shown, wanted)), shown)
        quiet(checks, page)


def served(checks, browser, films):
    with checks.section("films: under feedproof serve"), browser.page(viewport=WIDE) as page:
        server = subprocess.Popen([films.tool, "serve", films.project / "output", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
        try:
            address = json.loads(server.stdout.readline())["address"]
            opened(page, at(address, WRONG, "film"))
            page.wait_for_selector("#film-slider")
            page.wait_for_function("() => [...document.querySelectorAll('.film-piece img')].every((image) => image.complete && image.naturalWidth)")
            checks.expect("the film plays there, too", page.locator(".film-screen").count() == 2, words(page))
            violations = page.evaluate("observed.violations")
            checks.expect("the policy was kept", not violations, violations or "")
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=10)


def looks(checks, browser, films, axe, folder):
    with checks.section("films: widths, light and dark, axe"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, viewport in (("desktop", WIDE), ("phone", NARROW)):
            for theme in ("light", "dark"):
                with browser.page(viewport=viewport, scale=2, bypass_csp=True, color_scheme=theme) as page:
                    opened(page, at(films.url, WRONG, "film"))
                    page.wait_for_selector("#film-slider")
                    settle(page, 300)
                    page.screenshot(path=folder / f"film-{name}-{theme}.png")
                    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    boxes = page.evaluate("[...document.querySelectorAll('.film-screen')].map((each) => each.getBoundingClientRect().width)")
                    checks.expect(f"{name}, {theme}: both sides are seen whole", wide <= 0 and min(boxes) > 140, boxes)
                    page.evaluate(axe)
                    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
                    bad = [f"{v['id']} ({v['impact']}): {v['nodes'][0]['html'][:90]} {v['nodes'][0]['failureSummary'][:160]}" for v in result["violations"]]
                    checks.expect(f"{name}, {theme}: axe", not bad, bad or result["testEngine"]["version"])


def sections(checks, browser, films, axe, folder):
    return {
        "film_player": lambda: player(checks, browser, films()),
        "film_keyboard": lambda: keyboard(checks, browser, films()),
        "film_exact": lambda: exact(checks, browser, films()),
        "film_photos": lambda: photos(checks, browser, films()),
        "film_served": lambda: served(checks, browser, films()),
        "film_looks": lambda: looks(checks, browser, films(), axe, folder),
    }
