"""Prefetching by weight compared with loading on sight and loading the next five, on a slow network."""

import time

import pytest

from pages import PHONE, at_rest

# Current phones have two pixels per point or more, and 3G is too slow for pictures of that scale.
SCALE = 2
# 3G as browsers emulate it: 1.6 Mbit/s, 100 ms before the first byte.
LATENCY_MS = 100
BYTES_A_SECOND = 1_600_000 / 8

STRATEGIES = {
    # Loads nothing ahead of the viewport.
    "on sight": "&budget=0",
    # Loads five cards ahead, whatever they show.
    "next five": "&budget=5&photo=0&page=0&video=0&animation=0&webApp=0&text=1",
    "by weight": "",
}
# The network and the reader are faster than 3G and a card a second, by the same factor.
CARDS, SPEED = 100, 3

# Scrolls the next card to the top of the viewport, as a reader does.
READ_ON = """(number) => {
  const card = document.querySelector(`[aria-posinset="${number + 1}"]`);
  scrollBy(0, card ? card.getBoundingClientRect().top - 56 : innerHeight / 2);
}"""


@pytest.fixture(scope="module")
def placeholders(browser, feeds):
    """The number of placeholders per card that readers with each strategy see.

    All read at once, each on a network of its own, so a slow machine delays all of them alike.
    """
    pages = {}
    for name, options in STRATEGIES.items():
        page = browser.new_context(viewport=PHONE, device_scale_factor=SCALE).new_page()
        page.goto(feeds.of(302) + "?metrics" + options)
        page.wait_for_selector(".picture img")
        at_rest(page, 500)
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": LATENCY_MS / SPEED, "downloadThroughput": BYTES_A_SECOND * SPEED,
            "uploadThroughput": BYTES_A_SECOND * SPEED})
        pages[name] = page
    started = time.monotonic()
    for number in range(1, CARDS + 1):
        for page in pages.values():
            page.evaluate(READ_ON, number)
        time.sleep(max(0, started + number / SPEED - time.monotonic()))
    shares = {}
    for name, page in pages.items():
        metrics = page.evaluate("feedproof.metrics")
        shares[name] = metrics["placeholders"] / metrics["viewed"]
        page.context.close()
    return shares


@pytest.mark.alone
@pytest.mark.parametrize("other", ["on sight", "next five"])
def test_prefetching_by_weight_shows_fewer_placeholders_than(other, placeholders):
    assert placeholders["by weight"] < placeholders[other]
