"""Checks the review of a comparison: differences by boxes, red lines, questions before approving, a page on a phone
and on paper."""

import io
import json
import shutil

from PIL import Image, ImageChops, ImageStat

import review_site
from checks import settle
from review_pages import LIGHT, WIDE, at, opened, pictures_are_there, quiet, text

POCKET = {"width": 375, "height": 812}


def varied(reviews, name, change):
    folder = reviews.folder.parent.parent.parent / f"review-{name}"
    review_site.vary(reviews.folder, folder, change)
    # Discards the decisions of other sections.
    (folder / "site/decisions.js").write_text("self.feedproof.decided=[];\n", encoding="utf-8")
    return (folder / "index.html").as_uri()


def pictured(page, selector):
    return Image.open(io.BytesIO(page.locator(selector).first.screenshot())).convert("RGB")


def glowing(picture, top, bottom):
    """Returns the share of reddish pixels in some rows of a picture; `top` and `bottom` are shares of its height."""
    part = picture.crop((0, round(top * picture.height), picture.width, round(bottom * picture.height)))
    pixels = list(part.getdata())
    return sum(red > green + 60 for red, green, _ in pixels) / max(1, len(pixels))


def apart(one, other):
    """Returns the average difference of two pictures, of 255 levels. It's rarely 0: browsers scale a canvas and a
    picture differently."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def aligned(checks, browser, reviews):
    with checks.section("review: difference by boxes"), browser.page(viewport=WIDE) as page:
        entry = reviews.case(LIGHT)
        opened(page, at(reviews.url, LIGHT, "diff"))
        page.wait_for_selector("canvas[data-drawn]")
        settle(page, 100)
        page.evaluate("document.querySelectorAll('.went').forEach((mark) => mark.remove())")
        frames = {box["path"]: box for box in entry["boxes"] if box["actual"] and box["reference"]}
        height = entry["actual"]["height"] / entry["scale"]
        grown = next(box for box in frames.values() if any(change["own"] for change in box["changes"]))
        moved = next(box for box in frames.values() if box["actual"][1] != box["reference"][1] and not any(c["own"] for c in box["changes"]))
        by_boxes = pictured(page, ".canvas")
        rows = lambda box: (box["actual"][1] / height, (box["actual"][1] + box["actual"][3]) / height)  # noqa: E731
        checks.expect("what changed glows", glowing(by_boxes, *rows(grown)) > 0.01, f"{grown['path']}: {glowing(by_boxes, *rows(grown)):.1%}")
        checks.expect("what only moved does not", glowing(by_boxes, *rows(moved)) < 0.001, f"{moved['path']}: {glowing(by_boxes, *rows(moved)):.2%}")
        opened(page, at(reviews.url, LIGHT, "diff"))
        by = abs(moved["actual"][1] - moved["reference"][1])
        said = page.locator(".went").all_inner_texts()
        checks.expect("it tells its distance", any(f"{by:g} pt" in each for each in said), said)
        page.keyboard.press("p")
        pictures_are_there(page)
        checks.expect("p shows all pixels that differ", page.locator(".region").count() == len(entry["pixels"]["regions"]), text(page, ".pane-title"))
        page.keyboard.press("p")
        checks.expect("and back", page.locator(".glow").count() == 1)
        page.keyboard.press("3")
        pictures_are_there(page)
        page.keyboard.press("x")
        settle(page, 300)
        between = pictured(page, ".canvas")
        page.focus("#slider")
        page.keyboard.press("End")
        settle(page, 100)
        drawn = pictured(page, ".canvas")
        page.keyboard.press("x")
        settle(page, 100)
        checks.expect("onion skin goes over box by box, and ends as the drawn picture", apart(between, drawn) > 2 > apart(drawn, pictured(page, ".canvas")),
                      f"{apart(between, drawn):.2f} levels, then {apart(drawn, pictured(page, '.canvas')):.2f}")
        page.emulate_media(reduced_motion="reduce")
        page.keyboard.press("1")
        page.keyboard.press("3")
        checks.expect("not with reduced motion", page.locator(".morph").count() == 0 and "Morph" not in text(page, "#adjust"))
        quiet(checks, page)


def marks(checks, browser, reviews):
    with checks.section("review: marks"), browser.page(viewport=WIDE) as page:
        entry = reviews.case(LIGHT)
        picture = next(box["path"] for box in entry["boxes"] if box["path"].endswith("photo"))

        def change(index, cases, details):
            number = next(at for at, row in enumerate(cases) if row[0] == LIGHT)
            box = next(each for each in details[number]["boxes"] if each[0] == picture)
            box[5].insert(0, ["another picture", 1, "picture"])

        opened(page, at(varied(reviews, "marks", change), LIGHT))
        own = sum(any(c["own"] and c["kind"] != "moved" for c in box["changes"]) for box in entry["boxes"])
        checks.expect("side by side, what changed is marked apart from what moved", page.locator(".pane:last-child .changed.own").count() == own + 1
                      and page.locator(".pane:last-child .changed.moved").count() >= 1, f"{own} and a picture")
        checks.expect("a replaced picture says so on both sides", page.locator(".changed.replaced .other-picture").count() == 2)
        page.keyboard.press("m")
        checks.expect("m takes them away", not page.locator(".changed").first.is_visible())
        page.keyboard.press("6")
        checks.expect("its box says so, too", page.locator(".box.own.replaced[aria-label*='another picture']").count() == 1)
        quiet(checks, page)


def red_lines(checks, browser, reviews):
    with checks.section("review: red lines"), browser.page(viewport=WIDE) as page:
        layout = json.loads((reviews.folder / reviews.case(LIGHT)["actual"]["layout"]).read_text(encoding="utf-8"))["boxes"]
        styles = {box["path"]: {
            **({"color": box["color"]} if "color" in box else {}), **({"isIcon": True} if "icon" in box else {}),
            **({"isPicture": True} if "image" in box else {}),
            **({"size": box["font"]["size"], "weight": box["font"]["weight"], "tokens": ["type.name"]} if "font" in box else {})} for box in layout}

        def change(index, cases, details):
            number = next(at for at, row in enumerate(cases) if row[0] == LIGHT)
            for box in details[number]["boxes"]:
                box[6:] = [styles.get(box[0], {})]

        opened(page, at(varied(reviews, "styles", change), LIGHT, "boxes"))
        frames = {box["path"]: box["frame"] for box in layout}
        name, avatar = frames["card/name"], frames["card/avatar"]
        page.locator(".box[aria-label^='card/name;']").focus()
        gap = name[0] - avatar[0] - avatar[2]
        checks.expect("from a name to the avatar at its left, in points", f"{gap:g}" in page.locator(".distance.across").all_inner_texts(), f"{gap:g} pt")
        last, tokens = page.locator(".numbers .delta td").last.bounding_box(), page.locator(".inspected .tokens").bounding_box()
        checks.expect("its numbers stand in their table", last["y"] + last["height"] <= tokens["y"])
        checks.expect("with its tokens", text(page, ".inspected .tokens") == "{type.name}")
        page.locator(".box[aria-label^='card/date;']").focus()
        said = text(page, ".inspected .contrast")
        checks.expect("a text's contrast, and the nearest colour where it fails", "3.41 : 1" in said and "4.5 : 1 is needed" in said
                      and page.locator(".inspected .swatch").count() == 1, said)
        checks.expect("as a badge on the box", text(page, ".box-label .fails") == "3.41 : 1")
        quiet(checks, page)


def asking(checks, browser, reviews):
    with checks.section("review: approving several kinds at once"), browser.page(viewport=WIDE) as page:
        members = []

        def change(index, cases, details):
            shared = next(number for number, cluster in enumerate(index["clusters"]) if cluster[0] == reviews.shared["id"])
            members.extend(number for number in index["clusters"][shared][2] if cases[number][9] == [shared])
            index["clusters"].append(["cphoto", "card/photo: another picture", members[:2], None, "photo", "The photo is a different image"])
            for number in members[:2]:
                cases[number][9] = [shared, len(index["clusters"]) - 1]
            index["key"] = "asking"

        url = varied(reviews, "asking", change)
        opened(page, url)
        stack = page.locator(".tile.many", has_text="another picture").first
        checks.expect("a stack is headed by its own cause", stack.locator(".tile-title").inner_text() == "The photo is a different image"
                      and "and 1 cause of others" in stack.inner_text(), stack.inner_text().replace("\n", " · ")[:90])
        checks.expect("its thumbnail tells of the photo", stack.locator(".other-photo").count() == 1)
        stack.locator(".approve").click()
        said = text(page, "#approving")
        checks.expect("kinds are named before they pass", "2 kinds of change" in said and "replaced photo in 2 cases" in said, said.replace("\n", " ")[:120])
        checks.expect("photos that nobody has looked at are left out", page.locator("#approving-approve").is_disabled())
        page.check("#approving-photos")
        page.click("#approving-approve")
        settle(page, 100)
        checks.expect("unless somebody says that they are meant", text(page, "#decided") == "2", text(page, "#toast-text"))
        page.keyboard.press("u")
        settle(page, 100)
        stack.locator(".approve").click()
        page.click("#approving .shared")
        settle(page, 200)
        page.go_back()
        settle(page, 200)
        stack.locator(".approve").click()
        checks.expect("one that was opened passes", text(page, "#approving-approve") == "Approve 1", text(page, "#approving-approve"))
        page.keyboard.press("Escape")
        checks.expect("Escape approves nothing", text(page, "#decided") == "0")
        quiet(checks, page)


def all_good(checks, browser, reviews):
    with checks.section("review: all is well"), browser.page(viewport=WIDE) as page:
        def change(index, cases, details):
            for row in cases:
                row[3], row[9] = "identical", []
            index["clusters"] = []
            index["verdicts"] = [["identical", len(cases), *facts] for name, _, *facts in index["verdicts"] if name == "identical"]
            index["key"] = "good"

        opened(page, varied(reviews, "good", change))
        number = sum(each["reference"] == "baseline" for each in reviews.report["cases"])
        said = text(page, "#all-good").replace("\u202f", "")
        checks.expect("the page says so", text(page, "#list-title") == "All cards match their baselines", text(page, "#list-title"))
        checks.expect("with what was compared", f"{number} cases of" in said and f"{number} identical" in said and "375 pt wide" in said, said.replace("\n", " · "))
        checks.expect("and when", "Compared 20" in said)
        quiet(checks, page)


def pocket(checks, browser, reviews):
    with checks.section("review: a case on a phone"), browser.page(POCKET, 2) as page:
        opened(page, f"{reviews.url}#case={LIGHT.replace('/', '%2F')}")
        pictures_are_there(page)
        checks.expect("swipe is the first view", page.locator("[role=tab]").first.get_attribute("id") == "view-swipe"
                      and page.locator("#view-swipe").get_attribute("aria-selected") == "true")
        wide = page.evaluate("document.documentElement.scrollWidth")
        checks.expect("one column", wide <= POCKET["width"], wide)
        places = lambda: [page.locator(f"#panel button.{name}").bounding_box() for name in ("approve", "reject")]  # noqa: E731
        at_bottom = lambda: all(POCKET["height"] - 80 < box["y"] and box["y"] + box["height"] <= POCKET["height"] for box in places())  # noqa: E731
        first = at_bottom()
        page.evaluate("scrollTo(0, 1e6)")
        settle(page, 100)
        checks.expect("Approve and Reject stay at the bottom", first and at_bottom(), [round(box["y"]) for box in places()])
        last = page.locator("#panel .part").last.bounding_box()
        checks.expect("and cover nothing at the end", last["y"] + last["height"] <= places()[0]["y"], round(last["y"] + last["height"]))
        hints = page.evaluate("[...document.querySelectorAll('kbd')].filter((key) => key.checkVisibility()).length")
        checks.expect("no hints of keys", hints == 0 and "(c)" not in (page.locator("textarea").get_attribute("placeholder") or ""), hints)
        page.click("#view-side")
        panes = [page.locator(".pane").nth(number).bounding_box() for number in range(2)]
        checks.expect("side by side is one over the other", panes[0]["x"] == panes[1]["x"] and panes[0]["y"] < panes[1]["y"])
        stage = page.locator("#stage").bounding_box()
        end = panes[1]["y"] + panes[1]["height"]
        checks.expect("and both stay on the stage", end <= stage["y"] + stage["height"] + 1, f"{end:.0f} of {stage['y'] + stage['height']:.0f}")
        new = reviews.first("new")["id"].replace("/", "%2F")
        opened(page, f"{reviews.url}#case={new}")
        checks.expect("a new case starts with its picture", page.locator(".stage img").count() == 1, text(page, "[aria-selected=true]"))
        quiet(checks, page)


def paper(checks, browser, reviews):
    with checks.section("review: printed"), browser.page(viewport=WIDE) as page:
        opened(page, reviews.url)
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        settle(page, 200)
        said = page.inner_text("#printed")
        number = page.evaluate("document.querySelectorAll('.printed-case').length")
        seen = int(text(page, "#printed h2 >> nth=-1").split()[0])
        checks.expect("a report with every listed case", number == seen > 5 and "not decided" in said, f"{number} cases")
        checks.expect("with all causes", reviews.told(reviews.shared) in said)
        checks.expect("and nothing of the screen's", not page.locator("#start").is_visible() and not page.locator(".bar").is_visible())
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        checks.expect("which goes afterwards", page.locator("#printed").count() == 0)
        page.emulate_media(media="screen")
        opened(page, at(reviews.url, LIGHT))
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        checks.expect("a case is printed alone, with both pictures", page.locator("#printed img").count() == 2
                      and all(reason.split(": ")[-1][:20] in page.inner_text("#printed") for reason in reviews.case(LIGHT)["reasons"][:1]))
        quiet(checks, page)


def measured(checks, browser, reviews):
    """Checks the measurements of a comparison on the feed's own page."""
    output = reviews.project.parent / "review-measured"
    shutil.rmtree(output, ignore_errors=True)
    shutil.copytree(reviews.folder, output / "review")
    review_site.run(reviews.tool, "export", reviews.project, "--output", output, "--quiet")
    with checks.section("review: boxes on the feed's page"), browser.page(viewport=WIDE) as page:
        page.goto((output / "index.html").as_uri() + "?review&boxes")
        page.wait_for_selector(".box[title='card/name']", state="attached")
        page.wait_for_function("() => self.feedproof.looks")
        box = page.locator(".box[title='card/name']").first.bounding_box()
        page.mouse.move(box["x"] + 8, box["y"] + 6)
        page.wait_for_selector(".measured p")
        said = page.inner_text(".measured p")
        checks.expect("a box tells its size, its tokens and a text's contrast", "×" in said and "{type.name}" in said and " : 1" in said, said)
        checks.expect("red lines lead to its neighbours", page.locator(".measured .distance").count() >= 2, page.locator(".measured .distance").count())
        page.mouse.move(2, 400)
        settle(page, 100)
        checks.expect("and go with the pointer", page.locator(".measured").count() == 0)
        quiet(checks, page)
