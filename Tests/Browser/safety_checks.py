"""Checks hostile feeds, and pages opened as files."""

import json
import re
import shutil
import subprocess

import site_server
from checks import PHONE, settle, wait_for_pictures

ATTACKS = [
    "</script><script>window.hacked = 1</script>",
    "\"><img src=x onerror=\"window.hacked = 1\">",
    "'-window.hacked-'",
    "<svg onload=window.hacked=1>",
    "{{{words}}} ${window.hacked = 1} `+(window.hacked=1)+`",
    "\u2028window.hacked = 1\u2029//",
    "javascript:window.hacked=1",
    "[javascript:window.hacked=1|a link] [https://example.org\" onclick=\"window.hacked=1|another]",
]


def hostile_feed(folder):
    items = []
    for number, attack in enumerate(ATTACKS):
        photo = {"type": "photo", "photo": {"id": 1, "text": attack, "sizes": [{"url": "media/none.jpg", "width": 300, "height": 200}]}}
        link = {"type": "link", "link": {"url": "javascript:window.hacked=1", "title": attack, "caption": attack}}
        items.append({
            "type": "post", "source_id": -1 - number % 2, "post_id": number + 1, "date": 1542566400 - number * 60,
            "text": f"{attack} https://example.org/?a=\"><script> #tag", "attachments": [photo, photo, link] if number % 2 else [photo, link],
            "likes": {"count": 5}, "comments": {"count": 1},
            "copy_history": [{"owner_id": -2, "from_id": -2, "id": 7, "date": 1542500000, "text": attack}],
        })
    groups = [{"id": 1, "name": ATTACKS[0], "screen_name": "a\"b"}, {"id": 2, "name": ATTACKS[1], "screen_name": "javascript:1"}]
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "feed.json"
    file.write_text(json.dumps({"items": items, "profiles": [], "groups": groups}), encoding="utf-8")
    return file


def without_scripts(checks, browser, url):
    with checks.section("where scripts may not run"), browser.page(java_script_enabled=False) as page:
        page.goto(url)
        checks.expect("the page says what it needs", page.locator("#plain").is_visible(), page.locator("#plain").inner_text())
        shown = page.locator(".bar button:visible, .bar summary:visible").count()
        checks.expect("nothing is offered that would do nothing", shown == 0, shown)
        checks.expect("above the feed's picture", page.locator("#still").evaluate("(one) => one.naturalWidth > 0"))
    with checks.section("where the page's scripts do not come"), browser.page() as page:
        page.route("**/site/feed.js", lambda route: route.abort())
        page.goto(url)
        still = page.locator("#still")
        checks.expect("a picture that may not be needed is not loaded", still.evaluate("(one) => one.naturalWidth") == 0)
        page.wait_for_function("() => document.querySelector('#still').naturalWidth > 0", timeout=10000)
        checks.expect("the page says what it needs, above the feed's picture",
                      page.locator("#plain").is_visible() and still.is_visible())


def hostile(checks, browser, tool, folder):
    with checks.section("a hostile feed"):
        output = folder / "site"
        # A placeholder for the pages of a comparison.
        (output / "review").mkdir(parents=True, exist_ok=True)
        (output / "review/index.html").write_text("<!doctype html><title>Review</title>", encoding="utf-8")
        done = subprocess.run([tool, "export", hostile_feed(folder), "--output", output, "--quiet", "--scale", "1"],
                              capture_output=True, text=True)
        checks.expect("is exported", done.returncode == 0, done.stderr[-300:] if done.returncode else "")
        with browser.page(viewport=PHONE) as page:
            page.on("dialog", lambda dialog: page.errors.append("dialog") or dialog.dismiss())
            page.goto((output / "index.html").as_uri())
            checks.expect("the review is a link where there is one", page.locator("#review").get_attribute("href") == "review/index.html")
            shown = set()
            for _ in range(30):
                wait_for_pictures(page)
                settle(page, 100)
                shown |= set(page.evaluate("[...document.querySelectorAll('.card:has(.text)')].map((c) => c.id)"))
                for button in page.locator("[aria-expanded=false]").element_handles()[:1]:
                    page.evaluate("(button) => button.click()", button)
                page.evaluate("scrollBy(0, 600)")
            said = page.evaluate("""() => [window.hacked === undefined,
              [...document.querySelectorAll('a')].every((a) => /^(https?:|mailto:|#)/.test(a.getAttribute('href')) || a.id === 'review' || a.getAttribute('href') === 'missing.html'),
              document.querySelectorAll('.layer script, .layer img, .layer svg, .layer [onerror], .layer [onclick], .layer [onload]').length]""")
            checks.expect("every post is shown", len(shown) == len(ATTACKS), f"{len(shown)} of {len(ATTACKS)}")
            checks.expect("nothing of it runs", said[0])
            # The link gets the post's address when the settings open.
            page.evaluate("document.getElementById('settings').open = true")
            settle(page, 100)
            aimed = page.locator("#review").get_attribute("href")
            checks.expect("and leads to the post that is read", aimed.startswith("review/index.html#post=") and
                          aimed.split("=")[1] in {name.removeprefix("post-") for name in shown}, aimed)
            checks.expect("every link leads to the web, to mail, within the page or to the list of what it lacks", said[1])
            checks.expect("nothing of it became an element", said[2] == 0)
            checks.expect("the words are there as they are", "window.hacked" in page.evaluate("document.body.innerText") or
                          page.evaluate("document.body.textContent.includes('window.hacked')"))
            checks.expect("the policy was never even tested", not page.evaluate("observed.violations"), page.evaluate("observed.violations") or "")
            stopped = page.evaluate("""() => [
              () => { const script = document.createElement('script'); script.textContent = 'window.inline = 1'; document.head.append(script); },
              () => { const script = document.createElement('script'); script.append('window.inline = 1'); document.head.append(script); },
              () => { document.body.innerHTML += '<b>'; },
              () => { const script = document.createElement('script'); script.src = 'https://example.org/x.js'; },
              () => { const box = document.createElement('div'); box.setAttribute('onclick', 'window.inline = 1'); box.click(); },
            ].map((attempt) => { try { attempt(); return 'went through'; } catch (error) { return error.name; } })""")
            ran = page.evaluate("window.inline")
            checks.expect("the policy stops inline scripts, handlers and markup from strings", ran is None, ", ".join(stopped))


# U+0600 joins the sign that follows it to one character for a writer that goes by characters.
PREPEND = "\u0600"
SCRIPT = "../inputs/evil/x.js"
MARKUP = [
    f"{PREPEND}</title>{PREPEND}<script src={SCRIPT}>{PREPEND}</script>",
    f"{PREPEND}\"{PREPEND}><script src=../{SCRIPT}></script>{PREPEND}<img src=x onerror{PREPEND}=window.hacked=1>",
    f"{PREPEND}<meta http-equiv=refresh content=0;url={SCRIPT}>{PREPEND}<base href=//evil.example/>",
    f"{PREPEND}'{PREPEND}`{PREPEND}-->{PREPEND}</script>{PREPEND}<svg/onload=window.hacked=1>\u202e\u2066",
]


def hostile_project(tool, folder):
    """A project whose export brings a script along, with an output and a review; the pages to open, from its folder."""
    shutil.rmtree(folder, ignore_errors=True)
    inputs = folder / "inputs/evil"
    inputs.mkdir(parents=True)
    (inputs / "x.js").write_text("window.hacked = 1", encoding="utf-8")

    def write(mark):
        items = [{"id": f"https://a.example/{number}", "content_text": f"{mark} {markup}", "title": markup,
                  "image": f"none-{number}.jpg", "authors": [{"name": markup, "url": "https://a.example/"}],
                  "date_published": f"2024-05-0{number + 1}T00:00:00Z"} for number, markup in enumerate(MARKUP)]
        feed = {"version": "https://jsonfeed.org/version/1.1", "title": MARKUP[0], "description": MARKUP[1],
                "authors": [{"name": MARKUP[1]}], "items": items}
        (folder / "inputs/feed.json").write_text(json.dumps(feed), encoding="utf-8")

    (folder / "feedproof.yml").write_text("feeds: inputs/feed.json\nwidths: 375\nscales: 1\nlocale: en\n", encoding="utf-8")
    for command, mark, status in (("export", "One", 0), ("compare", "One", 1), ("approve", "One", 0), ("compare", "Two", 1)):
        write(mark)
        words = ["--project", folder, "--all"] if command == "approve" else [folder, "--quiet"]
        done = subprocess.run([tool, command, *words], capture_output=True, text=True)
        if done.returncode != status:
            raise RuntimeError(f"{command} ended with {done.returncode}: {done.stderr[-300:]}")
    return [path for path in ("output/index.html", "output/missing.html", "output/review/index.html") if (folder / path).exists()]


def hostile_files(checks, browser, tool, folder):
    with checks.section("a hostile export and its review, as files and from a server"):
        pages = hostile_project(tool, folder)
        checks.expect("there are pages of both", len(pages) >= 2, ", ".join(pages))
        server = site_server.serve(folder)
        for path in pages:
            for url in ((folder / path).as_uri(), server.url + path):
                with browser.page(viewport=PHONE) as page:
                    page.on("dialog", lambda dialog, page=page: page.errors.append("dialog") or dialog.dismiss())
                    page.goto(url)
                    settle(page, 300)
                    for key in ("Enter", "b", "d", "ArrowDown"):
                        page.keyboard.press(key)
                        settle(page, 50)
                    kind = f"{path} from {url.split(':')[0]}:"
                    ran = page.evaluate("window.hacked")
                    checks.expect(f"nothing of the data runs in {kind}", ran is None, "" if ran is None else ran)
                    made = page.evaluate("document.querySelectorAll('script[src*=inputs], [onerror], [onload], meta[http-equiv=refresh], base').length")
                    checks.expect("nothing of it becomes an element", made == 0, made)
                    checks.expect("the page stays", page.url.split("#")[0] == url, page.url)
                    violations = page.evaluate("observed.violations")
                    checks.expect("the policy was never even tested", not violations, violations or "")
                    script = "../" * path.count("/") + "inputs/evil/x.js"
                    loaded = page.evaluate("""(address) => new Promise((done) => {
                      const script = document.createElement('script');
                      script.onload = () => done('loaded');
                      script.onerror = () => done('stopped');
                      try { script.src = address; } catch { done('stopped'); }
                      document.head.append(script);
                      setTimeout(() => done('stopped'), 300);
                    })""", script)
                    checks.expect("a script of the inputs is not loaded", loaded == "stopped" and page.evaluate("window.hacked") is None, loaded)
        server.shutdown()


def as_file(checks, browser, site):
    with checks.section("opened as a file"), browser.page(viewport=PHONE, offline=True) as page:
        foreign = []
        page.on("request", lambda request: request.url.startswith("file:") or foreign.append(request.url))
        page.goto((site / "index.html").as_uri())
        wait_for_pictures(page)
        page.evaluate("scrollTo(0, 5000)")
        wait_for_pictures(page)
        settle(page)
        checks.expect("cards, texts and links are there", page.locator(".card .text").count() > 3 and page.locator(".card time").count() > 1)
        checks.expect("nothing is asked of a network", not foreign, foreign[:2] or "")
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")


def names(checks, browser, templates):
    """A page's scripts are shipped as one file, so a top-level name must not hide a global of the browser that
    another script uses."""
    for kind in ("feed", "review"):
        with checks.section(f"the names in the scripts of {kind}.html"), browser.page() as page:
            sources = sorted([*(templates / "common").glob("*.js"), *(templates / kind).glob("*.js")])
            text = "".join(source.read_text(encoding="utf-8") for source in sources)
            found = re.findall(r"^(?:export )?(?:async )?(?:function|class|const) (\w+)", text, re.M)
            hidden = page.evaluate("(names) => names.filter((name) => name in window)", found)
            checks.expect("none hides the browser's", len(found) > 20 and not hidden, hidden or f"{len(found)} names")
