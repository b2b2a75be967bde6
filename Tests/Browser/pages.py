"""Opens pages that observe themselves, and waits for them."""

import contextlib
import json
import re

import pytest

PHONE = {"width": 375, "height": 812}
DESKTOP = {"width": 1280, "height": 900}
desktop = pytest.mark.screen(viewport=DESKTOP)

CHROMIUM_OPTIONS = ["--no-sandbox", "--force-color-profile=srgb", "--enable-precise-memory-info", "--disable-lcd-text"]

# Runs before the page's own scripts: records shifts, long tasks and policy violations as the browser reports them.
OBSERVE = """
self.observed = {shift: 0, shifts: [], tasks: [], violations: [], frames: 0, mostCards: 0, firstCard: 0};
new PerformanceObserver((list) => { for (const entry of list.getEntries()) {
  if (entry.hadRecentInput) continue;
  observed.shift += entry.value;
  observed.shifts.push([entry.value, ...entry.sources.map((s) => s.node && (s.node.id || s.node.className || s.node.nodeName))]);
} }).observe({type: 'layout-shift', buffered: true});
new PerformanceObserver((list) => { for (const entry of list.getEntries())
  observed.tasks.push([Math.round(entry.startTime), Math.round(entry.duration)]); }).observe({type: 'longtask', buffered: true});
document.addEventListener('securitypolicyviolation', (event) => observed.violations.push(event.violatedDirective + ' ' + event.blockedURI));
new MutationObserver(() => {
  observed.mostCards = Math.max(observed.mostCards, document.getElementsByClassName('card').length);
  if (!observed.firstCard && document.querySelector('.picture img, .picture svg')) {
    observed.firstCard = 1;
    requestAnimationFrame(() => { const channel = new MessageChannel();
      channel.port1.onmessage = () => { observed.firstCard = performance.now(); };
      channel.port2.postMessage(0); });
  }
}).observe(document, {childList: true, subtree: true});
"""

# Runs before the page's own scripts: the reader has chosen one column, as on a phone.
ONE_COLUMN = "try { localStorage['feedproof-columns'] ??= '1'; } catch { /* No storage. */ }"

# Resolves when the page has looked the same for some milliseconds, in several frames. Looks seldom, since each frame that it
# requests costs processor time.
REST = """async (still) => {
  const look = () => JSON.stringify([
    scrollX, scrollY, innerWidth, innerHeight, document.documentElement.scrollHeight, history.state, document.activeElement?.id,
    document.getElementsByTagName('*').length, [...document.images].filter((image) => !image.complete).length,
    [...document.querySelectorAll('.card, .strip, .tile, .canvas, .handle, dialog')].map((each) => {
      const { left, top, width, height } = each.getBoundingClientRect(); return [left, top, width, height, each.scrollLeft]; })]);
  for (let last = '', since = 0; ;) {
    await new Promise(requestAnimationFrame);
    const now = look();
    if (now !== last) since = performance.now();
    else if (performance.now() - since >= still) return;
    last = now;
    await new Promise((done) => setTimeout(done, Math.min(still, 40)));
  }
}"""


def observed_page(context):
    """Opens a page that records errors and warnings of its console in `errors`."""
    context.add_init_script(OBSERVE)
    context.add_init_script(ONE_COLUMN)
    page = context.new_page()
    page.errors = []
    page.on("console", lambda message: message.type in ("error", "warning") and page.errors.append(message.text))
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.set_default_timeout(20_000)
    return page


@contextlib.contextmanager
def opened_page(browser, viewport=PHONE, **options):
    """A page for fixtures that several tests share."""
    context = browser.new_context(viewport=viewport, **options)
    try:
        yield observed_page(context)
    finally:
        context.close()


def violations(page):
    return page.evaluate("self.observed?.violations ?? []")


def at_rest(page, milliseconds=110):
    """Waits until nothing on the page has changed for this time."""
    page.evaluate(REST, milliseconds)


def drawn(page):
    """Waits until the page has drawn the effect of an event."""
    at_rest(page, 20)


def scroll_ended(page):
    """Waits until the page regards scrolling as ended, which it does after 200 ms."""
    at_rest(page, 250)


def wait_for_cards(page):
    """Waits until every card in the viewport shows its image."""
    page.wait_for_function(
        """() => { const cards = [...document.querySelectorAll('.card')].filter((card) => {
             const box = card.getBoundingClientRect(); return box.bottom > 44 && box.top < innerHeight; });
           return cards.length && cards.every((card) => card.querySelector('.picture :is(img, .drawing)')); }""")


def open_feed(page, url):
    """Opens a page of cards and waits until it shows them and nothing moves."""
    page.goto(url)
    wait_for_cards(page)
    at_rest(page)


def scroll_to(page, selector, top=300):
    """Scrolls down to the first element with the selector and places it at a distance from the window's top."""
    page.wait_for_function(
        """([selector, top]) => { const found = document.querySelector(selector);
             scrollBy(0, found ? found.getBoundingClientRect().top - top : 500);
             return Boolean(found); }""", arg=[selector, top], polling=100)
    scroll_ended(page)
    return page.locator(selector).first


def tops(page):
    """Returns the tops of cards by id."""
    return page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.card')].map((c) => [c.id, c.getBoundingClientRect().top]))")


def same_places(before, after):
    """Whether the cards of both `tops` have the same tops, and there are some."""
    common = before.keys() & after.keys()
    return bool(common) and all(before[name] == after[name] for name in common)


def first_visible(page):
    """Returns the id and top of the first card that is visible below the bar."""
    return page.evaluate(
        """() => { for (const card of document.querySelectorAll('.card')) {
             const box = card.getBoundingClientRect(); if (box.bottom > 44) return [card.id, box.top]; } }""")


def first_beginning(page):
    """Returns the id and top of the first card that begins below the bar. This card keeps its place when heights
    change."""
    return page.evaluate(
        """() => { for (const card of document.querySelectorAll('.card')) {
             const box = card.getBoundingClientRect(); if (box.top >= 44) return [card.id, box.top]; } }""")


def printed_pages(page):
    """Returns the number of pages on paper."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", print_background=True)))


def swipe(page, start, by, steps=6):
    """Lifts the finger while it moves, so the browser's own fling follows."""
    session = page.context.new_cdp_session(page)
    send = lambda kind, points: session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})  # noqa: E731
    send("touchStart", [{"x": start[0], "y": start[1]}])
    for step in range(1, steps + 1):
        send("touchMove", [{"x": start[0] + by[0] * step / steps, "y": start[1] + by[1] * step / steps}])
    send("touchEnd", [])


def sweep(page, distance, speed):
    """Turns the wheel at a steady speed, in pixels per second."""
    session = page.context.new_cdp_session(page)
    session.send("Input.synthesizeScrollGesture", {
        "x": 180, "y": 500, "yDistance": -distance, "speed": speed, "gestureSourceType": "mouse", "preventFling": True})


def loaded_bytes(page, needed=False):
    """Returns the bytes of index data that arrived before the first card, by kind: data files without styles and
    scripts.

    `needed` counts only the first file of each kind, but all of fonts and emoji: prefetched files may arrive before a
    late paint.
    """
    page.wait_for_function("() => observed.firstCard > 1")
    until = page.evaluate("observed.firstCard")
    entries = json.loads(page.evaluate("JSON.stringify(performance.getEntriesByType('resource'))"))
    total = {}
    for entry in sorted(entries, key=lambda entry: entry["responseEnd"]):
        _, _, path = entry["name"].partition("/site/")
        if entry["responseEnd"] <= until and ("/" in path or path == "index.js"):
            kind = path.split("/")[0]
            if needed and kind in total and kind not in ("fonts", "emoji"):
                continue
            total[kind] = total.get(kind, 0) + entry["encodedBodySize"]
    return total


def first_card_ms(new_page, url):
    """Returns the time from navigation to the first card, in milliseconds."""
    page = new_page()
    page.goto(url)
    page.wait_for_function("() => observed.firstCard > 1")
    return page.evaluate("observed.firstCard")


@contextlib.contextmanager
def longest_task(page):
    """Measures the page's longest task while the block runs; fills a list with its CPU time in milliseconds.

    CPU time excludes other work on the machine, unlike the clock. Garbage collections aren't counted either: with
    5 MB in use, one takes 0 or 70 ms, depending on how long the system needs to reclaim memory.
    """
    chromium, longest = page.context.browser, []
    chromium.start_tracing(page=page, categories=["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"])
    try:
        yield longest
    finally:
        events = json.loads(chromium.stop_tracing())["traceEvents"]
    mains = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"}
    events = [e for e in events if e["ph"] == "X" and (e["pid"], e["tid"]) in mains]
    collections = [e for e in events if e["name"] == "MajorGC"]
    times = []
    for task in events:
        if "RunTask" in task["name"]:
            inside = [c for c in collections if c["pid"] == task["pid"] and 0 <= c["ts"] - task["ts"] <= task["dur"]]
            times.append((spent(task) - sum(map(spent, inside))) / 1000)
    longest.append(max(times))


def spent(event):
    """Returns the CPU time in microseconds if the browser records it, else the duration."""
    return event.get("tdur", event.get("dur", 0))
