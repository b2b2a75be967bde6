"""Checks cards: expanding, carousels, text, keys, and what a screen reader finds."""

import io

from PIL import Image, ImageChops

from checks import DESKTOP, PHONE, settle, swipe, tops, wait_for_pictures

BOTH_STATES = ".card:has([aria-expanded=false])"


def shot(page, clip):
    return Image.open(io.BytesIO(page.screenshot(clip=clip, animations="allow"))).convert("RGB")


def differing(one, other):
    """Returns the share of pixels that differ and the largest difference in brightness."""
    difference = ImageChops.difference(one, other).convert("L")
    changed = sum(difference.histogram()[3:])
    return changed / (one.width * one.height), difference.getextrema()[1]


def expanding(checks, browser, site, url):
    with checks.section("expanding and collapsing"), browser.page(viewport=PHONE, scale=2) as page:
        page.clock.install()
        page.goto(url)
        page.clock.run_for(2000)
        page.wait_for_selector(BOTH_STATES)
        page.clock.run_for(2000)
        settle(page)
        card = page.locator(BOTH_STATES).first
        name = card.get_attribute("id")
        post = name.removeprefix("post-")
        card = page.locator(f"#{name}")
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
        box = card.bounding_box()
        expanded = Image.open(site / f"cards/{post}/375@2x-light-expanded.png").convert("RGB")
        collapsed = Image.open(site / f"cards/{post}/375@2x-light-collapsed.png").convert("RGB")
        # The active card also loads its expanded picture, so the picture is there before the click.
        page.locator(f"#{name} [aria-expanded=false]").click()
        # The pointer would show the link to the original post over a card.
        page.mouse.move(1, 1)
        heights, frames, anchors = [], [], []
        for _ in range(13):
            page.clock.run_for(25)
            frame_box = card.bounding_box()
            heights.append(frame_box["height"])
            anchors.append(abs(tops(page)[name] - box["y"]))
            if box["height"] + 4 < frame_box["height"] < expanded.height / 2 - 4:
                frames.append(clipped(page, frame_box, expanded, collapsed))
        checks.expect("the anchor moves", max(anchors) == 0, f"{max(anchors)} px")
        checks.expect("the height grows step by step", heights == sorted(heights) and len(set(heights)) > 6,
                      " ".join(f"{height:.0f}" for height in heights))
        checks.expect("and is the exported one in the end", heights[-1] == -(-expanded.height // 2), f"{heights[-1]} px")
        checks.expect("every frame between is the picture clipped, not scaled", len(frames) > 4 and max(f[0] for f in frames) < 0.001,
                      f"{len(frames)} frames, {max(f[0] for f in frames) * 100:.2f} % of pixels differ")
        neighbour(checks, page, name)
        survives(checks, page, name)
        page.locator(f"#{name} [aria-expanded=true]").click()
        page.clock.run_for(400)
        checks.expect("collapsing brings the old height back", card.bounding_box()["height"] == box["height"])
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
    with checks.section("with reduced motion"), browser.page(reduced_motion="reduce") as page:
        page.goto(url)
        card = page.locator(BOTH_STATES).first
        card.wait_for()
        before = card.bounding_box()["height"]
        name = card.get_attribute("id")
        page.evaluate(f"document.querySelector('#{name} [aria-expanded]').click()")
        after = page.locator(f"#{name}").bounding_box()["height"]
        checks.expect("the card is expanded at once", after > before, f"{before:.0f} to {after:.0f} px")


def clipped(page, box, expanded, collapsed):
    """Compares a frame with two pieces of the picture: the top in place, and the end moved up as a whole."""
    image = shot(page, {"x": box["x"], "y": box["y"], "width": box["width"], "height": min(box["height"], 812 - box["y"])})
    missing = expanded.height - round(box["height"] * 2)
    # The lower piece begins at the first row in which the frame differs from the picture.
    cut = next((y for y in range(image.height) if differing(row(image, y), row(expanded, y))[0] > 0), image.height)
    head = differing(crop(image, 0, cut), crop(expanded, 0, cut))
    # Below the cut, the frame shows the expanded picture from `missing` rows further down.
    visible = min(image.height, expanded.height - missing) - 24
    tail = differing(crop(image, cut + 2, visible), crop(expanded, cut + 2 + missing, visible + missing)) if visible > cut + 40 else (0, 0)
    return max(head, tail)


def row(image, y):
    return crop(image, y, y + 1)


def crop(image, top, bottom):
    """Crops to rows, without the corners and without the button over an expanded card."""
    return image.crop((24, top, image.width - 100, max(top + 1, bottom)))


def neighbour(checks, page, name):
    gap = page.evaluate(
        f"""() => {{ const box = document.getElementById('{name}').getBoundingClientRect();
            const next = [...document.querySelectorAll('.card')].find((c) => c.getBoundingClientRect().top > box.top);
            return next.getBoundingClientRect().top - box.bottom; }}"""
    )
    checks.expect("the neighbour moved along", gap == 12, f"{gap} px below")


def survives(checks, page, name):
    grown = page.locator(f"#{name}").bounding_box()["height"]
    page.evaluate("document.activeElement.blur()")
    page.evaluate("scrollTo(0, 12000)")
    # Only `run_for` advances the page's clock, but the browser reports scrolling in its own time.
    gone = False
    for _ in range(50):
        page.clock.run_for(100)
        gone = page.locator(f"#{name}").count() == 0
        if gone:
            break
        settle(page, 20)
    page.evaluate("scrollTo(0, 0)")
    page.clock.run_for(1000)
    page.wait_for_selector(f"#{name} .picture img")
    page.clock.run_for(1000)
    page.wait_for_selector(f"#{name} [aria-expanded=true]")
    back = page.locator(f"#{name}").bounding_box()["height"]
    checks.expect("the state survives scrolling away", gone and back == grown, f"{grown} and {back} px")


def carousel(checks, browser, server):
    with checks.section("carousel"), browser.page(viewport=PHONE, has_touch=True) as page:
        page.goto(server.url)
        for _ in range(60):
            if page.locator(".strip").count():
                break
            page.mouse.wheel(0, 500)
            settle(page, 100)
        strip = page.locator(".strip").first
        strip.scroll_into_view_if_needed()
        page.evaluate("(strip) => scrollBy(0, strip.getBoundingClientRect().top - 300)", strip.element_handle())
        settle(page, 800)
        name = page.evaluate("(strip) => strip.closest('.card').id", strip.element_handle())
        count = page.locator(f"#{name} .page").count()
        shown = lambda: page.evaluate(  # noqa: E731
            "(strip) => { const [a, b] = strip.querySelectorAll('.page'); return Math.round(strip.scrollLeft / (b.offsetLeft - a.offsetLeft)); }",
            page.locator(f"#{name} .strip").first.element_handle())
        asked = lambda: len({p for p in server.paths if "-page-" in p and name.removeprefix('post-') in p})  # noqa: E731
        checks.expect("no page is turned at first", shown() == 0, f"{count} pages")
        row = page.locator(f"#{name} .turn").first.bounding_box()
        under = {"x": row["x"], "y": row["y"] + row["height"] - 4, "width": row["width"], "height": 10}
        line = shot(page, under)
        strip.focus()
        page.keyboard.press("ArrowRight")
        settle(page, 700)
        checks.expect("an arrow key turns to", shown() == 1, f"page {shown() + 1}")
        checks.expect("the line under the page control stays",
                      len(line.getcolors()) > 1 and differing(line, shot(page, under))[1] == 0)
        dots = page.locator(f"#{name} .dots i.on").count()
        checks.expect("the page control follows", dots == 1 and page.evaluate(
            f"[...document.querySelector('#{name} .dots').children].findIndex((d) => d.className === 'on')") == 1)
        page.locator(f"#{name} .turn").nth(1).click()
        settle(page, 700)
        checks.expect("the page control turns to", shown() == 2, f"page {shown() + 1}")
        box = strip.bounding_box()
        page.mouse.move(box["x"] + 180, box["y"] + 100)
        page.mouse.wheel(-250, 0)
        settle(page, 900)
        checks.expect("the wheel turns to", shown() == 1, f"page {shown() + 1}")
        swipe(page, (box["x"] + 280, box["y"] + 120), (-200, 0))
        settle(page, 900)
        checks.expect("a swipe turns to", shown() == 2, f"page {shown() + 1}")
        here = shown()
        picture = page.evaluate(f"document.querySelectorAll('#{name} .page')[{here}].querySelector('img').naturalWidth")
        checks.expect("the page's own picture is shown", picture > 300, f"{picture} px wide")
        page.evaluate("document.activeElement.blur()")
        page.evaluate("scrollTo(0, 15000)")
        settle(page)
        page.evaluate(f"location.hash = '#{name}'")
        page.wait_for_selector(f"#{name} .strip")
        settle(page)
        checks.expect("the page survives scrolling away", shown() == here, f"page {shown() + 1}")
        checks.expect("pages were asked for one by one", asked() <= count, f"{asked()} of {count}")
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def text(checks, browser, url):
    with checks.section("pictures that behave like text"), browser.page(viewport=PHONE) as page:
        page.goto(url)
        page.wait_for_selector(".card .text")
        wait_for_pictures(page)
        settle(page)
        image = page.evaluate(
            """() => { const image = document.querySelector('.picture img');
               return [image.srcset, image.getBoundingClientRect().width, image.naturalWidth, image.width, image.height]; }""")
        checks.expect("srcset has every scale", " 1x" in image[0] and " 2x" in image[0], image[0].count("x,") + 1)
        checks.expect("width and height are set", page.evaluate(
            "(() => { const i = document.querySelector('.picture img'); return i.getAttribute('width') > 0 && i.getAttribute('height') > 0; })()"))
        page.evaluate("document.querySelector('.card [aria-expanded=false]').click()")
        settle(page, 600)
        link = page.evaluate(
            """() => { for (const hit of document.querySelectorAll('.card p a i')) {
                 const box = hit.getBoundingClientRect();
                 if (box.top > 60 && box.bottom < innerHeight) {
                   const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
                   return {href: hit.parentElement.href, text: hit.parentElement.textContent, hit: found === hit,
                     rel: hit.parentElement.rel, width: box.width, height: box.height};
                 } } }""")
        checks.expect("a link stands where its words are drawn", link and link["hit"] and link["height"] == 22,
                      f"{link['text']} → {link['href'][:60]}")
        checks.expect("and keeps the reader's address to itself", "noreferrer" in link["rel"])
        found = page.evaluate("window.find('Старого моста')")
        selected = page.evaluate("String(getSelection())")
        checks.expect("find in page finds what is near", found and "Старого" in selected, selected.replace("\n", " "))
        box = page.locator(".card p.text").first.bounding_box()
        page.mouse.move(box["x"] + 1, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + 200, box["y"] + 32 + 10, steps=5)
        page.mouse.up()
        selected = page.evaluate("String(getSelection())")
        checks.expect("text can be selected", len(selected) > 25, repr(selected[:60]))
        tree = page.locator(".card").first.aria_snapshot()
        for role in ("article", "heading", "time", "paragraph", "list", "listitem", "button"):
            checks.expect(f"a screen reader finds: {role}", f"- {role}" in tree)
        href = page.locator(".card").first.locator("a:has(time)").get_attribute("href")
        checks.expect("the date is the post's permalink", href == "#" + page.locator(".card").first.get_attribute("id"), href)
        page.goto(url + "?review")
        wait_for_pictures(page)
        page.click("summary")
        page.check("#boxes")
        page.wait_for_selector(".box")
        settle(page)
        boxes = page.evaluate("[...document.querySelectorAll('.card')][0].querySelectorAll('.box').length")
        checks.expect("the overlay shows the layout's boxes", boxes > 10 and page.locator(".box[title='card/avatar']").count() > 0, boxes)
        page.uncheck("#boxes")
        settle(page)
        checks.expect("and goes again", page.locator(".box").count() == 0)
        checks.expect("the policy was kept", not page.evaluate("observed.violations"), page.evaluate("observed.violations") or "")


def keyboard(checks, browser, url):
    with checks.section("keyboard alone"), browser.page(viewport=DESKTOP) as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        reached, lost, cards, hidden = [], 0, [], []
        for _ in range(150):
            page.keyboard.press("Tab")
            settle(page, 50)
            where = page.evaluate(
                """() => { const it = document.activeElement; const card = it.closest('.card'); const box = (it.querySelector('i') || it).getBoundingClientRect();
                   return [it.id || it.className || it.nodeName, card && Number(card.getAttribute('aria-posinset')),
                     it === document.body, box.bottom < 0 || box.top > innerHeight, Math.round(box.top)]; }""")
            lost += where[2]
            if where[3]:
                hidden.append(where[:2] + where[4:])
            reached.append(where[0])
            if where[1]:
                cards.append(where[1])
        checks.expect("the bar's controls come first", reached[:3] == ["open-search", "open-calendar", "SUMMARY"], " ".join(reached[:3]))
        checks.expect("cards follow in order, none left out", cards == sorted(cards) and set(cards) == set(range(1, max(cards) + 1)), f"1 to {max(cards)} {sorted(set(range(1, max(cards) + 1)) - set(cards)) or ''}")
        checks.expect("the place is never lost or out of sight", lost == 0 and not hidden, f"{lost} lost, {len(hidden)} out of sight {hidden[:5] or ''}")
        page.evaluate("location.hash = ''; scrollTo(0, 0)")
        settle(page)
        page.keyboard.press("j")
        page.keyboard.press("j")
        settle(page)
        checks.expect("j goes from card to card", page.evaluate("document.activeElement.className") == "card")
        page.locator(BOTH_STATES).first.locator("[aria-expanded]").focus()
        page.keyboard.press("Enter")
        settle(page, 600)
        checks.expect("Enter expands, and the place stays", page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "true")
        page.keyboard.press("Enter")
        settle(page, 600)
        checks.expect("and collapses again", page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "false")


def accessibility(checks, browser, url, axe):
    with checks.section("axe"), browser.page(viewport=PHONE, bypass_csp=True) as page:
        for place in ("", "#post-" ):
            page.goto(url)
            wait_for_pictures(page)
            page.evaluate("scrollTo(0, %d)" % (0 if not place else 1500))
            wait_for_pictures(page)
            settle(page, 800)
            page.evaluate(axe)
            result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            grave = [v for v in result["violations"] if v["impact"] in ("serious", "critical")]
            mild = [f"{v['id']} ({v['impact']})" for v in result["violations"] if v not in grave]
            checks.expect("nothing serious" + (" further down" if place else ""), not grave,
                          [(v["id"], v["nodes"][0]["html"][:120]) for v in grave] or f"axe {result['testEngine']['version']}; minor: {mild or 'none'}")
