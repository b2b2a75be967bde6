"""Draws the same cards the way a user would without Feedproof: as HTML, with Playwright screenshots in Chromium.

Exports a feed that feedproof-benchmark kept (--keep) again, and has browsers draw every picture of the export: each state
of each card and each page of a carousel, at the same size, with the same photos, fonts, scale and transparent corners.
Starts one browser per core before the clock starts. Never waits for a fixed time, only for what a picture needs: the
page's load event, its fonts, and all photos decoded.

With --compare, compares the same cards with their baselines, all of them identical: with Playwright's toHaveScreenshot
(expect.js), and with `feedproof compare` in a fresh clone, which has nothing but the baselines.
"""

import argparse
import asyncio
import html
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import playwright
from playwright.async_api import async_playwright

STYLE = """
@font-face { font-family: Inter; src: url("%(fonts)s/Inter-Regular.otf"); font-weight: 400 }
@font-face { font-family: Inter; src: url("%(fonts)s/Inter-Medium.otf"); font-weight: 500 }
* { box-sizing: border-box } body { margin: 0; background: transparent }
.card { display: flex; flex-direction: column; background: #fff; border-radius: 10px; overflow: hidden;
  font: 15px/22px Inter, "Noto Sans", "Noto Color Emoji", sans-serif; margin: 8px }
header { display: flex; padding: 12px; height: 60px } .avatar { width: 36px; height: 36px; border-radius: 18px;
  background: #ebedf0; margin-right: 10px } header b { font-weight: 500; display: block; line-height: 20px }
header span { font-size: 12px; line-height: 16px; color: #818c99 }
.text { padding: 0 12px; white-space: pre-line; overflow: hidden; flex-shrink: 0 } .photos { flex: 1; min-height: 0;
  display: flex; margin-top: 10px; overflow: hidden } .photos img { object-fit: cover; height: 100%%; flex-shrink: 0 }
.one img { width: 100%% } .many { padding-left: 12px } .many img { width: 335px; margin-right: 4px }
footer { display: flex; gap: 24px; height: 44px; padding: 12px; margin-top: auto; color: #818c99 }
.page { display: block; object-fit: cover }
"""


def card_html(post, author, picture, media):
    """Returns a picture of the export as an element of the same size."""
    width, height = picture["width"] / picture["scale"], picture["height"] / picture["scale"]
    photos = [media / Path(a["photo"]["sizes"][0]["url"]).name for a in post["attachments"]]
    state = picture["state"]
    size = f"width: {width}px; height: {height}px"
    if state.startswith("page-"):
        photo = photos[int(state.removeprefix("page-")) - 1]
        return f'<img class="card page" style="{size}; border-radius: 0" src="{photo.as_uri()}">'
    images = "".join(f'<img src="{photo.as_uri()}">' for photo in photos[:2])
    kind = "one" if len(photos) == 1 else "many"
    counts = "".join(f"<span>♡ {post[name]['count']}</span>" for name in ("likes", "comments", "reposts", "views"))
    clamp = "; max-height: 132px" if state == "collapsed" else ""
    return f"""<div class="card" style="{size}"><header><div class="avatar"></div><div><b>{html.escape(author)}</b>
      <span>сегодня в 5:31</span></div></header><div class="text" style="flex-shrink: 0{clamp}">{html.escape(post["text"])}</div>
      {f'<div class="photos {kind}">{images}</div>' if images else ""}<footer>{counts}</footer></div>"""


def written(output):
    """Returns the posts of an export from its manifest."""
    segments = json.loads((output / "manifest.json").read_text())["segments"]
    lines = "".join((output / segment["path"]).read_text() for segment in segments)
    return [json.loads(line) for line in lines.strip().split("\n")]


def cards(folder, fonts):
    """Yields (picture, HTML page with that one card) for every picture of the export."""
    feed = json.loads((folder / "feed.json").read_text())["response"]
    names = {p["id"]: f'{p["first_name"]} {p["last_name"]}' for p in feed["profiles"]}
    posts = {f'wall{p["source_id"]}_{p["post_id"]}': p for p in feed["items"]}
    style = STYLE % {"fonts": fonts.as_uri()}
    for entry in written(folder / "output"):
        post = posts[entry["id"]]
        for picture in entry["pictures"] + entry.get("pages", []):
            body = card_html(post, names[post["source_id"]], picture, folder / "media")
            yield picture, f'<!doctype html><meta charset="utf-8"><style>{style}</style><body>{body}'


READY = "() => Promise.all([document.fonts.ready, ...[...document.images].map(i => i.decode())])"


async def screenshots(work, pages, browsers):
    """Draws the pages; each browser takes the next page as soon as it is free. Returns the seconds for all."""
    contexts = [await b.new_context(viewport={"width": 400, "height": 900}, device_scale_factor=2) for b in browsers]
    tabs = [await context.new_page() for context in contexts]
    rest = iter(pages)

    async def draw(tab):
        for source, target in rest:
            await tab.goto(source.as_uri(), wait_until="load")
            await tab.evaluate(READY)
            await tab.locator(".card").screenshot(path=target, omit_background=True, animations="disabled")

    start = time.perf_counter()
    await asyncio.gather(*(draw(tab) for tab in tabs))
    seconds = time.perf_counter() - start
    for context in contexts:
        await context.close()
    return seconds


async def browse(args, work):
    pages = []
    pictures = list(cards(args.folder, args.fonts))
    for index, (picture, text) in enumerate(pictures):
        source = work / f"{index}.html"
        source.write_text(text)
        pages.append((source, work / f"{index}.png"))
    async with async_playwright() as playwright:
        browsers = [
            await playwright.chromium.launch(executable_path=args.browser, args=["--no-sandbox"])
            for _ in range(os.cpu_count())
        ]
        # Draws a few pages first, so that caches and compiled code are warm.
        await screenshots(work, pages[:6], browsers)
        seconds = await screenshots(work, pages, browsers)
        version = browsers[0].version
        for browser in browsers:
            await browser.close()
    check_sizes(pictures, pages)
    return seconds, version


def check_sizes(pictures, pages):
    """Ends the run if a screenshot differs in size from the export's picture."""
    for (picture, _), (_, target) in zip(pictures, pages):
        head = target.read_bytes()[:24]
        size = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
        if any(abs(a - b) > 1 for a, b in zip(size, (picture["width"], picture["height"]))):
            sys.exit(f"{target}: {size} instead of {picture['width']} × {picture['height']}")


def children_seconds():
    """Returns the CPU seconds of all child processes that have ended, and of their children."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def export(args):
    """Returns the wall and CPU seconds of a whole cold export, with the start of the tool."""
    output = args.folder / "output"
    shutil.rmtree(output, ignore_errors=True)
    start, cpu = time.perf_counter(), children_seconds()
    command = [args.tool, "export", args.folder / "feed.json", "-o", output]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start, children_seconds() - cpu


def in_the_browser(args, work, pairs, mode):
    """Returns the report of expect.js, and the CPU seconds of its processes."""
    library = Path(playwright.__file__).parent / "driver"
    listed = work / "pages.json"
    listed.write_text(json.dumps(pairs))
    script = Path(__file__).parent / "expect.js"
    command = [library / "node", script, library / "package", shutil.which(args.browser), str(os.cpu_count()), mode, listed]
    cpu = children_seconds()
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(told), children_seconds() - cpu


def compared(args, work):
    """Measures both tools on the same cases, all of which equal their baselines."""
    pairs, count = [], 0
    for index, (picture, text) in enumerate(cards(args.folder, args.fonts)):
        # Pages of carousels are not cases.
        if picture["state"].startswith("page-"):
            continue
        (work / f"{index}.html").write_text(text)
        pairs.append([str(work / f"{index}.html"), str(work / f"{index}.png")])
    settings = "feeds: feed.json\nphotos: media\nwidths: 375\nscales: 2\nthemes: light\noutput: compared\n"
    (args.folder / "feedproof.yml").write_text(settings)
    run = lambda *words: subprocess.run([args.tool, *words], cwd=args.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
    run("compare", ".")
    if run("approve", "--all") != 0:
        sys.exit("feedproof approve failed")

    def fresh():
        shutil.rmtree(args.folder / "compared", ignore_errors=True)
        start, cpu = time.perf_counter(), children_seconds()
        if run("compare", ".") != 0:
            sys.exit("not all cases are identical for feedproof")
        return time.perf_counter() - start, children_seconds() - cpu

    before, cpu = fresh()
    count = len(json.loads((args.folder / "compared/review/report.json").read_text())["cases"])
    if count != len(pairs):
        sys.exit(f"{count} cases beside {len(pairs)} pages")
    in_the_browser(args, work, pairs, "record")
    told, used = in_the_browser(args, work, pairs, "compare")
    if told["different"]:
        sys.exit(f"{told['different']} cases are not identical for Playwright")
    after, _ = fresh()
    ours = (before + after) / 2
    return {
        "browser": told["version"], "cores": os.cpu_count(), "cases": count, "feedproofSeconds": [before, after],
        "browserSeconds": told["seconds"], "times": told["seconds"] / ours, "feedproofCPUSeconds": cpu,
        "browserCPUSeconds": used, "timesCPU": used / cpu,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True, help="what feedproof-benchmark --keep wrote")
    parser.add_argument("--fonts", type=Path, required=True, help="the folder of Inter")
    parser.add_argument("--browser", default="chromium")
    parser.add_argument("--compare", action="store_true", help="with what was approved, beside toHaveScreenshot")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    args.folder, args.fonts = args.folder.resolve(), args.fonts.resolve()
    work = args.folder / "browser"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()

    if args.compare:
        export(args)
        report = compared(args, work)
        if args.json:
            print(json.dumps(report, indent=2))
            return
        print("| | cases a second | CPU ms a case | times, by the clock | by CPU |\n|---|---:|---:|---:|---:|")
        count, (clock, processor) = report["cases"], (report["browserSeconds"], report["browserCPUSeconds"])
        print(f"| toHaveScreenshot, Chromium {report['browser']}, {os.cpu_count()} workers | {count / clock:.1f} | {processor * 1000 / count:.1f} | 1 | 1 |")
        clock, processor = sum(report["feedproofSeconds"]) / 2, report["feedproofCPUSeconds"]
        print(f"| feedproof compare, {os.cpu_count()} jobs | {count / clock:.1f} | {processor * 1000 / count:.1f} | {report['times']:.1f} | {report['timesCPU']:.1f} |")
        return
    (before, cpu), used = export(args), children_seconds()
    seconds, version = asyncio.run(browse(args, work))
    used = children_seconds() - used
    # Exports before and after, because the other load of the machine varies.
    after, _ = export(args)
    ours = (before + after) / 2
    posts = written(args.folder / "output")
    pictures = sum(len(p["pictures"]) + len(p.get("pages", [])) for p in posts)
    report = {
        "browser": version, "cores": os.cpu_count(), "posts": len(posts), "pictures": pictures,
        "feedproofPicturesPerSecond": pictures / ours, "browserPicturesPerSecond": pictures / seconds,
        "feedproofSeconds": [before, after], "browserSeconds": seconds, "times": seconds / ours,
        "feedproofCPUSeconds": cpu, "browserCPUSeconds": used, "timesCPU": used / cpu,
    }
    if args.json:
        print(json.dumps(report, indent=2))
        return
    print("| | pictures a second | CPU ms a picture | times, by the clock | by CPU |\n|---|---:|---:|---:|---:|")
    rows = [
        (f"Playwright, Chromium {version}, {os.cpu_count()} browsers", seconds, used, "1 | 1"),
        (f"Feedproof, {os.cpu_count()} jobs", ours, cpu, f"{seconds / ours:.1f} | {used / cpu:.1f}"),
    ]
    for name, clock, processor, times in rows:
        print(f"| {name} | {pictures / clock:.1f} | {processor * 1000 / pictures:.1f} | {times} |")


main()
