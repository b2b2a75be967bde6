"""A case of a review: its six views, synchronized panes, and boxes."""

import json
import urllib.parse

import pytest

from pages import at_rest, drawn
from reviews import LIGHT, LONG_TEXT, WIDE, at, describes, open_case, open_review, press, text, wait_for_images

pytestmark = pytest.mark.screen(viewport=WIDE)
SECOND = "document.querySelectorAll('.stage img')[1]"


@pytest.fixture
def case(page, reviews):
    open_case(page, reviews.url, LIGHT)
    return page


def show(page, key):
    page.keyboard.press(key)
    wait_for_images(page)


def sources(page):
    return page.evaluate("[...document.querySelectorAll('.stage img')].map((image) => decodeURIComponent(image.src))")


def test_a_case_has_six_views(case):
    assert case.locator("[role=tab]").count() == 6


def test_the_first_view_has_reference_and_actual_image_side_by_side(case, reviews):
    sizes = case.evaluate("[...document.querySelectorAll('.stage img')].map((image) => [image.naturalWidth, image.naturalHeight])")
    assert sizes == [[reviews.case(LIGHT)[side]["width"], reviews.case(LIGHT)[side]["height"]] for side in ("expected", "actual")]
    expected, actual = sources(case)
    assert "/expected/" in expected
    assert "/actual/" in actual


def divider(page):
    return page.evaluate("parseFloat(document.querySelector('.handle').style.left.slice(5))")


def test_the_divider_follows_the_pointer(case):
    show(case, "2")
    assert divider(case) == 0.5
    box = case.locator(".handle").bounding_box()
    case.mouse.move(box["x"] + 12, box["y"] + 60)
    case.mouse.down()
    case.mouse.move(box["x"] + 92, box["y"] + 60, steps=4)
    case.mouse.up()
    assert abs(case.locator(".handle").bounding_box()["x"] - box["x"] - 80) <= 1


def test_keys_move_the_divider_and_space_to_the_other_end(case):
    show(case, "2")
    case.focus("#slider")
    press(case, "Home")
    assert divider(case) == 0
    assert "0px" in case.evaluate(f"getComputedStyle({SECOND}).clipPath")
    case.evaluate("document.activeElement.blur()")
    press(case, "Space")
    assert divider(case) == 1


def test_the_actual_image_shines_through_as_much_as_the_reader_wants(case):
    opacity = f"getComputedStyle({SECOND}).opacity"
    show(case, "3")
    assert case.evaluate(opacity) == "0.5"
    press(case, "Space")
    assert case.evaluate(opacity) in ("0", "1")


def test_images_blink_slower_than_three_times_a_second(case):
    show(case, "4")
    times = case.evaluate(
        f"""async () => {{ const times = []; let last = getComputedStyle({SECOND}).visibility;
          while (times.length < 3) {{ await new Promise(requestAnimationFrame);
            const now = getComputedStyle({SECOND}).visibility;
            if (now !== last) times.push(performance.now());
            last = now; }}
          return times; }}""")
    assert times[2] - times[0] > 2000 / 3


def test_space_stops_the_blinking_and_flips(case):
    show(case, "4")
    press(case, "Space")
    title = text(case, ".pane-title b")
    # The images blink every 0.7 s.
    at_rest(case, 1000)
    assert text(case, ".pane-title b") == title
    press(case, "Space")
    assert text(case, ".pane-title b") != title


@pytest.mark.screen(viewport=WIDE, reduced_motion="reduce")
def test_nothing_blinks_by_itself_with_reduced_motion(case):
    show(case, "4")
    assert not case.is_checked("#blinks")


def test_the_difference_is_over_the_actual_image_with_framed_regions_and_its_number_of_pixels(case, reviews):
    pixels = reviews.case(LIGHT)["pixels"]
    case.keyboard.press("5")
    show(case, "p")
    assert "/diff/" in sources(case)[1]
    assert case.locator(".region").count() == len(pixels["regions"])
    assert f"{pixels['differing']:,}".replace(",", "\u202f") in text(case, ".pane-title")
    press(case, "Space")
    assert case.evaluate(f"getComputedStyle({SECOND}).opacity") == "0"


def zoom_in(page):
    press(page, *"++++++")


def test_a_pixel_is_a_square_when_zoomed_in(case):
    zoom_in(case)
    rendering, scale, is_scrollable = case.evaluate(
        """() => { const scroller = document.querySelector('.scroller'); const image = scroller.querySelector('img');
          return [getComputedStyle(image).imageRendering, image.getBoundingClientRect().width / image.naturalWidth, scroller.scrollHeight > scroller.clientHeight]; }""")
    assert rendering == "pixelated"
    assert scale >= 3
    assert is_scrollable


PLACES = "[...document.querySelectorAll('.scroller')].map((s) => [Math.round(s.scrollLeft), Math.round(s.scrollTop)])"


def test_dragging_pans_both_panes_alike(case):
    zoom_in(case)
    box = case.locator(".scroller").first.bounding_box()
    left, top = case.evaluate(PLACES)[0]
    case.mouse.move(box["x"] + 300, box["y"] + 300)
    case.mouse.down()
    case.mouse.move(box["x"] + 200, box["y"] + 220, steps=5)
    case.mouse.up()
    case.wait_for_function(f"(wanted) => {PLACES}.join() === wanted", arg=",".join(map(str, [left + 100, top + 80] * 2)))


def test_control_and_the_wheel_zoom_at_the_pointer(case):
    zoom_in(case)
    box = case.locator(".scroller").first.bounding_box()

    def pixel():
        case.mouse.move(box["x"] + 200, box["y"] + 200)
        case.mouse.move(box["x"] + 201, box["y"] + 200)
        return case.evaluate("(document.getElementById('status').textContent.match(/pixel (\\d+), (\\d+)/) || []).slice(1).map(Number)")

    before = pixel()
    zoom = text(case, "#zoom-fit")
    case.keyboard.down("Control")
    case.mouse.wheel(0, -100)
    case.keyboard.up("Control")
    case.wait_for_function("(zoom) => document.getElementById('zoom-fit').innerText !== zoom", arg=zoom)
    assert len(before) == 2
    assert pixel() == pytest.approx(before, abs=1)


def test_0_fits_the_image_to_the_window(case):
    zoom_in(case)
    press(case, "0")
    assert case.evaluate("(() => { const s = document.querySelector('.scroller'); return s.scrollHeight <= s.clientHeight + 1; })()")


def test_the_address_keeps_the_view(case):
    show(case, "2")
    case.reload()
    case.wait_for_selector("#view-swipe[aria-selected=true]")


def test_a_case_describes_its_reasons_and_each_cause_once(case, reviews):
    entry = reviews.case(LIGHT)
    assert [reason for reason in entry["reasons"] if not describes(text(case, "#panel"), reason)] == []
    for title in (each["title"] for each in reviews.report["clusters"] if each["id"] in entry["clusters"]):
        assert case.evaluate("(title) => document.getElementById('case').innerText.split(title).length - 1", title) == 1


def test_the_command_that_accepts_a_case_can_be_copied(case, reviews):
    command = reviews.case(LIGHT)["accept"]
    assert text(case, ".command code") == command
    case.context.grant_permissions(["clipboard-read", "clipboard-write"])
    case.click("[data-focus=copy]")
    case.wait_for_function("(command) => navigator.clipboard.readText().then((text) => text === command)", arg=command)


def test_both_states_of_a_post_are_linked_and_have_a_key(page, reviews):
    open_review(page, at(reviews.url, LONG_TEXT))
    assert page.locator("#states a").count() == 2
    press(page, "s")
    assert urllib.parse.quote(LONG_TEXT.replace("collapsed", "expanded"), safe="") in page.url
    assert "expanded" in text(page, "#case-place")


class Boxes:
    """The view of a case's boxes, with one that changed by itself."""

    def __init__(self, page, reviews):
        self.page, self.entry = page, reviews.case(LIGHT)
        open_case(page, reviews.url, LIGHT, "boxes")
        self.saved = {side: json.loads((reviews.folder / self.entry[side]["layout"]).read_text(encoding="utf-8"))["boxes"] for side in ("expected", "actual")}
        self.changed = next(box for box in self.entry["boxes"] if any(c["own"] for c in box["changes"]) and box["reference"] and box["actual"])
        self.button = page.locator(f".box[aria-label^='{self.changed['path']};']")

    def point(self):
        box = self.button.bounding_box()
        self.page.mouse.move(box["x"] + 3, box["y"] + 3)
        drawn(self.page)


@pytest.fixture
def boxes(page, reviews):
    return Boxes(page, reviews)


def test_every_box_of_both_layouts_is_shown(page, boxes):
    assert page.locator(".box").count() == len({box["path"] for side in boxes.saved.values() for box in side})


def test_a_box_is_where_the_layout_places_it(page, boxes):
    image, box = page.locator(".stage img").bounding_box(), boxes.button.bounding_box()
    zoom = image["width"] / (boxes.entry["actual"]["width"] / boxes.entry["scale"])
    frame = [box["x"] - image["x"], box["y"] - image["y"], box["width"], box["height"]]
    assert frame == pytest.approx([side * zoom for side in boxes.changed["actual"]], abs=0.6)


def test_pointing_at_a_box_shows_both_frames_and_their_difference_in_points(page, boxes):
    boxes.point()
    cells = page.evaluate("[...document.querySelectorAll('.numbers tbody tr')].map((row) => [...row.children].slice(1, 5).map((cell) => cell.textContent))")
    reference, actual, difference = [[float(cell.replace("−", "-").replace("+", "")) for cell in row] for row in cells[:3]]
    assert text(page, ".inspected .path") == boxes.changed["path"]
    assert reference == pytest.approx(boxes.changed["reference"], abs=0.006)
    assert actual == pytest.approx(boxes.changed["actual"], abs=0.006)
    assert difference == pytest.approx([a - r for a, r in zip(boxes.changed["actual"], boxes.changed["reference"], strict=True)], abs=0.006)
    assert page.locator(".ghost").count() == 1


def test_pointing_at_a_box_shows_distances_in_points(page, boxes):
    boxes.point()
    frames = {box["path"]: box["frame"] for box in boxes.saved["actual"]}
    left = frames[boxes.changed["path"]][0] - frames["card"][0]
    assert page.locator(".distance").count() >= 2
    distances = [float(distance.split("→")[-1]) for distance in page.locator(".distance.across").all_inner_texts()]
    assert [distance for distance in distances if abs(distance - left) < 0.006]


def test_tab_goes_from_box_to_box_and_measures_each(page, boxes):
    page.locator(".box").first.focus()
    paths = []
    for _ in range(4):
        paths.append(text(page, ".inspected .path"))
        press(page, "Tab")
    assert paths == [box["path"] for box in boxes.saved["actual"][:4]]


def test_the_label_of_a_box_has_its_numbers(boxes):
    label = boxes.button.get_attribute("aria-label")
    assert "reference" in label
    assert "difference in points" in label


def test_space_shows_the_boxes_of_the_reference(page, boxes):
    page.locator(".box").first.focus()
    press(page, "Space")
    assert text(page, ".pane-title b") == "Baseline"


def test_a_change_in_the_list_leads_to_its_box(page, boxes):
    page.locator(".change").first.click()
    page.wait_for_function("() => document.activeElement.classList.contains('box')")
