"""Pages that follow their sources: `feedproof watch` and `feedproof compare --watch`."""

import json
import re

import pytest

import long_chat
from pages import PHONE, at_rest, desktop, first_beginning, scroll_ended, violations, wait_for_cards

# In milliseconds. Drawing takes longer on a busy machine.
PATIENCE = 120_000

phone = pytest.mark.screen(viewport=PHONE, device_scale_factor=2)
FILL = ('background: {fill: "{color.card}"', 'background: {fill: "{color.link}"')


class Project:
    """A new project."""

    def __init__(self, tool, folder, *options):
        self.folder = folder
        tool.run("init", folder, *options)
        tool.run("eject", "post", "message", "tokens", "-C", folder)

    def text(self, path):
        return (self.folder / path).read_text(encoding="utf-8")

    def write(self, path, text):
        """Replaces the file with a new one, as editors do."""
        file = self.folder / path
        copy = file.with_name(f".{file.name}.tmp")
        copy.write_text(text, encoding="utf-8")
        copy.rename(file)

    def replace(self, path, old, new):
        text = self.text(path)
        assert old in text, f"{path} has no {old}"
        self.write(path, text.replace(old, new, 1))


@pytest.fixture
def project(tool, tmp_path):
    return Project(tool, tmp_path / "project")


def open_watched(page, address):
    """Opens the page and waits for its first cards and for the edition of its sources."""
    page.missing = []
    page.on("response", lambda answer: answer.status >= 400 and "favicon" not in answer.url and page.missing.append(answer.url))
    page.goto(address)
    wait_for_cards(page)
    page.wait_for_function("() => document.documentElement.dataset.edition", timeout=PATIENCE)


@pytest.fixture
def watched(page, project, tool):
    """The page of a watched project. In the end, its console is empty except for the icon that browsers request."""
    with tool.serving("watch", project.folder) as address:
        open_watched(page, address)
        yield page
        assert page.missing == []
        assert violations(page) == []
        # Leave before the server ends, since the page would report that.
        page.goto("about:blank")
    page.errors[:] = [error for error in page.errors if "Failed to load resource" not in error]


def edition(page):
    return page.evaluate("document.documentElement.dataset.edition")


def wait_for_edition(page, before):
    """Waits until all visible images belong to an edition other than `before`."""
    page.wait_for_function(
        """(before) => { const now = document.documentElement.dataset.edition;
             const seen = [...document.querySelectorAll('.card')].filter((card) => {
               const box = card.getBoundingClientRect(); return box.bottom > 44 && box.top < innerHeight; });
             const images = seen.map((card) => card.querySelector('.picture img'));
             return now !== before && images.length && images.every((image) => image && image.complete && image.srcset.includes('edition=' + now)); }""",
        arg=before, timeout=PATIENCE)


# The markup of all drawings in view.
DRAWN = """() => [...document.querySelectorAll('.card svg')].filter((drawing) => {
             const box = drawing.getBoundingClientRect(); return box.bottom > 44 && box.top < innerHeight; })
             .map((drawing) => drawing.outerHTML).join()"""


def color(page, selector):
    """Returns the color of a pixel in the corner of a card's image, where only its fill is."""
    return page.evaluate(
        """(selector) => { const image = document.querySelector(selector + ' .picture img');
             const canvas = document.createElement('canvas'); canvas.width = 400; canvas.height = 400;
             const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);
             return [...context.getImageData(30, 8, 1, 1).data]; }""", selector)


class Reader:
    """A reader who has expanded a card and scrolled near the end."""

    def __init__(self, page):
        self.page = page
        self.names = page.evaluate("[...document.querySelectorAll('.card')].map((c) => c.id)")
        self.expanded, self.last = f"#{self.names[2]}", f"#{self.names[3]}"
        page.click(f"{self.expanded} [aria-expanded=false]")
        at_rest(page)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight - innerHeight - 150)")
        scroll_ended(page)
        page.evaluate("self.untouched = true")
        self.place, self.edition = first_beginning(page), edition(page)

    def is_at_its_place(self):
        name, top = first_beginning(self.page)
        return name == self.place[0] and abs(top - self.place[1]) < 1


@pytest.fixture
def reader(watched):
    return Reader(watched)


@phone
def test_an_edit_of_a_template_swaps_images_in_place(watched, reader, project):
    before = color(watched, reader.last)
    project.replace("Cards/post.yml", *FILL)
    wait_for_edition(watched, reader.edition)
    assert color(watched, reader.last) != before
    assert watched.evaluate("self.untouched === true"), "the page was not loaded again"
    assert reader.is_at_its_place()
    assert watched.locator(f"{reader.expanded} [aria-expanded=true]").count() == 1


@phone
def test_cards_that_grow_above_keep_the_place_of_the_reader(watched, reader, project):
    height = watched.evaluate("document.documentElement.scrollHeight")
    project.replace("tokens/blog.tokens.json", '"card": {"$value": {"value": 20, "unit": "px"}}', '"card": {"$value": {"value": 40, "unit": "px"}}')
    wait_for_edition(watched, reader.edition)
    watched.wait_for_function("(before) => document.documentElement.scrollHeight !== before", arg=height, timeout=PATIENCE)
    scroll_ended(watched)
    assert reader.is_at_its_place()


@phone
def test_a_new_post_keeps_the_place_of_the_reader_and_expanded_cards(watched, reader, project):
    feed = json.loads(project.text("feed/feed.json"))
    first = dict(feed["items"][0], id="https://slowpost.example/begin/0", url="https://slowpost.example/begin/0", content_html="<p>One more.</p>")
    feed["items"].insert(0, first)
    project.write("feed/feed.json", json.dumps(feed))
    watched.wait_for_function("(count) => document.querySelector('.card')?.ariaSetSize === count", arg=str(len(reader.names) + 1), timeout=PATIENCE)
    wait_for_cards(watched)
    scroll_ended(watched)
    assert reader.is_at_its_place()
    assert watched.locator(f"{reader.expanded} [aria-expanded=true]").count() == 1


# A file, the start of the place that its problem names, and an edit that breaks the file.
MISTAKES = {
    "Cards/post.yml": ("post.yml:8:", lambda text: text.replace("  name: card", "  nmae: card", 1)),
    "tokens/newsfeed.tokens.json": ("newsfeed.tokens.json:", lambda text: text.replace("{", "{,", 1)),
    "feedproof.yml": ("feedproof.yml:", lambda text: text.replace("widths:", "widhts:")),
    "feed/feed.json": ("feed.json", lambda text: "{"),
}


def break_file(page, project, path):
    """Breaks a file; returns its correct text and the problem that the page shows."""
    correct = project.text(path)
    project.write(path, MISTAKES[path][1](correct))
    page.wait_for_selector("#problems:not([hidden])", timeout=PATIENCE)
    return correct, page.inner_text("#problems")


@phone
@pytest.mark.parametrize("path", MISTAKES)
def test_a_problem_is_shown_with_its_place_over_the_last_cards_until_it_is_fixed(path, watched, project):
    correct, problem = break_file(watched, project, path)
    assert MISTAKES[path][0] in problem
    assert watched.locator(".card .picture img").count() > 0
    project.write(path, correct)
    watched.wait_for_selector("#problems", state="hidden", timeout=PATIENCE)


@phone
def test_a_problem_has_a_hint_and_hides_nothing_that_a_reader_could_not_scroll_to(watched, project):
    _, problem = break_file(watched, project, "Cards/post.yml")
    assert "hint: " in problem
    assert watched.evaluate(
        """() => { scrollTo(0, document.documentElement.scrollHeight);
             const [end, problems] = ['end', 'problems'].map((id) => document.getElementById(id).getBoundingClientRect());
             return problems.top - end.bottom; }""") >= 0


@phone
def test_the_settings_lead_to_the_post_in_all_skins_drawn_on_request(watched):
    watched.click("#settings summary")
    assert watched.locator("#faces").inner_text() == "In all skins"
    watched.click("#faces")
    watched.wait_for_function("() => document.querySelector('#skins[open] img')?.naturalWidth > 0", timeout=PATIENCE)
    answer = watched.request.get(watched.evaluate("document.querySelector('#skins a').href"))
    assert answer.ok
    assert answer.text().count("<span>") == 7
    assert "data:image/png" in answer.text()


@phone
def test_a_photo_opens_whole_from_the_feed_and_can_be_saved_without_a_copy(watched):
    watched.locator(".photo").first.click()
    watched.wait_for_function("() => document.querySelector('#lightbox .whole > img')?.naturalWidth > 0", timeout=PATIENCE)
    assert re.fullmatch(r"/originals/[\w.-]+/\d+/\d+", watched.evaluate("new URL(document.querySelector('#lightbox img').src).pathname"))
    assert watched.locator("#lightbox a[download]").is_visible()


@pytest.fixture
def chat_project(tool, tmp_path):
    export = tmp_path / "chat-export.json"
    long_chat.write_export(export, 120)
    return Project(tool, tmp_path / "chat", "--from", export)


@phone
def test_an_edit_of_a_template_redraws_a_conversation_in_place(page, chat_project, tool):
    with tool.serving("watch", chat_project.folder) as address:
        open_watched(page, address)
        page.mouse.move(180, 400)
        page.mouse.wheel(0, -1500)
        scroll_ended(page)
        wait_for_cards(page)
        page.evaluate("self.untouched = true")
        place, before, drawn = first_beginning(page), edition(page), page.evaluate(DRAWN)
        assert drawn, "the page draws its cards"
        chat_project.replace("Cards/message.yml", "{chat.color.incoming.fill}", "{chat.color.name.red}")
        page.wait_for_function(f"([before, drawn]) => document.documentElement.dataset.edition !== before && ({DRAWN})() !== drawn",
                               arg=[before, drawn], timeout=PATIENCE)
        at_rest(page)
        assert first_beginning(page) == place
        assert page.evaluate("self.untouched === true"), "the page was not loaded again"
        page.goto("about:blank")
    page.errors[:] = [error for error in page.errors if "Failed to load resource" not in error]


@pytest.fixture
def watched_review(page, project, tool):
    tool.run("compare", project.folder, "--quiet", "--only", "baselines", "--record", "missing", status=(0, 1))
    with tool.serving("compare", "--watch", "--only", "baselines", project.folder) as address:
        page.goto(address)
        page.wait_for_function("() => document.querySelector('main')", timeout=PATIENCE)
        at_rest(page, 1000)
        yield page


@pytest.mark.noisy
@desktop
def test_a_review_shows_new_differences_by_itself(watched_review, project):
    watched_review.evaluate("self.untouched = true")
    project.replace("Cards/post.yml", *FILL)
    watched_review.wait_for_function("() => self.untouched !== true && /different/i.test(document.body.innerText)", timeout=PATIENCE)


@pytest.mark.noisy
@desktop
def test_a_review_shows_a_problem_until_it_is_fixed(watched_review, project):
    correct, problem = break_file(watched_review, project, "Cards/post.yml")
    assert "post.yml:8:3" in problem
    project.write("Cards/post.yml", correct)
    watched_review.wait_for_selector("#problems", state="hidden", timeout=PATIENCE)
