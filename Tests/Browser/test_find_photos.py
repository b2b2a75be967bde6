"""Photos that are opened by themselves."""

import re

import pytest

from pages import DESKTOP, at_rest, desktop, open_feed, tops

BOX = "(() => { const box = document.querySelector('#lightbox img').getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; })()"


@pytest.fixture
def photo(new_page, feeds):
    """A photo without an original that was opened with Enter, and the feed's cards below it."""
    page = new_page(viewport=DESKTOP)
    open_feed(page, feeds.url)
    page.wait_for_selector(".photo", state="attached")
    before = tops(page)
    page.locator(".photo").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#lightbox[open] .cut img")
    at_rest(page)
    return page, before


def test_a_photo_is_in_the_middle_of_the_window_and_has_the_focus(photo):
    page, _ = photo
    box = page.locator("#lightbox .cut").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - 640) < 1
    assert page.evaluate("document.activeElement.closest('#lightbox') !== null")


def test_keys_move_nothing_below_a_photo(photo):
    page, before = photo
    for key in ("j", "/", "Control+f"):
        page.keyboard.press(key)
    at_rest(page)
    assert tops(page) == before
    assert not page.locator("#search").is_visible()


def test_another_window_shows_the_same_part_of_a_photo(photo):
    page, _ = photo
    part = "() => { const image = document.querySelector('#lightbox img'); return [image.src, image.parentNode.clientHeight / image.width]; }"
    source, share = page.evaluate(part)
    page.set_viewport_size({"width": 330, "height": 900})
    at_rest(page)
    assert page.evaluate(part) == [source, pytest.approx(share, abs=0.02)]


def test_a_photo_without_an_original_cannot_be_saved_and_says_so(photo):
    page, _ = photo
    assert not page.locator("#lightbox a[download]").is_visible()
    assert page.locator("#lightbox .note").inner_text()


def test_escape_closes_a_photo_and_restores_the_focus_and_the_place(photo):
    page, before = photo
    page.keyboard.press("Escape")
    assert not page.locator("#lightbox").is_visible()
    assert page.evaluate("document.activeElement.matches('.photo')")
    assert tops(page) == before


@desktop
def test_arrows_turn_the_photos_of_a_carousel_up_to_the_last_and_a_click_next_to_them_closes_them(page, feeds):
    open_feed(page, feeds.url)
    post = page.evaluate(
        """() => { for (let post = 0; post < 20; post += 1) { const story = feedproof.page.feed.story(post);
             if (story && story.p.some((part) => part[0] === 'pages')) return story.i; } }""")
    page.evaluate(f"location.hash = '#post-{post}'")
    page.wait_for_selector(f"#post-{post} .strip")
    at_rest(page)
    page.locator(f"#post-{post} .page").first.click()
    page.wait_for_selector("#lightbox[open] img")
    count = page.locator("#lightbox .count")
    assert count.inner_text().startswith("1 /")
    page.keyboard.press("ArrowRight")
    assert count.inner_text().startswith("2 /")
    page.keyboard.press("End")
    assert not page.locator("#lightbox .next").is_visible()
    page.locator("#lightbox .whole").click(position={"x": 4, "y": 400})
    assert not page.locator("#lightbox").is_visible()


@pytest.fixture
def original(new_page, feeds):
    page = new_page(viewport=DESKTOP)
    open_feed(page, feeds.originals)
    page.locator(".photo").first.click()
    page.wait_for_function("() => document.querySelector('#lightbox .whole > img')?.naturalWidth > 0")
    return page


def test_an_original_is_the_copied_file_and_can_be_saved(original):
    file = original.evaluate("new URL(document.querySelector('#lightbox img').src).pathname")
    assert re.search(r"/cards/[\w.-]+/original-[0-9a-f]{16}\.\w+$", file)
    with original.expect_download() as download:
        original.click("#lightbox a[download]")
    assert download.value.suggested_filename == file.split("/")[-1]


def test_an_original_is_shown_whole(original):
    assert original.evaluate(
        """(() => { const box = document.querySelector('#lightbox img').getBoundingClientRect();
             return box.bottom <= innerHeight && box.right <= innerWidth; })()""")


def test_a_button_shows_an_original_in_its_own_size(original):
    original.click("#lightbox [aria-pressed]")
    width, natural = original.evaluate("[document.querySelector('#lightbox .large > img').width, document.querySelector('#lightbox img').naturalWidth]")
    assert width == natural


def test_the_wheel_zooms_at_the_pointer_the_mouse_pans_and_minus_zooms_out(original):
    page = original
    left, top, width, height = whole = page.evaluate(BOX)
    x, y = left + width * 0.3, top + height * 0.7
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    page.wait_for_selector("#lightbox .large")
    near = page.evaluate(BOX)
    assert near[2] > 1.9 * width
    assert [(x - near[0]) / near[2], (y - near[1]) / near[3]] == pytest.approx([0.3, 0.7], abs=0.01)
    page.mouse.down()
    page.mouse.move(x + 50, y + 30, steps=4)
    page.mouse.up()
    panned = page.evaluate(BOX)
    assert [panned[0] - near[0], panned[1] - near[1], panned[2]] == [50, 30, near[2]]
    for _ in range(3):
        page.keyboard.press("-")
    assert page.evaluate(BOX) == whole
