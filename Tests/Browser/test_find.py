"""Ways through a feed: search, filters, calendar, addresses, photos, printing and copying."""

import re

import pytest

from long_feed import DAY, SOUGHT
from pages import (DESKTOP, at_rest, desktop, open_feed, opened_page, printed_pages, same_places, scroll_ended, tops,
                   wait_for_cards)
from searching import heap_mb, open_search, search_for, texts

BAR, GAP = 44, 12
LENGTH = 100_000


@pytest.fixture(scope="module")
def long_search(browser, feeds):
    """The page of a feed of 100 000 posts with its index loaded."""
    with opened_page(browser, viewport=DESKTOP) as page:
        open_feed(page, feeds.of(LENGTH))
        page.keyboard.press("Control+f")
        page.wait_for_function("() => document.activeElement.id === 'query'")
        assert search_for(page, "ёжик")["count"] > 0
        yield page


@pytest.mark.alone
@pytest.mark.parametrize(("query", "text"), [(form, text) for text in SOUGHT for word in text.split()[:1] for form in dict.fromkeys([word, word.upper()])])
def test_a_search_of_100_000_posts_finds_every_post_and_the_first_within_a_second(query, text, long_search):
    step, at = SOUGHT[text]
    found = search_for(long_search, query)
    assert found["count"] >= len(range(at, LENGTH, step))
    assert found["first"] < 1000


@pytest.mark.alone
@pytest.mark.parametrize(("query", "text"), [("поездами", "поезд"), ("TRAMS", "tram uphill"), ("tram", "tram uphill")])
def test_a_search_finds_and_marks_all_forms_of_a_word(query, text, long_search):
    step, at = SOUGHT[text]
    found = search_for(long_search, query)
    assert found["count"] >= len(range(at, LENGTH, step))
    assert found["all"] < 3000
    marks = set(texts(long_search, "#found mark", 9))
    assert marks
    assert marks <= {"поезд", "поезда", "tram"}


@pytest.mark.alone
def test_quotes_find_words_in_this_order_and_mark_them(long_search):
    assert search_for(long_search, '"Ёжик в тумане"')["count"] == len(range(7, LENGTH, 1000))
    assert set(texts(long_search, "#found mark", 9)) == {"Ёжик в тумане"}


@pytest.mark.alone
def test_quotes_find_no_other_form_of_a_word(long_search):
    assert search_for(long_search, '"trams"')["count"] == 0


@pytest.mark.alone
def test_an_excerpt_ends_between_words_with_an_ellipsis(long_search):
    search_for(long_search, "uphill")
    assert re.search(r"[^\s…]…$", long_search.locator("#found .excerpt").first.inner_text())


@pytest.mark.alone
def test_the_index_of_100_000_posts_needs_a_heap_under_400_mb(long_search):
    assert heap_mb(long_search) < 400
    assert long_search.errors == []


@desktop
def test_a_page_loads_nothing_of_the_search_before_it_opens(page, feeds):
    open_feed(page, feeds.url)
    names = page.evaluate("performance.getEntriesByType('resource').map((e) => new URL(e.name).pathname)")
    assert [name for name in names if re.search(r"/(search|facets|days|stems)/|find\.js", name)] == []


@desktop
def test_control_f_opens_the_search_and_escape_closes_it(page, feeds):
    open_feed(page, feeds.of(1000))
    page.keyboard.press("Control+f")
    page.wait_for_function("() => document.activeElement.id === 'query'")
    assert page.locator("#search").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#search").is_visible()


def position(page):
    """Returns the number of the focused post and its distance from the bar in pixels, or `None`."""
    return page.evaluate(
        """() => { const card = document.activeElement.closest('.card');
             return card ? [Number(card.getAttribute('aria-posinset')) - 1, card.getBoundingClientRect().top - 44] : null; }""")


class Result:
    """A page on which the second result of a search was chosen, by keys and from the middle of a feed."""

    def __init__(self, page, feeds):
        self.page = page
        open_feed(page, feeds.of(1000))
        page.mouse.move(500, 500)
        page.mouse.wheel(0, 5000)
        page.wait_for_function("() => scrollY > 4000")
        scroll_ended(page)
        wait_for_cards(page)
        self.before = tops(page)
        open_search(page)
        search_for(page, "strasse")
        page.focus("#query")
        for key in ("ArrowDown", "ArrowDown", "Enter"):
            page.keyboard.press(key)
        self.wait()

    def wait(self):
        self.page.wait_for_selector("#post-p263 .picture img")
        scroll_ended(self.page)


@pytest.fixture
def result(new_page, feeds):
    page = new_page(viewport=DESKTOP)
    yield Result(page, feeds)
    # On a busy machine, results arrive so late that the browser counts them as a shift of their list.
    assert [shift for shift in page.evaluate("observed.shifts") if shift[1:] != ["found"]] == []


def test_a_chosen_result_is_below_the_bar_and_in_the_address_and_the_search_stays(page, result):
    page = result.page
    assert page.locator("#post-p263").bounding_box()["y"] == BAR + GAP
    assert page.evaluate("location.hash") == "#post-p263"
    assert page.evaluate("document.activeElement.id") == "query"


def test_enter_chooses_no_result_of_the_previous_query(result):
    result.page.evaluate(
        """() => { const query = document.getElementById('query'); query.value = 'nothing of the kind';
             query.dispatchEvent(new Event('input')); document.getElementById('search-form').requestSubmit(); }""")
    scroll_ended(result.page)
    assert result.page.evaluate("location.hash") == "#post-p263"


def test_back_and_forward_lead_to_the_same_pixels(result):
    page = result.page
    page.locator("#back").click()
    page.wait_for_function("() => !location.hash")
    scroll_ended(page)
    assert same_places(result.before, tops(page))
    page.go_forward()
    result.wait()
    assert page.locator("#post-p263").is_visible()
    page.go_back()
    page.wait_for_function("() => !document.getElementById('back').checkVisibility({visibilityProperty: true, opacityProperty: true})")


def test_a_chosen_result_closes_the_search_on_a_phone(page, feeds):
    open_feed(page, feeds.of(1000))
    page.click("#open-search")
    page.wait_for_function("() => document.activeElement.id === 'query'")
    search_for(page, "strasse")
    page.locator("#found li").nth(2).click()
    page.wait_for_selector("#post-p513 .picture img")
    scroll_ended(page)
    assert not page.locator("#search").is_visible()
    assert position(page) == [513, GAP]


@pytest.mark.noisy
@desktop
def test_files_that_are_lost_once_are_loaded_again(page, feeds):
    lost = set()

    def lose(route):
        name = route.request.url.rsplit("/site/", 1)[1]
        if name in lost:
            return route.continue_()
        lost.add(name)
        return route.abort()

    page.route(re.compile(r"/site/(later|search/0|facets/0)\.js$"), lose)
    page.goto(feeds.of(1000))
    wait_for_cards(page)
    page.wait_for_function("() => document.getElementById('open-search').onclick")
    page.click("#open-search")
    page.wait_for_function("() => document.activeElement.id === 'query'")
    page.keyboard.type("поезд")
    page.wait_for_selector("#found li")
    page.wait_for_selector("#by-kind option:nth-child(3)", state="attached")
    assert lost == {"later.js", "search/0.js", "facets/0.js"}


@desktop
def test_posts_without_dates_have_a_search_and_no_calendar(page, feeds):
    open_feed(page, feeds.undated)
    page.wait_for_function("() => document.getElementById('open-search').onclick")
    assert not page.locator("#open-calendar").is_visible()
    assert page.locator("#open-search").is_visible()


@pytest.fixture
def filters(new_page, feeds):
    page = new_page(viewport=DESKTOP)
    open_feed(page, feeds.of(1000))
    open_search(page)
    page.wait_for_selector("#by-kind option:nth-child(3)", state="attached")
    return page


def choose(page, selector):
    """Chooses the first value of a filter; returns the number of results and the number that the filter promises."""
    page.select_option(selector, index=1)
    page.wait_for_function("() => { const text = document.getElementById('search-status').textContent; return /\\d/.test(text) && !text.includes('…'); }")
    promised = page.evaluate("(selector) => document.querySelector(selector).selectedOptions[0].textContent", selector)
    status = page.evaluate("document.getElementById('search-status').textContent")
    return int(re.findall(r"\d+", status)[0]), int(re.findall(r"\((\d+)\)", promised)[-1])


def test_filters_offer_the_kinds_and_authors_of_the_feed(filters):
    assert filters.locator("#by-kind option").count() > 3
    assert filters.locator("#by-author option").count() > 3


def test_a_kind_alone_lists_all_of_its_posts(filters):
    found, promised = choose(filters, "#by-kind")
    assert found == promised


def test_an_author_alone_lists_all_of_their_posts_and_no_others(filters):
    found, promised = choose(filters, "#by-author")
    assert found == promised < 1000
    assert set(texts(filters, "#found b")) == {filters.input_value("#by-author")}
    assert 0 < search_for(filters, "поезд")["count"] < promised, "an author and words"


def test_the_search_box_finds_an_author_by_name(filters):
    author = filters.locator("#by-author option").nth(1).get_attribute("value")
    search_for(filters, author.split()[0])
    filters.locator("#found li").first.click()
    filters.wait_for_function("(author) => document.getElementById('by-author').value === author", arg=author)


@pytest.fixture
def calendar(new_page, feeds):
    page = new_page(viewport=DESKTOP)
    open_feed(page, feeds.of(1000))
    page.click("#open-calendar")
    page.wait_for_selector("#calendar[open]")
    return page


def test_the_calendar_opens_at_the_day_in_view_and_has_all_months(calendar):
    assert calendar.evaluate("document.activeElement.getAttribute('aria-current')") == "date"
    assert calendar.locator("#month option").count() == 2


def test_a_day_leads_to_its_first_post_and_the_button_back(calendar):
    for key in ("ArrowLeft", "ArrowLeft", "Enter"):
        calendar.keyboard.press(key)
    calendar.wait_for_selector("#back.is-there")
    scroll_ended(calendar)
    assert position(calendar) == [2 * DAY, GAP]
    calendar.locator("#back").click()
    calendar.wait_for_function("() => scrollY === 0")


def test_a_page_opened_as_a_file_has_a_search_and_a_calendar(page, feeds):
    open_feed(page, feeds.folder.as_uri() + "/index.html")
    page.click("#open-search")
    page.wait_for_function("() => document.activeElement.id === 'query'")
    assert search_for(page, "kind:photo")["count"] > 0
    page.keyboard.press("Escape")
    page.click("#open-calendar")
    page.wait_for_selector("#calendar[open]")
    assert page.locator("#month-days button").count() > 0


@desktop
def test_a_page_reports_a_permalink_to_no_post_until_the_reader_goes_elsewhere(page, feeds):
    page.goto(feeds.url + "#post-nowhere")
    page.wait_for_selector("#unknown:not([hidden])")
    wait_for_cards(page)
    assert page.locator("#unknown").inner_text()
    page.evaluate("location.hash = '#' + document.querySelector('.card').id")
    page.wait_for_selector("#unknown", state="hidden")


def test_a_page_has_an_icon(page, feeds):
    page.goto(feeds.url)
    assert page.request.get(page.evaluate("document.querySelector('link[rel=icon]').href")).ok


@desktop
def test_only_reviewers_can_switch_boxes_on(page, feeds):
    for address, is_there in ((feeds.url, False), (feeds.url + "?review", True)):
        open_feed(page, address)
        assert not page.locator("#boxes").is_visible(), "the list is closed"
        page.click("summary")
        assert page.locator("#boxes").is_visible() == is_there


@desktop
def test_a_page_remembers_the_theme(page, feeds):
    open_feed(page, feeds.url)
    page.click("summary")
    page.select_option("#theme", "dark")
    page.reload()
    wait_for_cards(page)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def lay_out_paper(page):
    """Lays out the paper as a browser does before printing; returns each piece's post, height and full height."""
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    return page.evaluate(
        """() => [...document.querySelectorAll('#paper .sheet > div')].map((one) => [one.lastChild.srcset.split('/')[1],
             one.getBoundingClientRect().height, one.lastChild.height])""")


dark_desktop = pytest.mark.screen(viewport=DESKTOP, color_scheme="dark")


@dark_desktop
def test_a_printed_feed_has_several_posts_on_a_page_and_leaves_the_screen_unchanged(page, feeds):
    open_feed(page, feeds.url)
    count = page.evaluate("feedproof.index.count")
    assert count / 8 < printed_pages(page) < count
    assert page.locator("#paper").count() == 0
    assert page.locator(".bar").is_visible()


@dark_desktop
def test_paper_has_every_post_in_order_whole_and_in_the_light_theme(page, feeds):
    open_feed(page, feeds.url)
    sheets = lay_out_paper(page)
    assert len(dict.fromkeys(name for name, _, _ in sheets)) == page.evaluate("feedproof.index.count")
    assert [name for name, part, height in sheets if part < height <= 690] == [], "posts that fit on a page are not cut"
    parts, heights = {}, {}
    for name, part, height in sheets:
        parts[name] = parts.get(name, 0) + part
        heights[name] = height
    assert parts == pytest.approx(heights, abs=1), "nothing of longer posts is lost"
    assert page.evaluate("[...document.querySelectorAll('#paper img')].filter((one) => one.srcset.includes('dark')).length") == 0


@dark_desktop
def test_paper_has_no_toolbar(page, feeds):
    open_feed(page, feeds.url)
    lay_out_paper(page)
    assert not page.locator(".bar").is_visible()
    assert not page.locator("#feed").is_visible()


@desktop
def test_a_very_long_feed_prints_a_thousand_posts_from_the_reader_on_and_says_so(page, feeds):
    page.goto(feeds.of(LENGTH) + "#post-p50000")
    page.wait_for_selector("#post-p50000 .picture img")
    scroll_ended(page)
    # The page prepares for printing when the reader rests.
    at_rest(page, 1000)
    names = list(dict.fromkeys(name for name, _, _ in lay_out_paper(page)))
    assert names == [f"p{number}" for number in range(50_000, 51_000)]
    assert re.findall(r"\d+", page.locator("#paper > p").inner_text()) == ["50001", "51000", "100000"]


@pytest.fixture
def expanded(page, feeds):
    """A feed whose first post is expanded."""
    open_feed(page, feeds.url)
    page.locator(".card [aria-expanded=false]").first.click()
    page.wait_for_selector(".card [aria-expanded=true]")
    at_rest(page)
    return page


WRITTEN = "feedproof.page.feed.story(0).p.find((part) => part[0] === 'text')[1]"


def test_copied_text_has_the_written_lines_and_not_those_of_the_image(expanded):
    copied, lines = expanded.evaluate(
        """() => { const text = document.querySelector('.card p.text:has(b)'); getSelection().selectAllChildren(text);
             let copied = String(getSelection());
             addEventListener('copy', (event) => { copied = event.clipboardData.getData('text/plain') || copied; }, {once: true});
             document.execCommand('copy');
             return [copied, text.getBoundingClientRect().height / parseFloat(text.style.lineHeight)]; }""")
    written = expanded.evaluate(WRITTEN)
    assert copied.strip() == written.strip()
    assert lines > written.count("\n") + 1


def test_find_in_page_finds_words_across_the_end_of_a_line(expanded):
    words = re.findall(r"\S+", expanded.evaluate(WRITTEN))
    assert expanded.evaluate("(words) => { getSelection().removeAllRanges(); return find(words); }", " ".join(words[3:9]))


def test_a_date_is_shown_and_copied_in_full(page, feeds):
    open_feed(page, feeds.url)
    page.locator(".card a:has(time)").first.hover()
    title, copied = page.evaluate(
        """() => { const link = document.querySelector('.card a:has(time)'); getSelection().selectAllChildren(link);
             return [link.title, String(getSelection())]; }""")
    assert re.search(r"20\d\d", title)
    assert title in copied


@pytest.fixture
def search_panel(new_page, feeds):
    page = new_page(viewport=DESKTOP)
    open_feed(page, feeds.url)
    open_search(page)
    search_for(page, "kind:text")
    return page


def test_axe_finds_nothing_serious_in_the_search(search_panel, axe):
    assert not axe(search_panel)


@desktop
def test_axe_finds_nothing_serious_in_the_calendar(page, feeds, axe):
    open_feed(page, feeds.url)
    page.click("#open-calendar")
    page.wait_for_selector("#calendar[open]")
    assert not axe(page)


@desktop
def test_axe_finds_nothing_serious_in_the_settings(page, feeds, axe):
    open_feed(page, feeds.url)
    page.focus("summary")
    page.keyboard.press("Enter")
    page.wait_for_selector("#settings[open]")
    at_rest(page)
    assert not axe(page)
