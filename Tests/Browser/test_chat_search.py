"""The search of a conversation of 100 000 entries."""

import pytest

from pages import DESKTOP, open_feed, opened_page
from searching import heap_mb, search_for, texts

# Words to search, with a test of a message that contains them, independent of the page. Messages contain only the base
# forms of inflected words.
SEARCHES = {
    "ёжик": lambda text: "ежик" in text, "ЕЖИК туман": lambda text: "ежик" in text, "今天我们去": lambda text: "今天我们去" in text,
    "海边": lambda text: "海边" in text, "🐟": lambda text: "🐟" in text, "שלום": lambda text: "שלום" in text,
    "strasse": lambda text: "straße" in text, "cafe": lambda text: "café" in text, "рыба": lambda text: "рыба" in text,
    "рыба сыр": lambda text: "рыба" in text and "сыр" in text, '"рыба сыр"': lambda text: "рыба сыр" in text,
    "нетакогослова": lambda text: False, "рыбами": lambda text: "рыба" in text,
    "поездами сыры": lambda text: "поезд" in text and "сыр" in text, "trams": lambda text: "tram" in text, '"рыбами"': lambda text: False,
}

pytestmark = pytest.mark.alone


@pytest.fixture(scope="module")
def page_of_100_000(browser, chats):
    with opened_page(browser, viewport=DESKTOP) as page:
        open_feed(page, chats.long)
        assert page.evaluate("performance.getEntriesByType('resource').filter((e) => e.name.includes('/search/')).length") == 0, \
            "the index loads when the search opens"
        yield page


@pytest.fixture
def search(page_of_100_000):
    page_of_100_000.keyboard.press("Control+f")
    assert page_of_100_000.evaluate("document.activeElement.id") == "query"
    yield page_of_100_000
    assert page_of_100_000.errors == []


def test_the_index_loads_with_the_first_search(search):
    assert search_for(search, "ёжик")["count"] > 0


@pytest.mark.parametrize("query", SEARCHES)
def test_a_search_finds_all_messages_within_a_second(query, search, chats):
    found = search_for(search, query)
    assert found["count"] == sum(1 for text in chats.texts if SEARCHES[query](text.lower().replace("ё", "е")))
    assert found["all"] < 1000


def test_a_search_finds_the_messages_of_a_month(search):
    assert search_for(search, "билет on:2024-02")["count"] > 0
    assert [date for date in texts(search, "#found .who span") if "февр" not in date] == []


def test_a_search_finds_the_messages_of_an_author(search):
    assert search_for(search, "from:борис поезд")["count"] > 0
    assert set(texts(search, "#found b")) == {"Борис"}


@pytest.mark.parametrize("query", ["from:борис поезд", "поездами"])
def test_results_mark_the_words_and_their_other_forms(query, search):
    search_for(search, query)
    assert {mark.lower() for mark in texts(search, "#found mark", 20)} == {"поезд"}


def test_a_search_finds_an_author_by_name_who_leads_to_all_of_their_messages(search):
    search_for(search, "ковалева")
    assert "Анна Ковалёва" in search.locator("#found li").first.inner_text()
    search.focus("#query")
    search.keyboard.press("ArrowDown")
    search.keyboard.press("Enter")
    search.wait_for_function("() => document.querySelectorAll('#found li').length >= 50")
    assert set(texts(search, "#found b")) == {"Анна Ковалёва"}


def test_a_search_names_an_invalid_date(search):
    search_for(search, "on:2024-13")
    assert "2024-13" in search.inner_text("#search-status")


def test_arrows_and_enter_lead_to_a_message_whose_words_are_marked(search):
    search_for(search, "今天")
    search.focus("#query")
    for _ in range(3):
        search.keyboard.press("ArrowDown")
    assert "今天" in search.evaluate("document.getElementById(document.getElementById('query').getAttribute('aria-activedescendant')).innerText")
    search.keyboard.press("Enter")
    search.wait_for_function("() => document.querySelector('.is-found .layer')?.textContent.includes('今天')")
    search.wait_for_function("() => [...CSS.highlights.get('found') ?? []].map(String).join() === '今天'")
    assert search.locator("#search").is_visible(), "the window has room for the panel"


def test_escape_closes_the_search(search):
    search.keyboard.press("Escape")
    assert not search.locator("#search").is_visible()


def test_the_whole_index_needs_a_heap_under_160_mb(search):
    assert heap_mb(search) < 160


def test_a_result_closes_the_search_on_a_phone(page, chats):
    open_feed(page, chats.long)
    page.click("#open-search")
    page.wait_for_function("() => document.activeElement.id === 'query'")
    search_for(page, "ёжик")
    page.locator("#found li").first.click()
    page.wait_for_selector(".is-found")
    assert not page.locator("#search").is_visible()
