"""Prints one line per check: the requirement and the measured value."""

import contextlib
import json
import time

PHONE = {"width": 375, "height": 812}
DESKTOP = {"width": 1280, "height": 900}

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


class Checks:
    def __init__(self):
        self.failed = []
        self.section_name = ""

    @contextlib.contextmanager
    def section(self, name):
        self.section_name = name
        print(f"\n{name}", flush=True)
        started = time.monotonic()
        try:
            yield
        except Exception as error:  # A failing section must not hide the results of the others.
            self.expect("runs to its end", False, f"{type(error).__name__}: {str(error)[:600]}")
        print(f"       ({time.monotonic() - started:.1f} s)", flush=True)

    def expect(self, what, condition, figure=""):
        print(f"  {'ok  ' if condition else 'FAIL'} {what}{': ' if figure != '' else ''}{figure}", flush=True)
        if not condition:
            self.failed.append(f"{self.section_name}: {what}")

    def expect_no_long_task(self, page, longest, when):
        """Expects the time from `Browser.busy` to be under 50 ms."""
        clock = [task[1] for task in page.evaluate("observed.tasks")]
        self.expect(f"no task over 50 ms {when}", longest[0] < 50,
                    f"the longest took {longest[0]:.0f} ms of the processor; over 50 ms on the clock: {clock or 'none'}")


class Browser:
    """Opens pages that observe themselves and collect errors and warnings from the console."""

    def __init__(self, playwright, executable):
        self.chromium = playwright.chromium.launch(
            executable_path=executable,
            args=["--no-sandbox", "--force-color-profile=srgb", "--enable-precise-memory-info", "--disable-lcd-text"],
        )
        self.version = self.chromium.version

    @contextlib.contextmanager
    def page(self, viewport=PHONE, scale=1, **options):
        context = self.chromium.new_context(viewport=viewport, device_scale_factor=scale, **options)
        context.add_init_script(OBSERVE)
        page = context.new_page()
        page.errors = []
        page.on("console", lambda message: message.type in ("error", "warning") and page.errors.append(message.text))
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.set_default_timeout(20000)
        try:
            yield page
        finally:
            context.close()

    @contextlib.contextmanager
    def busy(self, page):
        """Measures the page's longest task while the block runs; fills a list with its CPU time in milliseconds.

        CPU time excludes other work on the machine, unlike the clock. Garbage collections aren't counted either: with
        5 MB in use, one takes 0 or 70 ms, depending on how long the system needs to reclaim memory.
        """
        longest = []
        self.chromium.start_tracing(page=page, categories=["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"])
        try:
            yield longest
        finally:
            events = json.loads(self.chromium.stop_tracing())["traceEvents"]
        mains = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"}
        events = [e for e in events if e["ph"] == "X" and (e["pid"], e["tid"]) in mains]
        collections = [e for e in events if e["name"] == "MajorGC"]
        for task in events:
            if "RunTask" in task["name"]:
                inside = [c for c in collections if c["pid"] == task["pid"] and 0 <= c["ts"] - task["ts"] <= task["dur"]]
                longest.append((spent(task) - sum(map(spent, inside))) / 1000)
        longest[:] = [max(longest)]


def spent(event):
    """Returns the CPU time in microseconds if the browser records it, else the duration."""
    return event.get("tdur", event.get("dur", 0))


def wait_for_pictures(page):
    """Waits until every card in the viewport shows its picture."""
    page.wait_for_function(
        """() => { const cards = [...document.querySelectorAll('.card')].filter((card) => {
             const box = card.getBoundingClientRect(); return box.bottom > 44 && box.top < innerHeight; });
           return cards.length && cards.every((card) => card.querySelector('.picture :is(img, .drawing)')); }"""
    )


def tops(page):
    """Returns the tops of cards by id."""
    return page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.card')].map((c) => [c.id, c.getBoundingClientRect().top]))"
    )


def first_visible(page):
    """Returns the id and top of the first card that is visible below the bar."""
    return page.evaluate(
        """() => { for (const card of document.querySelectorAll('.card')) {
             const box = card.getBoundingClientRect(); if (box.bottom > 44) return [card.id, box.top]; } }"""
    )


def first_beginning(page):
    """Returns the id and top of the first card that begins below the bar. This card keeps its place when heights
    change."""
    return page.evaluate(
        """() => { for (const card of document.querySelectorAll('.card')) {
             const box = card.getBoundingClientRect(); if (box.top >= 44) return [card.id, box.top]; } }"""
    )


def settle(page, milliseconds=400):
    page.wait_for_timeout(milliseconds)


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
