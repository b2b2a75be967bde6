"""Checks the review of a comparison: a case's six views, synchronized panes, and boxes."""

import json
import urllib.parse

from checks import settle
from review_pages import LIGHT, LONG_TEXT, WIDE, at, opened, pictures_are_there, quiet, text, told


def views(checks, browser, reviews):
    with checks.section("review: six views"), browser.page(viewport=WIDE) as page:
        entry = reviews.case(LIGHT)
        opened(page, at(reviews.url, LIGHT))
        pictures_are_there(page)
        names = page.locator("[role=tab]").all_inner_texts()
        checks.expect("tabs", len(names) == 6, [name.split("\n")[0] for name in names])
        sides = page.evaluate("[...document.querySelectorAll('.stage img')].map((i) => [i.naturalWidth, i.naturalHeight, decodeURIComponent(i.src)])")
        wanted = [[entry[side]["width"], entry[side]["height"]] for side in ("expected", "actual")]
        checks.expect("1: reference and drawn picture side by side", [s[:2] for s in sides] == wanted and "/expected/" in sides[0][2] and "/actual/" in sides[1][2], wanted)
        swipe(checks, page)
        onion(checks, page)
        blink(checks, page)
        difference(checks, page, entry)
        zoom_and_pan(checks, page)
        page.keyboard.press("2")
        settle(page, 80)
        page.reload()
        settle(page, 200)
        checks.expect("the address keeps the view", page.locator("#view-swipe").get_attribute("aria-selected") == "true")
        untold = [reason for reason in entry["reasons"] if not told(text(page, "#panel"), reason)]
        checks.expect("the reasons stand there in words", not untold, untold or entry["reasons"][0])
        titles = [each["title"] for each in reviews.report["clusters"] if each["id"] in entry["clusters"]]
        times = [page.evaluate("(title) => document.getElementById('case').innerText.split(title).length - 1", title) for title in titles]
        checks.expect("a cause is told once", times == [1] * len(titles), f"{titles}: {times}")
        checks.expect("and the command that accepts it", text(page, ".command code") == entry["accept"], entry["accept"][:60])
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.click("[data-focus=copy]")
        settle(page, 100)
        checks.expect("which can be copied", page.evaluate("navigator.clipboard.readText()") == entry["accept"], text(page, "#toast-text"))
        states(checks, page, reviews)
        quiet(checks, page)


def swipe(checks, page):
    page.keyboard.press("2")
    pictures_are_there(page)
    width = lambda: page.evaluate("parseFloat(document.querySelector('.handle').style.left.slice(5))")  # noqa: E731
    before = width()
    box = page.locator(".handle").bounding_box()
    page.mouse.move(box["x"] + 12, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 92, box["y"] + 60, steps=4)
    page.mouse.up()
    moved = page.locator(".handle").bounding_box()["x"] - box["x"]
    checks.expect("2: the divider follows the pointer", abs(moved - 80) <= 1 and before == 0.5, f"{moved:.0f} px")
    page.focus("#slider")
    page.keyboard.press("Home")
    clip = page.evaluate("getComputedStyle(document.querySelectorAll('.stage img')[1]).clipPath")
    checks.expect("and the arrow keys", width() == 0 and "0px" in clip, clip)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    checks.expect("space goes to the other end", width() == 1)


def onion(checks, page):
    page.keyboard.press("3")
    pictures_are_there(page)
    opacity = lambda: float(page.evaluate("getComputedStyle(document.querySelectorAll('.stage img')[1]).opacity"))  # noqa: E731
    half = opacity()
    page.keyboard.press("Space")
    checks.expect("3: the drawn picture shines through, as much as one likes", half == 0.5 and opacity() in (0, 1), f"{half}, {opacity()}")


def blink(checks, page):
    page.keyboard.press("4")
    pictures_are_there(page)
    seen = page.evaluate("""async () => { const seen = []; for (let n = 0; n < 16; n += 1) {
      seen.push(getComputedStyle(document.querySelectorAll('.stage img')[1]).visibility); await new Promise((r) => setTimeout(r, 120)); }
      return seen; }""")
    changes = sum(a != b for a, b in zip(seen, seen[1:]))
    checks.expect("4: the pictures take turns, slower than three times a second", 2 <= changes <= 4, f"{changes} times in 1.9 s")
    page.keyboard.press("Space")
    title = text(page, ".pane-title b")
    settle(page, 900)
    stays = text(page, ".pane-title b") == title
    page.keyboard.press("Space")
    checks.expect("space stops and flips", stays and text(page, ".pane-title b") != title, f"{title}, {text(page, '.pane-title b')}")
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("1")
    page.keyboard.press("4")
    checks.expect("with reduced motion nothing blinks by itself", not page.is_checked("#blinks"))
    page.emulate_media(reduced_motion="no-preference")


def difference(checks, page, entry):
    page.keyboard.press("5")
    page.keyboard.press("p")
    pictures_are_there(page)
    shown = page.evaluate("[...document.querySelectorAll('.stage img')].map((i) => decodeURIComponent(i.src))")
    regions = page.locator(".region").count()
    checks.expect("5: the difference over the drawn picture, its regions framed", "/diff/" in shown[1] and regions == len(entry["pixels"]["regions"]), f"{regions} regions")
    checks.expect("and its number of pixels", f"{entry['pixels']['differing']:,}".replace(",", "\u202f") in text(page, ".pane-title"), text(page, ".pane-title"))
    page.keyboard.press("Space")
    checks.expect("space takes it away", page.evaluate("getComputedStyle(document.querySelectorAll('.stage img')[1]).opacity") == "0")


def zoom_and_pan(checks, page):
    page.keyboard.press("1")
    pictures_are_there(page)
    for _ in range(6):
        page.keyboard.press("+")
    settle(page, 100)
    said = page.evaluate("""() => { const [a, b] = document.querySelectorAll('.scroller'); const image = a.querySelector('img');
      return [getComputedStyle(image).imageRendering, image.getBoundingClientRect().width / image.naturalWidth, a.scrollHeight > a.clientHeight]; }""")
    checks.expect("zoomed in, a pixel is a pixel", said[0] == "pixelated" and said[1] >= 3 and said[2], f"{said[0]}, {said[1]:g} CSS pixels each, {text(page, '#zoom-fit')}")
    box = page.locator(".scroller").first.bounding_box()
    where = lambda: page.evaluate("[...document.querySelectorAll('.scroller')].map((s) => [Math.round(s.scrollLeft), Math.round(s.scrollTop)])")  # noqa: E731
    before = where()
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 220, steps=5)
    page.mouse.up()
    wanted = [before[0][0] + 100, before[0][1] + 80]
    # The other pane follows in the next frame, which a busy machine draws late.
    for _ in range(20):
        if (after := where()) == [wanted, wanted]:
            break
        settle(page, 100)
    checks.expect("dragging pans both panes alike", after == [wanted, wanted], f"{before[0]} to {after[0]}, {after[1]}")
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    point = lambda: page.evaluate("(document.getElementById('status').textContent.match(/pixel (\\d+), (\\d+)/) || []).slice(1).map(Number)")  # noqa: E731
    page.mouse.move(box["x"] + 201, box["y"] + 200)
    here = point()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.move(box["x"] + 201, box["y"] + 200)
    there = point()
    checks.expect("Ctrl and the wheel zoom where the pointer is", len(here) == 2 and all(abs(a - b) <= 1 for a, b in zip(here, there)), f"pixel {here}, then {there}")
    page.keyboard.press("0")
    settle(page, 80)
    checks.expect("0 fits the window again", page.evaluate("(() => { const s = document.querySelector('.scroller'); return s.scrollHeight <= s.clientHeight + 1; })()"), text(page, "#zoom-fit"))


def states(checks, page, reviews):
    opened(page, at(reviews.url, LONG_TEXT))
    links = page.locator("#states a").all_inner_texts()
    page.keyboard.press("s")
    settle(page, 150)
    other = LONG_TEXT.replace("collapsed", "expanded")
    checks.expect("both states are linked", len(links) == 2 and urllib.parse.quote(other, safe="") in page.url and "expanded" in text(page, "#case-place"), page.url.split("#")[1])


def boxes(checks, browser, reviews):
    with checks.section("review: boxes"), browser.page(viewport=WIDE) as page:
        entry = reviews.case(LIGHT)
        opened(page, at(reviews.url, LIGHT, "boxes"))
        saved = [json.loads((reviews.folder / entry[side]["layout"]).read_text(encoding="utf-8"))["boxes"] for side in ("expected", "actual")]
        by_path = [{box["path"]: box for box in side} for side in saved]
        checks.expect("every box is there", page.locator(".box").count() == len({b["path"] for side in saved for b in side}), page.locator(".box").count())
        changed = next(box for box in entry["boxes"] if any(c["own"] for c in box["changes"]) and box["reference"] and box["actual"])
        button = page.locator(f".box[aria-label^='{changed['path']};']")
        drawn = button.bounding_box()
        image = page.locator(".stage img").bounding_box()
        frame = [round(v, 1) for v in (drawn["x"] - image["x"], drawn["y"] - image["y"], drawn["width"], drawn["height"])]
        zoom = image["width"] / (entry["actual"]["width"] / entry["scale"])
        checks.expect("it stands where it was laid out", all(abs(a - b * zoom) < 0.6 for a, b in zip(frame, changed["actual"])), f"{changed['path']} {frame}")
        page.mouse.move(drawn["x"] + 3, drawn["y"] + 3)
        settle(page, 60)
        numbers = page.evaluate("[...document.querySelectorAll('.numbers tbody tr')].map((r) => [...r.children].map((c) => c.textContent))")
        number = lambda cell: float(cell.replace("−", "-").replace("+", ""))  # noqa: E731
        rows = [[number(cell) for cell in row[1:5]] for row in numbers]
        close = lambda a, b: all(abs(x - y) < 0.006 for x, y in zip(a, b))  # noqa: E731
        delta = [a - r for a, r in zip(changed["actual"], changed["reference"])]
        checks.expect("pointing at it: the reference's frame, its own, and the difference in points",
                      text(page, ".inspected .path") == changed["path"] and close(rows[0], changed["reference"]) and close(rows[1], changed["actual"]) and close(rows[2], delta), f"{numbers[2]}")
        checks.expect("with both frames and the distances around it", page.locator(".ghost").count() == 1 and page.locator(".distance").count() >= 2,
                      page.locator(".distance").all_inner_texts())
        inner = by_path[1][changed["path"]]["frame"]
        outer = by_path[1]["card"]["frame"]
        left = inner[0] - outer[0]
        checks.expect("measured in points", any(abs(float(t.split("→")[-1]) - left) < 0.006 for t in page.locator(".distance.across").all_inner_texts()), f"{left:g} pt from the left")
        page.mouse.move(4, 4)
        page.locator(".box").first.focus()
        paths = []
        for _ in range(4):
            paths.append(text(page, ".inspected .path"))
            page.keyboard.press("Tab")
        checks.expect("Tab goes from box to box and measures each", paths == [box["path"] for box in saved[1][:4]], ", ".join(paths))
        label = button.get_attribute("aria-label")
        checks.expect("a screen reader hears it all", "reference" in label and "difference in points" in label, label[:110])
        page.keyboard.press("Space")
        settle(page, 80)
        checks.expect("space shows the reference's", text(page, ".pane-title b") == "Baseline")
        row = page.locator(".change").first
        row.click()
        settle(page, 60)
        checks.expect("a change in the list leads to its box", page.evaluate("document.activeElement.classList.contains('box')"), row.inner_text().split("\n")[0])
        quiet(checks, page)
