"""Earlier exports: earlier versions of a post and a message, deleted messages, missing files."""

import json
import shutil

import pytest

from pages import PHONE, at_rest
from tool import ROOT

PHOTO = ROOT / "Examples/newsfeed/media/bread_604.jpg"


def wall(text, photo, last):
    items = [{"id": number, "from_id": 2, "date": 1_717_236_000 + number * 86_400, "text": f"post {number}"}
             for number in range(2, last + 1)]
    first = {"id": 1, "from_id": 2, "date": 1_717_236_000, "text": text, "attachments": [
        {"type": "photo", "photo": {"id": 7, "sizes": [{"url": photo, "width": 604, "height": 453}]}}]}
    return {"response": {"items": [first, *items], "profiles": [{"id": 2, "first_name": "Vera", "last_name": "K"}]}}


def chat(texts):
    messages = [{"id": number, "type": "message", "date_unixtime": str(1_717_236_000 + number * 60), "from": name,
                 "from_id": "user" + name, "text": text} for number, name, text in texts]
    voice = {"id": 90, "type": "message", "date_unixtime": "1717236030", "from": "Anna", "from_id": "userAnna", "text": "",
             "media_type": "voice_message", "file": "voice_messages/audio_1.ogg", "duration_seconds": 9}
    return {"name": "Plans", "type": "private_group", "id": 6, "messages": [*messages, voice]}


def write(path, document):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), encoding="utf-8")


@pytest.fixture(scope="session")
def earlier_exports(built):
    """Exports of a wall and a chat in May and in June."""
    def build(folder):
        write(folder / "wall/may/wall.json", wall("What it was at first.", "may.jpg", 2))
        write(folder / "wall/june/wall.json", wall("What it is now.", "june.jpg", 3))
        for name in ("may", "june"):
            shutil.copy(PHOTO, folder / f"wall/{name}/{name}.jpg")
        write(folder / "chat/may/result.json", chat(
            [(1, "Anna", "Saturday?"), (2, "Boris", "At nine, by the bridge"), (3, "Anna", "I take that back")]))
        write(folder / "chat/june/result.json", chat([(1, "Anna", "Saturday?"), (2, "Boris", "At ten, by the bridge"), (4, "Anna", "Fine")]))
    return built("earlier-exports", build)


@pytest.fixture
def earlier(source, style, page, built, tool, serve, earlier_exports):
    """The page of the wall or the chat, of images or of drawings."""
    options = ["--scale", "1,2", "--width", "375", "--theme", "light,dark", "--page", style, *(["--me", "Boris"] if source == "chat" else [])]
    folder = built(f"earlier-{source}-{style}", lambda target: tool.export(earlier_exports / source, target, *options))
    page.goto(serve(folder).url)
    card = "#message-2" if source == "chat" else "#post-wall2_1"
    page.wait_for_selector(f"{card} .picture :is(img, .drawing)")
    at_rest(page)
    return page.locator(card)


each_source = pytest.mark.parametrize("source", ["wall", "chat"])
each_style = pytest.mark.parametrize("style", ["pictures", "drawn"])
pytestmark = [each_style, pytest.mark.screen(viewport=PHONE, device_scale_factor=2)]


@each_source
def test_an_edited_card_has_a_control_on_it(page, earlier):
    assert page.locator("button.badge").count() == 1
    box, card = earlier.locator("button.badge").bounding_box(), earlier.bounding_box()
    assert card["x"] <= box["x"]
    assert box["x"] + box["width"] <= card["x"] + card["width"]


@each_source
def test_the_control_shows_earlier_versions_with_their_date_and_escape_leads_back_to_it(page, earlier, source):
    earlier.locator("button.badge").focus()
    page.keyboard.press("Enter")
    versions = page.locator("#versions")
    assert ("At nine, by the bridge" if source == "chat" else "What it was at first.") in versions.inner_text()
    assert "2024" in versions.locator("h3").inner_text()
    if source == "wall":
        page.wait_for_function("() => document.querySelector('#versions img')?.naturalWidth > 0")
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('#versions')")
    assert page.evaluate("document.activeElement?.className") == "badge"


@pytest.mark.screen(viewport=PHONE, device_scale_factor=2, color_scheme="dark")
@each_source
def test_a_click_shows_earlier_versions_in_the_dark_theme(page, earlier):
    earlier.locator("button.badge").click()
    page.wait_for_selector("#versions")


@pytest.mark.parametrize("source", ["chat"])
def test_a_deleted_message_says_so(page, earlier):
    deleted = page.locator("span.badge")
    assert deleted.count() == 1
    assert deleted.get_attribute("aria-label")


@pytest.mark.parametrize("source", ["chat"])
def test_the_settings_lead_to_a_list_of_missing_files_and_these_to_their_messages(page, earlier):
    page.click("#settings summary")
    page.click("#controls a[href='missing.html']")
    page.wait_for_selector("#missing td a")
    assert "audio_1.ogg" in page.inner_text("#missing")
    page.click("#missing td a")
    page.wait_for_selector("#message-90 .picture :is(img, .drawing)")
