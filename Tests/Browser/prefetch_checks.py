"""Compares prefetching by weight with loading on sight and loading the next five, on a slow network."""

import time

from checks import PHONE, settle

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
    # Loads as many cards as the budget allows if each is one photo, which measures the gain of the distance alone.
    "next twelve": "&budget=12&photo=0&page=0&video=0&animation=0&webApp=0&text=1",
    "by weight": "",
}


def compare(checks, browser, url, cards, speed):
    """Reads `cards` cards, one per second, with all strategies at once and each on its own network.

    `speed` shortens the test: the network and the reader are both that much faster, so their ratio stays the same.
    """
    title = f"prefetch on 3G, a card a second over {cards} cards"
    with checks.section(title + (f" ({speed} times faster, network too)" if speed != 1 else "")):
        pages = {}
        for name, options in STRATEGIES.items():
            context = browser.chromium.new_context(viewport=PHONE, device_scale_factor=SCALE)
            page = context.new_page()
            page.goto(url + "?metrics" + options)
            page.wait_for_selector(".picture img")
            settle(page, 1000)
            session = context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", {
                "offline": False, "latency": LATENCY_MS / speed, "downloadThroughput": BYTES_A_SECOND * speed,
                "uploadThroughput": BYTES_A_SECOND * speed})
            pages[name] = page
        started = time.monotonic()
        for number in range(1, cards + 1):
            for page in pages.values():
                page.evaluate(READ_ON, number)
            time.sleep(max(0, started + number / speed - time.monotonic()))
        late = time.monotonic() - started - cards / speed
        results = {}
        print(f"         {'':<12} {'cards':>6} {'placeholders':>13} {'per 1000':>9} {'loaded':>9}")
        for name, page in pages.items():
            metrics = page.evaluate("feedproof.metrics")
            loaded = page.evaluate(
                "performance.getEntriesByType('resource').filter((e) => e.name.endsWith('.png')).reduce((s, e) => s + e.encodedBodySize, 0)")
            results[name] = metrics["placeholders"] / metrics["viewed"] * 1000
            print(f"         {name:<12} {metrics['viewed']:>6} {metrics['placeholders']:>13} {results[name]:>9.0f} {loaded / 1e6:>6.1f} MB", flush=True)
            page.context.close()
        checks.expect("the reader kept the time", late < 0.05 * cards / speed, f"{late:.1f} s late")
        for other in ("on sight", "next five"):
            checks.expect(f"by weight shows fewer placeholders than {other}", results["by weight"] < results[other],
                          f"{results['by weight']:.0f} and {results[other]:.0f} per 1000 cards")


# Scrolls the next card to the top of the viewport, as a reader does.
READ_ON = """(number) => {
  const card = document.querySelector(`[aria-posinset="${number + 1}"]`);
  scrollBy(0, card ? card.getBoundingClientRect().top - 56 : innerHeight / 2);
}"""
