"""Hostile feeds, pages without scripts, and pages opened as files."""

import json
import re

import pytest

from pages import at_rest, drawn, open_feed, wait_for_cards
from tool import ROOT

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


def hostile_feed():
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
    return {"items": items, "profiles": [], "groups": groups}


@pytest.mark.screen(java_script_enabled=False)
def test_a_page_without_scripts_says_so_above_the_image_of_the_feed(page, feeds):
    page.goto(feeds.url)
    assert page.locator("#plain").is_visible()
    assert page.locator("#still").evaluate("(one) => one.naturalWidth > 0")


@pytest.mark.screen(java_script_enabled=False)
def test_a_page_without_scripts_offers_no_controls(page, feeds):
    page.goto(feeds.url)
    assert page.locator(".bar button:visible, .bar summary:visible").count() == 0


@pytest.mark.noisy
def test_the_image_of_the_feed_loads_only_when_the_scripts_do_not_arrive(page, feeds):
    page.route("**/site/feed.js", lambda route: route.abort())
    page.goto(feeds.url)
    still = page.locator("#still")
    assert still.evaluate("(one) => one.naturalWidth") == 0
    page.wait_for_function("() => document.querySelector('#still').naturalWidth > 0")
    assert page.locator("#plain").is_visible()
    assert still.is_visible()


@pytest.fixture(scope="session")
def hostile_site(built, tool):
    def build(folder):
        # A placeholder for the pages of a comparison.
        (folder / "review").mkdir(parents=True)
        (folder / "review/index.html").write_text("<!doctype html><title>Review</title>", encoding="utf-8")
        feed = folder.with_suffix(".json")
        feed.write_text(json.dumps(hostile_feed()), encoding="utf-8")
        tool.export(feed, folder, "--scale", "1")
    return built("hostile", build)


@pytest.fixture
def hostile_page(page, hostile_site):
    """The page of the hostile feed with its first cards expanded, and the ids of the cards that it has shown."""
    page.on("dialog", lambda dialog: page.errors.append("dialog") or dialog.dismiss())
    page.goto((hostile_site / "index.html").as_uri())
    shown = set()
    for _ in range(30):
        wait_for_cards(page)
        drawn(page)
        shown |= set(page.evaluate(
            """() => { document.querySelector('[aria-expanded=false]')?.click(); scrollBy(0, 600);
                 return [...document.querySelectorAll('.card:has(.text)')].map((card) => card.id); }"""))
        if len(shown) == len(ATTACKS) and page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight"):
            break
    return page, shown


def test_every_hostile_post_is_shown_as_its_words(hostile_page):
    page, shown = hostile_page
    assert len(shown) == len(ATTACKS)
    assert page.evaluate("document.body.textContent.includes('window.hacked')")


def test_nothing_of_a_hostile_feed_runs_or_becomes_an_element(hostile_page):
    page, _ = hostile_page
    assert page.evaluate("window.hacked === undefined")
    assert page.locator(":is(.layer script, .layer img, .layer svg, .layer [onerror], .layer [onclick], .layer [onload])").count() == 0


def test_links_of_a_hostile_feed_lead_to_the_web_to_mail_or_within_the_page(hostile_page):
    links = hostile_page[0].evaluate(
        "[...document.querySelectorAll('a')].filter((a) => a.id !== 'review').map((a) => a.getAttribute('href'))")
    assert links
    assert [link for link in links if link != "missing.html" and not re.match(r"https?:|mailto:|#", link)] == []


def test_the_link_to_the_review_leads_to_the_post_that_is_read(hostile_page):
    page, shown = hostile_page
    link = page.locator("#review")
    assert link.get_attribute("href").startswith("review/index.html")
    # The link gets the post's address when the settings open.
    page.evaluate("document.getElementById('settings').open = true")
    page.wait_for_function("() => document.getElementById('review').getAttribute('href').startsWith('review/index.html#post=')")
    assert "post-" + link.get_attribute("href").split("=")[1] in shown


@pytest.mark.noisy
def test_the_policy_stops_inline_scripts_handlers_and_markup_from_strings(page, hostile_site):
    page.goto((hostile_site / "index.html").as_uri())
    page.evaluate("""() => { for (const attempt of [
      () => { const script = document.createElement('script'); script.textContent = 'window.inline = 1'; document.head.append(script); },
      () => { const script = document.createElement('script'); script.append('window.inline = 1'); document.head.append(script); },
      () => { document.body.innerHTML += '<b>'; },
      () => { const script = document.createElement('script'); script.src = 'https://example.org/x.js'; },
      () => { const box = document.createElement('div'); box.setAttribute('onclick', 'window.inline = 1'); box.click(); },
    ]) { try { attempt(); } catch { } } }""")
    assert page.evaluate("window.inline") is None


# U+0600 joins the sign that follows it to one character for a writer that goes by characters.
PREPEND = "\u0600"
SCRIPT = "../inputs/evil/x.js"
MARKUP = [
    f"{PREPEND}</title>{PREPEND}<script src={SCRIPT}>{PREPEND}</script>",
    f"{PREPEND}\"{PREPEND}><script src=../{SCRIPT}></script>{PREPEND}<img src=x onerror{PREPEND}=window.hacked=1>",
    f"{PREPEND}<meta http-equiv=refresh content=0;url={SCRIPT}>{PREPEND}<base href=//evil.example/>",
    f"{PREPEND}'{PREPEND}`{PREPEND}-->{PREPEND}</script>{PREPEND}<svg/onload=window.hacked=1>\u202e\u2066",
]


@pytest.fixture(scope="session")
def hostile_project(built, tool):
    """A project whose inputs contain a script, with an export and a review."""
    def write(folder, mark):
        items = [{"id": f"https://a.example/{number}", "content_text": f"{mark} {markup}", "title": markup,
                  "image": f"none-{number}.jpg", "authors": [{"name": markup, "url": "https://a.example/"}],
                  "date_published": f"2024-05-0{number + 1}T00:00:00Z"} for number, markup in enumerate(MARKUP)]
        feed = {"version": "https://jsonfeed.org/version/1.1", "title": MARKUP[0], "description": MARKUP[1],
                "authors": [{"name": MARKUP[1]}], "items": items}
        (folder / "inputs/feed.json").write_text(json.dumps(feed), encoding="utf-8")

    def build(folder):
        (folder / "inputs/evil").mkdir(parents=True)
        (folder / "inputs/evil/x.js").write_text("window.hacked = 1", encoding="utf-8")
        (folder / "feedproof.yml").write_text("feeds: inputs/feed.json\nwidths: 375\nscales: 1\nlocale: en\n", encoding="utf-8")
        write(folder, "One")
        tool.run("export", folder, "--quiet")
        tool.run("compare", folder, "--quiet", status=(1,))
        tool.run("approve", "--project", folder, "--all")
        write(folder, "Two")
        tool.run("compare", folder, "--quiet", status=(1,))
    return built("hostile-project", build)


@pytest.fixture
def hostile_address(hostile_project, serve, path, scheme):
    return (hostile_project / path).as_uri() if scheme == "file" else serve(hostile_project).url + path


each_hostile_page = pytest.mark.parametrize("path", ["output/index.html", "output/missing.html", "output/review/index.html"])
each_scheme = pytest.mark.parametrize("scheme", ["file", "http"])


@each_hostile_page
@each_scheme
def test_nothing_of_a_hostile_project_runs_becomes_an_element_or_leads_away(page, hostile_address):
    page.on("dialog", lambda dialog: page.errors.append("dialog") or dialog.dismiss())
    page.goto(hostile_address)
    at_rest(page)
    for key in ("Enter", "b", "d", "ArrowDown"):
        page.keyboard.press(key)
        drawn(page)
    assert page.evaluate("window.hacked") is None
    assert page.locator(":is(script[src*=inputs], [onerror], [onload], meta[http-equiv=refresh], base)").count() == 0
    assert page.url.split("#")[0] == hostile_address
    assert page.evaluate("observed.violations") == []
    # The images of the feed are missing.
    page.errors[:] = [error for error in page.errors if "Failed to load resource" not in error]


@pytest.mark.noisy
@each_hostile_page
@each_scheme
def test_a_script_of_the_inputs_is_not_loaded(page, hostile_address, path):
    page.goto(hostile_address)
    assert page.evaluate(
        """(address) => new Promise((done) => {
          const script = document.createElement('script');
          script.onload = () => done('loaded');
          script.onerror = () => done('stopped');
          document.addEventListener('securitypolicyviolation', () => done('stopped'));
          try { script.src = address; document.head.append(script); } catch { done('stopped'); }
        })""", "../" * path.count("/") + "inputs/evil/x.js") == "stopped"
    assert page.evaluate("window.hacked") is None


@pytest.mark.screen(offline=True)
def test_a_page_opened_as_a_file_shows_everything_without_a_network(page, feeds):
    foreign = []
    page.on("request", lambda request: request.url.startswith("file:") or foreign.append(request.url))
    open_feed(page, (feeds.folder / "index.html").as_uri())
    page.evaluate("scrollTo(0, 5000)")
    wait_for_cards(page)
    page.wait_for_function("() => document.querySelectorAll('.card .text').length > 3 && document.querySelectorAll('.card time').length > 1")
    assert foreign == []


@pytest.mark.parametrize("kind", ["feed", "review"])
def test_no_name_in_the_scripts_hides_a_global_of_the_browser(kind, page):
    """A page's scripts are shipped as one file."""
    templates = ROOT / "Templates/Site"
    sources = sorted([*(templates / "common").glob("*.js"), *(templates / kind).glob("*.js")])
    text = "".join(source.read_text(encoding="utf-8") for source in sources)
    names = re.findall(r"^(?:export )?(?:async )?(?:function|class|const) (\w+)", text, re.M)
    assert len(names) > 20
    assert page.evaluate("(names) => names.filter((name) => name in window)", names) == []
