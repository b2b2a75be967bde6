"""Cards: expanding, carousels, text, keys, and the tree that a screen reader gets."""

import pytest

from images import differing, opened, shot
from pages import at_rest, desktop, open_feed, opened_page, scroll_ended, scroll_to, swipe, tops, wait_for_cards

BOTH_STATES = ".card:has([aria-expanded=false])"


class Expansion:
    """A card on a page whose clock is stopped. Only `run_for` advances it."""

    def __init__(self, page, feeds):
        self.page = page
        page.clock.install()
        page.goto(feeds.url)
        page.clock.run_for(2000)
        page.wait_for_selector(BOTH_STATES)
        page.clock.run_for(2000)
        self.name = page.locator(BOTH_STATES).first.get_attribute("id")
        self.card = page.locator(f"#{self.name}")
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
        self.box = self.card.bounding_box()
        cards = feeds.folder / "cards" / self.name.removeprefix("post-")
        self.expanded, self.collapsed = (opened(cards / f"375@2x-light-{state}.png") for state in ("expanded", "collapsed"))

    def click(self):
        # The active card also loads its expanded image, so the image has arrived before the click.
        self.card.locator("[aria-expanded]").click()
        # The pointer would show the link to the original post over a card.
        self.page.mouse.move(1, 1)

    def height(self):
        return self.card.bounding_box()["height"]


@pytest.fixture(scope="module")
def frames(browser, feeds):
    """Frames of an expanding card: its box, its movement, and a screenshot."""
    with opened_page(browser, device_scale_factor=2) as page:
        expansion, found = Expansion(page, feeds), []
        expansion.click()
        for _ in range(13):
            page.clock.run_for(25)
            box = expansion.card.bounding_box()
            clip = {"x": box["x"], "y": box["y"], "width": box["width"], "height": min(box["height"], 812 - box["y"])}
            found.append((box, abs(tops(page)[expansion.name] - expansion.box["y"]), shot(page, clip)))
        yield expansion, found


def test_a_card_keeps_its_top_while_it_expands(frames):
    assert max(moved for _, moved, _ in frames[1]) == 0


def test_a_card_grows_step_by_step_to_its_exported_height(frames):
    expansion, found = frames
    heights = [box["height"] for box, _, _ in found]
    assert heights == sorted(heights)
    assert len(set(heights)) > 6
    assert heights[-1] == -(-expansion.expanded.height // 2)


def test_an_expanding_card_shows_its_image_clipped_and_not_scaled(frames):
    expansion, found = frames
    low, high = expansion.box["height"] + 4, expansion.expanded.height / 2 - 4
    shares = [clipped(image, box, expansion.expanded) for box, _, image in found if low < box["height"] < high]
    assert len(shares) > 4
    assert max(shares) < 0.001


def clipped(image, box, expanded):
    """Compares a frame with two pieces of the image: the top in place, and the end moved up as a whole. Returns the
    share of pixels that differ."""
    missing = expanded.height - round(box["height"] * 2)
    # The lower piece begins at the first row in which the frame differs from the image.
    cut = next((y for y in range(image.height) if differing(rows(image, y, y + 1), rows(expanded, y, y + 1))[0] > 0), image.height)
    head = differing(rows(image, 0, cut), rows(expanded, 0, cut))[0]
    # Below the cut, the frame shows the expanded image from `missing` rows further down.
    visible = min(image.height, expanded.height - missing) - 24
    if visible <= cut + 40:
        return head
    return max(head, differing(rows(image, cut + 2, visible), rows(expanded, cut + 2 + missing, visible + missing))[0])


def rows(image, top, bottom):
    """Crops to rows, without the corners and without the button over an expanded card."""
    return image.crop((24, top, image.width - 100, max(top + 1, bottom)))


@pytest.fixture
def expansion(page, feeds):
    found = Expansion(page, feeds)
    found.click()
    page.clock.run_for(400)
    return found


def test_the_next_card_moves_along_when_a_card_expands(page, expansion):
    gap = page.evaluate(
        """(name) => { const box = document.getElementById(name).getBoundingClientRect();
             const next = [...document.querySelectorAll('.card')].find((c) => c.getBoundingClientRect().top > box.top);
             return next.getBoundingClientRect().top - box.bottom; }""", expansion.name)
    assert gap == 12


def test_a_collapsed_card_has_its_height_from_before(page, expansion):
    expansion.click()
    page.clock.run_for(400)
    assert expansion.height() == expansion.box["height"]


def test_a_card_is_still_expanded_after_scrolling_away_and_back(page, expansion):
    grown = expansion.height()
    page.evaluate("document.activeElement.blur(); scrollTo(0, 12000)")
    for _ in range(100):
        # The browser reports scrolling in its own time.
        page.clock.run_for(100)
        if not expansion.card.count():
            break
    assert not expansion.card.count()
    page.evaluate("scrollTo(0, 0)")
    page.clock.run_for(1000)
    page.wait_for_selector(f"#{expansion.name} .picture img")
    page.clock.run_for(1000)
    page.wait_for_selector(f"#{expansion.name} [aria-expanded=true]")
    assert expansion.height() == grown


@pytest.mark.screen(reduced_motion="reduce")
def test_a_card_expands_at_once_with_reduced_motion(page, feeds):
    page.goto(feeds.url)
    page.wait_for_selector(BOTH_STATES)
    before, after = page.evaluate(
        """(selector) => { const card = document.querySelector(selector); const height = () => card.getBoundingClientRect().height;
             const before = height(); card.querySelector('[aria-expanded]').click(); return [before, height()]; }""", BOTH_STATES)
    assert after > before


class Carousel:
    def __init__(self, page, server):
        self.page, self.server = page, server
        page.goto(server.url)
        self.strip = scroll_to(page, ".strip")
        self.name = self.strip.evaluate("(strip) => strip.closest('.card').id")
        self.card = page.locator(f"#{self.name}")

    def wait_for(self, number):
        """Waits until the strip shows this page and the page control, once it was turned, agrees."""
        self.page.wait_for_function(
            """([name, number]) => { const strip = document.querySelector(`#${name} .strip`);
                 if (!strip) return false;
                 const [a, b] = strip.querySelectorAll('.page');
                 const dots = [...document.querySelectorAll(`#${name} .dots i`)].map((dot) => dot.className === 'on');
                 return Math.abs(strip.scrollLeft - number * (b.offsetLeft - a.offsetLeft)) < 2
                   && (!number || dots.indexOf(true) === number && dots.lastIndexOf(true) === number); }""", arg=[self.name, number])
        at_rest(self.page)


@pytest.fixture
def carousel(page, feeds):
    return Carousel(page, feeds.serve(feeds.folder))


touch = pytest.mark.screen(has_touch=True)


@touch
def test_a_carousel_shows_its_first_page_at_first(carousel):
    carousel.wait_for(0)


@touch
def test_an_arrow_key_turns_a_carousel_and_leaves_the_lines_below_it(page, carousel):
    control = carousel.card.locator(".turn").first.bounding_box()
    below = {"x": control["x"], "y": control["y"] + control["height"] - 4, "width": control["width"], "height": 10}
    line = shot(page, below)
    carousel.strip.press("ArrowRight")
    carousel.wait_for(1)
    assert len(line.getcolors()) > 1
    assert differing(line, shot(page, below))[1] == 0


@touch
def test_the_page_control_turns_a_carousel(carousel):
    carousel.card.locator(".turn").nth(1).click()
    carousel.wait_for(1)


@touch
def test_the_wheel_turns_a_carousel(page, carousel):
    box = carousel.strip.bounding_box()
    page.mouse.move(box["x"] + 180, box["y"] + 100)
    page.mouse.wheel(250, 0)
    carousel.wait_for(1)


@touch
def test_a_swipe_turns_a_carousel_to_a_page_with_its_own_image(page, carousel):
    box = carousel.strip.bounding_box()
    swipe(page, (box["x"] + 280, box["y"] + 120), (-200, 0))
    carousel.wait_for(1)
    assert carousel.card.locator(".page").nth(1).locator("img").evaluate("(image) => image.naturalWidth") > 300


@touch
def test_a_carousel_keeps_its_page_after_scrolling_away_and_loads_pages_one_by_one(page, carousel):
    carousel.strip.press("ArrowRight")
    carousel.wait_for(1)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 15000)")
    page.wait_for_function("(name) => !document.getElementById(name)", arg=carousel.name)
    page.evaluate("(name) => { location.hash = '#' + name; }", carousel.name)
    carousel.wait_for(1)
    post = carousel.name.removeprefix("post-")
    requested = {path for path in carousel.server.paths if "-page-" in path and post in path}
    assert len(requested) <= carousel.card.locator(".page").count()


@pytest.fixture
def first_card(page, feeds):
    """The first card, expanded."""
    open_feed(page, feeds.url)
    page.wait_for_selector(".card .text")
    page.locator(".card [aria-expanded=false]").first.click()
    page.wait_for_selector(".card [aria-expanded=true]")
    at_rest(page)
    return page.locator(".card").first


def test_an_image_has_its_size_and_a_source_for_each_scale(page, feeds):
    open_feed(page, feeds.url)
    image = page.locator(".picture img").first
    assert " 1x" in image.get_attribute("srcset")
    assert " 2x" in image.get_attribute("srcset")
    assert int(image.get_attribute("width")) > 0
    assert int(image.get_attribute("height")) > 0


def test_a_link_is_where_its_words_are_drawn(page, first_card):
    link = page.evaluate(
        """() => { for (const hit of document.querySelectorAll('.card p a i')) {
             const box = hit.getBoundingClientRect();
             if (box.top > 60 && box.bottom < innerHeight) {
               const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
               return {hit: found === hit, rel: hit.parentElement.rel, height: box.height};
             } } }""")
    assert link["hit"]
    assert link["height"] == 22
    assert "noreferrer" in link["rel"], "a link hides the page's address"


def test_find_in_page_finds_words_of_a_card(page, first_card):
    assert page.evaluate("window.find('Старого моста')")
    assert "Старого" in page.evaluate("String(getSelection())")


def test_the_pointer_selects_text_of_a_card(page, first_card):
    box = first_card.locator("p.text").first.bounding_box()
    page.mouse.move(box["x"] + 1, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 32 + 10, steps=5)
    page.mouse.up()
    assert len(page.evaluate("String(getSelection())")) > 25


def test_a_screen_reader_finds_every_part_of_a_card(page, feeds, subtests):
    page.goto(feeds.url)
    page.wait_for_selector(".card .text")
    tree = page.locator(".card").first.aria_snapshot()
    for role in ("article", "heading", "time", "paragraph", "list", "listitem", "button"):
        with subtests.test(role):
            assert f"- {role}" in tree


def test_the_date_is_the_permalink_of_its_post(page, feeds):
    page.goto(feeds.url)
    page.wait_for_selector(".card a:has(time)")
    card = page.locator(".card").first
    assert card.locator("a:has(time)").get_attribute("href") == "#" + card.get_attribute("id")


def test_a_reviewer_can_show_and_hide_the_boxes_of_the_layout(page, feeds):
    open_feed(page, feeds.url + "?review")
    page.click("summary")
    page.check("#boxes")
    page.wait_for_selector(".box[title='card/avatar']", state="attached")
    assert page.locator(".card").first.locator(".box").count() > 10
    page.uncheck("#boxes")
    page.wait_for_function("() => !document.querySelector('.box')")


@desktop
def test_tab_reaches_the_bar_and_then_each_card_in_order(page, feeds):
    open_feed(page, feeds.of(1000))
    reached, cards = [], []
    for _ in range(80):
        page.keyboard.press("Tab")
        name, card, is_lost, is_hidden = page.evaluate(
            """async () => { await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
                 const it = document.activeElement; const card = it.closest('.card');
                 const box = (it.querySelector('i') || it).getBoundingClientRect();
                 return [it.id || it.className || it.nodeName, card && Number(card.getAttribute('aria-posinset')),
                   it === document.body, box.bottom < 0 || box.top > innerHeight]; }""")
        reached.append(name)
        assert not is_lost, "the focus is never lost"
        assert not is_hidden, "the focus is never out of sight"
        if card:
            cards.append(card)
    assert reached[:3] == ["open-search", "open-calendar", "icon-button"]
    assert cards == sorted(cards)
    assert set(cards) == set(range(1, max(cards) + 1))
    assert max(cards) > 10


@desktop
def test_j_goes_from_card_to_card(page, feeds):
    open_feed(page, feeds.of(1000))
    numbers = []
    for _ in range(3):
        page.keyboard.press("j")
        at_rest(page)
        numbers.append(page.evaluate("Number(document.activeElement.closest('.card')?.ariaPosInSet)"))
    assert numbers == list(range(numbers[0], numbers[0] + 3))
    assert page.evaluate("document.activeElement.className") == "card"


@desktop
def test_enter_expands_and_collapses_a_card_and_keeps_the_focus(page, feeds):
    open_feed(page, feeds.of(1000))
    page.locator(BOTH_STATES).first.locator("[aria-expanded]").focus()
    for state in ("true", "false"):
        page.keyboard.press("Enter")
        page.wait_for_function("(state) => document.activeElement.ariaExpanded === state", arg=state)
        at_rest(page)
        assert page.evaluate("document.activeElement.ariaExpanded") == state


@pytest.mark.screen(bypass_csp=True)
@pytest.mark.parametrize("scroll", [0, 1500])
def test_axe_finds_nothing_serious_on_a_feed(scroll, page, feeds, axe):
    open_feed(page, feeds.url)
    page.evaluate("(top) => scrollTo(0, top)", scroll)
    scroll_ended(page)
    wait_for_cards(page)
    assert not axe(page)
