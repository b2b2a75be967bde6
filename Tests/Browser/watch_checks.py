"""Checks pages that follow their sources: `feedproof watch` and `feedproof compare --watch`."""

import contextlib
import json
import re
import shutil
import signal
import subprocess
import time

import long_chat
from checks import DESKTOP, PHONE, first_beginning, settle, wait_for_pictures

# In milliseconds. Drawing takes longer on a busy machine.
PATIENCE = 120_000


class Project:
    """A new project and the tool that watches it."""

    def __init__(self, tool, folder, *options):
        self.tool, self.folder = tool, folder
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([tool, "init", folder, *options], check=True, stdout=subprocess.DEVNULL)

    def text(self, path):
        return (self.folder / path).read_text(encoding="utf-8")

    def write(self, path, text):
        """Replaces the file with a new one, as editors do."""
        file = self.folder / path
        beside = file.with_name(f".{file.name}.tmp")
        beside.write_text(text, encoding="utf-8")
        beside.rename(file)

    def replace(self, path, old, new):
        text = self.text(path)
        assert old in text, f"{path} has no {old}"
        self.write(path, text.replace(old, new, 1))

    @contextlib.contextmanager
    def watched(self, *command):
        server = subprocess.Popen([self.tool, *command, self.folder, "--port", "0", "--json"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        try:
            while True:
                line = server.stdout.readline()
                if not line:
                    raise RuntimeError("the server ended")
                if json.loads(line).get("event") == "listening":
                    break
            # Nothing reads the pipe from here on, so later events must not fill it.
            yield json.loads(line)["address"]
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=60)
            self.status = server.returncode


def opened(page, address):
    """Opens the page and waits for its first pictures and the edition of its sources."""
    page.missing = []
    page.on("response", lambda answer: answer.status >= 400 and "favicon" not in answer.url and page.missing.append(answer.url))
    page.goto(address)
    wait_for_pictures(page)
    page.wait_for_function("() => document.documentElement.dataset.edition", timeout=PATIENCE)


def quiet(checks, page):
    # Browsers request an icon by themselves and log an error if it's missing.
    errors = [each for each in page.errors if "Failed to load resource" not in each]
    checks.expect("nothing on the console", not errors, errors[:3] or "")
    checks.expect("nothing is missing", not page.missing, page.missing[:3] or "")
    violations = page.evaluate("observed.violations")
    checks.expect("the policy was kept", not violations, violations or "")


def edition(page):
    return page.evaluate("document.documentElement.dataset.edition")


def wait_for_edition(page, before, parts="img"):
    """Waits until all visible pictures belong to an edition other than `before`."""
    page.wait_for_function(
        """([before]) => { const now = document.documentElement.dataset.edition;
             const seen = [...document.querySelectorAll('.card')].filter((card) => {
               const box = card.getBoundingClientRect(); return box.bottom > 44 && box.top < innerHeight; });
             const images = seen.map((card) => card.querySelector('.picture img'));
             return now !== before && images.length && images.every((image) => image && image.srcset.includes('edition=' + now)); }""",
        arg=[before], timeout=PATIENCE)


# The markup of all drawings in view.
DRAWN = """() => [...document.querySelectorAll('.card svg')].filter((drawing) => {
             const box = drawing.getBoundingClientRect(); return box.bottom > 44 && box.top < innerHeight; })
             .map((drawing) => drawing.outerHTML).join()"""


def wait_for_drawings(page, before, drawn):
    """Waits until visible drawings differ from `drawn`, in an edition other than `before`."""
    page.wait_for_function(
        f"([before, drawn]) => document.documentElement.dataset.edition !== before && ({DRAWN})() !== drawn",
        arg=[before, drawn], timeout=PATIENCE)


def colour(page, selector):
    """Returns the color of a pixel in the corner of a card's picture, where only its fill is."""
    return page.evaluate(
        """(selector) => { const image = document.querySelector(selector + ' .picture img');
             const canvas = document.createElement('canvas'); canvas.width = 400; canvas.height = 400;
             const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);
             return [...context.getImageData(30, 8, 1, 1).data]; }""", selector)


def in_place(checks, browser, project):
    with checks.section("watch: pictures swapped in place"), project.watched("watch") as address, browser.page(PHONE, 2) as page:
        opened(page, address)
        ids = page.evaluate("[...document.querySelectorAll('.card')].map((c) => c.id)")
        long_one, carousel = ids[2], ids[3]
        page.click(f"#{long_one} [aria-expanded=false]")
        settle(page, 600)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight - innerHeight - 150)")
        settle(page)
        page.click(f"#{carousel} .turn >> nth=1")
        settle(page, 900)
        page.evaluate("self.untouched = true")
        place, before, old = first_beginning(page), edition(page), colour(page, f"#{carousel}")
        started = time.monotonic()
        project.replace("Cards/post.yml", 'background: {fill: "{color.card}"', 'background: {fill: "{color.link}"')
        wait_for_edition(page, before)
        took = time.monotonic() - started
        checks.expect("the cards that are seen have new pictures", colour(page, f"#{carousel}") != old, f"after {took * 1000:.0f} ms")
        checks.expect("the page was not loaded again", page.evaluate("self.untouched === true"))
        checks.expect("what is read stands where it stood", first_beginning(page) == place, f"{place} → {first_beginning(page)}")
        checks.expect("the expanded card is expanded", page.locator(f"#{long_one} [aria-expanded=true]").count() == 1)
        turned = page.wait_for_function(
            "(id) => { const strip = document.querySelector('#' + id + ' .strip'); return strip && strip.scrollLeft > 100; }", arg=carousel)
        checks.expect("the carousel shows the page that it showed", turned.json_value())

        place, before = first_beginning(page), edition(page)
        heights = page.evaluate("document.documentElement.scrollHeight")
        project.replace("tokens/newsfeed.tokens.json", '"card": { "$value": {"value": 12, "unit": "px"}', '"card": { "$value": {"value": 32, "unit": "px"}')
        wait_for_edition(page, before)
        page.wait_for_function("(before) => document.documentElement.scrollHeight !== before", arg=heights, timeout=PATIENCE)
        settle(page, 1500)
        now = first_beginning(page)
        checks.expect("where cards above became higher as well", now[0] == place[0] and abs(now[1] - place[1]) < 1, f"{place} → {now}")
        quiet(checks, page)
    checks.expect("Ctrl-C ends it with status 0", project.status == 0, project.status)


def problems(checks, browser, project, folder):
    with checks.section("watch: what is wrong stands over the page"), project.watched("watch") as address, browser.page(PHONE, 2) as page:
        opened(page, address)
        template = project.text("Cards/post.yml")
        line = next(number for number, text in enumerate(template.split("\n"), 1) if text.strip() == "name: card")
        for path, wrong, place in (
            ("Cards/post.yml", template.replace("  name: card", "  nmae: card", 1), f"post.yml:{line}:"),
            ("tokens/newsfeed.tokens.json", project.text("tokens/newsfeed.tokens.json").replace("{", "{,", 1), "newsfeed.tokens.json:"),
            ("feedproof.yml", project.text("feedproof.yml").replace("widths:", "widhts:"), "feedproof.yml:"),
            ("feed/feed.json", "{", "feed.json"),
        ):
            right = project.text(path)
            project.write(path, wrong)
            page.wait_for_selector("#problems:not([hidden])", timeout=PATIENCE)
            told = page.inner_text("#problems")
            checks.expect(f"{path}: the place is told", place in told, told.replace("\n", " / "))
            checks.expect(f"{path}: the last good cards are behind it", page.locator(".card .picture img").count() > 0)
            if path == "Cards/post.yml":
                checks.expect("with a way out", "hint: " in told)
                room = end_over_problems(page)
                checks.expect("it hides nothing that one could not scroll to", room >= 0, f"{room} px below the end")
                screenshots(browser, address, folder)
            project.write(path, right)
            page.wait_for_selector("#problems[hidden]", state="attached", timeout=PATIENCE)
            checks.expect(f"{path}: it goes when it is mended", not page.locator("#problems").is_visible())
        quiet(checks, page)


def end_over_problems(page):
    """Returns the distance between the page's end and the problem panel below it, in pixels."""
    room = page.evaluate(
        """() => { scrollTo(0, document.documentElement.scrollHeight);
             const [end, problems] = ['end', 'problems'].map((id) => document.getElementById(id).getBoundingClientRect());
             return problems.top - end.bottom; }""")
    page.evaluate("scrollTo(0, 0)")
    return room


def screenshots(browser, address, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for size, viewport, scale in (("phone", PHONE, 2), ("desktop", DESKTOP, 1)):
        for theme in ("light", "dark"):
            with browser.page(viewport, scale, color_scheme=theme) as page:
                page.goto(address)
                wait_for_pictures(page)
                page.wait_for_selector("#problems:not([hidden])", timeout=PATIENCE)
                settle(page)
                page.screenshot(path=folder / f"watch-{size}-{theme}.png")


def all_faces(checks, page):
    """The settings list links to a page with the current post in all faces, drawn on request."""
    page.click("#settings summary")
    link = page.locator("#faces")
    checks.expect("the list leads to the post in all faces", link.inner_text() == "In all faces", link.inner_text())
    answer = page.request.get(page.evaluate("document.getElementById('faces').href"))
    checks.expect("which is drawn then", answer.ok and answer.text().count("<span>") == 7 and "data:image/png" in answer.text())
    page.keyboard.press("Escape")


def whole_photo(checks, page):
    """A photo opens whole from the feed's folder, although nothing was copied."""
    page.locator(".photo").first.click()
    page.wait_for_function("() => document.querySelector('#lightbox .whole > img')?.naturalWidth > 0", timeout=PATIENCE)
    file = page.evaluate("new URL(document.querySelector('#lightbox img').src).pathname")
    checks.expect("a photo opens whole, from the feed's own folder", re.fullmatch(r"/originals/[\w.-]+/\d+/\d+", file) is not None, file)
    checks.expect("and can be saved", page.locator("#lightbox a[download]").is_visible())
    page.keyboard.press("Escape")
    page.evaluate("scrollTo(0, 0)")
    settle(page)


def another_feed(checks, browser, project):
    with checks.section("watch: posts come and go"), project.watched("watch") as address, browser.page(PHONE, 2) as page:
        opened(page, address)
        all_faces(checks, page)
        whole_photo(checks, page)
        ids = page.evaluate("[...document.querySelectorAll('.card')].map((c) => c.id)")
        page.click(f"#{ids[2]} [aria-expanded=false]")
        settle(page, 600)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight - innerHeight - 150)")
        settle(page)
        place = first_beginning(page)
        feed = json.loads(project.text("feed/feed.json"))
        first = dict(feed["items"][0], id="https://slowpost.example/begin/0", url="https://slowpost.example/begin/0")
        feed["items"].insert(0, dict(first, content_html="<p>One more.</p>"))
        project.write("feed/feed.json", json.dumps(feed))
        page.wait_for_function(
            "(count) => document.querySelector('.card')?.getAttribute('aria-setsize') === count", arg=str(len(ids) + 1), timeout=PATIENCE)
        wait_for_pictures(page)
        settle(page)
        now = first_beginning(page)
        checks.expect("what is read stands where it stood", now[0] == place[0] and abs(now[1] - place[1]) < 1, f"{place} → {now}")
        checks.expect("the expanded card is expanded", page.locator(f"#{ids[2]} [aria-expanded=true]").count() == 1)


def chat_project(tool, folder):
    export = folder.with_name("chat-export.json")
    export.parent.mkdir(parents=True, exist_ok=True)
    long_chat.write_export(export, 120)
    return Project(tool, folder, "--from", export)


def chat(checks, browser, project):
    with checks.section("watch: a conversation"), project.watched("watch") as address, browser.page(PHONE, 2) as page:
        opened(page, address)
        page.mouse.move(180, 400)
        page.mouse.wheel(0, -1500)
        settle(page, 1500)
        page.evaluate("self.untouched = true")
        place, before, drawn = first_beginning(page), edition(page), page.evaluate(DRAWN)
        checks.expect("its cards are drawn by the page", drawn != "")
        project.replace("Cards/message.yml", "{chat.color.incoming.fill}", "{chat.color.name.red}")
        wait_for_drawings(page, before, drawn)
        settle(page)
        checks.expect("what is read stands where it stood", first_beginning(page) == place, f"{place} → {first_beginning(page)}")
        checks.expect("the page was not loaded again", page.evaluate("self.untouched === true"))
        quiet(checks, page)


def review(checks, browser, project):
    subprocess.run([project.tool, "compare", project.folder, "--quiet", "--only", "baselines", "--record", "missing"],
                   stdout=subprocess.DEVNULL)
    with checks.section("watch: the review"), project.watched("compare", "--watch", "--only", "baselines") as address, browser.page(DESKTOP) as page:
        page.goto(address)
        page.wait_for_function("() => document.querySelector('main')", timeout=PATIENCE)
        settle(page, 1500)
        page.evaluate("self.untouched = true")
        project.replace("Cards/post.yml", 'background: {fill: "{color.card}"', 'background: {fill: "{color.link}"')
        page.wait_for_function("() => self.untouched !== true && /different/i.test(document.body.innerText)", timeout=PATIENCE)
        checks.expect("what is different now is shown by itself", True)
        template = project.text("Cards/post.yml")
        project.write("Cards/post.yml", template.replace("  name: card", "  nmae: card", 1))
        page.wait_for_selector("#problems:not([hidden])", timeout=PATIENCE)
        told = page.inner_text("#problems")
        checks.expect("what is wrong stands over it", "post.yml:8:3" in told, told.replace("\n", " / "))
        project.write("Cards/post.yml", template)
        page.wait_for_selector("#problems[hidden]", state="attached", timeout=PATIENCE)
        checks.expect("and goes when it is mended", not page.locator("#problems").is_visible())
    checks.expect("Ctrl-C ends it with status 0", project.status == 0, project.status)


def sections(result, browser, tool, work, folder):
    return {
        "watch_in_place": lambda: in_place(result, browser, Project(tool, work / "in-place")),
        "watch_problems": lambda: problems(result, browser, Project(tool, work / "problems"), folder),
        "watch_feed": lambda: another_feed(result, browser, Project(tool, work / "feed")),
        "watch_chat": lambda: chat(result, browser, chat_project(tool, work / "chat")),
        "watch_review": lambda: review(result, browser, Project(tool, work / "review")),
    }
