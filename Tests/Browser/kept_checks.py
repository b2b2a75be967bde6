"""Checks how a page shows earlier exports: earlier versions of a post and a message, deleted messages, missing
items."""

import json
import shutil

import checks as looking
import site_server

PHOTO = "Examples/newsfeed/media/bread_604.jpg"


def wall(text, photo, last):
    items = [{"id": number, "from_id": 2, "date": 1_717_236_000 + number * 86_400, "text": f"post {number}"}
             for number in range(2, last + 1)]
    first = {"id": 1, "from_id": 2, "date": 1_717_236_000, "text": text, "attachments": [
        {"type": "photo", "photo": {"id": 7, "sizes": [{"url": photo, "width": 604, "height": 453}]}}]}
    return {"response": {"items": [first, *items], "profiles": [{"id": 2, "first_name": "Vera", "last_name": "K"}]}}


def chat(texts, spoken):
    messages = [{"id": number, "type": "message", "date_unixtime": str(1_717_236_000 + number * 60), "from": name,
                 "from_id": "user" + name, "text": text} for number, name, text in texts]
    voice = {"id": 90, "type": "message", "date_unixtime": str(spoken), "from": "Anna", "from_id": "userAnna", "text": "",
             "media_type": "voice_message", "file": "voice_messages/audio_1.ogg", "duration_seconds": 9}
    return {"name": "Plans", "type": "private_group", "id": 6, "messages": [*messages, voice]}


def write(folder, name, document):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(document), encoding="utf-8")


def make(setting):
    """Exports a wall and a chat in May and in June; builds a page of drawings and one of pictures for each."""
    work = setting.work / "kept"
    write(work / "wall/may", "wall.json", wall("What it was at first.", "may.jpg", 2))
    write(work / "wall/june", "wall.json", wall("What it is now.", "june.jpg", 3))
    for name in ("may", "june"):
        shutil.copy(setting.root / PHOTO, work / f"wall/{name}/{name}.jpg")
    write(work / "chat/may", "result.json", chat(
        [(1, "Anna", "Saturday?"), (2, "Boris", "At nine, by the bridge"), (3, "Anna", "I take that back")], 1_717_236_030))
    write(work / "chat/june", "result.json", chat(
        [(1, "Anna", "Saturday?"), (2, "Boris", "At ten, by the bridge"), (4, "Anna", "Fine")], 1_717_236_030))
    urls = {}
    for source in ("wall", "chat"):
        for page in ("drawn", "pictures"):
            target = work / f"{source}-{page}"
            seen_from = ["--me", "Boris"] if source == "chat" else []
            setting.export(work / source, target, "--scale", "1,2", "--width", "375", "--theme", "light,dark", "--page", page,
                           *seen_from)
            urls[source, page] = site_server.serve(target).url
    return urls


def sections(setting):
    urls = make(setting)
    result, browser, screenshots = setting.result, setting.browser, setting.screenshots
    screenshots.mkdir(parents=True, exist_ok=True)
    return {
        f"kept_{source}_{page}": lambda source=source, page=page: kept(
            result, browser, url=urls[source, page], name=f"{source}-{page}", folder=screenshots)
        for source, page in urls}


def kept(checks, browser, url, name, folder):
    is_chat = name.startswith("chat")
    card, before = ("#message-2", "At nine, by the bridge") if is_chat else ("#post-wall2_1", "What it was at first.")
    with checks.section(f"earlier versions, {name}"), browser.page(scale=2) as page:
        page.goto(url)
        page.wait_for_selector(f"{card} .picture :is(img, .drawing)")
        looking.settle(page)
        page.screenshot(path=folder / f"kept-{name}.png")
        button = page.locator(f"{card} button.badge")
        checks.expect("one card has been edited", page.locator("button.badge").count() == 1)
        box, own = button.bounding_box(), page.locator(card).bounding_box()
        checks.expect("the control lies on its card", box["x"] >= own["x"] and box["x"] + box["width"] <= own["x"] + own["width"],
                      f"{box} in {own}")
        button.focus()
        page.keyboard.press("Enter")
        dialog = page.locator("#versions")
        checks.expect("it shows what was there before", before in dialog.inner_text(), dialog.inner_text())
        checks.expect("and up to when its export goes", "2024" in dialog.locator("h3").inner_text(), dialog.inner_text())
        if not is_chat:
            page.wait_for_function("() => document.querySelector('#versions img')?.naturalWidth > 0")
        page.screenshot(path=folder / f"kept-{name}-versions.png")
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.querySelector('#versions')")
        checks.expect("the keyboard is back where it was", page.evaluate("document.activeElement?.className") == "badge")
        if is_chat:
            gone = page.locator("span.badge")
            checks.expect("the message that is gone says so", gone.count() == 1 and gone.get_attribute("aria-label"))
            page.click("#settings summary")
            page.click("#controls a[href='missing.html']")
            page.wait_for_selector("#missing td a")
            checks.expect("what is missing is listed", "audio_1.ogg" in page.inner_text("#missing"), page.inner_text("#missing"))
            page.screenshot(path=folder / f"kept-{name}-missing.png")
            page.click("#missing td a")
            page.wait_for_selector("#message-90 .picture :is(img, .drawing)")
        checks.expect("nothing on the console", not page.errors, page.errors[:3] or "")
    with browser.page(viewport=looking.PHONE, scale=2, color_scheme="dark") as page:
        page.goto(url)
        page.wait_for_selector(f"{card} button.badge")
        page.click(f"{card} button.badge")
        looking.settle(page)
        page.screenshot(path=folder / f"kept-{name}-dark.png")
