"""Checks the page with unusual system settings, touch input, and slow connections."""

import re

from checks import DESKTOP, PHONE, settle, wait_for_pictures

# Lists the controls whose target is smaller than `size` points, or 24 points for a link within text.
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


KEPT = """() => { const [name, top] = (() => { for (const card of document.querySelectorAll('.card')) {
  const box = card.getBoundingClientRect(); if (box.top >= 44) return [card.id, box.top]; } })(); return [name, top]; }"""
TOP = "(name) => document.getElementById(name)?.getBoundingClientRect().top"


def columns(checks, browser, url):
    with checks.section("several columns"), browser.page(viewport={"width": 1440, "height": 900}) as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        checks.expect("one at first", page.evaluate("document.documentElement.style.getPropertyValue('--wide')") == "")
        page.mouse.move(700, 500)
        page.mouse.wheel(0, 4000)
        settle(page)
        for count in (3, 2, 1, 2):
            name, top = page.evaluate(KEPT)
            page.evaluate("document.getElementById('settings').open = true")
            page.select_option("#columns", str(count))
            moved = abs(page.evaluate(TOP, name) - top)
            lanes = page.evaluate("new Set([...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect().left)).size")
            checks.expect(f"what is read stays where it is, in {count}", moved == 0 and lanes == count, f"{moved} px, {lanes} lanes")
        over = page.evaluate("""() => { const boxes = [...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect());
          return boxes.filter((a, at) => boxes.slice(at + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length; }""")
        checks.expect("no card lies on another", over == 0, over)
        page.reload()
        wait_for_pictures(page)
        checks.expect("the choice is remembered", page.evaluate("feedproof.page.feed.lanes") == 2)
        checks.expect("and so is the place", page.evaluate("scrollY") > 500, page.evaluate("scrollY"))
        name = page.evaluate("feedproof.page.feed.story(40)?.i") or page.evaluate("feedproof.page.feed.story(20).i")
        page.evaluate("(name) => { location.hash = '#post-' + name; }", name)
        page.wait_for_selector(f"#post-{name} .picture img")
        settle(page)
        checks.expect("a permalink leads to its card", abs(page.locator(f"#post-{name}").bounding_box()["y"] - 56) < 1
                      or page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 1"),
                      page.locator(f"#post-{name}").bounding_box())
        page.evaluate("scrollTo(0, 0)")
        settle(page)
        button = page.locator("[aria-expanded=false]").first
        own = page.evaluate("(button) => button.closest('.card').id", button.element_handle())
        before = page.evaluate("Object.fromEntries([...document.querySelectorAll('.card')].map((card) => [card.id, card.getBoundingClientRect().left]))")
        top = page.evaluate(TOP, own)
        button.click()
        settle(page, 700)
        after = page.evaluate("Object.fromEntries([...document.querySelectorAll('.card')].map((card) => [card.id, card.getBoundingClientRect().left]))")
        checks.expect("a card that is expanded keeps its top, and all others their column",
                      page.evaluate(TOP, own) == top and all(after.get(each, left) == left for each, left in before.items()))
        page.locator(".card").first.focus()
        places = []
        for _ in range(4):
            page.keyboard.press("j")
            settle(page, 100)
            places.append(page.evaluate("Number(document.activeElement.getAttribute('aria-posinset'))"))
        checks.expect("j goes from card to card", places == [2, 3, 4, 5], places)
        page.set_viewport_size(PHONE)
        settle(page)
        checks.expect("a narrow window has one", page.evaluate("feedproof.page.feed.lanes") == 1 and not page.locator("#columns-switch").is_visible())
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def long_columns(checks, browser, url):
    with checks.section("several columns of a hundred thousand posts"), browser.page(viewport={"width": 1440, "height": 900}) as page:
        page.add_init_script("localStorage.setItem('feedproof-columns', '3')")
        page.goto(url + "#post-p50000")
        page.wait_for_selector("#post-p50000 .picture img")
        settle(page)
        checks.expect("a permalink is in place", page.locator("#post-p50000").bounding_box()["y"] == 56, page.locator("#post-p50000").bounding_box())
        jumps = []
        for _ in range(60):
            name, top = page.evaluate(KEPT)
            page.mouse.move(700, 500)
            page.mouse.wheel(0, -700)
            settle(page, 120)
            now = page.evaluate(TOP, name)
            if now is not None:
                # A turn of the wheel may take effect late, together with the next one.
                jumps.append(min(abs(now - top - 700 * turns) for turns in range(4)))
        checks.expect("nothing jumps where heights come above", jumps and max(jumps) <= 1, max(jumps, default=None))
        page.keyboard.press("End")
        page.wait_for_selector("#post-p99999")
        checks.expect("the end is there", page.locator("#post-p99999").count() == 1)
        cards = page.evaluate("document.querySelectorAll('.card').length")
        checks.expect("few cards are in the document", cards < 60, cards)


def sections(checks, browser, url, long_url=""):
    return {
        "columns": lambda: columns(checks, browser, url),
        "long_columns": lambda: long_columns(checks, browser, long_url),
        "forced_colours": lambda: forced_colours(checks, browser, url),
        "focus": lambda: focus(checks, browser, url),
        "fingers": lambda: fingers(checks, browser, url),
        "contrast": lambda: contrast(checks, browser, url),
        "missing": lambda: missing(checks, browser, url),
        "failing": lambda: failing(checks, browser, url),
    }
