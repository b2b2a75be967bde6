"""A feed with unusual system settings, with touch input, and with files that are missing or late."""

import re
import time

import pytest

from pages import DESKTOP, PHONE, at_rest, drawn, open_feed, scroll_ended, scroll_to, wait_for_cards

WIDE = {"width": 1440, "height": 900}
wide = pytest.mark.screen(viewport=WIDE)
mouse_and_finger = pytest.mark.parametrize(
    ("size", "options"), [(24, {}), (44, {"has_touch": True, "is_mobile": True})], ids=["mouse", "finger"])

# Lists the controls whose target is smaller than `size` points, or 24 points for a link within text.
SMALL_TARGETS = """(size) => [...document.querySelectorAll('.layer button, .layer a i, .layer a.original')].flatMap((it) => {
  const box = it.getBoundingClientRect();
  const most = it.closest('p') ? 24 : size;
  const grown = getComputedStyle(it, '::before');
  const reach = Math.min(Math.max(box.width, parseFloat(grown.width)), Math.max(box.height, parseFloat(grown.height)));
  return reach >= most - 0.01 ? [] : [(it.className || it.nodeName) + ' ' + reach]; })"""
FIRST = """() => { for (const card of document.querySelectorAll('.card')) {
  const box = card.getBoundingClientRect(); if (box.top >= 44) return [card.id, box.top]; } }"""
TOP = "(name) => document.getElementById(name)?.getBoundingClientRect().top"
LEFTS = "Object.fromEntries([...document.querySelectorAll('.card')].map((card) => [card.id, card.getBoundingClientRect().left]))"


@pytest.mark.screen(forced_colors="active")
def test_forced_colors_do_not_paint_the_words_of_an_image_again(page, feeds):
    open_feed(page, feeds.url)
    page.wait_for_selector(".layer li", state="attached")
    colors = page.evaluate(
        """[...document.querySelectorAll('.layer .text, .layer li, .layer a:not(.original), .layer [aria-expanded=false]')]
             .map((it) => getComputedStyle(it).color)""")
    assert set(colors) == {"rgba(0, 0, 0, 0)"}


def test_the_focus_ring_of_a_carousel_is_over_its_photos(page, feeds):
    page.goto(feeds.url)
    strip = scroll_to(page, ".strip")
    page.keyboard.press("Tab")
    strip.press("ArrowRight")
    at_rest(page)
    assert page.evaluate(
        """() => { const strip = document.activeElement; const ring = strip.parentElement.querySelector('.ring');
             const [a, b] = [strip, ring].map((it) => it.getBoundingClientRect());
             return [getComputedStyle(ring).outlineStyle, a.top === b.top && a.width === b.width && a.height === b.height,
               Boolean(strip.compareDocumentPosition(ring) & Node.DOCUMENT_POSITION_FOLLOWING)]; }""") == ["solid", True, True]


def test_the_button_for_more_text_is_read_after_the_text_and_before_the_counters(page, feeds):
    order = """() => { const button = document.querySelector('.card [aria-expanded]'); const card = button.closest('.card');
         const follows = (it) => Boolean(button.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING);
         return [follows(card.querySelector('p.text')), follows(card.querySelector('ul'))]; }"""
    open_feed(page, feeds.url)
    page.wait_for_selector("[aria-expanded=false]")
    assert page.evaluate(order) == [False, True]
    page.locator("[aria-expanded=false]").first.click()
    page.wait_for_selector("[aria-expanded=true]")
    at_rest(page)
    assert page.evaluate(order) == [False, True], "the button for less text is at the same place"


@mouse_and_finger
def test_controls_of_cards_are_large_enough(size, options, new_page, feeds):
    page = new_page(**options)
    open_feed(page, feeds.url)
    page.wait_for_selector(".layer li", state="attached")
    scroll_ended(page)
    assert page.evaluate(SMALL_TARGETS, size) == []


@mouse_and_finger
def test_controls_of_the_bar_are_large_enough(size, options, new_page, feeds):
    page = new_page(**options)
    open_feed(page, feeds.url)
    assert page.evaluate(
        """(size) => [...document.querySelectorAll('.bar > button, summary')].filter((it) => {
             const box = it.getBoundingClientRect(); return Math.min(box.width, box.height) < size; }).length""", size) == 0


@pytest.mark.screen(viewport=DESKTOP, contrast="more")
def test_icons_are_as_dark_as_words_with_more_contrast(page, feeds):
    open_feed(page, feeds.url)
    icon, words = page.evaluate("['.bar > button', 'body'].map((one) => getComputedStyle(document.querySelector(one)).color)")
    assert icon == words


@pytest.mark.noisy
def test_words_of_missing_images_can_be_read_until_the_images_arrive(page, feeds):
    page.route(re.compile(r"/cards/"), lambda route: route.abort())
    page.goto(feeds.url)
    page.wait_for_selector(".card.is-bare .text")
    assert page.locator(".is-bare p.text").first.evaluate("(text) => getComputedStyle(text).color") != "rgba(0, 0, 0, 0)"
    page.unroute_all()
    page.wait_for_selector(".card:not(.is-bare) .picture img", timeout=30_000)
    at_rest(page)
    assert page.locator(".is-bare .picture img").count() == 0


@pytest.mark.noisy
@pytest.mark.parametrize("script", ["feed", "index", "heights/.*"])
def test_a_page_says_that_a_script_is_missing(script, page, feeds):
    page.route(re.compile(rf"/site/{script}\.js$"), lambda route: route.abort())
    page.goto(feeds.url)
    page.wait_for_function("() => document.getElementById('plain').checkVisibility({visibilityProperty: true})"
                           " && document.getElementById('plain').innerText.trim()")


def test_a_complete_page_says_nothing_of_missing_scripts(page, feeds):
    open_feed(page, feeds.url)
    assert not page.locator("#plain").is_visible()


def test_a_late_style_moves_nothing_and_leaves_buttons_as_large_as_a_finger(new_page, feeds):
    """Styles that the first paint doesn't need load later; touch devices have larger buttons from the start."""
    page = new_page(has_touch=True)
    page.route("**/panels.css", lambda route: (time.sleep(0.7), route.continue_()))
    with page.expect_response("**/panels.css"):
        page.goto(feeds.of(1000))
    wait_for_cards(page)
    at_rest(page)
    assert page.evaluate("observed.shift") == 0, page.evaluate("observed.shifts")
    box = page.locator("#open-search").bounding_box()
    assert (box["width"], box["height"]) == (44, 44)


def choose_columns(page, count):
    page.evaluate("document.getElementById('settings').open = true")
    page.select_option("#columns", str(count))


@pytest.fixture
def two_columns(new_page, feeds):
    page = new_page(viewport=WIDE)
    open_feed(page, feeds.url)
    choose_columns(page, 2)
    at_rest(page)
    return page


@wide
def test_a_feed_has_one_column_at_first(page, feeds):
    open_feed(page, feeds.url)
    assert page.evaluate("document.documentElement.style.getPropertyValue('--wide')") == ""


@wide
def test_another_number_of_columns_keeps_the_place_and_overlaps_no_cards(page, feeds):
    open_feed(page, feeds.url)
    page.mouse.move(700, 500)
    page.mouse.wheel(0, 4000)
    scroll_ended(page)
    for count in (3, 2, 1, 2):
        name, top = page.evaluate(FIRST)
        choose_columns(page, count)
        assert page.evaluate(TOP, name) == top, f"{count} columns"
        assert page.evaluate("new Set([...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect().left)).size") == count
    assert page.evaluate(
        """() => { const boxes = [...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect());
          return boxes.filter((a, at) => boxes.slice(at + 1).some((b) =>
            a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length; }""") == 0


def test_a_reload_keeps_the_number_of_columns_and_the_place(two_columns):
    two_columns.mouse.move(700, 500)
    two_columns.mouse.wheel(0, 2000)
    two_columns.wait_for_function("() => scrollY > 500")
    scroll_ended(two_columns)
    two_columns.reload()
    wait_for_cards(two_columns)
    assert two_columns.evaluate("feedproof.page.feed.lanes") == 2
    two_columns.wait_for_function("() => scrollY > 500")


def test_a_permalink_leads_to_its_card_in_columns(two_columns):
    page = two_columns
    name = page.evaluate("feedproof.page.feed.story(40)?.i") or page.evaluate("feedproof.page.feed.story(20).i")
    page.evaluate("(name) => { location.hash = '#post-' + name; }", name)
    page.wait_for_selector(f"#post-{name} .picture img")
    scroll_ended(page)
    is_at_end = page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 1")
    assert is_at_end or abs(page.locator(f"#post-{name}").bounding_box()["y"] - 56) < 1


def test_an_expanding_card_keeps_its_top_and_all_cards_keep_their_columns(two_columns):
    page = two_columns
    button = page.locator("[aria-expanded=false]").first
    own = button.evaluate("(button) => button.closest('.card').id")
    before, top = page.evaluate(LEFTS), page.evaluate(TOP, own)
    button.click()
    page.wait_for_selector(f"#{own} [aria-expanded=true]")
    at_rest(page)
    after = page.evaluate(LEFTS)
    assert page.evaluate(TOP, own) == top
    assert all(after.get(each, left) == left for each, left in before.items())


def test_j_goes_from_card_to_card_across_columns(two_columns):
    page = two_columns
    page.locator(".card").first.focus()
    places = []
    for _ in range(4):
        page.keyboard.press("j")
        at_rest(page)
        places.append(page.evaluate("Number(document.activeElement.getAttribute('aria-posinset'))"))
    assert places == [2, 3, 4, 5]


def test_a_narrow_window_has_one_column(two_columns):
    two_columns.set_viewport_size(PHONE)
    two_columns.wait_for_function("() => feedproof.page.feed.lanes === 1")
    assert not two_columns.locator("#columns-switch").is_visible()


@pytest.fixture
def long_columns(new_page, feeds):
    page = new_page(viewport=WIDE)
    page.add_init_script("localStorage.setItem('feedproof-columns', '3')")
    page.goto(feeds.of(100_000) + "#post-p50000")
    page.wait_for_selector("#post-p50000 .picture img")
    scroll_ended(page)
    return page


def test_a_permalink_into_long_columns_is_in_place(long_columns):
    assert long_columns.locator("#post-p50000").bounding_box()["y"] == 56


def test_heights_that_load_above_long_columns_move_nothing(long_columns):
    page, jumps = long_columns, []
    page.mouse.move(700, 500)
    for _ in range(60):
        name, top = page.evaluate(FIRST)
        page.mouse.wheel(0, -700)
        drawn(page)
        now = page.evaluate(TOP, name)
        if now is not None:
            # A turn of the wheel may take effect late, together with the next one.
            jumps.append(min(abs(now - top - 700 * turns) for turns in range(4)))
    assert jumps
    assert max(jumps) <= 1


def test_the_end_of_long_columns_needs_few_elements(long_columns):
    long_columns.keyboard.press("End")
    long_columns.wait_for_selector("#post-p99999")
    assert long_columns.locator(".card").count() < 60
