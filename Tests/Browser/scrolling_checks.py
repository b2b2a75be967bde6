"""Checks smoothness: flings, jumps, resizing, a hundred thousand posts."""

import json
import time
import urllib.parse

from checks import DESKTOP, first_beginning, first_visible, settle, sweep, swipe, tops, wait_for_pictures


def thousand(checks, browser, url):
    with checks.section("1 000 posts, flung from top to bottom and back"), browser.page(has_touch=True) as page:
        page.goto(url + "?metrics")
        wait_for_pictures(page)
        settle(page)
        page.evaluate("observed.tasks.length = 0")
        height = page.evaluate("document.documentElement.scrollHeight")
        with browser.busy(page) as longest:
            for direction in (1, -1):
                for _ in range(8):
                    swipe(page, (180, 640 if direction > 0 else 160), (0, -500 * direction))
                    settle(page, 500)
                sweep(page, direction * height, 40000)
            # The browser drops some turns of so fast a wheel, so turn it until the top is reached.
            for _ in range(3):
                left = page.evaluate("scrollY")
                if left:
                    sweep(page, -left, 40000)
            settle(page, 800)
        seen = page.evaluate("observed")
        metrics = page.evaluate("feedproof.metrics")
        checks.expect("the column was scrolled to its end", metrics["viewed"] > 900, f"{metrics['viewed']} cards seen")
        checks.expect("cumulative layout shift is 0", seen["shift"] == 0, f"{seen['shift']:.4f} {seen['shifts'][:3] or ''}")
        checks.expect_no_long_task(page, longest, "after load")
        checks.expect("at most 60 card elements", 0 < seen["mostCards"] <= 60, seen["mostCards"])
        checks.expect("back at the top", page.evaluate("scrollY") == 0, f"{page.evaluate('scrollY')} px")
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def late_style(checks, browser, url):
    """Styles that the first paint doesn't need load later and move nothing; touch devices have larger buttons from
    the start."""
    with checks.section("a style that comes late"), browser.page(has_touch=True) as page:
        page.route("**/panels.css", lambda route: (time.sleep(0.7), route.continue_()))
        page.goto(url)
        wait_for_pictures(page)
        settle(page, 600)
        seen = page.evaluate("observed")
        checks.expect("nothing moves", seen["shift"] == 0, f"{seen['shift']:.4f} {seen['shifts'][:3] or ''}")
        size = page.evaluate("(({ width, height }) => [width, height])(document.getElementById('open-search').getBoundingClientRect())")
        checks.expect("a button is as large as a finger", size == [44, 44], size)


def no_jumps(checks, browser, url):
    with checks.section("no jumps"), browser.page(viewport=DESKTOP) as page:
        page.goto(url + "?width=375")
        wait_for_pictures(page)
        page.mouse.move(640, 500)
        page.mouse.wheel(0, 9000)
        settle(page)
        before = first_visible(page)
        page.set_viewport_size({"width": 900, "height": 640})
        settle(page)
        checks.expect("resizing moves the first card by", first_visible(page) == before, f"{first_visible(page)[1] - before[1]} px")
        before = first_beginning(page)
        for width in ("320", "414", "375"):
            # Use the keyboard, because shifts after user input don't count.
            page.evaluate("document.getElementById('settings').open = true")
            page.focus("#width")
            page.keyboard.type(width)
            # A list forgets typed characters only after a second.
            settle(page, 1200)
            now = first_beginning(page)
            right = page.locator("#feed").bounding_box()["width"] == int(width) - 16
            checks.expect(f"switching to {width} moves the first card by", right and now == before, f"{now[1] - before[1]} px")
        before = first_visible(page)
        page.evaluate("document.getElementById('settings').open = true")
        page.focus("#theme")
        page.keyboard.type("Т")
        settle(page)
        checks.expect("another theme moves it by", first_visible(page) == before, f"{first_visible(page)[1] - before[1]} px")
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        settle(page)
        foot = page.evaluate("document.getElementById('end').getBoundingClientRect().bottom - innerHeight")
        checks.expect("the end of the column is the end of the page", abs(foot) < 1, f"{foot} px off")
        page.evaluate("scrollTo(0, 0)")
        settle(page)
        top = first_visible(page)[1]
        checks.expect("the top is the top", top == 44 + 12, f"first card at {top} px")
        moved = above_changes(page)
        checks.expect("a card above that grows moves the first card by", moved["most"] == 0 and moved["grown"] > 0,
                      f"{moved['most']} px over {moved['frames']} frames, while it grew by {moved['grown']} px")
        shift = page.evaluate("observed.shift")
        checks.expect("cumulative layout shift over all of this is 0", shift == 0, f"{shift:.4f} {page.evaluate('observed.shifts')[:4] or ''}")


def above_changes(page):
    """Expands a card above the viewport and watches the first visible card in every frame."""
    return page.evaluate(
        """async () => {
          const frame = () => new Promise(requestAnimationFrame);
          const rest = (ms) => new Promise((done) => setTimeout(done, ms));
          for (let y = 2000; y < 60000; y += 150) {
            scrollTo(0, y);
            await rest(60);
            const above = [...document.querySelectorAll('.card')].find((card) =>
              card.getBoundingClientRect().bottom < 0 && card.querySelector('[aria-expanded=false]'));
            if (!above) continue;
            await rest(500);
            const first = [...document.querySelectorAll('.card')].find((card) => card.getBoundingClientRect().bottom > 44);
            const start = first.getBoundingClientRect().top;
            const height = above.getBoundingClientRect().height;
            above.querySelector('[aria-expanded=false]').click();
            let most = 0;
            let frames = 0;
            for (const end = performance.now() + 500; performance.now() < end; frames += 1) {
              await frame();
              most = Math.max(most, Math.abs(first.getBoundingClientRect().top - start));
            }
            return {most, frames, grown: above.getBoundingClientRect().height - height};
          }
          return {most: -1, frames: 0, grown: 0};
        }"""
    )


def data_bytes(page, until, needed=False):
    """Returns the bytes of index data that arrived before a moment, by kind: data files without styles and scripts.

    `needed` counts only the first file of each kind, but all of fonts and emoji: prefetched files may arrive before a
    late paint.
    """
    entries = json.loads(page.evaluate("JSON.stringify(performance.getEntriesByType('resource'))"))
    total = {}
    for entry in sorted(entries, key=lambda entry: entry["responseEnd"]):
        path = urllib.parse.urlparse(entry["name"]).path
        if entry["responseEnd"] <= until and path.startswith("/site/") and (path.count("/") > 2 or path == "/site/index.js"):
            kind = path.split("/")[2]
            if needed and kind in total and kind not in ("fonts", "emoji"):
                continue
            total[kind] = total.get(kind, 0) + entry["encodedBodySize"]
    return total


def hundred_thousand(checks, browser, url, short_url):
    times = {}
    for name, address in (("100", short_url), ("100 000", url)):
        with browser.page() as page:
            page.goto(address)
            page.wait_for_function("() => observed.firstCard > 1")
            times[name] = page.evaluate("observed.firstCard")
    with checks.section("100 000 posts"), browser.page() as page:
        page.goto(url)
        first_height = page.evaluate("document.documentElement.scrollHeight")
        page.wait_for_function("() => observed.firstCard > 1")
        until = page.evaluate("observed.firstCard")
        data = data_bytes(page, until)
        total = sum(data.values())
        checks.expect("first card with at most 200 KB of index data", 0 < total <= 200_000,
                      f"{total / 1000:.1f} KB ({', '.join(f'{kind} {size / 1000:.1f}' for kind, size in sorted(data.items()))})")
        checks.expect("opens like 100 posts", times["100 000"] < times["100"] + 150,
                      f"first card after {times['100 000']:.0f} ms, with 100 posts {times['100']:.0f} ms")
        long_column(checks, page, first_height)
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
    with checks.section("a permalink into 100 000 posts"), browser.page() as page:
        page.goto(url + "#post-p90000")
        page.wait_for_selector("#post-p90000 .picture img")
        top = tops(page)["post-p90000"]
        checks.expect("the post stands under the bar", top == 44 + 12, f"its top is at {top} px")
        checks.expect("the reader's place is in it", page.evaluate("document.activeElement.id") == "post-p90000")
        others = page.evaluate("[...document.querySelectorAll('.card')].map((c) => Number(c.getAttribute('aria-posinset')) - 1)")
        checks.expect("no other place was shown before", all(abs(n - 90000) < 60 for n in others), f"posts {min(others)} to {max(others)}")
        share = page.evaluate("scrollY / (document.documentElement.scrollHeight - innerHeight)")
        checks.expect("the scroll bar is there too", abs(share - 0.9) < 0.01, f"{share * 100:.1f} % of the way")
        data = sum(data_bytes(page, page.evaluate("observed.firstCard")).values())
        checks.expect("with at most 200 KB of index data", data <= 200_000, f"{data / 1000:.1f} KB")
        page.evaluate("location.hash = '#post-p123'")
        page.wait_for_selector("#post-p123 .picture img")
        settle(page)
        checks.expect("another fragment leads to another post", tops(page)["post-p123"] == 56, f"at {tops(page)['post-p123']} px")
        page.reload()
        page.wait_for_selector("#post-p123 .picture img")
        checks.expect("a reload comes back to it", tops(page)["post-p123"] == 56, f"at {tops(page)['post-p123']} px")


def long_column(checks, page, first_height):
    page.keyboard.press("End")
    page.wait_for_selector("#post-p99999 .picture img")
    settle(page)
    heap = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
    checks.expect("heap under 64 MB after a jump to the end", heap < 64, f"{heap:.1f} MB")
    foot = page.evaluate("document.getElementById('end').getBoundingClientRect().bottom - innerHeight")
    checks.expect("the last post stands at the end", abs(foot) < 1)
    height = page.evaluate("document.documentElement.scrollHeight")
    checks.expect("the scroll bar was right from the first frame", height == first_height, f"{height} px")
    page.evaluate("scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)")
    page.wait_for_selector(".card .picture img")
    settle(page)
    middle = int(first_visible(page)[0].removeprefix("post-p"))
    checks.expect("half of the bar is half of the posts", abs(middle - 50000) < 500, f"post {middle}")
    steps = small_steps(page)
    checks.expect("small steps are one to one", steps["worst"] == 0, f"{steps['steps']} steps, {steps['worst']} px off at worst")
    checks.expect("what they add up to is put right without a jump", steps["rest"] == 0 and steps["corrected"] != 0,
                  f"scroll position corrected by {steps['corrected']} px, cards moved by {steps['rest']} px")
    shift = page.evaluate("observed.shift")
    checks.expect("cumulative layout shift is 0", shift == 0, f"{shift:.4f} {page.evaluate('observed.shifts')[:4] or ''}")


def small_steps(page):
    return page.evaluate(
        """async () => {
          const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          let worst = 0;
          for (let number = 0; number < 40; number += 1) {
            const card = [...document.querySelectorAll('.card')].find((one) => one.getBoundingClientRect().bottom > 700);
            const before = card.getBoundingClientRect().top;
            scrollBy(0, 500);
            await frame();
            if (card.isConnected) worst = Math.max(worst, Math.abs(before - 500 - card.getBoundingClientRect().top));
          }
          const card = [...document.querySelectorAll('.card')].find((one) => one.getBoundingClientRect().bottom > 44);
          const [before, scrolled] = [card.getBoundingClientRect().top, scrollY];
          await new Promise((done) => setTimeout(done, 500));
          return {steps: 40, worst, rest: card.getBoundingClientRect().top - before, corrected: Math.round(scrollY - scrolled)};
        }"""
    )
