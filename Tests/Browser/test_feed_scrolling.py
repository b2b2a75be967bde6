"""Smooth scrolling: flings, jumps, resizing, and a hundred thousand posts."""

import pytest

from pages import (at_rest, first_beginning, first_card_ms, first_visible, loaded_bytes, longest_task, open_feed, opened_page,
                   scroll_ended, sweep, swipe, tops, wait_for_cards)


@pytest.fixture(scope="module")
def fling(browser, feeds):
    """A feed of 1 000 posts that was flung from top to bottom and back: the page, its record and its longest task."""
    with opened_page(browser, has_touch=True) as page:
        open_feed(page, feeds.of(1000) + "?metrics")
        page.evaluate("observed.tasks.length = 0")
        height = page.evaluate("document.documentElement.scrollHeight")
        with longest_task(page) as longest:
            for direction in (1, -1):
                for _ in range(8):
                    swipe(page, (180, 640 if direction > 0 else 160), (0, -500 * direction))
                    at_rest(page)
                sweep(page, direction * height, 40000)
            # The browser drops some turns of such a fast wheel, so turn it until the top is reached.
            while left := page.evaluate("scrollY"):
                sweep(page, -left, 40000)
            scroll_ended(page)
        yield page, page.evaluate("({...observed, ...feedproof.metrics, top: scrollY})"), longest[0]


@pytest.mark.alone
def test_a_fling_reaches_the_end_of_1_000_posts_and_comes_back_to_the_top(fling):
    assert fling[1]["viewed"] > 900
    assert fling[1]["top"] == 0


@pytest.mark.alone
def test_a_fling_shifts_no_layout(fling):
    assert fling[1]["shift"] == 0, fling[1]["shifts"][:3]


@pytest.mark.alone
def test_a_fling_has_no_task_over_50_ms(fling):
    assert fling[2] < 50, f"on the clock: {fling[1]['tasks']}"


@pytest.mark.alone
def test_a_fling_needs_at_most_60_card_elements(fling):
    assert 0 < fling[1]["mostCards"] <= 60
    assert fling[0].errors == []


@pytest.fixture
def middle(new_page, feeds):
    """1 000 posts, scrolled by 9 000 points."""
    page = new_page(viewport={"width": 1280, "height": 900})
    open_feed(page, feeds.of(1000) + "?width=375")
    page.mouse.move(640, 500)
    page.mouse.wheel(0, 9000)
    page.wait_for_function("() => scrollY > 8000")
    scroll_ended(page)
    wait_for_cards(page)
    yield page
    assert page.evaluate("observed.shift") == 0, page.evaluate("observed.shifts")


def test_a_smaller_window_keeps_the_first_card_in_place(middle):
    before = first_visible(middle)
    middle.set_viewport_size({"width": 900, "height": 640})
    at_rest(middle)
    assert first_visible(middle) == before


@pytest.mark.parametrize("width", ["320", "414"])
def test_another_width_keeps_the_first_card_in_place(width, middle):
    before = first_beginning(middle)
    # Use the keyboard, because shifts after user input don't count.
    middle.evaluate("document.getElementById('settings').open = true")
    middle.focus("#width")
    middle.keyboard.type(width)
    middle.wait_for_function("(width) => document.getElementById('feed').getBoundingClientRect().width === width", arg=int(width) - 16)
    at_rest(middle)
    assert first_beginning(middle) == before


def test_another_theme_keeps_the_first_card_in_place(middle):
    before = first_visible(middle)
    middle.evaluate("document.getElementById('settings').open = true")
    middle.focus("#theme")
    for key in ("Space", "End", "Enter"):
        middle.keyboard.press(key)
    middle.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    at_rest(middle)
    assert first_visible(middle) == before


def test_the_column_begins_and_ends_with_the_page(middle):
    middle.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    scroll_ended(middle)
    assert abs(middle.evaluate("document.getElementById('end').getBoundingClientRect().bottom - innerHeight")) < 1
    middle.evaluate("scrollTo(0, 0)")
    scroll_ended(middle)
    assert first_visible(middle)[1] == 44 + 12


def test_a_card_that_grows_above_the_window_moves_nothing(middle):
    moved = middle.evaluate(
        """async () => {
          const frame = () => new Promise(requestAnimationFrame);
          for (let y = 2000; y < 60000; y += 150) {
            scrollTo(0, y);
            await frame();
            await frame();
            const above = [...document.querySelectorAll('.card')].find((card) =>
              card.getBoundingClientRect().bottom < 0 && card.querySelector('[aria-expanded=false]'));
            if (!above) continue;
            for (let number = 0; number < 30; number += 1) await frame();
            const first = [...document.querySelectorAll('.card')].find((card) => card.getBoundingClientRect().bottom > 44);
            const start = first.getBoundingClientRect().top;
            const height = above.getBoundingClientRect().height;
            above.querySelector('[aria-expanded=false]').click();
            let most = 0;
            for (let number = 0; number < 30; number += 1) {
              await frame();
              most = Math.max(most, Math.abs(first.getBoundingClientRect().top - start));
            }
            return {most, grown: above.getBoundingClientRect().height - height};
          }
          return {most: -1, grown: 0};
        }""")
    assert moved["most"] == 0
    assert moved["grown"] > 0


@pytest.mark.alone
def test_100_000_posts_open_as_fast_as_100(new_page, feeds):
    short = first_card_ms(new_page, feeds.of(100))
    assert first_card_ms(new_page, feeds.of(100_000)) < short + 150


def test_the_first_card_of_100_000_posts_needs_at_most_200_kb_of_index_data(page, feeds):
    page.goto(feeds.of(100_000))
    data = loaded_bytes(page)
    assert 0 < sum(data.values()) <= 200_000, data


@pytest.fixture
def long_feed(page, feeds):
    page.goto(feeds.of(100_000))
    page.wait_for_selector(".card .picture img")
    yield page
    assert page.evaluate("observed.shift") == 0, page.evaluate("observed.shifts")


def test_100_000_posts_have_a_scroll_bar_of_the_right_length_from_the_first_frame(page, feeds):
    page.goto(feeds.of(100_000))
    height = page.evaluate("document.documentElement.scrollHeight")
    page.keyboard.press("End")
    page.wait_for_selector("#post-p99999 .picture img")
    scroll_ended(page)
    assert page.evaluate("document.documentElement.scrollHeight") == height


def test_the_last_of_100_000_posts_is_at_the_end_with_a_heap_under_64_mb(long_feed):
    long_feed.keyboard.press("End")
    long_feed.wait_for_selector("#post-p99999 .picture img")
    scroll_ended(long_feed)
    assert abs(long_feed.evaluate("document.getElementById('end').getBoundingClientRect().bottom - innerHeight")) < 1
    assert long_feed.evaluate("performance.memory.usedJSHeapSize") / 1e6 < 64


@pytest.fixture
def long_feed_middle(long_feed):
    long_feed.evaluate("scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)")
    wait_for_cards(long_feed)
    scroll_ended(long_feed)
    return long_feed


def test_the_middle_of_the_scroll_bar_is_the_middle_of_100_000_posts(long_feed_middle):
    assert abs(int(first_visible(long_feed_middle)[0].removeprefix("post-p")) - 50_000) < 500


def test_small_steps_in_100_000_posts_are_exact_and_are_corrected_without_a_jump(long_feed_middle):
    steps = long_feed_middle.evaluate(
        """async () => {
          const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          let worst = 0;
          for (let number = 0; number < 40; number += 1) {
            const card = [...document.querySelectorAll('.card')].find((one) => one.getBoundingClientRect().bottom > 700);
            const before = card.getBoundingClientRect().top;
            scrollBy(0, 500);
            await frame();
            if (card.isConnected) worst = Math.max(worst, Math.abs(before - 500 - card.getBoundingClientRect().top));
          }
          const card = [...document.querySelectorAll('.card')].find((one) => one.getBoundingClientRect().bottom > 44);
          const [before, scrolled] = [card.getBoundingClientRect().top, scrollY];
          for (let number = 0; number < 30; number += 1) await frame();
          return {worst, rest: card.getBoundingClientRect().top - before, corrected: Math.round(scrollY - scrolled)};
        }""")
    assert steps["worst"] == 0
    assert steps["corrected"] != 0
    assert steps["rest"] == 0


@pytest.fixture
def permalink(page, feeds):
    page.goto(feeds.of(100_000) + "#post-p90000")
    page.wait_for_selector("#post-p90000 .picture img")
    return page


def test_a_permalink_into_100_000_posts_shows_and_focuses_its_post_alone(permalink):
    assert tops(permalink)["post-p90000"] == 44 + 12
    assert permalink.evaluate("document.activeElement.id") == "post-p90000"
    numbers = permalink.evaluate("[...document.querySelectorAll('.card')].map((c) => Number(c.getAttribute('aria-posinset')) - 1)")
    assert all(abs(number - 90_000) < 60 for number in numbers)


def test_a_permalink_places_the_scroll_bar(permalink):
    share = permalink.evaluate("scrollY / (document.documentElement.scrollHeight - innerHeight)")
    assert abs(share - 0.9) < 0.01


def test_a_permalink_needs_at_most_200_kb_of_index_data(permalink):
    assert sum(loaded_bytes(permalink).values()) <= 200_000


def test_another_fragment_leads_to_another_post_and_a_reload_back_to_it(permalink):
    permalink.evaluate("location.hash = '#post-p123'")
    permalink.wait_for_selector("#post-p123 .picture img")
    scroll_ended(permalink)
    assert tops(permalink)["post-p123"] == 56
    permalink.reload()
    permalink.wait_for_selector("#post-p123 .picture img")
    assert tops(permalink)["post-p123"] == 56
