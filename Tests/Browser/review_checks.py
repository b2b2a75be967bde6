"""Checks the review of a comparison: the start page, verdicts, keys, long lists, and rules for all pages."""

import review_decisions
import review_looks
import review_screens
import review_site
import review_views
from checks import settle
from review_pages import LIGHT, NARROW, WIDE, at, opened, pictures_are_there, quiet, shown_tiles, text, told


def start_page(checks, browser, reviews):
    with checks.section("review: the start page, opened as a file"), browser.page(viewport=WIDE, offline=True) as page:
        report = reviews.report
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        opened(page, reviews.url)
        checks.expect("compare says where to look", reviews.last_line.endswith("output/review/index.html"), reviews.last_line)
        said = {name.lower(): int(number.replace("\u202f", "")) for name, number in page.evaluate(
            "[...document.querySelectorAll('.filter')].map((f) => [f.querySelector('.filter-name > span').textContent, f.querySelector('.number').textContent])")}
        changes = [each for each in report["cases"] if each["reference"] == "baseline"]
        counts = {verdict: sum(each["verdict"] == verdict for each in changes) for verdict in report["counts"]}
        counts = {verdict: number for verdict, number in counts.items() if number}
        checks.expect("counts by verdict are the report's", counts.items() <= said.items() and said["all cases"] == len(changes), said)
        open_cases = sum(counts.get(verdict, 0) for verdict in ("error", "environment", "different", "new"))
        checks.expect("what needs somebody is shown first", said["to review"] == open_cases and text(page, "#list-title").startswith(f"{open_cases} cases"), text(page, "#list-title"))
        largest = reviews.shared
        tile = page.locator(".tile.many").first
        checks.expect("one cause in many cases is one tile with their number", tile.locator(".times").inner_text() == str(len(reviews.alone(largest)))
                      and reviews.heading(largest) in shown_tiles(page), f"{len(reviews.alone(largest))} × {reviews.heading(largest)}")
        causes = {tuple(each["clusters"]) for each in changes if each.get("clusters")}
        checks.expect("the same causes once", len(shown_tiles(page)) == len(causes), f"{len(causes)} tiles")
        page.uncheck("#grouped")
        settle(page, 100)
        checks.expect("or every case by itself", int(page.locator(".tile").first.get_attribute("aria-setsize")) == open_cases)
        page.check("#grouped")
        for verdict in counts:
            page.click(f"[data-filter={verdict}]")
            badges = set(page.locator(".tile .badge").all_inner_texts())
            checks.expect(f"the filter: {verdict}", {badge[1:].strip() for badge in badges} == {verdict}, page.locator("[data-filter][aria-pressed=true]").count())
        page.click("#kinds >> text=Designs")
        settle(page, 100)
        designs = [each for each in report["cases"] if each["reference"] == "mockup"]
        missed = sum(each["verdict"] in ("error", "different") for each in designs)
        checks.expect("designs that are missed have a list of their own", text(page, "#list-title").startswith(f"{missed} cases")
                      and text(page, "[data-filter=all] .number") == str(len(designs)), text(page, "#list-title"))
        page.click("#kinds >> text=Changes")
        settle(page, 100)
        checks.expect("how much is left is told, with the list's own number", text(page, "#left") == f"{open_cases} of {open_cases} left", text(page, "#left"))
        listed = page.locator(".cause").count()
        promised = {name for each in changes for name in each.get("clusters", [])}
        said = page.locator("#whole .cause").count()
        rest = text(page, "#causes-title").lower() if page.locator("#causes .cause").count() else ""
        checks.expect("the whole is said in a few sentences first", 0 < said <= 5 and reviews.told(largest) in text(page, "#whole"), f"{said} sentences")
        checks.expect("as many causes are listed as there are", listed == len(promised) and rest in ("", f"{listed - said} more causes"), f"{listed}: {rest}")
        labels = {f"“{each['label']['words']}”" for each in changes if each.get("label", {}).get("words")}
        said = " ".join(page.locator(".tile-words").all_inner_texts())
        checks.expect("tiles tell authors and first words", any(label in said for label in labels), said[:80])
        page.click(f".cause[data-cluster='{largest['id']}']")
        settle(page, 100)
        checks.expect("a cause leads to its cases", text(page, "#list-title") == reviews.told(largest)
                      and page.locator(".tile").first.get_attribute("aria-setsize") == str(len(largest["cases"])))
        page.click("#leave")
        page.keyboard.press("/")
        page.keyboard.type("dark card/text:")
        settle(page, 100)
        caused = {name for cluster in report["clusters"] if "card/text:" in cluster["title"] for name in cluster["cases"]}
        found = [each for each in changes if each["theme"] == "dark"
                 and (each["id"] in caused or any("card/text:" in reason for reason in each["reasons"][:1]))]
        checks.expect("search finds posts, places and reasons", text(page, "#list-title").startswith(f"{len(found)} case"), text(page, "#list-title"))
        page.keyboard.type(" nothing of the kind")
        settle(page, 100)
        checks.expect("and says when there is nothing", page.locator("#nothing").is_visible(), text(page, "#nothing"))
        page.keyboard.press("Escape")
        settle(page, 100)
        images = page.evaluate("[...document.querySelectorAll('.tile img')].map((i) => [i.getAttribute('width') > 0 && i.getAttribute('height') > 0, i.naturalWidth, i.src.includes('/thumbnails/') || i.src.includes('/Baselines/'), i.src])")
        checks.expect("thumbnails are small, and have their sizes", images and all(i[0] and (i[1] <= 192 or '/Baselines/' in i[3]) and i[2] for i in images), f"{len(images)} pictures")
        checks.expect("details of no case were loaded", not any("/details/" in url for url in asked), f"{len(asked)} files")
        post = report["cases"][0]["post"]
        opened(page, f"{reviews.url}#post={post}")
        number = sum(each["post"] == post for each in report["cases"])
        checks.expect("a link to a post opens its cases", text(page, "#list-title").endswith(post) and page.locator(".tile").count() == number, f"{post}: {number}")
        foreign = [url for url in asked if not url.startswith(("file:", "about:"))]
        checks.expect("nothing is asked of a network", not foreign, foreign[:2] or "")
        quiet(checks, page)


def verdicts(checks, browser, reviews):
    with checks.section("review: every verdict"), browser.page(viewport=WIDE) as page:
        approve, panel = "#panel button.approve", "#panel"
        expectations = {
            "new": ("baseline", 1, "No reference yet", True), "obsolete": ("baseline", 1, "No card any more", False),
            "environment": ("baseline", 2, "", True), "error": ("baseline", 1, "", True), "different": ("baseline", 2, "", True),
            "similar": ("mockup", 2, "", False), "identical": ("baseline", 1, "the same bytes", False),
        }
        for verdict, (reference, pictures, words, can) in expectations.items():
            entry = reviews.first(verdict, reference)
            opened(page, at(reviews.url, entry["id"]))
            pictures_are_there(page)
            said = page.locator(".look").inner_text() + page.locator(panel).inner_text()
            shown = page.locator(".stage img").count()
            checks.expect(f"{verdict}", verdict in text(page, "#case-place .badge") and shown == pictures and words in said
                          and page.locator(approve).count() == int(can) and all(told(said, r) for r in entry["reasons"]),
                          f"{shown} pictures, {'approve' if can else 'no approve'}: {(entry['reasons'] or ['no reason'])[0][:60]}")
            for key in "23456":
                page.keyboard.press(key)
            checks.expect(f"{verdict}: each view has a picture or says why not", bool(page.locator(".stage img, .absent").count()))
        entry = reviews.first("different", "mockup")
        opened(page, at(reviews.url, entry["id"]))
        checks.expect("a mockup has no approval, and says why", page.locator(approve).count() == 0 and "never approved" in page.locator(panel).inner_text())
        page.keyboard.press("a")
        checks.expect("not by its key either", "never approved" in text(page, "#toast-text"))
        entry = reviews.first("obsolete")
        opened(page, at(reviews.url, entry["id"]))
        checks.expect("an obsolete one has the command that removes it", text(page, ".command code").endswith("--prune"), text(page, ".command code"))
        entry = reviews.first("identical")
        opened(page, at(reviews.url, entry["id"]))
        pictures_are_there(page)
        source = page.locator(".stage img").get_attribute("src")
        checks.expect("an identical one shows the baseline itself", source.startswith("../../Baselines/"), source)
        quiet(checks, page)


def keyboard(checks, browser, reviews):
    with checks.section("review: keyboard alone"), browser.page(viewport=WIDE) as page:
        opened(page, reviews.url)
        reached, hidden = [], []
        for _ in range(60):
            page.keyboard.press("Tab")
            where = page.evaluate("""() => { const it = document.activeElement; const box = it.getBoundingClientRect(); const style = getComputedStyle(it);
              return [it.id || it.className || it.nodeName, box.bottom < 56 && !it.closest('.bar') || box.top > innerHeight, style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 1]; }""")
            reached.append(where[0])
            # After the last control, the focus moves to the browser's own controls.
            if where[0] != "BODY" and (where[1] or where[2]):
                hidden.append(where)
        wanted = {"brand", "search", "open-decisions", "theme", "open-help", "segment", "filter", "cause", "grouped", "tile-link", "approve small"}
        checks.expect("Tab reaches everything", wanted <= set(reached), sorted(wanted - set(reached)) or len(set(reached)))
        checks.expect("and the focus is always seen", not hidden, hidden[:4] or "")
        opened(page, reviews.url)
        names = []
        for _ in range(3):
            page.keyboard.press("j")
            names.append(page.evaluate("document.activeElement.closest('.tile')?.getAttribute('aria-posinset')"))
        page.keyboard.press("k")
        names.append(page.evaluate("document.activeElement.closest('.tile')?.getAttribute('aria-posinset')"))
        checks.expect("j and k go from tile to tile", names == ["1", "2", "3", "2"], names)
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        settle(page, 150)
        first = text(page, "#case-title")
        page.keyboard.press("j")
        settle(page, 150)
        second = text(page, "#case-title") + text(page, "#position")
        page.keyboard.press("k")
        settle(page, 150)
        checks.expect("Enter opens a case, j and k go on from there", first == text(page, "#case-title") and second != first, f"{first}, {second}")
        seen = []
        tabs = page.evaluate("[...document.querySelectorAll('[role=tab]')].map((tab) => tab.id)")
        for key in range(1, len(tabs) + 1):
            page.keyboard.press(str(key))
            seen.append(page.evaluate("document.querySelector('[role=tab][aria-selected=true]').id"))
        checks.expect("the digits are the views", len(tabs) > 1 and seen == tabs, seen)
        page.focus("[role=tab][aria-selected=true]")
        page.keyboard.press("ArrowLeft")
        checks.expect("arrows turn the tabs", page.evaluate("document.activeElement.id") == tabs[-2])
        page.keyboard.press("?")
        checks.expect("? shows the keys", page.locator("#help").is_visible(), f"{page.locator('#help dt').count()} lines")
        page.keyboard.press("Escape")
        checks.expect("Escape closes them", not page.locator("#help").is_visible())
        page.keyboard.press("/")
        page.keyboard.type("no")
        settle(page, 200)
        checks.expect("/ searches from a case, too", page.input_value("#search") == "no" and page.locator("#start").is_visible())
        page.go_back()
        settle(page, 200)
        page.evaluate("document.getElementById('search').value = ''; document.getElementById('search').dispatchEvent(new Event('input'))")
        settle(page, 150)
        page.keyboard.press("Home")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("j")
        page.keyboard.press("Enter")
        settle(page, 150)
        page.keyboard.press("Escape")
        settle(page, 150)
        back = page.evaluate("document.activeElement.closest('.tile')?.getAttribute('aria-posinset')")
        checks.expect("and then leads back to the tile", page.locator("#start").is_visible() and back == "1", back)
        quiet(checks, page)


def long_list(checks, browser, reviews):
    with checks.section("review: 2 000 cases"), browser.page(viewport=WIDE) as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((reviews.long / "index.html").as_uri())
        page.wait_for_selector(".tile")
        first = page.evaluate("performance.now()")
        settle(page, 500)
        data = (reviews.long / "site/index.js").stat().st_size
        page.uncheck("#grouped")
        page.click("[data-filter=all]")
        page.evaluate("observed.tasks.length = 0")
        nodes = []
        count = lambda: nodes.append(page.evaluate("[document.getElementsByClassName('tile').length, document.getElementsByTagName('*').length]"))  # noqa: E731
        with browser.busy(page) as longest:
            session = page.context.new_cdp_session(page)
            for _ in range(4):
                session.send("Input.synthesizeScrollGesture", {"x": 900, "y": 600, "yDistance": -12000, "speed": 9000, "gestureSourceType": "mouse", "preventFling": True})
                count()
            page.keyboard.press("End")
            settle(page, 200)
            page.evaluate("scrollTo(0, 1e9)")
            settle(page, 200)
            count()
            end = page.evaluate("Math.max(...[...document.querySelectorAll('.tile')].map((t) => Number(t.getAttribute('aria-posinset'))))")
            page.evaluate("scrollTo(0, 0)")
            for word in ("dark", "different", "long_19", "line height", "no such word"):
                page.fill("#search", "")
                for letter in word:
                    page.keyboard.press(letter)
                settle(page, 60)
                count()
            page.fill("#search", "")
            for name in ("review", "identical", "all"):
                page.click(f"[data-filter={name}]")
                count()
            page.check("#grouped")
            count()
        tiles, elements = max(n[0] for n in nodes), max(n[1] for n in nodes)
        # Designs have their own list.
        changes = sum(not row[2] for row in review_site.read_index(reviews.long)[1])
        checks.expect("all are reached", end == changes > 1000, end)
        checks.expect("the document stays small", tiles <= 60 and elements < 1500, f"at most {tiles} tiles, {elements} elements")
        checks.expect_no_long_task(page, longest, "while scrolling, searching and filtering")
        checks.expect("the first tiles come at once", first < 2000, f"after {first:.0f} ms, with {data / 1024:.0f} KB of data")
        pictures = [url for url in asked if url.endswith(".png")]
        checks.expect("only thumbnails are loaded", pictures and all("/thumbnails/" in url for url in pictures), f"{len(pictures)} requests")
        quiet(checks, page)


def hostile(checks, browser, reviews):
    with checks.section("review: names that mean harm"), browser.page(viewport=WIDE) as page:
        page.on("dialog", lambda dialog: page.errors.append("dialog") or dialog.dismiss())
        opened(page, (reviews.hostile / "index.html").as_uri())
        checks.expect("the start page says them as they are", "onerror" in page.inner_text("body") or "onerror" in page.evaluate("document.body.textContent"))
        index, cases = review_site.read_index(reviews.hostile)
        mockup = next(row for row in cases if row[2])
        for name in (LIGHT, mockup[0]):
            for view in ("side", "boxes", "diff"):
                opened(page, at((reviews.hostile / "index.html").as_uri(), name, view))
        page.keyboard.press("d")
        made = page.evaluate("document.querySelectorAll('[onerror], [onclick], main script, main iframe, main style').length")
        checks.expect("nothing of it runs or becomes an element", page.evaluate("window.hacked === undefined") and made == 0)
        checks.expect("the policy was never even tested", not page.evaluate("observed.violations"), page.evaluate("observed.violations") or "")
        stopped = page.evaluate("""() => { try { document.body.innerHTML += '<b>'; return 'went through'; } catch (error) { return error.name; } }""")
        checks.expect("and would have stopped it", stopped == "TypeError", stopped)


def accessibility(checks, browser, reviews, axe):
    with checks.section("review: axe"):
        places = [("start", reviews.url, ""), ("case", at(reviews.url, LIGHT), ""), ("boxes", at(reviews.url, LIGHT, "boxes"), ""),
                  ("new", at(reviews.url, reviews.first("new")["id"]), ""), ("keys", reviews.url, "?"), ("decisions", at(reviews.url, LIGHT), "ad")]
        for scheme, viewport, number in (("light", WIDE, 6), ("dark", WIDE, 3), ("light", NARROW, 2)):
            with browser.page(viewport=viewport, bypass_csp=True, color_scheme=scheme) as page:
                for name, url, keys in places[:number]:
                    opened(page, url)
                    for key in keys:
                        page.keyboard.press(key)
                    settle(page, 60)
                    page.evaluate(axe)
                    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
                    bad = [f"{v['id']} ({v['impact']}): {v['nodes'][0]['html'][:90]} {v['nodes'][0]['failureSummary'][:160]}" for v in result["violations"]]
                    checks.expect(f"{scheme}, {viewport['width']}: {name}", not bad, bad or f"axe {result['testEngine']['version']}")


def themes(checks, browser, reviews):
    with checks.section("review: light and dark"), browser.page(viewport=WIDE, color_scheme="dark") as page:
        opened(page, reviews.url)
        ground = lambda: page.evaluate("getComputedStyle(document.documentElement).backgroundColor")  # noqa: E731
        dark = ground()
        page.select_option("#theme", "light")
        light = ground()
        page.reload()
        settle(page, 150)
        checks.expect("the system's, and a switch that is kept", dark != light and ground() == light and page.input_value("#theme") == "light", f"{dark}, {light}")


def phone(checks, browser, reviews):
    with checks.section("review: on a phone"), browser.page(NARROW, 2) as page:
        opened(page, reviews.url)
        width = page.locator("#search").evaluate("(input) => input.clientWidth")
        checks.expect("the search has room for words", width >= 160, width)
        cut = page.evaluate("""() => [...document.querySelectorAll('.many .badge')].filter((badge) =>
          badge.clientWidth > 24 && badge.scrollWidth > badge.clientWidth).length""")
        checks.expect("no word of a verdict is cut", page.locator(".many .badge").count() > 0 and cut == 0, cut)


def screenshots(checks, browser, reviews, folder):
    with checks.section("review: screenshots"):
        folder.mkdir(parents=True, exist_ok=True)
        places = {"start": reviews.url, "case": at(reviews.url, LIGHT), "boxes": at(reviews.url, LIGHT, "boxes")}
        for size, viewport, scale in (("wide", WIDE, 1), ("narrow", NARROW, 2)):
            for scheme in ("light", "dark"):
                with browser.page(viewport=viewport, scale=scale, color_scheme=scheme) as page:
                    for name, url in places.items():
                        opened(page, url)
                        settle(page, 250)
                        page.screenshot(path=folder / f"review-{name}-{size}-{scheme}.png")
        checks.expect("to look at", True, folder)


def sections(checks, browser, reviews, axe, folder):
    return {
        "review_start": lambda: start_page(checks, browser, reviews),
        "review_views": lambda: review_views.views(checks, browser, reviews),
        "review_boxes": lambda: review_views.boxes(checks, browser, reviews),
        "review_aligned": lambda: review_looks.aligned(checks, browser, reviews),
        "review_marks": lambda: review_looks.marks(checks, browser, reviews),
        "review_red_lines": lambda: review_looks.red_lines(checks, browser, reviews),
        "review_asking": lambda: review_looks.asking(checks, browser, reviews),
        "review_good": lambda: review_looks.all_good(checks, browser, reviews),
        "review_pocket": lambda: review_looks.pocket(checks, browser, reviews),
        "review_paper": lambda: review_looks.paper(checks, browser, reviews),
        "review_measured": lambda: review_looks.measured(checks, browser, reviews),
        "review_verdicts": lambda: verdicts(checks, browser, reviews),
        "review_keyboard": lambda: keyboard(checks, browser, reviews),
        "review_decisions": lambda: review_decisions.decisions(checks, browser, reviews),
        "review_served": lambda: review_decisions.served(checks, browser, reviews),
        "review_really_served": lambda: review_decisions.really_served(checks, browser, reviews),
        "review_screens": lambda: review_screens.screens(checks, browser, reviews),
        "review_long": lambda: long_list(checks, browser, reviews),
        "review_hostile": lambda: hostile(checks, browser, reviews),
        "review_accessibility": lambda: accessibility(checks, browser, reviews, axe),
        "review_themes": lambda: themes(checks, browser, reviews),
        "review_phone": lambda: phone(checks, browser, reviews),
        "review_screenshots": lambda: screenshots(checks, browser, reviews, folder),
    }
