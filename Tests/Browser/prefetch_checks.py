"""Prefetch by weight against loading on sight and loading the next five, on a slow network."""

import time

from checks import PHONE, settle

# A phone of today has two pixels a point or more; its pictures are what 3G is too slow for.
SCALE = 2
# 3G as browsers emulate it: 1.6 Mbit/s, 100 ms before the first byte.
LATENCY_MS = 100
BYTES_A_SECOND = 1_600_000 / 8

STRATEGIES = {
    # Nothing ahead of what is seen.
    "on sight": "&budget=0",
    # Five cards ahead, whatever they show.
    "next five": "&budget=5&photo=0&page=0&video=0&animation=0&webApp=0&text=1",
    # As many as the budget could pay for if every card were one photo: what the reach alone gains.
    "next twelve": "&budget=12&photo=0&page=0&video=0&animation=0&webApp=0&text=1",
    "by weight": "",
}


def compare(checks, browser, url, cards, speed):
    """Reads `cards` cards, one a second, all three at the same time and each on a network of its own.

    `speed` shortens the time: the network is as much faster and the reader too, so that their ratio stays.
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


# The next card comes to the top of the viewport, as a reader brings it there.
READ_ON = """(number) => {
  const card = document.querySelector(`[aria-posinset="${number + 1}"]`);
  scrollBy(0, card ? card.getBoundingClientRect().top - 56 : innerHeight / 2);
}"""
