"""The review of an app's screens: a card and the screen side by side, and pinned pairs."""

import shutil

import pytest

from pages import drawn
from reviews import WIDE, open_case, text, wait_for_notice
from tool import ROOT

pytestmark = pytest.mark.screen(viewport=WIDE)
CASE = "line-more/mastodon-102"


@pytest.fixture(scope="session")
def compared_screens(built, tool):
    """A project compared with a screen that has one line more and whose app uses a different name for avatars."""
    def build(folder):
        example = ROOT / "Examples/web-feed"
        (folder / "screens").mkdir(parents=True)
        shutil.copy(example / "feed.json", folder)
        settings = (example / "feedproof.yml").read_text(encoding="utf-8").replace("../../output/web-feed", "output")
        (folder / "feedproof.yml").write_text(settings, encoding="utf-8")
        snapshot = (example / "screens/wrong/line-more.json").read_text(encoding="utf-8")
        (folder / "screens/line-more.json").write_text(snapshot.replace('"avatar"', '"user_pic"'), encoding="utf-8")
        shutil.copy(example / "screens/wrong/line-more.png", folder / "screens")
        tool.run("compare", folder, "--screens", folder / "screens", status=(1,))
    return built("review-screens", build)


@pytest.fixture
def screen(page, compared_screens):
    open_case(page, (compared_screens / "output/review/index.html").as_uri(), CASE, "screen")
    return page


def avatar(page):
    return page.locator(".stage .canvas").first.get_by_role("button", name="avatar").first


def test_card_and_screen_are_side_by_side_with_paired_boxes(screen):
    counts = screen.evaluate("[...document.querySelectorAll('.stage .canvas')].map((each) => each.querySelectorAll('.box').length)")
    assert len(counts) == 2
    assert min(counts) >= 11


def test_a_screen_has_its_mistakes_listed_and_no_approval(screen):
    assert "1 line more" in screen.locator("#panel").inner_text()
    assert screen.locator("#panel button.approve").count() == 0


def test_pointing_at_a_box_shows_its_pair_with_a_line_between(screen):
    avatar(screen).focus()
    drawn(screen)
    assert screen.locator(".stage .twin").count() == 2
    assert screen.locator(".pair-line path").count() == 1


def pin(page):
    avatar(page).click()
    page.get_by_role("button", name="Pin avatar to user_pic").click()


def test_a_pinned_pair_is_text_to_copy_on_a_page_opened_as_a_file(screen):
    pin(screen)
    assert 'avatar: "*user_pic"' in screen.locator("textarea.pins").input_value()


def test_a_pinned_pair_is_written_under_feedproof_serve_and_used_by_the_next_comparison(page, compared_screens, tool, tmp_path):
    project = shutil.copytree(compared_screens, tmp_path / "project")
    with tool.serving("serve", project / "output") as address:
        open_case(page, address, CASE, "screen")
        page.wait_for_load_state("networkidle")
        pin(page)
        wait_for_notice(page, "Pinned in")
        schema, map_of_boxes = (project / "screens.yml").read_text(encoding="utf-8").split("\n", 1)
        assert schema.startswith("# yaml-language-server: $schema=")
        assert map_of_boxes == 'map:\n  avatar: "*user_pic"\n'
        assert "screens.yml" in text(page, "#toast-text")
        assert not page.locator("textarea.pins").first.is_visible()
        page.goto("about:blank")
    assert "by the map file" in tool.run("compare", project, "--screens", project / "screens", status=(1,)).stdout
