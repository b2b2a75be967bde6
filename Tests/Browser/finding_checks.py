"""Checks ways through a feed: search, filters, calendar, and addresses."""

import re

from chat_checks import search_for
from checks import DESKTOP, PHONE, settle, tops, wait_for_pictures
from long_feed import DAY, SOUGHT

BAR, GAP = 44, 12


def position(page):
    """Returns the number of the focused post and its distance from the bar in pixels, or `None`."""
    return page.evaluate(
        """() => { const card = document.activeElement.closest('.card');
             return card ? [Number(card.getAttribute('aria-posinset')) - 1, card.getBoundingClientRect().top - 44] : null; }""")


def open_search(page):
    page.keyboard.press("/")
    page.wait_for_function("() => document.activeElement.id === 'query'")


def search(checks, browser, url, count):
    with checks.section(f"search in a feed of {count} posts"), browser.page(viewport=DESKTOP) as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        names = page.evaluate("performance.getEntriesByType('resource').map((e) => new URL(e.name).pathname)")
        early = [each for each in names if re.search(r"/(search|facets|days|stems)/|find\.js", each)]
        checks.expect("nothing of it is loaded before somebody searches", not early, early[:3] or "")
        page.keyboard.press("Control+f")
        page.wait_for_function("() => document.activeElement.id === 'query'")
        checks.expect("Ctrl-F opens it", page.locator("#search").is_visible())
        first = search_for(page, "ёжик")
        checks.expect("loading the index and looking through it", first["count"] > 0,
                      f"first result after {first['first']:.0f} ms, all after {first['all']:.0f} ms")
        for text, (step, at) in SOUGHT.items():
            wanted = len(range(at, count, step))
            for query in (text.split()[0], text.split()[0].upper()):
                got = search_for(page, query)
                checks.expect(f"{query}: first results in under a second, and all there are",
                              got["count"] >= wanted and got["first"] < 1000,
                              f"{got['count']} of {wanted}, first after {got['first']:.0f} ms, all after {got['all']:.0f} ms")
        said = page.locator("#found .excerpt").first.inner_text()
        checks.expect("an excerpt that ends before its text says so, between words", re.search(r"[^\s…]…$", said), said)
        got = search_for(page, '"Ёжик в тумане"')
        checks.expect("words in a row", got["count"] == len(range(7, count, 1000)), got["count"])
        marks = page.evaluate("[...document.querySelectorAll('#found mark')].slice(0, 9).map((e) => e.textContent)")
        checks.expect("what was found is marked", set(marks) == {"Ёжик в тумане"}, marks[:3])
        for query, text in {"поездами": "поезд", "TRAMS": "tram uphill", "tram": "tram uphill"}.items():
            step, at = SOUGHT[text]
            got = search_for(page, query)
            checks.expect(f"{query}: all of its forms", got["count"] >= len(range(at, count, step)) and got["all"] < 3000,
                          f"{got['count']}, first after {got['first']:.0f} ms, all after {got['all']:.0f} ms")
            marks = page.evaluate("[...document.querySelectorAll('#found mark')].slice(0, 9).map((e) => e.textContent)")
            checks.expect("each is marked whole", set(marks) <= {"поезд", "поезда", "tram"} and marks, marks[:3])
        got = search_for(page, '"trams"')
        checks.expect("in quotes none but itself", got["count"] == 0, got["count"])
        heap = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
        checks.expect("heap with the index under 400 MB", heap < 400, f"{heap:.0f} MB")
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def ways(checks, browser, url):
    with checks.section("from a result to its post and back"), browser.page(viewport=DESKTOP) as page:
        page.goto(url)
        wait_for_pictures(page)
        page.mouse.move(500, 500)
        page.mouse.wheel(0, 5000)
        settle(page)
        before = tops(page)
        open_search(page)
        search_for(page, "strasse")
        page.focus("#query")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_selector("#post-p263 .picture img")
        settle(page)
        top = page.locator("#post-p263").bounding_box() if page.locator("#post-p263").count() else None
        checks.expect("a result stands under the bar", top and top["y"] == BAR + GAP, top)
        checks.expect("its address is the page's", page.evaluate("location.hash") == "#post-p263", page.evaluate("location.hash"))
        checks.expect("the search stays, and the keyboard in it", page.evaluate("document.activeElement.id") == "query")
        page.evaluate(
            """() => { const query = document.getElementById('query'); query.value = 'nothing of the kind';
                 query.dispatchEvent(new Event('input')); document.getElementById('search-form').requestSubmit(); }""")
        settle(page)
        checks.expect("Enter goes to no result of the words before", page.evaluate("location.hash") == "#post-p263", page.evaluate("location.hash"))
        page.locator("#back").click()
        settle(page)
        after = tops(page)
        same = [before[each] - after[each] for each in before if each in after]
        checks.expect("the button leads back to the pixel", same and not any(same), same[:3])
        page.go_forward()
        page.wait_for_selector("#post-p263 .picture img")
        checks.expect("the browser's own ways work too", page.locator("#post-p263").is_visible())
        page.go_back()
        settle(page)
        checks.expect("at the beginning there is no way back", not page.locator("#back").is_visible())
        page.keyboard.press("Escape")
        checks.expect("Escape closes the search", not page.locator("#search").is_visible())
        shift = page.evaluate("observed.shift")
        checks.expect("cumulative layout shift over all of this is 0", shift == 0,
                      f"{shift:.4f} {page.evaluate('observed.shifts')[:4] or ''}")
        checks.expect("the policy was kept", not page.evaluate("observed.violations"), page.evaluate("observed.violations") or "")
    with checks.section("search on a phone"), browser.page() as page:
        page.goto(url)
        wait_for_pictures(page)
        page.click("#open-search")
        page.wait_for_function("() => document.activeElement.id === 'query'")
        search_for(page, "strasse")
        page.locator("#found li").nth(2).click()
        page.wait_for_selector("#post-p513 .picture img")
        settle(page)
        checks.expect("the panel makes room for what was found", not page.locator("#search").is_visible()
                      and position(page) == [513, GAP], position(page))


def again(checks, browser, url):
    with checks.section("what does not come at first"), browser.page(viewport=DESKTOP) as page:
        lost = set()

        def lose(route):
            name = route.request.url.rsplit("/site/", 1)[1]
            if name in lost:
                return route.continue_()
            lost.add(name)
            return route.abort()

        page.route(re.compile(r"/site/(later|search/0|facets/0)\.js$"), lose)
        page.goto(url)
        wait_for_pictures(page)
        page.wait_for_function("() => document.getElementById('open-search').onclick")
        checks.expect("the page's own parts", "later.js" in lost, sorted(lost))
        page.click("#open-search")
        page.wait_for_function("() => document.activeElement.id === 'query'")
        page.keyboard.type("поезд")
        page.wait_for_selector("#found li")
        checks.expect("a search goes on", "search/0.js" in lost, page.locator("#search-status").inner_text())
        page.wait_for_selector("#by-kind option:nth-child(3)", state="attached")
        checks.expect("so does what there is to choose from", "facets/0.js" in lost)


def undated(checks, browser, url):
    with checks.section("posts without dates"), browser.page(viewport=DESKTOP) as page:
        page.goto(url)
        wait_for_pictures(page)
        page.wait_for_function("() => document.getElementById('open-search').onclick")
        checks.expect("have no calendar", not page.locator("#open-calendar").is_visible() and page.locator("#open-search").is_visible())
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def filters(checks, browser, url, count):
    with checks.section("filters by kind and author"), browser.page(viewport=DESKTOP) as page:
        page.goto(url)
        wait_for_pictures(page)
        open_search(page)
        page.wait_for_selector("#by-kind option:nth-child(3)", state="attached")
        kinds = page.evaluate("[...document.querySelectorAll('#by-kind option')].map((e) => e.textContent)")
        authors = page.evaluate("[...document.querySelectorAll('#by-author option')].map((e) => [e.value, e.textContent])")
        checks.expect("there is to choose what there is", len(kinds) > 3 and len(authors) > 3, f"{kinds[1:4]}, {authors[1:3]}")

        def chosen(selector, at):
            page.select_option(selector, index=at)
            page.wait_for_function("() => /\\d/.test(document.getElementById('search-status').textContent) "
                                   "&& !document.getElementById('search-status').textContent.includes('…')")
            wanted = page.evaluate("(s) => document.querySelector(s).selectedOptions[0].textContent", selector)
            told = page.evaluate("document.getElementById('search-status').textContent")
            return int(re.findall(r"\d+", told)[0]), int(re.findall(r"\((\d+)\)", wanted)[-1])

        got, wanted = chosen("#by-kind", 1)
        checks.expect("a kind by itself lists all of its posts", got == wanted, f"{got} of {wanted}")
        page.select_option("#by-kind", index=0)
        got, wanted = chosen("#by-author", 1)
        checks.expect("an author too", got == wanted and wanted < count, f"{got} of {wanted}")
        some = page.evaluate("[...document.querySelectorAll('#found b')].slice(0, 50).map((e) => e.textContent)")
        checks.expect("and nobody else", set(some) == {authors[1][0]}, set(some))
        got = search_for(page, "поезд")["count"]
        checks.expect("a choice goes with words", 0 < got < wanted, got)
        page.select_option("#by-author", index=0)
        word = authors[1][0].split()[0]
        page.fill("#query", word)
        settle(page, 900)
        page.locator("#found li").first.click()
        settle(page, 900)
        chosen_author = page.evaluate("document.getElementById('by-author').value")
        checks.expect("an author is found by name in the same box", chosen_author == authors[1][0], f"{word}: {chosen_author}")


def calendar(checks, browser, url):
    with checks.section("the calendar of a feed"), browser.page(viewport=DESKTOP) as page:
        page.goto(url)
        wait_for_pictures(page)
        page.click("#open-calendar")
        page.wait_for_selector("#calendar[open]")
        checks.expect("it opens at the day that is read",
                      page.evaluate("document.activeElement.getAttribute('aria-current')") == "date")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        settle(page, 700)
        checks.expect("a day leads to its first post", position(page) == [2 * DAY, GAP], position(page))
        page.locator("#back").click()
        settle(page)
        checks.expect("and back", page.evaluate("scrollY") == 0, page.evaluate("scrollY"))
        months = page.evaluate("document.querySelectorAll('#month option').length")
        checks.expect("all months are there", months == 2, months)


def as_file(checks, browser, site):
    with checks.section("finding in a page opened as a file"), browser.page() as page:
        page.goto(site.as_uri() + "/index.html")
        wait_for_pictures(page)
        page.click("#open-search")
        page.wait_for_function("() => document.activeElement.id === 'query'")
        got = search_for(page, "kind:photo")
        checks.expect("search works", got["count"] > 0, got["count"])
        page.keyboard.press("Escape")
        page.click("#open-calendar")
        page.wait_for_selector("#calendar[open]")
        checks.expect("so does the calendar", page.locator("#month-days button").count() > 0)
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def addresses(checks, browser, url):
    with checks.section("what a page is called, and what it remembers"), browser.page(viewport=DESKTOP) as page:
        page.goto(url + "#post-nowhere")
        page.wait_for_selector("#unknown:not([hidden])")
        wait_for_pictures(page)
        told = page.locator("#unknown").inner_text()
        checks.expect("a permalink to no post is told, and the feed is there", bool(told), told)
        page.evaluate("location.hash = '#' + document.querySelector('.card').id")
        settle(page)
        checks.expect("until somebody goes elsewhere", not page.locator("#unknown").is_visible())
        icon = page.evaluate("document.querySelector('link[rel=icon]').href")
        checks.expect("there is an icon", page.request.get(icon).ok, icon)
        checks.expect("no switch of boxes for those who read", not page.locator("#boxes").is_visible())
        page.click("summary")
        checks.expect("in the list of settings neither", not page.locator("#boxes").is_visible())
        page.select_option("#theme", "dark")
        page.reload()
        wait_for_pictures(page)
        checks.expect("the theme is remembered", page.evaluate("document.documentElement.dataset.theme") == "dark")
        page.goto(url + "?review")
        wait_for_pictures(page)
        page.click("summary")
        checks.expect("a reviewer has it", page.locator("#boxes").is_visible())


def lay(page):
    """Lays out the paper as a browser does before printing; returns each piece's post, top margin, height and full
    height."""
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    return page.evaluate(
        """() => [...document.querySelectorAll('#paper .sheet > div')].map((one) => [one.firstChild.srcset.split('/')[1],
             parseInt(one.firstChild.style.marginTop), one.getBoundingClientRect().height, one.firstChild.height])""")


def prints(checks, browser, feeds, folder):
    folder.mkdir(parents=True, exist_ok=True)
    with checks.section("a feed on paper"), browser.page(viewport=DESKTOP, color_scheme="dark") as page:
        page.goto(feeds["newsfeed"].url)
        wait_for_pictures(page)
        settle(page)
        count = page.evaluate("feedproof.index.count")
        pdf = page.pdf(format="A4", print_background=True)
        (folder / "feed.pdf").write_bytes(pdf)
        pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
        checks.expect("every post is on a few pages", count / 8 < pages < count, f"{count} posts on {pages} pages")
        checks.expect("and the page is as it was", page.locator("#paper").count() == 0 and page.locator(".bar").is_visible())
        sheets = lay(page)
        checks.expect("each post is there, in order", len(dict.fromkeys(each[0] for each in sheets)) == count, len(sheets))
        cut = [each for each in sheets if each[2] < each[3] and each[3] <= 690]
        checks.expect("none is cut that fits a page across", not cut, cut[:2] or "")
        whole = {}
        for name, _, part, height in sheets:
            whole.setdefault(name, [0, height])[0] += part
        checks.expect("of longer ones nothing is lost", all(abs(a - b) < 1 for a, b in whole.values()))
        dark = page.evaluate("[...document.querySelectorAll('#paper img')].filter((one) => one.srcset.includes('dark')).length")
        checks.expect("in the light theme", dark == 0, dark)
        checks.expect("without the toolbar", not page.locator(".bar").is_visible() and not page.locator("#feed").is_visible())
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
    with checks.section("a very long feed on paper"), browser.page(viewport=DESKTOP) as page:
        page.goto(feeds["100000"].url + "#post-p50000")
        page.wait_for_selector("#post-p50000 .picture img")
        settle(page, 1000)
        names = list(dict.fromkeys(each[0] for each in lay(page)))
        told = page.locator("#paper p").inner_text()
        checks.expect("a thousand posts from the reader's place on", names == [f"p{n}" for n in range(50_000, 51_000)],
                      f"{names[0]} to {names[-1]}")
        checks.expect("and it says so", re.findall(r"\d+", told) == ["50001", "51000", "100000"], told)


def copied(checks, browser, url):
    with checks.section("copied text"), browser.page(viewport=PHONE) as page:
        page.goto(url)
        page.wait_for_selector(".card .text")
        wait_for_pictures(page)
        settle(page)
        page.evaluate("document.querySelector('.card [aria-expanded=false]').click()")
        settle(page, 600)
        text = page.evaluate(
            """() => { const text = document.querySelector('.card p.text:has(b)'); getSelection().selectAllChildren(text);
                 let copied = String(getSelection());
                 addEventListener('copy', (event) => { copied = event.clipboardData.getData('text/plain') || copied; }, {once: true});
                 document.execCommand('copy');
                 return [copied, text.getBoundingClientRect().height / parseFloat(text.style.lineHeight)]; }""")
        written = page.evaluate(
            """() => { const kept = feedproof.page.feed.story(0).p.find((part) => part[0] === 'text'); return kept[1]; }""")
        checks.expect("it is what was written, line ends too", text[0].strip() == written.strip(), repr(text[0][:80]))
        checks.expect("though the picture has more lines", text[1] > written.count("\n") + 1, f"{text[1]:.0f} lines")
        words = re.findall(r"\S+", written)
        across = page.evaluate("(pair) => { getSelection().removeAllRanges(); return find(pair); }", " ".join(words[3:9]))
        checks.expect("words over the end of a line are found", across, " ".join(words[3:9]))
        page.locator(".card a:has(time)").first.hover()
        date = page.evaluate(
            """() => { const link = document.querySelector('.card a:has(time)'); getSelection().selectAllChildren(link);
                 return [link.title, String(getSelection()), link.getBoundingClientRect().width]; }""")
        checks.expect("a date is told in full", re.search(r"20\d\d", date[0]) is not None and date[0] in date[1],
                      f"{date[1]!r}, {date[0]!r}")


def photos(checks, browser, url, originals_url):
    with checks.section("a photo by itself"), browser.page(viewport=DESKTOP) as page:
        page.goto(url)
        wait_for_pictures(page)
        page.wait_for_selector(".photo")
        settle(page)
        before = tops(page)
        page.locator(".photo").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#lightbox[open] .cut img")
        box = page.locator("#lightbox .cut").bounding_box()
        name = page.evaluate("document.querySelector('#lightbox img').alt")
        checks.expect("what the card shows of it, in the middle", abs(box["x"] + box["width"] / 2 - 640) < 1, f"{name}: {box}")
        checks.expect("the keyboard is in it", page.evaluate("document.activeElement.closest('#lightbox') !== null"))
        for key in ("j", "/", "Control+f"):
            page.keyboard.press(key)
        settle(page)
        checks.expect("keys move nothing under it", tops(page) == before and not page.locator("#search").is_visible())
        cut = "() => { const image = document.querySelector('#lightbox img'); return [image.src, image.parentNode.clientHeight / image.width]; }"
        wide = page.evaluate(cut)
        page.set_viewport_size({"width": 330, "height": 900})
        settle(page)
        narrow = page.evaluate(cut)
        checks.expect("in another window it is cut from the same picture", narrow[0] == wide[0] and abs(narrow[1] - wide[1]) < 0.02, f"{wide} → {narrow}")
        page.set_viewport_size(DESKTOP)
        settle(page)
        checks.expect("there is nothing to save that was not copied", not page.locator("#lightbox a[download]").is_visible()
                      and bool(page.locator("#lightbox .note").inner_text()), page.locator("#lightbox .note").inner_text())
        page.keyboard.press("Escape")
        checks.expect("Escape leaves it", not page.locator("#lightbox").is_visible())
        checks.expect("the keyboard is where it was", page.evaluate("document.activeElement.matches('.photo')"))
        checks.expect("so is the feed", tops(page) == before)
        carousel = page.evaluate(
            """() => { for (let post = 0; post < 20; post += 1) { const story = feedproof.page.feed.story(post);
                 if (story && story.p.some((part) => part[0] === 'pages')) return story.i; } }""")
        page.evaluate(f"location.hash = '#post-{carousel}'")
        page.wait_for_selector(f"#post-{carousel} .strip")
        settle(page)
        page.locator(f"#post-{carousel} .page").first.click()
        page.wait_for_selector("#lightbox[open] img")
        count = page.locator("#lightbox .count").inner_text()
        page.keyboard.press("ArrowRight")
        checks.expect("arrows turn", count.startswith("1 /") and page.locator("#lightbox .count").inner_text().startswith("2 /"),
                      f"{count}, {page.locator('#lightbox .count').inner_text()}")
        page.keyboard.press("End")
        checks.expect("up to the last", not page.locator("#lightbox .next").is_visible())
        page.locator("#lightbox .whole").click(position={"x": 4, "y": 400})
        checks.expect("a click beside it leaves", not page.locator("#lightbox").is_visible())
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
        checks.expect("the policy was kept", not page.evaluate("observed.violations"), page.evaluate("observed.violations") or "")
    with checks.section("an original by itself"), browser.page(viewport=DESKTOP) as page:
        page.goto(originals_url)
        wait_for_pictures(page)
        page.wait_for_selector(".photo")
        page.locator(".photo").first.click()
        page.wait_for_function("() => document.querySelector('#lightbox .whole > img')?.naturalWidth > 0")
        file = page.evaluate("new URL(document.querySelector('#lightbox img').src).pathname")
        checks.expect("it is the file that was copied", re.search(r"/cards/[\w.-]+/original-[0-9a-f]{16}\.\w+$", file) is not None, file)
        checks.expect("it is whole", page.evaluate(
            "(() => { const box = document.querySelector('#lightbox img').getBoundingClientRect(); return box.bottom <= innerHeight && box.right <= innerWidth; })()"))
        with page.expect_download() as download:
            page.click("#lightbox a[download]")
        checks.expect("it can be saved", download.value.suggested_filename == file.split("/")[-1], download.value.suggested_filename)
        page.click("#lightbox [aria-pressed]")
        sizes = page.evaluate("[document.querySelector('#lightbox .large > img').width, document.querySelector('#lightbox img').naturalWidth]")
        checks.expect("in its own size", sizes[0] == sizes[1], sizes)
        page.keyboard.press("0")
        box = "(() => { const box = document.querySelector('#lightbox img').getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; })()"
        left, top, width, height = page.evaluate(box)
        place = (left + width * 0.3, top + height * 0.7)
        page.mouse.move(*place)
        page.mouse.wheel(0, -400)
        page.wait_for_selector("#lightbox .large")
        near = page.evaluate(box)
        stays = [(place[0] - near[0]) / near[2], (place[1] - near[1]) / near[3]]
        checks.expect("a wheel goes nearer, and what is under the pointer stays", near[2] > 1.9 * width
                      and abs(stays[0] - 0.3) < 0.01 and abs(stays[1] - 0.7) < 0.01, f"{near[2] / width:.2f} times, {stays}")
        page.mouse.down()
        page.mouse.move(place[0] + 50, place[1] + 30, steps=4)
        page.mouse.up()
        moved = page.evaluate(box)
        checks.expect("it is moved by hand, which is no click", [moved[0] - near[0], moved[1] - near[1], moved[2]] == [50, 30, near[2]],
                      [moved[0] - near[0], moved[1] - near[1]])
        page.keyboard.press("-")
        page.keyboard.press("-")
        page.keyboard.press("-")
        checks.expect("- goes back until all of it is seen", page.evaluate(box) == [left, top, width, height], page.evaluate(box))


def accessibility(checks, browser, url, axe):
    with checks.section("finding by keyboard and by ear"), browser.page(viewport=DESKTOP) as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        for state in ("the search", "the calendar", "the settings"):
            if state == "the search":
                open_search(page)
                search_for(page, "kind:text")
            elif state == "the calendar":
                page.keyboard.press("Escape")
                page.click("#open-calendar")
                page.wait_for_selector("#calendar[open]")
            else:
                page.keyboard.press("Escape")
                page.focus("summary")
                page.keyboard.press("Enter")
            settle(page)
            page.evaluate(f"if (!self.axe) {{ {axe} }}")
            result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            grave = [v for v in result["violations"] if v["impact"] in ("serious", "critical")]
            checks.expect(f"axe finds nothing serious: {state}", not grave,
                          [(v["id"], v["nodes"][0]["html"][:120]) for v in grave] or "")


def sections(checks, browser, feeds, site, axe, folder):
    return {
        "find_search": lambda: search(checks, browser, feeds["100000"].url, 100_000),
        "find_ways": lambda: ways(checks, browser, feeds["100000"].url),
        "find_again": lambda: again(checks, browser, feeds["1000"].url),
        "find_undated": lambda: undated(checks, browser, feeds["undated"].url),
        "find_filters": lambda: filters(checks, browser, feeds["1000"].url, 1000),
        "find_calendar": lambda: calendar(checks, browser, feeds["1000"].url),
        "find_file": lambda: as_file(checks, browser, site),
        "find_addresses": lambda: addresses(checks, browser, feeds["newsfeed"].url),
        "find_photos": lambda: photos(checks, browser, feeds["newsfeed"].url, feeds["originals"].url),
        "find_prints": lambda: prints(checks, browser, feeds, folder),
        "find_copied": lambda: copied(checks, browser, feeds["newsfeed"].url),
        "find_accessibility": lambda: accessibility(checks, browser, feeds["newsfeed"].url, axe),
    }
