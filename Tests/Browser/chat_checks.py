"""Checks the page of a conversation: its end, its days, ways through it, and its search."""

import math
import re

from checks import DESKTOP, settle, swipe, tops, wait_for_pictures
from scrolling_checks import data_bytes

BAR = 48
# Distance from the last message to the window's end, in pixels.
FOOT = 12


def last_bottom(page):
    """Returns the id of the last card and the distance from its end to the window's end, in pixels."""
    return page.evaluate(
        """() => { const card = [...document.querySelectorAll('.card')].at(-1);
             return [card.id, innerHeight - card.getBoundingClientRect().bottom]; }""")


def wait_for_last(page, count):
    page.wait_for_selector(f'.card[aria-posinset="{count}"] .picture :is(img, .drawing)')


def place_of(page, selector):
    return page.evaluate("(s) => Number(document.querySelector(s).getAttribute('aria-posinset')) - 1", selector)


def long_chat(checks, browser, urls, count):
    """A long conversation opens as fast as a short one, at its end or at a message."""
    # Take the minimum of three runs: other work on the machine only adds time.
    times = {name: math.inf for name in urls}
    for name, url in list(urls.items()) * 3:
        with browser.page() as page:
            page.goto(url)
            page.wait_for_function("() => observed.firstCard > 1")
            times[name] = min(times[name], page.evaluate("observed.firstCard"))
    with checks.section(f"a conversation of {count} entries"), browser.page() as page:
        page.goto(urls["long"])
        first_height = page.evaluate("document.documentElement.scrollHeight")
        wait_for_last(page, count)
        page.wait_for_function("() => observed.firstCard > 1")
        until = page.evaluate("observed.firstCard")
        data = data_bytes(page, until, needed=True)
        total = sum(size for kind, size in data.items() if not kind.startswith("chat."))
        checks.expect("first message with at most 200 KB of index data", 0 < total <= 200_000,
                      f"{total / 1000:.1f} KB ({', '.join(f'{kind} {size / 1000:.1f}' for kind, size in sorted(data.items()))})")
        ahead = sum(data_bytes(page, until).values()) / 1000
        checks.expect("with at most 600 KB when its paint is late", ahead <= 600, f"{ahead:.1f} KB")
        # Not compared with the one of four messages, which fill less than a window.
        checks.expect("opens like one of 230 messages", times["long"] < times["chat"] + 150,
                      f"first message after {times['long']:.0f} ms, in a short one {times['chat']:.0f} ms, in one of four {times['short']:.0f} ms")
        settle(page)
        checks.expect("it opens at its end", last_bottom(page)[1] == FOOT, f"{last_bottom(page)[1]} px under the last one")
        others = page.evaluate("[...document.querySelectorAll('.card')].map((c) => Number(c.getAttribute('aria-posinset')))")
        checks.expect("no other place was shown", min(others) > count - 60, f"entries {min(others)} to {max(others)}")
        height = page.evaluate("document.documentElement.scrollHeight")
        checks.expect("the scroll bar was right from the first frame", height == first_height, f"{height} px")
        scroll_up(checks, page)
        page.click("#to-end")
        wait_for_last(page, count)
        settle(page, 900)
        checks.expect("a button leads to the end", last_bottom(page)[1] == FOOT, f"{last_bottom(page)[1]} px")
        checks.expect("and is not there then", not page.locator("#to-end").is_visible())
        heap = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
        checks.expect("heap under 64 MB", heap < 64, f"{heap:.1f} MB")
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
    with checks.section("a message of a long conversation"), browser.page() as page:
        page.goto(urls["long"] + "#message-50001")
        page.wait_for_selector("#message-50001 .picture :is(img, .drawing)")
        box = page.locator("#message-50001").bounding_box()
        middle = box["y"] + box["height"] / 2 - (BAR + 812) / 2
        checks.expect("it stands in the middle", abs(middle) <= 7, f"{middle} px off")
        checks.expect("the reader's place is in it", page.evaluate("document.activeElement.id") == "message-50001")
        checks.expect("and it is marked", page.evaluate("document.querySelector('.is-found')?.id") == "message-50001")
        page.evaluate("location.hash = '#post-message-70002'")
        page.wait_for_selector("#message-70002 .picture :is(img, .drawing)")
        checks.expect("an address with post- leads there too", page.locator("#message-70002").is_visible())


def scroll_up(checks, page):
    """Scrolls up in small steps and then far; cards in view must move by exactly the scrolled distance."""
    steps = page.evaluate(
        """async () => {
          const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          let worst = 0;
          for (let number = 0; number < 60; number += 1) {
            const card = [...document.querySelectorAll('.card')].find((one) => one.getBoundingClientRect().bottom > 100);
            const before = card.getBoundingClientRect().top;
            scrollBy(0, -300);
            await frame();
            if (card.isConnected) worst = Math.max(worst, Math.abs(before + 300 - card.getBoundingClientRect().top));
          }
          await new Promise((done) => setTimeout(done, 500));
          return worst;
        }""")
    checks.expect("older messages come without a jump", steps == 0, f"{steps} px off at worst over 18 000 px")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 3)")
    page.wait_for_selector(".card .picture :is(img, .drawing)")
    settle(page)
    shift = page.evaluate("observed.shift")
    checks.expect("cumulative layout shift is 0", shift == 0, f"{shift:.4f} {page.evaluate('observed.shifts')[:4] or ''}")


def fling(checks, browser, url):
    with checks.section("a conversation flung to its beginning and back"), browser.page(has_touch=True) as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        page.evaluate("observed.tasks.length = 0")
        with browser.busy(page) as longest:
            for direction in (-1, 1):
                for _ in range(10):
                    swipe(page, (180, 640 if direction > 0 else 160), (0, -500 * direction))
                    settle(page, 400)
        seen = page.evaluate("observed")
        checks.expect("cumulative layout shift is 0", seen["shift"] == 0, f"{seen['shift']:.4f} {seen['shifts'][:3] or ''}")
        checks.expect_no_long_task(page, longest, "after load")
        checks.expect("at most 60 card elements", 0 < seen["mostCards"] <= 60, seen["mostCards"])


def no_jumps(checks, browser, url, short_url):
    with checks.section("a conversation keeps still"), browser.page(viewport=DESKTOP) as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        for width in ("320", "414", "375"):
            page.evaluate("document.getElementById('settings').open = true")
            page.select_option("#width", width)
            settle(page)
            checks.expect(f"at a width of {width} its end is at the end", last_bottom(page)[1] == FOOT, last_bottom(page)[1])
        page.set_viewport_size({"width": 1280, "height": 640})
        settle(page)
        checks.expect("a reader at the end stays there when the window shrinks", last_bottom(page)[1] == FOOT, last_bottom(page)[1])
        # Makes the history entry name a different message, as if newer ones had arrived.
        page.evaluate("history.replaceState({...history.state, post: 3, offset: 0}, '')")
        page.reload()
        wait_for_pictures(page)
        settle(page)
        checks.expect("who was at the end is there again, whatever has come", last_bottom(page)[1] == FOOT, last_bottom(page)[1])
        page.mouse.move(640, 400)
        page.mouse.wheel(0, -3000)
        settle(page)
        before = lowest_whole(page)
        page.set_viewport_size({"width": 1280, "height": 800})
        settle(page)
        after = page.evaluate("(id) => innerHeight - document.getElementById(id).getBoundingClientRect().bottom", before[0])
        checks.expect("above it the last message that is seen whole keeps its distance from the end", after == before[1],
                      f"{after - before[1]} px")
        before = lowest_whole(page)
        page.evaluate("document.getElementById('settings').open = true")
        page.select_option("#width", "320")
        settle(page)
        after = page.evaluate("(id) => innerHeight - document.getElementById(id).getBoundingClientRect().bottom", before[0])
        checks.expect("at another width too", after == before[1], f"{after - before[1]} px")
        page.select_option("#width", "375")
        settle(page)
        before = tops(page)
        page.reload()
        wait_for_pictures(page)
        settle(page)
        after = tops(page)
        same = [before[each] - after[each] for each in before if each in after]
        checks.expect("a reload comes back to the place", same and not any(same), same[:3])
    with checks.section("a short conversation"), browser.page() as page:
        page.goto(short_url)
        wait_for_pictures(page)
        settle(page)
        checks.expect("it lies at the end of the window", last_bottom(page)[1] == FOOT, last_bottom(page)[1])
        checks.expect("and does not scroll", page.evaluate("document.documentElement.scrollHeight <= innerHeight"))
        page.set_viewport_size({"width": 375, "height": 700})
        settle(page)
        checks.expect("whatever the window's height", last_bottom(page)[1] == FOOT, last_bottom(page)[1])
        shift = page.evaluate("observed.shift")
        checks.expect("cumulative layout shift is 0", shift == 0, f"{shift:.4f} {page.evaluate('observed.shifts')[:4] or ''}")


def lowest_whole(page):
    return page.evaluate(
        """() => { const card = [...document.querySelectorAll('.card')].filter((one) =>
             one.getBoundingClientRect().bottom <= innerHeight && !one.matches('.between')).at(-1);
             return [card.id, innerHeight - card.getBoundingClientRect().bottom]; }""")


def days(checks, browser, url):
    with checks.section("days"), browser.page() as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        seen = page.evaluate(
            """async () => {
              const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
              const seen = {wrong: [], pushed: 0, twice: 0, days: new Set()};
              for (let number = 0; number < 480; number += 1) {
                scrollBy(0, -17);
                await frame();
                const pinned = document.querySelector('.day');
                if (!pinned) continue;
                seen.days.add(pinned.textContent);
                const box = pinned.getBoundingClientRect();
                if (box.top < 48) seen.pushed += 1;
                const cards = [...document.querySelectorAll('.card.between')];
                for (const card of cards) {
                  const top = card.getBoundingClientRect().top + 12;
                  const isHidden = card.matches('.is-pinned');
                  if (Math.abs(box.height - 24) > 0.01) seen.wrong.push(box.height + ' px high');
                  // Two headings over each other, or one that is seen twice.
                  if (!isHidden && top < box.bottom && top + 24 > box.top) seen.twice += 1;
                  const isSame = card.getAttribute('aria-label') === pinned.textContent;
                  if (isHidden && top > box.top + 1) seen.wrong.push([top, box.top]);
                  if (isSame && !isHidden) seen.wrong.push('shown twice');
                }
              }
              return {...seen, days: [...seen.days]};
            }""")
        checks.expect("several days come by", len(seen["days"]) > 2, ", ".join(seen["days"][:4]))
        checks.expect("each is pinned while it is read", not seen["wrong"], seen["wrong"][:3])
        checks.expect("the next one pushes it away", seen["pushed"] > 0 and seen["twice"] == 0,
                      f"{seen['pushed']} frames, {seen['twice']} with one over the other")
        page.click("#open-calendar")
        page.wait_for_selector("#calendar[open]")
        focused = page.evaluate("document.activeElement.closest('#month-days') !== null")
        checks.expect("the calendar opens at the day that is read", focused
                      and page.evaluate("document.activeElement.getAttribute('aria-current')") == "date")
        page.keyboard.press("ArrowLeft")
        wanted = page.evaluate("document.activeElement.dataset.day")
        page.keyboard.press("Enter")
        settle(page, 600)
        day = page.evaluate("document.activeElement.getAttribute('aria-label')")
        checks.expect("and leads to a day", bool(day) and re.match(rf"{wanted}\D", day) is not None, f"{wanted}: {day}")
        checks.expect("which stands under the bar", page.evaluate("document.activeElement.getBoundingClientRect().top") == BAR)
        page.keyboard.press("/")
        page.keyboard.press("Escape")
        page.go_back()
        settle(page)
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def replies(checks, browser, url):
    with checks.section("answers"), browser.page() as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        for _ in range(40):
            link = page.evaluate(
                """() => { const link = [...document.querySelectorAll('a.row[href^="#message-"]')].find((one) => {
                     const box = one.getBoundingClientRect();
                     return box.top > 100 && box.bottom < innerHeight - 60 && !document.getElementById(one.hash.slice(1)); });
                     if (!link) return null;
                     const box = link.getBoundingClientRect();
                     return [link.hash.slice(1), link.closest('.card').id, box.left + 20, box.top + 8]; }""")
            if link:
                break
            page.mouse.move(180, 400)
            page.mouse.wheel(0, -350)
            settle(page, 500)
        target, own, x, y = link
        before = page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", own)
        page.mouse.click(x, y)
        page.wait_for_selector(f"#{target} .picture :is(img, .drawing)")
        settle(page, 300)
        checks.expect("a click leads to what is answered", page.locator(f"#{target}").is_visible(), target)
        checks.expect("which is marked", page.evaluate("document.querySelector('.is-found')?.id") == target)
        checks.expect("and is the address", page.evaluate("location.hash") == f"#{target}")
        page.locator("#back").click()
        page.wait_for_selector(f"#{own} .picture :is(img, .drawing)")
        settle(page)
        after = page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", own)
        checks.expect("the button leads back to the pixel", after == before, f"{after - before} px")
        page.go_forward()
        page.wait_for_selector(f"#{target} .picture :is(img, .drawing)")
        checks.expect("the browser's own ways work too", page.locator(f"#{target}").is_visible())
        page.go_back()
        settle(page)
        checks.expect("at the beginning there is no way back", not page.locator("#back").is_visible())
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def found(page):
    text = page.evaluate("document.getElementById('search-status').textContent")
    numbers = re.findall(r"\d+", text)
    return int(numbers[0]) if numbers and "…" not in text else -1


def search_for(page, text):
    """Returns the number of results and the times to the first and to all of them, in milliseconds."""
    page.fill("#query", "")
    settle(page, 200)
    return page.evaluate(
        """async (text) => {
          const input = document.getElementById('query');
          const status = document.getElementById('search-status');
          input.value = text;
          const started = performance.now();
          input.dispatchEvent(new Event('input', {bubbles: true}));
          status.textContent = '';
          let first = 0;
          for (;;) {
            await new Promise((done) => setTimeout(done, 4));
            if (!first && document.querySelector('#found li')) first = performance.now() - started;
            const isDone = status.textContent && !status.textContent.includes('…');
            if (isDone || performance.now() - started > 20000) break;
          }
          return {count: Number((/\\d+/.exec(status.textContent) || [0])[0]), first, all: performance.now() - started};
        }""", text)


def search(checks, browser, url, texts):
    with checks.section("search"), browser.page(viewport=DESKTOP) as page:
        page.goto(url)
        wait_for_pictures(page)
        loaded = page.evaluate("performance.getEntriesByType('resource').filter((e) => e.name.includes('/search/')).length")
        checks.expect("nothing of the index is loaded before somebody searches", loaded == 0)
        page.keyboard.press("Control+f")
        checks.expect("Ctrl-F opens it", page.evaluate("document.activeElement.id") == "query")
        first = search_for(page, "ёжик")
        checks.expect("loading the index and looking through it", first["count"] > 0,
                      f"first result after {first['first']:.0f} ms, all after {first['all']:.0f} ms")
        for query, wanted in searches(texts).items():
            got = search_for(page, query)
            checks.expect(f"{query}: all of its messages in under a second", got["count"] == wanted and got["all"] < 1000,
                          f"{got['count']} of {wanted}, first after {got['first']:.0f} ms, all after {got['all']:.0f} ms")
        got = search_for(page, "билет on:2024-02")
        some = page.evaluate("[...document.querySelectorAll('#found .who span')].slice(0, 50).map((e) => e.textContent)")
        checks.expect("a month", got["count"] > 0 and all("февр" in each for each in some), f"{got['count']}, {some[:2]}")
        got = search_for(page, "from:борис поезд")
        some = page.evaluate("[...document.querySelectorAll('#found b')].slice(0, 50).map((e) => e.textContent)")
        checks.expect("an author", got["count"] > 0 and set(some) == {"Борис"}, f"{got['count']}, {set(some)}")
        marks = page.evaluate("[...document.querySelectorAll('#found mark')].slice(0, 20).map((e) => e.textContent.toLowerCase())")
        checks.expect("what was found is marked", marks and all(each == "поезд" for each in marks), marks[:3])
        search_for(page, "поездами")
        marks = page.evaluate("[...document.querySelectorAll('#found mark')].slice(0, 20).map((e) => e.textContent.toLowerCase())")
        checks.expect("so are other forms", marks and all(each == "поезд" for each in marks), marks[:3])
        search_for(page, "ковалева")
        some = page.locator("#found li").first.inner_text()
        checks.expect("an author is found by name, before messages", "Анна Ковалёва" in some, some)
        page.focus("#query")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelectorAll('#found li').length >= 50")
        asked = page.input_value("#query")
        some = page.evaluate("[...document.querySelectorAll('#found b')].slice(0, 50).map((e) => e.textContent)")
        checks.expect("and leads to all that she wrote", set(some) == {"Анна Ковалёва"} and len(some) == 50, f"{asked}, {set(some)}")
        got = search_for(page, "on:2024-13")
        status = page.evaluate("document.getElementById('search-status').textContent")
        checks.expect("what is no date is told", "2024-13" in status, status)
        search_for(page, "今天")
        page.focus("#query")
        for _ in range(3):
            page.keyboard.press("ArrowDown")
        active = page.evaluate("document.getElementById(document.getElementById('query').getAttribute('aria-activedescendant'))?.innerText")
        page.keyboard.press("Enter")
        settle(page, 900)
        marked = page.evaluate("document.querySelector('.is-found .layer')?.textContent ?? ''")
        checks.expect("arrows and Enter lead to a result", "今天" in (active or "") and "今天" in marked, marked)
        marks = page.evaluate("[...CSS.highlights.get('found')].map(String)")
        checks.expect("words are marked in it", marks == ["今天"], marks)
        checks.expect("the panel stays where there is room", page.locator("#search").is_visible())
        page.keyboard.press("Escape")
        checks.expect("Escape closes it", not page.locator("#search").is_visible())
        heap = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
        checks.expect("heap with the whole index", heap < 160, f"{heap:.0f} MB")
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
    with checks.section("search on a phone"), browser.page() as page:
        page.goto(url)
        wait_for_pictures(page)
        page.click("#open-search")
        search_for(page, "ёжик")
        page.locator("#found li").first.click()
        settle(page, 900)
        checks.expect("a result closes the panel", not page.locator("#search").is_visible())
        checks.expect("and is shown", page.evaluate("document.querySelector('.is-found') !== null"))


def searches(texts):
    """Returns search words with the number of messages that contain them, counted independently of the page."""
    def count(test):
        return sum(1 for text in texts.values() if test(text.lower().replace("ё", "е")))

    return {
        "ёжик": count(lambda text: "ежик" in text), "ЕЖИК туман": count(lambda text: "ежик" in text),
        "今天我们去": count(lambda text: "今天我们去" in text), "海边": count(lambda text: "海边" in text),
        "🐟": count(lambda text: "🐟" in text), "שלום": count(lambda text: "שלום" in text),
        "strasse": count(lambda text: "straße" in text), "cafe": count(lambda text: "café" in text),
        "рыба": count(lambda text: "рыба" in text), "рыба сыр": count(lambda text: "рыба" in text and "сыр" in text),
        '"рыба сыр"': count(lambda text: "рыба сыр" in text), "нетакогослова": 0,
        # Inflected forms: the messages contain only the base forms.
        "рыбами": count(lambda text: "рыба" in text), "поездами сыры": count(lambda text: "поезд" in text and "сыр" in text),
        "trams": count(lambda text: "tram" in text), '"рыбами"': 0,
    }


def as_file(checks, browser, site):
    with checks.section("a conversation opened as a file"), browser.page() as page:
        page.goto((site / "index.html").as_uri())
        wait_for_pictures(page)
        settle(page)
        checks.expect("it opens at its end", last_bottom(page)[1] == FOOT)
        page.keyboard.press("/")
        got = search_for(page, "море")
        checks.expect("its search works", got["count"] > 0, got["count"])
        page.locator("#found li").nth(3).click()
        settle(page)
        checks.expect("and leads to messages", page.evaluate("location.hash").startswith("#message-"))
        page.go_back()
        settle(page)
        checks.expect("and back", last_bottom(page)[1] == FOOT, last_bottom(page))
        seen = page.evaluate("observed.violations")
        checks.expect("nothing against the page's policy", not seen, seen[:2])
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def accessibility(checks, browser, url, axe):
    with checks.section("a conversation for those who don't see it"), browser.page() as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        labels = page.evaluate("[...document.querySelectorAll('.card:not(.between)')].map((c) => c.getAttribute('aria-label'))")
        checks.expect("messages say who writes and when", all(re.search(r"\S, .*\d:\d\d", label or "") for label in labels), labels[:2])
        headings = []
        for _ in range(8):
            page.evaluate("scrollBy(0, -1500)")
            settle(page)
            headings += page.evaluate("[...document.querySelectorAll('[role=heading]')].map((h) => h.textContent)")
        checks.expect("days are headings", headings, headings[:3])
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        settle(page)
        page.keyboard.press("k")
        last = page.evaluate("document.activeElement.getAttribute('aria-posinset')")
        page.keyboard.press("k")
        before = page.evaluate("document.activeElement.getAttribute('aria-posinset')")
        checks.expect("k goes to the last message, then to the one before", int(before) < int(last), f"{last}, {before}")
        page.keyboard.press("j")
        checks.expect("and j back", page.evaluate("document.activeElement.getAttribute('aria-posinset')") == last)
        text = page.evaluate(
            """() => { const text = document.querySelector('.card:not(.between) p.text'); getSelection().selectAllChildren(text);
                 return getSelection().toString(); }""")
        checks.expect("text can be selected", len(text) > 0, text[:40])
        for state in ("the page", "the search", "the calendar"):
            if state == "the search":
                page.keyboard.press("/")
                search_for(page, "море")
            if state == "the calendar":
                page.keyboard.press("Escape")
                page.click("#open-calendar")
                settle(page)
            page.evaluate(f"if (!self.axe) {{ {axe} }}")
            result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            grave = [v for v in result["violations"] if v["impact"] in ("serious", "critical")]
            checks.expect(f"axe finds nothing serious: {state}", not grave,
                          [(v["id"], v["nodes"][0]["html"][:120]) for v in grave] or "")


def prints(checks, browser, url, folder):
    with checks.section("a conversation on paper"), browser.page(color_scheme="dark") as page:
        page.goto(url)
        wait_for_pictures(page)
        settle(page)
        count = page.evaluate("feedproof.index.count")
        pdf = page.pdf(format="A4", print_background=True)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "chat.pdf").write_bytes(pdf)
        pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
        checks.expect("every message is on a few pages", count / 30 < pages < count / 5, f"{count} entries on {pages} pages")
        checks.expect("and the page is as it was", page.locator("#paper").count() == 0 and page.locator(".bar").is_visible()
                      and page.get_attribute("html", "data-theme") == "dark")
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        sheets = page.locator("#paper .sheet").count()
        checks.expect("each entry is there, in the light theme",
                      sheets == count and page.get_attribute("html", "data-theme") == "light", sheets)
        checks.expect("without the toolbar", not page.locator(".bar").is_visible() and not page.locator("#feed").is_visible())


def screenshots(checks, browser, url, folder):
    with checks.section("screenshots of a conversation"):
        folder.mkdir(parents=True, exist_ok=True)
        for size, viewport in (("320", {"width": 320, "height": 640}), ("375", {"width": 375, "height": 812}),
                               ("414", {"width": 414, "height": 896}), ("desktop", DESKTOP)):
            for theme in ("light", "dark"):
                with browser.page(viewport=viewport, color_scheme=theme) as page:
                    page.goto(url)
                    wait_for_pictures(page)
                    settle(page)
                    page.screenshot(path=folder / f"chat-{size}-{theme}.png")
                    page.keyboard.press("/")
                    search_for(page, "море")
                    page.screenshot(path=folder / f"chat-{size}-{theme}-search.png")
                    page.keyboard.press("Escape")
                    page.click("#open-calendar")
                    settle(page)
                    page.screenshot(path=folder / f"chat-{size}-{theme}-calendar.png")
        checks.expect("to look at", True, folder)


def sections(checks, browser, urls, site, texts, axe, folder):
    return {
        "chat_long": lambda: long_chat(checks, browser, urls, max(texts) + 1),
        "chat_fling": lambda: fling(checks, browser, urls["chat"]),
        "chat_no_jumps": lambda: no_jumps(checks, browser, urls["chat"], urls["short"]),
        "chat_days": lambda: days(checks, browser, urls["chat"]),
        "chat_replies": lambda: replies(checks, browser, urls["chat"]),
        "chat_search": lambda: search(checks, browser, urls["long"], texts),
        "chat_file": lambda: as_file(checks, browser, site),
        "chat_accessibility": lambda: accessibility(checks, browser, urls["chat"], axe),
        "chat_prints": lambda: prints(checks, browser, urls["chat"], folder),
        "chat_screenshots": lambda: screenshots(checks, browser, urls["chat"], folder),
    }
