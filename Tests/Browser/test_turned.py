"""Right-to-left pages: bar, panels, columns, carousels and keys."""

import pytest

from pages import DESKTOP, PHONE, at_rest, desktop, open_feed, scroll_to
from tool import ROOT

phone = pytest.mark.screen(viewport=PHONE, device_scale_factor=2)


@pytest.fixture(scope="session")
def arabic(built, tool, serve):
    """The address of a feed in Arabic."""
    return serve(built("arabic", lambda folder: tool.export(ROOT / "Mockups/newsfeed/arabic", folder))).url


def sides(page, selector):
    """Returns the left and right edges of an element, in points from the window's left edge."""
    box = page.locator(selector).first.bounding_box()
    return box["x"], box["x"] + box["width"]


@phone
def test_a_page_says_that_it_is_arabic_and_from_right_to_left(page, arabic):
    page.goto(arabic)
    assert page.evaluate("[document.dir, document.documentElement.lang]") == ["rtl", "ar"]


@phone
def test_the_title_is_at_the_right_and_buttons_are_at_the_left(page, arabic):
    open_feed(page, arabic)
    title, search = sides(page, ".bar h1"), sides(page, "#open-search")
    # The initials come first.
    assert title[1] > 300
    assert search[1] <= title[0] + 1


@phone
def test_nothing_is_wider_than_the_window(page, arabic):
    open_feed(page, arabic)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@phone
def test_words_are_over_those_of_the_image(page, arabic):
    open_feed(page, arabic)
    card, name = sides(page, ".card"), sides(page, ".card h2")
    assert 50 < card[1] - name[1] < 70 < name[0] - card[0]


@phone
def test_earlier_months_are_at_the_right(page, arabic):
    open_feed(page, arabic)
    page.click("#open-calendar")
    page.wait_for_selector("#calendar[open]")
    assert sides(page, "#earlier")[0] > sides(page, "#later")[1]


@desktop
def test_settings_open_at_the_left(page, arabic):
    open_feed(page, arabic)
    page.click("#settings summary")
    at_rest(page)
    assert sides(page, "#controls")[0] < DESKTOP["width"] / 2


@desktop
def test_the_first_column_is_at_the_right(page, arabic):
    open_feed(page, arabic)
    page.click("#settings summary")
    page.select_option("#columns", "2")
    at_rest(page)
    first, second = page.evaluate("[...document.querySelectorAll('.card')].slice(0, 2).map((card) => card.getBoundingClientRect().left)")
    assert first > second


@desktop
def test_the_search_opens_at_the_left(page, arabic):
    open_feed(page, arabic)
    page.click("#open-search")
    at_rest(page)
    assert sides(page, "#search")[1] < DESKTOP["width"] / 2


@pytest.fixture
def strip(page, arabic):
    page.goto(arabic)
    return scroll_to(page, ".strip", top=200)


def wait_for(page, number):
    """Waits until the carousel shows this page whole, at its beginning."""
    page.wait_for_function(
        """(number) => { const strip = document.querySelector('.strip').getBoundingClientRect();
             return number === [...document.querySelectorAll('.page')].findIndex((page) => { const box = page.getBoundingClientRect();
               return box.left >= strip.left && box.right <= strip.right + 1; }); }""", arg=number)
    at_rest(page)


def current_dot(page):
    return page.evaluate("[...document.querySelector('.dots').children].findIndex((dot) => dot.className === 'on')")


@phone
def test_the_left_arrow_turns_to_the_next_page_and_the_right_half_of_the_control_back(page, strip):
    wait_for(page, 0)
    strip.press("ArrowLeft")
    wait_for(page, 1)
    assert current_dot(page) == 1
    right = max((button.bounding_box() for button in page.locator(".turn").all()), key=lambda box: box["x"])
    page.mouse.click(right["x"] + right["width"] / 2, right["y"] + right["height"] / 2)
    wait_for(page, 0)


@phone
def test_the_left_arrow_turns_to_the_last_page(page, strip):
    for number in (1, 2, 3):
        strip.press("ArrowLeft")
        wait_for(page, number)
    strip.press("ArrowLeft")
    at_rest(page)
    wait_for(page, 3)
    assert current_dot(page) == 3


@phone
def test_dots_run_from_right_to_left(page, strip):
    strip.press("ArrowLeft")
    wait_for(page, 1)
    dots = page.evaluate("[...document.querySelector('.dots').children].map((dot) => dot.getBoundingClientRect().left)")
    assert dots == sorted(dots, reverse=True)
