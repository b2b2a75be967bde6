"""A review: differences by boxes, red lines, questions before approving, a page on a phone and on paper."""

import io
import json
import shutil

import pytest

from images import distance, opened
from pages import PHONE, at_rest, drawn
from reviews import LIGHT, WIDE, at, open_case, open_review, press, text, wait_for_images

pytestmark = pytest.mark.screen(viewport=WIDE)
pocket = pytest.mark.screen(viewport=PHONE, device_scale_factor=2)


def row_of(cases, name):
    return next(number for number, row in enumerate(cases) if row["id"] == name)


def screenshot(page, selector=".canvas"):
    return opened(io.BytesIO(page.locator(selector).first.screenshot()))


def glow(image, top, bottom):
    """Returns the share of reddish pixels in some rows of an image; `top` and `bottom` are shares of its height."""
    part = image.crop((0, round(top * image.height), image.width, round(bottom * image.height)))
    pixels = list(part.getdata())
    return sum(red > green + 60 for red, green, _ in pixels) / max(1, len(pixels))


class Difference:
    """The difference of a case, with a box that changed by itself and one that only moved."""

    def __init__(self, page, reviews):
        entry = reviews.case(LIGHT)
        boxes = [box for box in entry["boxes"] if box["actual"] and box["reference"]]
        self.changed = next(box for box in boxes if any(change["own"] for change in box["changes"]))
        self.moved = next(box for box in boxes if box["actual"][1] != box["reference"][1] and not any(c["own"] for c in box["changes"]))
        self.height = entry["actual"]["height"] / entry["scale"]
        self.regions = len(entry["pixels"]["regions"])
        open_review(page, at(reviews.url, LIGHT, "diff"))
        page.wait_for_selector("canvas[data-drawn]")
        drawn(page)

    def rows(self, box):
        return box["actual"][1] / self.height, (box["actual"][1] + box["actual"][3]) / self.height


@pytest.fixture
def difference(page, reviews):
    return Difference(page, reviews)


def test_a_box_that_changed_glows_and_one_that_only_moved_does_not(page, difference):
    page.evaluate("document.querySelectorAll('.went').forEach((mark) => mark.remove())")
    image = screenshot(page)
    assert glow(image, *difference.rows(difference.changed)) > 0.01
    assert glow(image, *difference.rows(difference.moved)) < 0.001


def test_a_box_that_moved_shows_its_distance(page, difference):
    by = abs(difference.moved["actual"][1] - difference.moved["reference"][1])
    assert [each for each in page.locator(".went").all_inner_texts() if f"{by:g} pt" in each]


def test_p_shows_all_pixels_that_differ_and_the_boxes_again(page, difference):
    page.keyboard.press("p")
    wait_for_images(page)
    assert page.locator(".region").count() == difference.regions
    press(page, "p")
    assert page.locator(".glow").count() == 1


def test_onion_skin_changes_box_by_box_and_ends_as_the_actual_image(page, reviews):
    open_case(page, reviews.url, LIGHT)
    page.keyboard.press("3")
    wait_for_images(page)
    press(page, "x")
    page.wait_for_selector(".morph")
    at_rest(page)
    between = screenshot(page)
    page.focus("#slider")
    press(page, "End")
    at_rest(page)
    end = screenshot(page)
    press(page, "x")
    at_rest(page)
    # Rarely 0: browsers scale a canvas and an image differently.
    assert distance(between, end) > 2 > distance(end, screenshot(page))


@pytest.mark.screen(viewport=WIDE, reduced_motion="reduce")
def test_onion_skin_changes_nothing_by_itself_with_reduced_motion(page, reviews):
    open_case(page, reviews.url, LIGHT)
    page.keyboard.press("3")
    wait_for_images(page)
    assert page.locator(".morph").count() == 0
    assert "Morph" not in text(page, "#adjust")


@pytest.fixture
def replaced(page, reviews, varied):
    """A case with a replaced photo; returns the number of boxes that changed by themselves besides it."""
    boxes = reviews.case(LIGHT)["boxes"]
    photo = next(box["path"] for box in boxes if box["path"].endswith("photo"))

    def change(index, cases, details):
        box = next(each for each in details[row_of(cases, LIGHT)]["boxes"] if each[0] == photo)
        box[5].insert(0, ["different image", 1, "picture"])

    open_review(page, at(varied(change), LIGHT))
    return sum(any(change["own"] and change["kind"] != "moved" for change in box["changes"]) for box in boxes)


def test_changed_boxes_are_marked_differently_from_moved_ones(page, replaced):
    assert page.locator(".pane").last.locator(".changed.own").count() == replaced + 1
    assert page.locator(".pane").last.locator(".changed.moved").count() >= 1


def test_a_replaced_photo_is_marked_on_both_sides_and_in_its_box(page, replaced):
    assert page.locator(".changed.replaced .other-picture").count() == 2
    press(page, "6")
    assert page.locator(".box.own.replaced[aria-label*='different image']").count() == 1


def test_m_hides_the_marks(page, replaced):
    press(page, "m")
    assert not page.locator(".changed").first.is_visible()


@pytest.fixture
def styled(page, reviews, varied):
    """Boxes with the colors, fonts and tokens of the layout; returns the layout's frames."""
    layout = json.loads((reviews.folder / reviews.case(LIGHT)["actual"]["layout"]).read_text(encoding="utf-8"))["boxes"]
    styles = {box["path"]: {
        **({"color": box["color"]} if "color" in box else {}), **({"isIcon": True} if "icon" in box else {}),
        **({"isPicture": True} if "image" in box else {}),
        **({"size": box["font"]["size"], "weight": box["font"]["weight"], "tokens": ["type.name"]} if "font" in box else {})} for box in layout}

    def change(index, cases, details):
        for box in details[row_of(cases, LIGHT)]["boxes"]:
            box[6:] = [styles.get(box[0], {})]

    open_case(page, varied(change), LIGHT, "boxes")
    return {box["path"]: box["frame"] for box in layout}


def test_red_lines_lead_from_a_name_to_the_avatar_in_points_with_its_tokens_below(page, styled):
    page.locator(".box[aria-label^='card/name;']").focus()
    drawn(page)
    gap = styled["card/name"][0] - styled["card/avatar"][0] - styled["card/avatar"][2]
    assert f"{gap:g}" in page.locator(".distance.across").all_inner_texts()
    last, tokens = page.locator(".numbers .delta td").last.bounding_box(), page.locator(".inspected .tokens").bounding_box()
    assert last["y"] + last["height"] <= tokens["y"]
    assert text(page, ".inspected .tokens") == "{type.name}"


def test_a_text_with_too_little_contrast_shows_it_with_the_nearest_color_and_a_badge(page, styled):
    page.locator(".box[aria-label^='card/date;']").focus()
    drawn(page)
    contrast = text(page, ".inspected .contrast")
    assert "3.41 : 1" in contrast
    assert "4.5 : 1 is needed" in contrast
    assert page.locator(".inspected .swatch").count() == 1
    assert text(page, ".box-label .fails") == "3.41 : 1"


@pytest.fixture
def stack(page, reviews, varied):
    """A tile with two cases that have a replaced photo besides a shared cause."""
    def change(index, cases, details):
        shared = next(number for number, cluster in enumerate(index["clusters"]) if cluster["id"] == reviews.shared["id"])
        members = [number for number in index["clusters"][shared]["cases"] if cases[number]["clusters"] == [shared]][:2]
        index["clusters"].append({
            "id": "cphoto", "title": "card/photo: different image", "cases": members, "accept": None, "kind": "photo",
            "sentence": "The photo is a different image"})
        for number in members:
            cases[number]["clusters"] = [shared, len(index["clusters"]) - 1]
        index["key"] = "asking"

    open_review(page, varied(change))
    return page.locator(".tile.many", has_text="different image").first


def test_a_stack_is_headed_by_its_own_cause_and_marks_the_photo(stack):
    assert stack.locator(".tile-title").inner_text() == "The photo is a different image"
    assert "and 1 cause of others" in stack.inner_text()
    assert stack.locator(".other-photo").count() == 1


def test_approving_several_kinds_names_them_and_excludes_unseen_photos_until_confirmed(page, stack):
    stack.locator(".approve").click()
    question = text(page, "#approving")
    assert "2 kinds of change" in question
    assert "replaced photo in 2 cases" in question
    assert page.locator("#approving-approve").is_disabled()
    page.check("#approving-photos")
    page.click("#approving-approve")
    drawn(page)
    assert text(page, "#decided") == "2"


def test_a_photo_that_was_opened_can_be_approved(page, stack):
    stack.locator(".approve").click()
    page.click("#approving .shared")
    page.wait_for_selector("#panel .part")
    page.go_back()
    page.wait_for_selector("#start", state="visible")
    stack.locator(".approve").click()
    assert text(page, "#approving-approve") == "Approve 1"


def test_escape_approves_nothing(page, stack):
    stack.locator(".approve").click()
    press(page, "Escape")
    assert text(page, "#decided") == "0"


def test_a_review_without_differences_says_so_with_what_was_compared_and_when(page, reviews, varied):
    def change(index, cases, details):
        for row in cases:
            row["verdict"], row["clusters"] = "identical", []
        index["clusters"] = []
        index["verdicts"] = [{**facts, "cases": len(cases)} for facts in index["verdicts"] if facts["name"] == "identical"]
        index["key"] = "good"

    open_review(page, varied(change))
    summary = text(page, "#all-good").replace("\u202f", "")
    assert text(page, "#list-title") == "All cards match their baselines"
    assert f"{len(reviews.changes)} cases of" in summary
    assert f"{len(reviews.changes)} identical" in summary
    assert "375 pt wide" in summary
    assert "Compared 20" in summary


@pytest.fixture
def phone(page, reviews):
    open_review(page, f"{reviews.url}#case={LIGHT.replace('/', '%2F')}")
    wait_for_images(page)
    return page


@pocket
def test_a_case_on_a_phone_begins_with_swipe_in_one_column_without_hints_of_keys(phone):
    assert phone.locator("[role=tab]").first.get_attribute("id") == "view-swipe"
    assert phone.locator("#view-swipe").get_attribute("aria-selected") == "true"
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert phone.evaluate("[...document.querySelectorAll('kbd')].filter((key) => key.checkVisibility()).length") == 0
    assert "(c)" not in (phone.locator("textarea").get_attribute("placeholder") or "")


@pocket
def test_approve_and_reject_stay_at_the_bottom_of_a_phone_and_cover_nothing_at_the_end(phone):
    def places():
        return [phone.locator(f"#panel button.{name}").bounding_box() for name in ("approve", "reject")]

    assert all(PHONE["height"] - 80 < box["y"] and box["y"] + box["height"] <= PHONE["height"] for box in places())
    phone.evaluate("scrollTo(0, 1e6)")
    at_rest(phone)
    assert all(PHONE["height"] - 80 < box["y"] and box["y"] + box["height"] <= PHONE["height"] for box in places())
    last = phone.locator("#panel .part").last.bounding_box()
    assert last["y"] + last["height"] <= places()[0]["y"]


@pocket
def test_side_by_side_is_one_above_the_other_on_the_stage_of_a_phone(phone):
    phone.click("#view-side")
    wait_for_images(phone)
    first, second = (phone.locator(".pane").nth(number).bounding_box() for number in range(2))
    stage = phone.locator("#stage").bounding_box()
    assert first["x"] == second["x"]
    assert first["y"] < second["y"]
    assert second["y"] + second["height"] <= stage["y"] + stage["height"] + 1


@pocket
def test_a_new_case_on_a_phone_begins_with_its_image(page, reviews):
    open_review(page, f"{reviews.url}#case={reviews.first('new')['id'].replace('/', '%2F')}")
    assert page.locator(".stage img").count() == 1


def lay_out_paper(page):
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_selector("#printed")


@pytest.fixture
def paper(page, reviews):
    open_review(page, reviews.url)
    lay_out_paper(page)
    return page


def test_a_printed_review_has_every_listed_case_and_all_causes(paper, reviews):
    number = paper.locator(".printed-case").count()
    assert number == int(text(paper, "#printed h2 >> nth=-1").split()[0]) > 5
    assert "not decided" in paper.inner_text("#printed")
    assert reviews.sentence(reviews.shared) in paper.inner_text("#printed")


def test_paper_has_nothing_of_the_screen_and_disappears_after_printing(paper):
    assert not paper.locator("#start").is_visible()
    assert not paper.locator(".bar").is_visible()
    paper.evaluate("dispatchEvent(new Event('afterprint'))")
    assert paper.locator("#printed").count() == 0


def test_a_printed_case_has_both_images_and_its_reasons(page, reviews):
    open_review(page, at(reviews.url, LIGHT))
    lay_out_paper(page)
    assert page.locator("#printed img").count() == 2
    assert reviews.case(LIGHT)["reasons"][0].split(": ")[-1][:20] in page.inner_text("#printed")


@pytest.fixture(scope="session")
def measured(built, tool, reviews):
    """An export with the review of the same project."""
    def build(folder):
        shutil.copytree(reviews.folder, folder / "review")
        tool.export(reviews.project, folder)
    return (built("review-measured", build) / "index.html").as_uri()


def test_a_box_on_the_page_of_the_feed_shows_its_measurements_while_it_is_pointed_at(page, measured):
    page.goto(measured + "?review&boxes")
    page.wait_for_selector(".box[title='card/name']", state="attached")
    page.wait_for_function("() => self.feedproof.looks")
    box = page.locator(".box[title='card/name']").first.bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 6)
    page.wait_for_selector(".measured p")
    words = page.inner_text(".measured p")
    assert "×" in words
    assert "{type.name}" in words
    assert " : 1" in words, "the contrast of a text"
    assert page.locator(".measured .distance").count() >= 2
    page.mouse.move(2, 400)
    page.wait_for_selector(".measured", state="detached")
