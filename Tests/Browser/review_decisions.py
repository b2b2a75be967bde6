"""Checks decisions in the review of a comparison, from a file and under a server."""

import json
import subprocess

import review_server
import site_server
from checks import settle
from review_pages import DARK, LIGHT, LONG_TEXT, WIDE, at, opened, pictures_are_there, quiet, text


def decisions(checks, browser, reviews):
    with checks.section("review: decisions, from a file"), browser.page(viewport=WIDE) as page:
        opened(page, reviews.url)
        able = [name for name in reviews.alone(reviews.shared) if "accept" in reviews.case(name)]
        page.locator(".tile.many .approve").first.click()
        settle(page, 100)
        checks.expect("one approval for all cases of a cause", text(page, "#decided") == str(len(able)), text(page, "#toast-text"))
        checks.expect("the tile says so", "approved" in page.locator(".tile.many").first.inner_text())
        page.keyboard.press("u")
        settle(page, 100)
        checks.expect("u takes it back as one", text(page, "#decided") == "0", text(page, "#toast-text"))
        new, drifted = reviews.first("new"), reviews.first("environment")
        opened(page, at(reviews.url, LIGHT))
        page.keyboard.press("a")
        opened(page, at(reviews.url, new["id"]))
        page.keyboard.press("r")
        opened(page, at(reviews.url, drifted["id"]))
        page.click("#panel button.approve")
        page.reload()
        settle(page, 200)
        checks.expect("decisions survive a reload", text(page, "#decided") == "3" and page.locator("#panel button.approve").get_attribute("aria-pressed") == "true")
        page.click("#panel button.approve")
        settle(page, 80)
        checks.expect("the same button takes back", text(page, "#decided") == "2")
        page.click("#panel button.approve")
        page.keyboard.press("d")
        with page.expect_download() as download:
            page.click("#save")
        file = reviews.project / "decisions.json"
        download.value.save_as(file)
        saved = json.loads(file.read_text(encoding="utf-8"))
        wanted = {(LIGHT, "approve", reviews.case(LIGHT)["actual"]["sha256"]), (new["id"], "reject", new["actual"]["sha256"]),
                  (drifted["id"], "approve", drifted["actual"]["sha256"])}
        checks.expect("the saved file is a decision file", saved["schema"] == 1 and {(d["case"], d["decision"], d["sha256"]) for d in saved["decisions"]} == wanted
                      and download.value.suggested_filename == "decisions.json", f"{len(saved['decisions'])} decisions")
        command = text(page, "#decisions .command code")
        checks.expect("the page says what to do with it", command == reviews.report["approve"] + " --decisions decisions.json", command)
        done = subprocess.run([reviews.tool, *command.split()[1:]], cwd=reviews.project, capture_output=True, text=True)
        checks.expect("and that command approves", done.returncode == 0 and done.stdout.endswith("approved 2 baselines, left 1 rejected\n"), done.stdout.strip() or done.stderr[-200:])
        page.locator("#decisions .decision-list button").first.click()
        settle(page, 80)
        checks.expect("a decision can be taken back in the list", text(page, "#decided") == "2")
        quiet(checks, page)


def served(checks, browser, reviews):
    with checks.section("review: decisions, under a server"), browser.page(viewport=WIDE) as page:
        server = review_server.serve(reviews.folder)
        opened(page, at(server.url + "index.html", LIGHT))
        settle(page, 300)
        page.keyboard.press("r")
        page.wait_for_function("() => document.querySelector('#panel button.reject').textContent.includes('Rejected')")
        checks.expect("a rejection is a request, too", server.posts[-1]["body"]["decisions"][0]["decision"] == "reject")
        page.keyboard.press("a")
        page.wait_for_function("() => document.querySelector('#panel button.approve').textContent.includes('Approved')")
        page.wait_for_function("() => document.getElementById('toast-text').textContent.includes('written to the baselines')")
        post = server.posts[-1]
        checks.expect("approving is a request with the session's token", post["token"] == review_server.TOKEN and post["type"] == "application/json")
        checks.expect("in the decision file's form", post["body"] == {"schema": 1, "decisions": [
            {"case": LIGHT, "decision": "approve", "sha256": reviews.case(LIGHT)["actual"]["sha256"]}]}, post["body"])
        checks.expect("and done at once", "written to the baselines" in text(page, "#toast-text") and page.locator("#panel button.approve").is_disabled() and text(page, "#decided") == "0")
        page.keyboard.press("u")
        page.wait_for_function("() => document.getElementById('toast-text').textContent.startsWith('Undone')")
        checks.expect("u has the server take it back", server.posts[-1]["body"] == {"cases": [LIGHT]}
                      and not page.locator("#panel button.approve").is_disabled(), text(page, "#toast-text"))
        server.refusal = {"code": "approve.other-picture", "message": "the picture is not the one that was compared", "hint": "compare again"}
        new = reviews.first("new")
        opened(page, at(server.url + "index.html", new["id"]))
        settle(page, 200)
        page.keyboard.press("a")
        page.wait_for_function("() => document.getElementById('warned').textContent")
        checks.expect("a refusal is shown with its hint", server.refusal["message"] in text(page, "#toast-text") and "compare again" in text(page, "#toast-text"), text(page, "#toast-text"))
        checks.expect("and nothing counts as approved", page.locator("#panel button.approve").get_attribute("aria-pressed") == "false")
        # Stop the server itself: an interception in the browser may take effect only after the next key press.
        server.is_gone = True
        page.keyboard.press("a")
        page.wait_for_function("() => document.getElementById('toast-text').textContent.includes('does not answer')")
        checks.expect("a server that went away is told", True, text(page, "#toast-text"))
        # Chromium logs both failed requests itself.
        page.errors[:] = [error for error in page.errors if "409" not in error and "ERR_" not in error]
        quiet(checks, page)
        server.shutdown()
    with checks.section("review: under a server that only serves"), browser.page(viewport=WIDE) as page:
        server = site_server.serve(reviews.folder)
        opened(page, at(server.url + "index.html", DARK))
        settle(page, 200)
        before = int(text(page, "#decided"))
        page.keyboard.press("a")
        settle(page, 80)
        checks.expect("decisions are collected as from a file", int(text(page, "#decided")) == before + 1, text(page, "#toast-text"))
        opened(page, at(server.url + "index.html", reviews.first("identical")["id"]))
        page.wait_for_function("() => document.getElementById('status').textContent.includes('not beside')")
        checks.expect("where the baseline is out of reach, that is said", True, text(page, "#status"))
        server.shutdown()


def really_served(checks, browser, reviews):
    """Checks `feedproof serve` itself, which writes to the project's baselines."""
    with checks.section("review: under feedproof serve"), browser.page(viewport=WIDE) as page, browser.page(viewport=WIDE) as other_page:
        server = subprocess.Popen([reviews.tool, "serve", reviews.project / "output", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
        try:
            address = json.loads(server.stdout.readline())["address"]
            said = lambda words: page.wait_for_function(  # noqa: E731
                "(words) => document.getElementById('toast-text').textContent.includes(words)", arg=words)
            entry = reviews.case(DARK)
            kept = reviews.project / f"Baselines/{DARK}.json"
            picture = reviews.project / f"Baselines/{DARK}.png"
            before = kept.read_bytes(), picture.read_bytes()
            opened(other_page, address)
            opened(page, at(address, DARK))
            pictures_are_there(page)
            settle(page, 300)
            faces = page.locator("#panel a", has_text="The post in all faces").get_attribute("href")
            checks.expect("a case leads to its post in all faces", faces == f"/faces/{entry['post']}.html", faces)
            everything = text(page, "#left")
            page.keyboard.press("a")
            said("written to the baselines")
            checks.expect("approving writes the baseline", json.loads(kept.read_text(encoding="utf-8"))["sha256"] == entry["actual"]["sha256"], text(page, "#toast-text"))
            left = text(page, "#left")
            checks.expect("the rest is counted", int(left.split()[0]) == int(everything.split()[0]) - 1, f"{everything}, {left}")
            other_page.wait_for_function("(left) => document.getElementById('left').textContent === left", arg=left)
            checks.expect("another window follows", True, text(other_page, "#left"))
            page.click("#toast-undo")
            said("Undone")
            checks.expect("Undo in the notice takes it back, byte for byte", (kept.read_bytes(), picture.read_bytes()) == before, text(page, "#toast-text"))
            other_page.wait_for_function("(left) => document.getElementById('left').textContent === left", arg=everything)
            checks.expect("the other window follows that, too", True)
            page.keyboard.press("c")
            page.keyboard.type("The name is too near")
            checks.expect("keys are letters in the comment", page.input_value("#panel textarea") == "The name is too near")
            page.keyboard.press("Escape")
            page.keyboard.press("r")
            said("Rejected")
            stored = next(each for each in json.loads((reviews.folder / "report.json").read_text(encoding="utf-8"))["cases"] if each["id"] == DARK)
            checks.expect("a comment is kept in the report", stored["decision"] == {"decision": "reject", "comment": "The name is too near"}, stored["decision"])
            opened(other_page, at(address, DARK))
            settle(other_page, 400)
            checks.expect("and shown in every window", other_page.input_value("#panel textarea") == "The name is too near")
            opened(other_page, reviews.url + "#")
            opened(other_page, at(reviews.url, DARK))
            checks.expect("also from the disk", other_page.input_value("#panel textarea") == "The name is too near")
            opened(page, address)
            settle(page, 300)
            able = [name for name in reviews.alone(reviews.shared) if "accept" in reviews.case(name)]
            baselines = {name: (reviews.project / f"Baselines/{name}.json").read_bytes() for name in able}
            page.keyboard.press("j")
            # The heading of a stack is its cause's sentence.
            for _ in range(200):
                if reviews.heading(reviews.shared) in page.evaluate("document.activeElement.textContent"):
                    break
                page.keyboard.press("j")
            page.keyboard.press("a")
            said("written to the baselines")
            changed = [name for name in able if (reviews.project / f"Baselines/{name}.json").read_bytes() != baselines[name]]
            checks.expect("a approves a tile of many", changed and len(changed) >= len(able) - 1, f"{len(changed)} cases: {text(page, '#toast-text')}")
            page.keyboard.press("u")
            said("Undone")
            checks.expect("u takes all of it back at once", all((reviews.project / f"Baselines/{name}.json").read_bytes() == was for name, was in baselines.items()), text(page, "#toast-text"))
            drawn = reviews.folder / entry["actual"]["path"]
            bytes_of_dark = drawn.read_bytes()
            other = LONG_TEXT
            opened(page, at(address, other))
            settle(page, 200)
            changed = reviews.folder / reviews.case(other)["actual"]["path"]
            own = changed.read_bytes()
            changed.write_bytes(bytes_of_dark)
            page.keyboard.press("a")
            page.wait_for_function("() => document.getElementById('warned').textContent")
            changed.write_bytes(own)
            checks.expect("a picture that is not the one that was compared is refused", "is not the one that was compared" in text(page, "#toast-text"), text(page, "#toast-text"))
            page.errors[:] = [error for error in page.errors if "status of 4" not in error]
            quiet(checks, page)
        finally:
            server.terminate()
            server.wait()
