"""Draws the English images of the review: docs/images/review.webp (a case), docs/images/approve.webp (the README's film: an
edited token, its one cause, the approval), docs/images/film-player.webp and docs/images/storyboard.webp."""

import argparse
import html
import os
import pathlib
import shutil

from PIL import Image
from playwright import sync_api as playwright

from images import opened, shot
from pages import CHROMIUM_OPTIONS, at_rest, opened_page
from reviews import open_case, open_review
from tool import ROOT, Tool

# In bytes.
LARGEST = {"review": 150_000, "approve": 400_000, "film-player": 150_000, "storyboard": 150_000}
TOKENS = "tokens/blog.tokens.json"
OLD, NEW = '"card": {"$value": {"value": 0,', '"card": {"$value": {"value": 16,'
POST = "item-567a0838694c00c4/375@2x-light-expanded"
FILM = "films/reading/375@2x-light"
SIZE = {"width": 1000, "height": 620}

PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; height: 100vh; background: #1e2127; color: #e3e6eb; font: 21px/1.6 "DejaVu Sans Mono", monospace }}
h1 {{ margin: 0; padding: 10px 24px; background: #2b2f37; font: 18px/1.6 Inter, sans-serif; color: #aeb4bf }}
pre {{ margin: 0; padding: 22px 24px; font: inherit; white-space: pre-wrap }}
.old {{ background: #5b2a2e }} .new {{ background: #24512f }} .shell {{ color: #8fb8ff }} .good {{ color: #7fd19b }}
</style><h1>{title}</h1><pre>{text}</pre>"""

# The pointer of a mouse, which screenshots lack.
POINTER = """([x, y]) => {
  const pointer = document.createElement('div');
  pointer.style.cssText = `position:fixed;left:${x}px;top:${y}px;width:22px;height:32px;z-index:99;background:#000;
    clip-path:polygon(0 0,0 80%,27% 62%,45% 98%,60% 91%,43% 57%,75% 55%);outline:none`;
  document.body.append(pointer);
}"""


def new_project(tool, work):
    """Creates the sample project with approved cards."""
    shutil.rmtree(work / "holiday", ignore_errors=True)
    os.chdir(work)
    tool.run("init", "holiday")
    tool.run("eject", "tokens", "-C", "holiday")
    tool.run("compare", "holiday", "--quiet", status=(1,))
    tool.run("approve", "holiday", "--all")
    return work / "holiday"


def edit(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file} has no single {old}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def screen(page, title, text):
    """Returns a picture of an editor or a terminal; `text` is HTML."""
    page.goto("about:blank")
    page.set_content(PAGE.format(title=html.escape(title), text=text))
    at_rest(page)
    return shot(page)


def command(words, output, style=""):
    return f'<span class="shell">$ {html.escape(words)}</span>\n<span class="{style}">{html.escape(output)}</span>'


def editor(value, style):
    lines = ['"radius": {', '  "$type": "dimension",', f'  "card": {{"$value": {{"value": @{value}@, "unit": "px"}}, …}},',
             '  "media": {"$value": {"value": 4, "unit": "px"}},', '  "avatar": {"$value": {"value": 4, "unit": "px"}},', '  …']
    before, number, after = html.escape("\n".join(lines), quote=False).split("@")
    return f'{before}<span class="{style}">{number}</span>{after}'


def record(tool, project, browser):
    """Returns the frames of the README's film, each with its seconds, and a picture of a case."""
    frames = []
    with opened_page(browser, SIZE, color_scheme="light") as page:
        frames += [(screen(page, f"holiday/{TOKENS}", editor(value, style)), seconds)
                   for value, style, seconds in ((0, "old", 1.4), (16, "new", 1.4))]
        edit(project / TOKENS, OLD, NEW)
        found = tool.run("compare", "holiday", "--quiet", status=(1,)).stdout.rstrip("\n").split("\n")
        shown = [found[0], found[1], "  …", next(line for line in found if "accept with" in line), "", found[-1]]
        frames.append((screen(page, "Terminal", command("feedproof compare holiday", "\n".join(shown))), 3.2))
        review = still(browser, project)
        with tool.serving("serve", "holiday") as address:
            open_review(page, address)
            at_rest(page)
            frames.append((shot(page), 1.8))
            approve = page.locator("button", has_text="Approve all").first
            box = approve.bounding_box()
            page.evaluate(POINTER, [box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.5])
            frames.append((shot(page), 1.2))
            approve.click()
            approve.wait_for(state="hidden")
            at_rest(page)
            frames.append((shot(page), 2.0))
        last = tool.run("compare", "holiday", "--quiet").stdout.rstrip("\n")
        frames.append((screen(page, "Terminal", command("feedproof compare holiday", last, "good")), 2.4))
    return frames, review


def still(browser, project):
    """Returns a picture of a case of the review."""
    with opened_page(browser, {"width": 1120, "height": 720}, device_scale_factor=1.5, color_scheme="light") as page:
        open_case(page, (project / "output/review/index.html").as_uri(), POST)
        at_rest(page)
        return shot(page)


def film(browser, tool, project):
    """Returns pictures of the storyboard of a refresh, and of the review of a list that jumps."""
    tool.run("film", "holiday", "--scene", "refresh", "--themes", "light", "--quiet")
    board = opened(project / "output/films/refresh/375@2x-light/storyboard.png")
    board.thumbnail((1400, 1400))
    script = project / "films/reading.yml"
    script.parent.mkdir()
    shutil.copyfile(ROOT / "Examples/newsfeed/films/wrong-refresh.yml", script)
    faults = next(line for line in script.read_text(encoding="utf-8").split("\n") if line.startswith("faults:"))
    names = [line for line in script.read_text(encoding="utf-8").split("\n") if line.startswith("name:")]
    for line in names:
        edit(script, line, "name: reading")
    edit(script, faults, "")
    with (project / "feedproof.yml").open("a", encoding="utf-8") as settings:
        settings.write("films: [films/reading.yml]\n")
    tool.run("compare", "holiday", "--quiet", status=(1,))
    tool.run("approve", "holiday", "--all")
    script.write_text(script.read_text(encoding="utf-8") + f"\n{faults}\n", encoding="utf-8")
    tool.run("compare", "holiday", "--quiet", status=(1,))
    with opened_page(browser, {"width": 1400, "height": 980}, color_scheme="light") as page:
        open_case(page, (project / "output/review/index.html").as_uri(), FILM, "film")
        at_rest(page)
        return board, shot(page)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("tool", "browser", "work"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    options = parser.parse_args()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    tool = Tool(options.tool)
    images = ROOT / "docs/images"
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=options.browser, args=CHROMIUM_OPTIONS)
        project = new_project(tool, work)
        frames, review = record(tool, project, browser)
        board, player = film(browser, tool, project)
        browser.close()
    pictures = [picture.convert("RGB") for picture, _ in frames]
    pictures[0].save(images / "approve.webp", save_all=True, append_images=pictures[1:], quality=75, method=6,
                     duration=[round(seconds * 1000) for _, seconds in frames], loop=0)
    for name, picture in (("review", review), ("film-player", player), ("storyboard", board)):
        picture.save(images / f"{name}.webp", quality=80, method=6)
    sizes = {name: (images / f"{name}.webp").stat().st_size for name in LARGEST}
    for name, size in sizes.items():
        print(f"docs/images/{name}.webp: {size} bytes")
    assert Image.open(images / "approve.webp").n_frames > 1
    return 0 if all(sizes[name] <= most for name, most in LARGEST.items()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
