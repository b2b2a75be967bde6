"""Decisions in a review, from a file and under a server."""

import json

import pytest

import review_server
import site_server
from pages import drawn
from reviews import DARK, LIGHT, LONG_TEXT, WIDE, at, open_case, open_review, press, text, wait_for_notice

pytestmark = pytest.mark.screen(viewport=WIDE)
APPROVE = "#panel button.approve"


def decide(page, url, name, key):
    """Decides about a case with a key, and waits until the page has stored it."""
    button = {"a": APPROVE, "r": "#panel button.reject"}[key]
    open_review(page, at(url, name))
    page.wait_for_selector(button)
    press(page, key)
    page.wait_for_selector(f"{button}[aria-pressed=true]")


def test_one_approval_decides_all_cases_of_a_cause_and_u_undoes_it(page, reviews):
    open_review(page, reviews.url)
    page.locator(".tile.many .approve").first.click()
    drawn(page)
    assert text(page, "#decided") == str(len(reviews.approvable(reviews.shared)))
    assert "approved" in page.locator(".tile.many").first.inner_text()
    press(page, "u")
    assert text(page, "#decided") == "0"


def test_decisions_survive_a_reload_and_the_same_button_takes_them_back(page, reviews):
    decide(page, reviews.url, LIGHT, "a")
    decide(page, reviews.url, reviews.first("new")["id"], "a")
    page.reload()
    page.wait_for_selector(f"{APPROVE}[aria-pressed=true]")
    assert text(page, "#decided") == "2"
    page.click(APPROVE)
    drawn(page)
    assert text(page, "#decided") == "1"


def test_saved_decisions_are_a_file_that_the_shown_command_approves(page, own_reviews, reviews, tool):
    new, drifted, light = own_reviews.first("new"), own_reviews.first("environment"), own_reviews.case(LIGHT)
    decide(page, own_reviews.url, LIGHT, "a")
    decide(page, own_reviews.url, new["id"], "r")
    decide(page, own_reviews.url, drifted["id"], "a")
    press(page, "d")
    with page.expect_download() as download:
        page.click("#save")
    assert download.value.suggested_filename == "decisions.json"
    download.value.save_as(own_reviews.project / "decisions.json")
    saved = json.loads((own_reviews.project / "decisions.json").read_text(encoding="utf-8"))
    assert saved["schema"] == 1
    assert {(each["case"], each["decision"], each["sha256"]) for each in saved["decisions"]} == {
        (LIGHT, "approve", light["actual"]["sha256"]), (new["id"], "reject", new["actual"]["sha256"]),
        (drifted["id"], "approve", drifted["actual"]["sha256"])}
    command = text(page, "#decisions .command code")
    assert command == own_reviews.report["approve"] + " --decisions decisions.json"
    own_command = command.replace(str(reviews.project), str(own_reviews.project))
    done = tool.run(*own_command.split()[1:], cwd=own_reviews.project)
    assert done.stdout.endswith("approved 2 baselines, left 1 rejected\n")


def test_a_decision_can_be_taken_back_in_the_list(page, reviews):
    decide(page, reviews.url, LIGHT, "a")
    decide(page, reviews.url, DARK, "a")
    press(page, "d")
    page.locator("#decisions .decision-list button").first.click()
    drawn(page)
    assert text(page, "#decided") == "1"


@pytest.fixture
def server(reviews):
    server = review_server.serve(reviews.folder)
    yield server
    server.shutdown()


@pytest.fixture
def served(page, server):
    """A case under a server that records requests."""
    open_case(page, server.url + "index.html", LIGHT)
    page.wait_for_load_state("networkidle")
    return page


def test_a_rejection_is_a_request(served, server):
    served.keyboard.press("r")
    served.wait_for_function("() => document.querySelector('#panel button.reject').textContent.includes('Rejected')")
    assert server.posts[-1]["body"]["decisions"][0]["decision"] == "reject"


def test_an_approval_is_a_request_that_is_done_at_once_and_u_undoes_it(served, server, reviews):
    served.keyboard.press("a")
    wait_for_notice(served, "written to the baselines")
    assert server.posts[-1] == {"token": review_server.TOKEN, "type": "application/json", "body": {"schema": 1, "decisions": [
        {"case": LIGHT, "decision": "approve", "sha256": reviews.case(LIGHT)["actual"]["sha256"]}]}}
    served.wait_for_function("() => document.querySelector('#panel button.approve').textContent.includes('Approved')")
    assert served.locator(APPROVE).is_disabled()
    assert text(served, "#decided") == "0"
    served.keyboard.press("u")
    wait_for_notice(served, "Undone")
    assert server.posts[-1]["body"] == {"cases": [LIGHT]}
    served.wait_for_function("() => !document.querySelector('#panel button.approve').disabled")


@pytest.mark.noisy
def test_a_refusal_is_shown_with_its_hint_and_approves_nothing(served, server):
    server.refusal = {"code": "approve.other-picture", "message": "the image has changed since the comparison", "hint": "compare again"}
    served.keyboard.press("a")
    wait_for_notice(served, server.refusal["message"])
    assert "compare again" in text(served, "#toast-text")
    assert served.locator(APPROVE).get_attribute("aria-pressed") == "false"


@pytest.mark.noisy
def test_a_review_reports_a_server_that_does_not_answer(served, server):
    # Stop the server itself: an interception in the browser may take effect only after the next key press.
    server.is_gone = True
    served.keyboard.press("a")
    wait_for_notice(served, "does not answer")


@pytest.fixture
def plain_server(reviews):
    """A server that only serves files."""
    server = site_server.serve(reviews.folder)
    yield server
    server.shutdown()


@pytest.mark.noisy
def test_decisions_under_a_server_of_files_are_collected(page, plain_server):
    open_case(page, plain_server.url + "index.html", DARK)
    page.wait_for_load_state("networkidle")
    press(page, "a")
    assert text(page, "#decided") == "1"


@pytest.mark.noisy
def test_a_review_reports_a_baseline_that_is_not_served(page, plain_server, reviews):
    open_review(page, at(plain_server.url + "index.html", reviews.first("identical")["id"]))
    page.wait_for_function("() => document.getElementById('status').textContent.includes('not in this folder')")


@pytest.fixture
def address(own_reviews, tool):
    """The address of a review under `feedproof serve`, which writes to the project's baselines."""
    with tool.serving("serve", own_reviews.project / "output") as address:
        yield address


@pytest.fixture
def windows(new_page, address):
    """Two windows: one of a case, one of the start page."""
    page, other = new_page(viewport=WIDE), new_page(viewport=WIDE)
    open_review(other, address)
    open_case(page, address, DARK)
    page.wait_for_function("() => document.querySelector('#panel a')")
    yield page, other
    # Leave before the server ends, since the pages would report that.
    page.goto("about:blank")
    other.goto("about:blank")


def wait_for_left(page, left):
    page.wait_for_function("(left) => document.getElementById('left').textContent === left", arg=left)


def test_a_case_leads_to_its_post_in_all_skins(windows, own_reviews):
    link = windows[0].locator("#panel a", has_text="The post in all skins")
    assert link.get_attribute("href") == f"/faces/{own_reviews.case(DARK)['post']}.html"


def test_an_approval_writes_the_baseline_and_undo_restores_its_bytes_in_all_windows(windows, own_reviews):
    page, other = windows
    files = [own_reviews.project / f"Baselines/{DARK}.{kind}" for kind in ("json", "png")]
    before, left = [file.read_bytes() for file in files], text(page, "#left")
    page.keyboard.press("a")
    wait_for_notice(page, "written to the baselines")
    assert json.loads(files[0].read_text(encoding="utf-8"))["sha256"] == own_reviews.case(DARK)["actual"]["sha256"]
    assert int(text(page, "#left").split()[0]) == int(left.split()[0]) - 1
    wait_for_left(other, text(page, "#left"))
    page.click("#toast-undo")
    wait_for_notice(page, "Undone")
    assert [file.read_bytes() for file in files] == before
    wait_for_left(other, left)


def test_a_comment_is_typed_kept_in_the_report_and_shown_everywhere(windows, address, own_reviews):
    page, other = windows
    comment = "The name is too near"
    page.keyboard.press("c")
    page.keyboard.type(comment)
    assert page.input_value("#panel textarea") == comment, "keys are letters in the comment"
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    wait_for_notice(page, "Rejected")
    report = json.loads((own_reviews.folder / "report.json").read_text(encoding="utf-8"))
    assert next(each for each in report["cases"] if each["id"] == DARK)["decision"] == {"decision": "reject", "comment": comment}
    open_review(other, at(address, DARK))
    other.wait_for_function("(comment) => document.querySelector('#panel textarea').value === comment", arg=comment)
    open_review(other, at(own_reviews.url, DARK))
    assert other.input_value("#panel textarea") == comment, "from the disk"


def test_a_approves_a_tile_of_many_cases_and_u_undoes_all_of_them(page, address, own_reviews):
    open_review(page, address)
    page.wait_for_load_state("networkidle")
    files = [own_reviews.project / f"Baselines/{name}.json" for name in own_reviews.approvable(own_reviews.shared)]
    before = [file.read_bytes() for file in files]
    # The heading of a stack is its cause's sentence.
    for _ in range(200):
        page.keyboard.press("j")
        if own_reviews.heading(own_reviews.shared) in page.evaluate("document.activeElement.textContent"):
            break
    page.keyboard.press("a")
    wait_for_notice(page, "written to the baselines")
    assert sum(file.read_bytes() != old for file, old in zip(files, before, strict=True)) == len(files)
    page.keyboard.press("u")
    wait_for_notice(page, "Undone")
    assert [file.read_bytes() for file in files] == before
    page.goto("about:blank")


@pytest.mark.noisy
def test_an_image_that_changed_after_the_comparison_is_refused(page, address, own_reviews):
    open_case(page, address, LONG_TEXT)
    page.wait_for_load_state("networkidle")
    actual = [own_reviews.folder / own_reviews.case(name)["actual"]["path"] for name in (LONG_TEXT, DARK)]
    actual[0].write_bytes(actual[1].read_bytes())
    page.keyboard.press("a")
    wait_for_notice(page, "has changed since the comparison")
