"""The review of a comparison: the start page, verdicts, keys, long lists, hostile names, and rules for all pages."""

import pytest

import review_site
from pages import at_rest, drawn, longest_task, opened_page
from reviews import LIGHT, NARROW, WIDE, at, describes, open_case, open_review, press, text

wide = pytest.mark.screen(viewport=WIDE)
pytestmark = wide
APPROVE = "#panel button.approve"
POSITION = "document.activeElement.closest('.tile')?.getAttribute('aria-posinset')"


@pytest.fixture
def start(page, reviews):
    open_review(page, reviews.url)
    return page


def tile_titles(page):
    return page.locator(".tile-title").all_inner_texts()


def choose_kind(page, name):
    page.click(f"#kinds >> text={name}")
    drawn(page)


def open_cases(reviews):
    """The cases that need a reviewer."""
    return [each for each in reviews.changes if each["verdict"] in ("error", "environment", "different", "new")]


def test_compare_prints_the_path_of_the_review(reviews):
    assert (reviews.project / "last-line.txt").read_text(encoding="utf-8").endswith("output/review/index.html")


def test_filters_count_the_cases_of_the_report(start, reviews):
    shown = {name.lower(): int(number.replace("\u202f", "")) for name, number in start.evaluate(
        "[...document.querySelectorAll('.filter')].map((f) => [f.querySelector('.filter-name > span').textContent, f.querySelector('.number').textContent])")}
    counts = {verdict: sum(each["verdict"] == verdict for each in reviews.changes) for verdict in reviews.report["counts"]}
    counts = {verdict: number for verdict, number in counts.items() if number}
    assert counts.items() <= shown.items()
    assert shown["all cases"] == len(reviews.changes)
    assert shown["to review"] == len(open_cases(reviews))


def test_the_list_begins_with_the_cases_that_need_a_reviewer_and_counts_the_rest(start, reviews):
    number = len(open_cases(reviews))
    assert text(start, "#list-title").startswith(f"{number} cases")
    assert text(start, "#left") == f"{number} of {number} left"


def test_one_cause_in_many_cases_is_one_tile_with_their_number(start, reviews):
    assert start.locator(".tile.many .times").first.inner_text() == str(len(reviews.alone(reviews.shared)))
    assert reviews.heading(reviews.shared) in tile_titles(start)
    assert len(tile_titles(start)) == len({tuple(each["clusters"]) for each in reviews.changes if each.get("clusters")})


def test_every_case_has_a_tile_if_the_reader_does_not_group_them(start, reviews):
    start.uncheck("#grouped")
    drawn(start)
    assert int(start.locator(".tile").first.get_attribute("aria-setsize")) == len(open_cases(reviews))


@pytest.mark.parametrize("verdict", ["different", "environment", "error", "identical", "new", "obsolete"])
def test_a_filter_shows_the_cases_of(verdict, start):
    start.click(f"[data-filter={verdict}]")
    drawn(start)
    assert {badge[1:].strip() for badge in start.locator(".tile .badge").all_inner_texts()} == {verdict}


def test_designs_have_a_list_of_their_own(start, reviews):
    designs = [each["verdict"] for each in reviews.report["cases"] if each["reference"] == "mockup"]
    choose_kind(start, "Designs")
    assert text(start, "#list-title").startswith(f"{sum(verdict in ('error', 'different') for verdict in designs)} cases")
    assert text(start, "[data-filter=all] .number") == str(len(designs))


def test_a_summary_names_the_largest_causes_and_a_list_the_others(start, reviews):
    named, listed = start.locator("#whole .cause").count(), start.locator(".cause").count()
    assert 0 < named <= 5
    assert reviews.sentence(reviews.shared) in text(start, "#whole")
    assert listed == len({name for each in reviews.changes for name in each.get("clusters", [])})
    if listed > named:
        assert text(start, "#causes-title").lower() == f"{listed - named} more causes"


def test_tiles_show_authors_and_first_words(start, reviews):
    labels = {f"“{each['label']['words']}”" for each in reviews.changes if each.get("label", {}).get("words")}
    shown = " ".join(start.locator(".tile-words").all_inner_texts())
    assert [label for label in labels if label in shown]


def test_a_cause_leads_to_its_cases(start, reviews):
    start.click(f".cause[data-cluster='{reviews.shared['id']}']")
    drawn(start)
    assert text(start, "#list-title") == reviews.sentence(reviews.shared)
    assert start.locator(".tile").first.get_attribute("aria-setsize") == str(len(reviews.shared["cases"]))


def test_a_search_finds_posts_places_and_reasons_and_says_when_there_are_none(start, reviews):
    start.keyboard.press("/")
    start.keyboard.type("dark card/text:")
    drawn(start)
    caused = {name for cluster in reviews.report["clusters"] if "card/text:" in cluster["title"] for name in cluster["cases"]}
    found = [each for each in reviews.changes if each["theme"] == "dark"
             and (each["id"] in caused or any("card/text:" in reason for reason in each["reasons"][:1]))]
    assert text(start, "#list-title").startswith(f"{len(found)} case")
    start.keyboard.type(" nothing of the kind")
    drawn(start)
    assert start.locator("#nothing").is_visible()


@pytest.mark.screen(viewport=WIDE, offline=True)
def test_thumbnails_are_small_with_sizes_and_no_details_or_network_are_needed(page, reviews):
    requested = []
    page.on("request", lambda request: requested.append(request.url))
    open_review(page, reviews.url)
    page.wait_for_function("() => [...document.querySelectorAll('.tile img')].every((image) => image.complete)")
    images = page.evaluate("[...document.querySelectorAll('.tile img')].map((i) => [i.getAttribute('width'), i.getAttribute('height'), i.naturalWidth, i.src])")
    assert images
    for width, height, natural, source in images:
        assert int(width) > 0
        assert int(height) > 0
        assert natural > 0
        assert "/Baselines/" in source or "/thumbnails/" in source and natural <= 192
    assert [url for url in requested if "/details/" in url or not url.startswith(("file:", "about:"))] == []


def test_a_link_to_a_post_opens_its_cases(page, reviews):
    post = reviews.report["cases"][0]["post"]
    open_review(page, f"{reviews.url}#post={post}")
    assert text(page, "#list-title").endswith(post)
    assert page.locator(".tile").count() == sum(each["post"] == post for each in reviews.report["cases"])


@pytest.mark.parametrize(("verdict", "reference", "images", "words", "can_approve"), [
    ("new", "baseline", 1, "No reference yet", True), ("obsolete", "baseline", 1, "The card no longer exists", False),
    ("environment", "baseline", 2, "", True), ("error", "baseline", 1, "", True), ("different", "baseline", 2, "", True),
    ("similar", "mockup", 2, "", False), ("identical", "baseline", 1, "the same bytes", False)])
def test_a_case_shows_its_images_its_reasons_and_its_decision_for(verdict, reference, images, words, can_approve, page, reviews):
    case = reviews.first(verdict, reference)
    open_case(page, reviews.url, case["id"])
    shown = page.locator(".look").inner_text() + page.locator("#panel").inner_text()
    assert verdict in text(page, "#case-place .badge")
    assert page.locator(".stage img").count() == images
    assert words in shown
    assert page.locator(APPROVE).count() == int(can_approve)
    assert [reason for reason in case["reasons"] if not describes(shown, reason)] == []
    for key in "23456":
        page.keyboard.press(key)
        assert page.locator(".stage img, .absent").count(), "each view has an image or the reason for its absence"


def test_a_mockup_cannot_be_approved_and_says_so(page, reviews):
    open_case(page, reviews.url, reviews.first("different", "mockup")["id"])
    assert page.locator(APPROVE).count() == 0
    assert "can’t be approved" in page.locator("#panel").inner_text()
    press(page, "a")
    assert "can’t be approved" in text(page, "#toast-text")


def test_an_obsolete_case_has_the_command_that_removes_it(page, reviews):
    open_review(page, at(reviews.url, reviews.first("obsolete")["id"]))
    assert text(page, ".command code").endswith("--prune")


def test_an_identical_case_shows_the_baseline(page, reviews):
    open_case(page, reviews.url, reviews.first("identical")["id"])
    assert page.locator(".stage img").get_attribute("src").startswith("../../Baselines/")


def test_tab_reaches_every_control_and_the_focus_is_always_visible(start):
    reached = set()
    for _ in range(60):
        start.keyboard.press("Tab")
        name, is_outside, has_no_outline = start.evaluate(
            """() => { const it = document.activeElement; const box = it.getBoundingClientRect(); const style = getComputedStyle(it);
                 return [it.id || it.className || it.nodeName, box.bottom < 56 && !it.closest('.bar') || box.top > innerHeight,
                   style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 1]; }""")
        reached.add(name)
        # After the last control, the focus moves to the browser's own controls.
        assert name == "BODY" or not (is_outside or has_no_outline), name
    assert {"brand", "search", "open-decisions", "theme", "open-help", "segment", "filter", "cause", "grouped", "tile-link", "approve small"} <= reached


def test_j_and_k_go_from_tile_to_tile(start):
    positions = []
    for key in "jjjk":
        press(start, key)
        positions.append(start.evaluate(POSITION))
    assert positions == ["1", "2", "3", "2"]


def test_enter_opens_a_case_j_and_k_go_on_from_there_and_escape_leads_back_to_its_tile(start):
    press(start, "j", "Enter")
    first = text(start, "#case-title")
    press(start, "j")
    assert text(start, "#case-title") + text(start, "#position") != first
    press(start, "k")
    assert text(start, "#case-title") == first
    press(start, "Escape")
    start.wait_for_selector("#start", state="visible")
    assert start.evaluate(POSITION) == "1"


def test_digits_choose_the_views_and_arrows_turn_the_tabs(page, reviews):
    open_case(page, reviews.url, LIGHT)
    tabs, chosen = page.evaluate("[...document.querySelectorAll('[role=tab]')].map((tab) => tab.id)"), []
    for key in range(1, len(tabs) + 1):
        page.keyboard.press(str(key))
        chosen.append(page.evaluate("document.querySelector('[role=tab][aria-selected=true]').id"))
    assert chosen == tabs
    assert len(tabs) > 1
    page.focus("[role=tab][aria-selected=true]")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.id") == tabs[-2]


def test_a_question_mark_shows_the_keys_until_escape(start):
    press(start, "?")
    assert start.locator("#help").is_visible()
    press(start, "Escape")
    assert not start.locator("#help").is_visible()


def test_a_slash_searches_from_a_case(page, reviews):
    open_case(page, reviews.url, LIGHT)
    page.keyboard.press("/")
    page.keyboard.type("no")
    page.wait_for_selector("#start", state="visible")
    assert page.input_value("#search") == "no"


@pytest.fixture(scope="session")
def long_review(built, reviews):
    return built("review-long", lambda folder: review_site.build_long(reviews.folder, folder, 2000))


@pytest.fixture(scope="module")
def long_list(browser, long_review):
    """A review of 2 000 cases that was scrolled, searched and filtered: its record and its longest task."""
    with opened_page(browser, viewport=WIDE) as page:
        requested, nodes = [], []
        page.on("request", lambda request: requested.append(request.url))
        page.goto((long_review / "index.html").as_uri())
        page.wait_for_selector(".tile")
        first = page.evaluate("performance.now()")
        at_rest(page)
        page.uncheck("#grouped")
        page.click("[data-filter=all]")
        page.evaluate("observed.tasks.length = 0")
        count = lambda: nodes.append(page.evaluate("[document.getElementsByClassName('tile').length, document.getElementsByTagName('*').length]"))  # noqa: E731
        with longest_task(page) as longest:
            session = page.context.new_cdp_session(page)
            for _ in range(4):
                session.send("Input.synthesizeScrollGesture", {"x": 900, "y": 600, "yDistance": -12000, "speed": 9000, "gestureSourceType": "mouse", "preventFling": True})
                count()
            page.keyboard.press("End")
            at_rest(page)
            page.evaluate("scrollTo(0, 1e9)")
            at_rest(page)
            count()
            end = page.evaluate("Math.max(...[...document.querySelectorAll('.tile')].map((t) => Number(t.getAttribute('aria-posinset'))))")
            page.evaluate("scrollTo(0, 0)")
            for word in ("dark", "different", "long_19", "line height", "no such word"):
                page.fill("#search", "")
                for letter in word:
                    page.keyboard.press(letter)
                drawn(page)
                count()
            page.fill("#search", "")
            for name in ("review", "identical", "all"):
                page.click(f"[data-filter={name}]")
                count()
            page.check("#grouped")
            count()
        yield {"requested": requested, "nodes": nodes, "first": first, "longest": longest[0], "end": end,
               "tasks": page.evaluate("observed.tasks"), "errors": page.errors}


@pytest.mark.alone
def test_all_of_2_000_cases_can_be_reached_with_few_elements(long_list, long_review):
    # Designs have their own list.
    assert long_list["end"] == sum(not row["kind"] for row in review_site.read_index(long_review)[1]) > 1000
    assert max(tiles for tiles, _ in long_list["nodes"]) <= 60
    assert max(elements for _, elements in long_list["nodes"]) < 1500
    assert long_list["errors"] == []


@pytest.mark.alone
def test_2_000_cases_have_no_task_over_50_ms(long_list):
    assert long_list["longest"] < 50, f"on the clock: {long_list['tasks']}"


@pytest.mark.alone
def test_the_first_of_2_000_cases_appears_within_two_seconds(long_list):
    assert long_list["first"] < 2000


@pytest.mark.alone
def test_a_list_of_2_000_cases_loads_only_thumbnails(long_list):
    images = [url for url in long_list["requested"] if url.endswith(".png")]
    assert images
    assert [url for url in images if "/thumbnails/" not in url] == []


@pytest.fixture
def hostile(page, varied):
    """The address of a review with hostile names and texts. Its images are missing."""
    page.on("dialog", lambda dialog: page.errors.append("dialog") or dialog.dismiss())
    yield varied(review_site.poison)
    page.errors[:] = [error for error in page.errors if "Failed to load resource" not in error]


def test_hostile_names_are_shown_as_their_words(page, hostile):
    open_review(page, hostile)
    assert page.evaluate("document.body.textContent.includes('onerror')")


@pytest.mark.parametrize("view", ["side", "boxes", "diff"])
@pytest.mark.parametrize("kind", ["a card", "a mockup"])
def test_nothing_of_hostile_names_runs_or_becomes_an_element_on_the_page_of(kind, view, page, hostile, tmp_path):
    name = LIGHT if kind == "a card" else next(
        row["id"] for row in review_site.read_index(tmp_path / "review")[1] if row["kind"])
    open_review(page, at(hostile, name, view))
    press(page, "d")
    assert page.evaluate("window.hacked === undefined")
    assert page.locator(":is([onerror], [onclick], main script, main iframe, main style)").count() == 0


@pytest.mark.noisy
def test_the_policy_of_a_review_stops_markup_from_strings(start):
    assert start.evaluate("() => { try { document.body.innerHTML += '<b>'; return 'accepted'; } catch (error) { return error.name; } }") == "TypeError"


PLACES = {"start": ("", ""), "case": (LIGHT, ""), "boxes": (LIGHT, ""), "new": ("", ""), "keys": ("", "?"), "decisions": (LIGHT, "ad")}


@pytest.mark.parametrize(("theme", "viewport", "place"), [
    *(("light", WIDE, place) for place in PLACES), *(("dark", WIDE, place) for place in ("start", "case", "boxes")),
    *(("light", NARROW, place) for place in ("start", "case"))])
def test_axe_finds_nothing_on_a_review(theme, viewport, place, new_page, reviews, axe):
    page = new_page(viewport=viewport, bypass_csp=True, color_scheme=theme)
    name, keys = PLACES[place]
    name = reviews.first("new")["id"] if place == "new" else name
    open_review(page, at(reviews.url, name, "boxes" if place == "boxes" else "side") if name else reviews.url)
    press(page, *keys)
    assert not axe(page, ("minor", "moderate", "serious", "critical"))


@pytest.mark.screen(viewport=WIDE, color_scheme="dark")
def test_a_review_has_the_theme_of_the_system_and_a_switch_that_is_remembered(start):
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    dark = start.evaluate(ground)
    start.select_option("#theme", "light")
    light = start.evaluate(ground)
    assert light != dark
    start.reload()
    start.wait_for_selector(".tile")
    assert start.evaluate(ground) == light
    assert start.input_value("#theme") == "light"


narrow = pytest.mark.screen(viewport=NARROW, device_scale_factor=2)


@narrow
def test_the_search_has_room_for_words_on_a_phone(start):
    assert start.locator("#search").evaluate("(input) => input.clientWidth") >= 160


@narrow
def test_no_verdict_is_cut_on_a_phone(start):
    assert start.locator(".many .badge").count() > 0
    assert start.evaluate("[...document.querySelectorAll('.many .badge')].filter((badge) => badge.clientWidth > 24 && badge.scrollWidth > badge.clientWidth).length") == 0
