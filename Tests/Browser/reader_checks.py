"""The page for readers whose system, fingers or connection are other than most."""

import re

from checks import DESKTOP, PHONE, settle, wait_for_pictures

# What a click or a tap meets at 24 points (44 for a finger) around the middle of a control.
REACH = """(size) => [...document.querySelectorAll('.layer button, .layer a i, .layer a.original')].flatMap((it) => {
  const box = it.getBoundingClientRect();
  const most = it.closest('p') ? 24 : size;
  const grown = getComputedStyle(it, '::before');
  const reach = Math.min(Math.max(box.width, parseFloat(grown.width)), Math.max(box.height, parseFloat(grown.height)));
  return reach >= most - 0.01 ? [] : [(it.className || it.nodeName) + ' ' + reach]; })"""


def forced_colours(checks, browser, url):
    with checks.section("forced colours"), browser.page(viewport=PHONE, forced_colors="active") as page:
        page.goto(url)
        wait_for_pictures(page)
        page.wait_for_selector(".layer li")
        settle(page)
        colours = set(page.evaluate(
            "[...document.querySelectorAll('.layer .text, .layer li, .layer a:not(.original), .layer [aria-expanded=false]')].map((it) => getComputedStyle(it).color)"))
        checks.expect("words of a picture are not painted a second time", colours == {"rgba(0, 0, 0, 0)"}, colours)


def focus(checks, browser, url):
    with checks.section("where the keyboard is"), browser.page(viewport=PHONE) as page:
        page.goto(url)
        for _ in range(60):
            if page.locator(".strip").count():
                break
            page.mouse.wheel(0, 500)
            settle(page, 100)
        settle(page)
        page.keyboard.press("Tab")
        page.locator(".strip").first.focus()
        page.keyboard.press("ArrowRight")
        settle(page, 700)
        seen = page.evaluate(
            """() => { const strip = document.activeElement; const ring = strip.parentElement.querySelector('.ring');
                 const [a, b] = [strip, ring].map((it) => it.getBoundingClientRect());
                 return [getComputedStyle(ring).outlineStyle, a.top === b.top && a.width === b.width && a.height === b.height,
                   Boolean(strip.compareDocumentPosition(ring) & Node.DOCUMENT_POSITION_FOLLOWING)]; }""")
        checks.expect("its ring lies over photos", seen == ["solid", True, True], seen)
    with checks.section("the order of reading"), browser.page(viewport=PHONE) as page:
        page.goto(url)
        wait_for_pictures(page)
        page.wait_for_selector("[aria-expanded=false]")
        settle(page)
        order = """() => { const button = document.querySelector('.card [aria-expanded]'); const card = button.closest('.card');
             const follows = (it) => Boolean(button.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING);
             return [follows(card.querySelector('p.text')), follows(card.querySelector('ul'))]; }"""
        checks.expect("more of a text is offered behind it, before the counters", page.evaluate(order) == [False, True], page.evaluate(order))
        page.locator("[aria-expanded=false]").first.click()
        settle(page, 600)
        checks.expect("less of it too", page.evaluate(order) == [False, True], page.evaluate(order))


def fingers(checks, browser, url):
    for name, size, options in (("a mouse", 24, {}), ("a finger", 44, {"has_touch": True, "is_mobile": True})):
        with checks.section(f"what {name} reaches"), browser.page(viewport=PHONE, **options) as page:
            page.goto(url)
            wait_for_pictures(page)
            page.wait_for_selector(".layer li")
            settle(page, 800)
            small = page.evaluate(REACH, size)
            checks.expect(f"controls of cards have {size} points, links in a text 24", not small, small[:5] or "")
            bar = page.evaluate("""(size) => [...document.querySelectorAll('.bar > button, summary')].filter((it) => {
                const box = it.getBoundingClientRect(); return Math.min(box.width, box.height) < size; }).length""", size)
            checks.expect("so do the bar's", bar == 0, bar)


def contrast(checks, browser, url):
    with checks.section("more contrast"), browser.page(viewport=DESKTOP, contrast="more") as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        pair = page.evaluate("""() => ['.bar > button', 'body'].map((one) => getComputedStyle(document.querySelector(one)).color)""")
        checks.expect("the page's icons are as dark as its words", pair[0] == pair[1], pair)


def missing(checks, browser, url):
    with checks.section("pictures that are not there"), browser.page(viewport=PHONE) as page:
        page.route(re.compile(r"/cards/"), lambda route: route.abort())
        page.goto(url)
        page.wait_for_selector(".card.is-bare .text")
        settle(page)
        colour = page.evaluate("getComputedStyle(document.querySelector('.is-bare p.text')).color")
        checks.expect("their words are read instead", colour != "rgba(0, 0, 0, 0)", colour)
        page.unroute_all()
        page.wait_for_selector(".card:not(.is-bare) .picture img", timeout=30000)
        settle(page)
        checks.expect("until the pictures come", page.locator(".is-bare .picture img").count() == 0)


def failing(checks, browser, url):
    for script in ("feed", "index", "heights/.*"):
        with checks.section(f"a page whose {script.split('/')[0]} does not come"), browser.page(viewport=PHONE) as page:
            page.route(re.compile(rf"/site/{script}\.js$"), lambda route: route.abort())
            page.goto(url)
            page.wait_for_function("() => getComputedStyle(document.getElementById('plain')).visibility === 'visible'"
                                   " && document.getElementById('plain').offsetHeight > 0")
            checks.expect("it says so instead of staying empty", bool(page.locator("#plain").inner_text().strip()))
    with checks.section("a page that comes"), browser.page(viewport=PHONE) as page:
        page.goto(url)
        wait_for_pictures(page)
        checks.expect("says nothing of it", not page.locator("#plain").is_visible())


def sections(checks, browser, url):
    return {
        "forced_colours": lambda: forced_colours(checks, browser, url),
        "focus": lambda: focus(checks, browser, url),
        "fingers": lambda: fingers(checks, browser, url),
        "contrast": lambda: contrast(checks, browser, url),
        "missing": lambda: missing(checks, browser, url),
        "failing": lambda: failing(checks, browser, url),
    }
