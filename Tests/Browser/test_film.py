"""Films in the review: reference and film side by side, frame by frame."""

import io
import json
import shutil

import pytest
from PIL import Image, ImageChops

import review_site
from pages import at_rest, drawn
from reviews import NARROW, WIDE, at, open_review, text
from tool import ROOT

WRONG = "films/wrong-refresh/375@2x-light"
LATE = "films/bad-network/375@2x-light"
ARRIVING = "films/photos-come/375@2x-light"
CHANGED = "wall-101008_1510"

# The changed card is at the top, first without its photos and then with them; in the bad-network film, they don't
# arrive.
PHOTOS_ARRIVE = f"""open: {CHANGED}
link: {{latency: 0.5, speed: 2000}}
events:
  - {{at: 1.8, drag: {{from: 400, to: 380, during: 0.2}}}}
duration: 2.5
"""

wide = pytest.mark.screen(viewport=WIDE)


class Films:
    """A project with a refresh that was right when it was approved, and with a card that has become higher since."""

    def __init__(self, project):
        self.project, self.review = project, project / "output/review"
        report = json.loads((self.review / "report.json").read_text(encoding="utf-8"))
        self.cases = {each["id"]: each for each in report["cases"]}
        self.url = (self.review / "index.html").as_uri()
        self.printed = (project / "printed.txt").read_text(encoding="utf-8")

    def record(self, name, side="actual"):
        return json.loads((self.review / self.cases[name]["film"][side]).read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def films(built, tool):
    def build(folder):
        example = ROOT / "Examples/newsfeed"
        shutil.copytree(example / "films", folder / "films")
        (folder / "media").symlink_to(example / "media")
        feed = json.loads((example / "feed/page-1.json").read_text(encoding="utf-8"))["response"]
        review_site.write_feed(folder, feed)
        (folder / "feedproof.yml").write_text(
            "feeds: feed.json\nwidths: [375]\nscales: [2]\nlocale: ru\ntimeZone: Europe/Moscow\nnow: 2018-11-18T18:40:00Z\n"
            "viewer: media/ava_viewer_200.jpg\nfilms: [expand, bad-network, films/wrong-refresh.yml, films/photos-come.yml]\n", encoding="utf-8")
        (folder / "films/photos-come.yml").write_text(PHOTOS_ARRIVE, encoding="utf-8")
        script = folder / "films/wrong-refresh.yml"
        wrong = script.read_text(encoding="utf-8")
        script.write_text(wrong.replace("faults: [offset-set-during-drag]", "faults: []"), encoding="utf-8")
        tool.run("compare", folder, "--quiet", status=(1,))
        tool.run("approve", "--project", folder, "--all")
        script.write_text(wrong, encoding="utf-8")
        next(item for item in feed["items"] if item.get("post_id") == 1510)["text"] += " And another line or two at its end."
        review_site.write_feed(folder, feed)
        printed = tool.run("compare", folder, "--quiet", status=(1,)).stdout
        (folder / "printed.txt").write_text(printed, encoding="utf-8")
    return Films(built("films", build))


class Player:
    def __init__(self, page, films, name):
        self.page = page
        open_review(page, at(films.url, name, "film"))
        self.wait()

    def wait(self):
        self.page.wait_for_selector("#film-slider")
        self.page.wait_for_function("() => [...document.querySelectorAll('.film-piece img')].every((image) => image.complete && image.naturalWidth)")

    @property
    def frame(self):
        return self.page.evaluate("Number(document.getElementById('film-slider').value)")

    @property
    def words(self):
        return self.page.locator(".film-words li").all_inner_texts()

    def show(self, number):
        self.page.evaluate("(number) => { const slider = document.getElementById('film-slider'); slider.value = number; slider.oninput(); }", number)
        drawn(self.page)

    def press(self, key):
        """Presses a key; returns the frame afterwards."""
        self.page.keyboard.press(key)
        return self.frame


@pytest.fixture
def player(page, films):
    return Player(page, films, WRONG)


@pytest.mark.screen(viewport=WIDE, offline=True)
def test_films_are_among_the_cases_and_open_where_they_jump(page, films):
    open_review(page, films.url)
    page.click("text=Film: wrong-refresh")
    page.wait_for_selector("#film-slider")
    assert page.locator(".film-screen").count() == 2
    assert page.evaluate("Number(document.getElementById('film-slider').value)") == round(films.record(WRONG)["judgement"]["jumps"][0]["time"] * 60)


@wide
def test_a_jump_is_described_as_in_the_report_and_in_the_terminal(player, films):
    reason = films.cases[WRONG]["reasons"][0]
    assert f"at {films.record(WRONG)['judgement']['jumps'][0]['time']:.2f} s, {player.words[0]}" == reason
    assert reason in films.printed


@wide
def test_a_jump_has_a_line_of_its_own(page, player, films):
    assert page.locator(".film-line.wrong").count() == 1
    assert f"{films.record(WRONG)['judgement']['jumps'][0]['item']} · +" in text(page, ".film-line.wrong")


@wide
@pytest.mark.parametrize(("pane", "side"), [(0, "expected"), (1, "actual")])
def test_cards_and_the_line_of_the_anchor_are_where_the_record_places_them(pane, side, page, player, films):
    player.show(30)
    pieces, line = page.evaluate(
        """(number) => { const screen = document.querySelectorAll('.film-screen')[number]; const box = screen.getBoundingClientRect();
          const unit = box.height / 667; const top = (element) => (element.getBoundingClientRect().top - box.top) / unit;
          const line = screen.parentElement.querySelector('.film-line:not(.was)');
          return [[...screen.querySelectorAll('.film-piece')].map(top), line && top(line) + 1 / unit]; }""", pane)
    wanted = films.record(WRONG, side)["frames"][30]
    assert [item["top"] for item in wanted["items"] if not any(abs(item["top"] - piece) < 20 for piece in pieces)] == []
    assert line == pytest.approx(wanted["anchor"]["y"], abs=1)


@wide
def test_a_frame_that_did_not_change_says_so(player):
    player.show(30)
    assert player.words[0] == "As approved"


@wide
def test_a_reason_leads_to_its_time_and_describes_the_difference(page, player, films):
    page.click("#panel >> text=/ is .* at most /")
    page.wait_for_selector(".film-line.was")
    assert f"{player.frame / 60:.2f}" in films.cases[WRONG]["reasons"][1]
    assert "than approved" in player.words[0]
    assert page.locator(".film-line.was").count() == 1


@wide
def test_arrows_go_from_frame_to_frame(player):
    start = player.frame
    assert [player.press(key) - start for key in ("ArrowRight", "Shift+ArrowRight", "ArrowLeft", "Shift+ArrowLeft")] == [1, 11, 10, 0]


@wide
def test_keys_lead_to_the_first_mark_and_to_the_end(player, films):
    start = player.frame
    player.press("Home")
    assert 0 < player.press("]") < start
    assert player.press("End") == len(films.record(WRONG)["frames"]) - 1


@wide
def test_the_slider_has_keys_and_a_text(page, player):
    player.press("End")
    page.focus("#film-slider")
    assert player.press("ArrowLeft") == 179
    assert page.get_attribute("#film-slider", "aria-valuetext").startswith("2.98 s")


@wide
def test_space_plays_and_stops_and_a_slower_film_continues_from_its_frame(page, player):
    player.press("Home")
    player.press("Space")
    page.wait_for_function("() => Number(document.getElementById('film-slider').value) > 12")
    frame = player.frame
    page.select_option("#player select", "0.1")
    slower = player.frame
    assert slower >= frame
    page.wait_for_function("(frame) => Number(document.getElementById('film-slider').value) > frame", arg=slower)
    page.evaluate("document.activeElement.blur()")
    stopped = player.press("Space")
    at_rest(page)
    assert player.frame == stopped


@wide
def test_a_key_shows_the_storyboards(page, player):
    page.keyboard.press("2")
    page.wait_for_selector(".stage img.layer")
    assert page.locator(".pane").count() == 2
    assert page.locator("#player").is_hidden()


@wide
def test_cards_have_no_view_of_films(page, films):
    open_review(page, at(films.url, f"{CHANGED}/375@2x-light-expanded"))
    assert page.locator("#views [role=tab]").count() == 6
    assert not page.locator("#view-film").count()


@pytest.mark.screen(viewport={"width": 2200, "height": 1800})
def test_a_frame_in_the_browser_is_the_frame_of_the_film_up_to_rounding_in_shadows(page, films, tool, tmp_path):
    tool.run("film", films.project, "--scene", "bad-network", "--quiet", "--output", tmp_path)
    with Image.open(tmp_path / "films/bad-network/375@2x-light/film.webp") as film:
        wanted = film.convert("RGB")
    player = Player(page, films, LATE)
    while "200" not in text(page, "#zoom-fit"):
        page.keyboard.press("+")
    page.evaluate(
        """document.querySelectorAll('.scroller').forEach((each) => { each.style.placeContent = 'start'; each.style.padding = 0;
          const box = each.getBoundingClientRect(); each.style.padding = `${1 - box.top % 1}px 0 0 ${1 - box.left % 1}px`; })""")
    page.evaluate("document.querySelectorAll('.film-lines').forEach((each) => { each.style.display = 'none'; })")
    player.show(0)
    seen = Image.open(io.BytesIO(page.locator(".film-screen").last.screenshot())).convert("RGB")
    assert seen.size == wanted.size
    assert max(high for _, high in ImageChops.difference(seen, wanted).getextrema()) <= 2


@wide
@pytest.mark.parametrize(("is_there", "sides"), [(False, ("actual", "actual")), (True, ("expected", "actual"))], ids=["without photos", "with photos"])
def test_a_changed_card_shows_its_approved_and_its_actual_image(is_there, sides, page, films):
    """While it waits for photos, both sides show the actual one, because no such image was approved."""
    player = Player(page, films, ARRIVING)
    cards = [next(item for item in frame["items"] if item["item"] == CHANGED) for frame in films.record(ARRIVING)["frames"]]
    first = next(number for number, item in enumerate(cards) if "waits" not in item)
    assert 0 < first < len(cards) - 1, "its photos arrive while it is in view"
    player.show(first if is_there else first - 1)
    player.wait()
    sources = page.evaluate("[...document.querySelectorAll('.film-screen')].map((screen) => [...screen.querySelectorAll('img')].map((each) => each.src))")
    image = f"/{CHANGED}/" + ("closed.png" if is_there else "closed-waiting.png")
    for found, side in zip(sources, sides, strict=True):
        paths = {each.split("/review/")[-1] for each in found if f"/{CHANGED}/" in each}
        assert len(paths) == 1
        assert min(paths).startswith(f"{side}/")
        assert min(paths).endswith(image)


@wide
@pytest.mark.noisy
def test_a_film_plays_under_feedproof_serve(page, films, tool):
    with tool.serving("serve", films.project / "output") as address:
        open_review(page, at(address, WRONG, "film"))
        page.wait_for_selector("#film-slider")
        page.wait_for_function("() => [...document.querySelectorAll('.film-piece img')].every((image) => image.complete && image.naturalWidth)")
        assert page.locator(".film-screen").count() == 2
        assert page.evaluate("observed.violations") == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_both_sides_of_a_film_fit_the_window_and_axe_finds_nothing(theme, viewport, new_page, films, axe):
    page = new_page(viewport=viewport, device_scale_factor=2, bypass_csp=True, color_scheme=theme)
    Player(page, films, WRONG)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert min(page.evaluate("[...document.querySelectorAll('.film-screen')].map((each) => each.getBoundingClientRect().width)")) > 140
    assert not axe(page, ("minor", "moderate", "serious", "critical"))
