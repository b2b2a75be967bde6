"""Checks right-to-left pages: bar, panels, columns, carousels and keys."""

from checks import DESKTOP, PHONE, settle, wait_for_pictures

# Left and right edges of an element, in points from the window's left edge.
SIDES = """(name) => { const box = document.querySelector(name).getBoundingClientRect(); return [box.left, box.right]; }"""


def sides(page, name):
    return page.evaluate(SIDES, name)


def page_of(checks, browser, url, folder):
    with checks.section("turned page"), browser.page(viewport=PHONE, scale=2) as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        checks.expect("it says so", page.evaluate("[document.dir, document.documentElement.lang]") == ["rtl", "ar"])
        title, search = sides(page, ".bar h1"), sides(page, "#open-search")
        checks.expect("the title stands at the right, buttons at the left", title[1] > 340 and search[1] <= title[0] + 1, title)
        checks.expect("nothing is wider than the window", page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"])
        name = page.evaluate("""() => { const [card, name] = ['.card', '.card h2'].map((it) => document.querySelector(it).getBoundingClientRect());
            return [card.right - name.right, name.left - card.left]; }""")
        checks.expect("words lie over those of the picture", 50 < name[0] < 70 < name[1], name)
        page.screenshot(path=folder / "turned-phone.png")
        page.click("#open-calendar")
        page.wait_for_selector("#calendar[open]")
        earlier, later = sides(page, "#earlier"), sides(page, "#later")
        checks.expect("earlier months are at the right", earlier[0] > later[1], [earlier, later])
        page.screenshot(path=folder / "turned-calendar.png")
        page.keyboard.press("Escape")
        page.click("#open-search")
        settle(page)
        page.screenshot(path=folder / "turned-search.png")


def columns(checks, browser, url, folder):
    with checks.section("turned columns"), browser.page(viewport=DESKTOP) as page:
        page.goto(url)
        wait_for_pictures(page)
        page.click("#settings summary")
        settle(page)
        panel, window = sides(page, "#controls"), DESKTOP["width"]
        checks.expect("settings open at the left", panel[0] < window / 2, panel)
        if page.locator("#columns-switch:not([hidden])").count():
            page.select_option("#columns", "2")
            settle(page)
            lanes = page.evaluate("""() => [...document.querySelectorAll('.card')].slice(0, 2).map((card) => card.getBoundingClientRect().left)""")
            checks.expect("the first column is at the right", lanes[0] > lanes[1], lanes)
        page.screenshot(path=folder / "turned-desktop.png")
        page.keyboard.press("Escape")
        page.click("#open-search")
        settle(page)
        found = sides(page, "#search")
        checks.expect("the search opens at the left", found[1] < window / 2, found)


def carousel(checks, browser, url, folder):
    with checks.section("turned carousel"), browser.page(viewport=PHONE, scale=2) as page:
        page.goto(url)
        for _ in range(60):
            if page.locator(".strip").count():
                break
            page.mouse.wheel(0, 500)
            settle(page, 100)
        strip = page.locator(".strip").first
        page.evaluate("(strip) => scrollBy(0, strip.getBoundingClientRect().top - 200)", strip.element_handle())
        settle(page, 800)
        shown = lambda: page.evaluate(  # noqa: E731
            """() => { const strip = document.querySelector('.strip').getBoundingClientRect();
               return [...document.querySelectorAll('.page')].findIndex((page) => { const box = page.getBoundingClientRect();
                 return box.left >= strip.left && box.right <= strip.right + 1; }); }""")
        current = lambda: page.evaluate("[...document.querySelector('.dots').children].findIndex((dot) => dot.className === 'on')")  # noqa: E731
        checks.expect("the first page is shown", shown() == 0, shown())
        strip.focus()
        page.keyboard.press("ArrowLeft")
        settle(page, 900)
        checks.expect("the left arrow turns to the next one", shown() == 1 and current() == 1, [shown(), current()])
        dots = page.evaluate("[...document.querySelector('.dots').children].map((dot) => dot.getBoundingClientRect().left)")
        checks.expect("dots run from right to left", dots == sorted(dots, reverse=True), dots)
        page.screenshot(path=folder / "turned-carousel.png")
        # On a right-to-left page, the right half of the page control turns back.
        right = max((button.bounding_box() for button in page.locator(".turn").all()), key=lambda box: box["x"])
        page.mouse.click(right["x"] + right["width"] / 2, right["y"] + right["height"] / 2)
        settle(page, 900)
        checks.expect("the right half of the page control turns back", shown() == 0, shown())
        for _ in range(5):
            page.locator(".strip").first.press("ArrowLeft")
            settle(page, 700)
        checks.expect("the last page can be turned to", shown() == 3 and current() == 3, [shown(), current()])


def sections(checks, browser, url, folder):
    folder.mkdir(parents=True, exist_ok=True)
    return {f"turned_{make.__name__}": lambda make=make: make(checks, browser, url, folder)
            for make in (page_of, columns, carousel)}
