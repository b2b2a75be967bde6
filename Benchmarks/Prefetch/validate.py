"""Checks the prefetch laboratory against Chromium: the same cards, viewers and policies, with real TCP over shaped links.

    validate.py --program feedproof-benchmark --browser CHROMIUM --export FOLDER [--visits 30] [--seed 1] [--at-once 3] [--json FILE]

Prints a table of links, feeds and policies, the rank correlation (Spearman) and the mean error of the times to display.
Needs Linux, root and Playwright; see shaped_link.py.
"""

import argparse
import http.server
import json
import os
import pathlib
import random
import re
import signal
import socket
import socketserver
import subprocess
import sys
import tempfile
import time

import playwright.sync_api

import shaped_link

HERE = pathlib.Path(__file__).resolve().parent
PLAN = HERE.parent.parent / "Templates/Site/feed/prefetch-plan.js"
LINKS = {"3g": (780, 0.2, 0.0), "slow-4g": (1440, 0.5625, 0.0), "lte": (12000, 0.07, 0.0)}
LOSSY = {"very-bad": (1000, 1.0, 0.1)}
POLICIES = ["none", "next-5", "lazy", "texture", "weighted"]
# The page and the laboratory have the same defaults.
WEIGHTS = {"budget": 16, "photo": 1, "page": 1, "video": 1, "animation": 1, "webApp": 1, "advertisement": 1, "text": 1}


# -- Feeds


def exported(folder):
    """The cards of an export, as the page loads them."""
    manifest = json.loads((folder / "manifest.json").read_text())
    width, scale, theme = 375, max(manifest["options"]["scales"]), manifest["options"]["themes"][0]
    loads = {}
    for file in (folder / "site/stories").glob("*.js"):
        text = file.read_text()
        for story in json.loads("[" + text[text.index("(") + 1 : text.rindex(")")] + "]")[2]:
            loads[story["i"]] = story.get("w", [0] * 6)
    items = []
    lines = "".join((folder / segment["path"]).read_text() for segment in manifest["segments"])
    for post in map(json.loads, lines.strip().split("\n")):
        own = [one for one in post["pictures"] + post.get("pages", [])
               if one["screenWidth"] == width and one["scale"] == scale and one["theme"] == theme]
        sizes = {one["state"]: one["bytes"] for one in own}
        pages = [size for state, size in sizes.items() if state.startswith("page-")]
        states = "collapsed" in sizes
        heights = post["heights"][str(width)]
        first = sizes["collapsed" if states else "expanded"]
        parts = [first] + pages[:2] + ([sizes["expanded"]] if states else []) + pages[2:]
        items.append({"w": loads.get(post["id"], [0] * 6), "parts": parts, "pages": len(pages), "states": states,
                      "height": (heights["collapsed" if states else "expanded"] + 12) / 667})
    return items


def made_up(count, videos, seed):
    chance = random.Random(seed)
    items = []
    for number in range(count):
        photo = int(20_000 + 280_000 * chance.random() ** 2)
        card = {"w": [1, 0, 0, 0, 0, 0], "parts": [photo], "height": 0.45 + 0.5 * chance.random()}
        if videos and number % 3 == 2:
            size = int((5 + 40 * chance.random() ** 2) * 187_500)
            head = min(size, 200_000)
            card.update(w=[0, 0, 1, 0, 0, 0], parts=[photo // 2 + head, size - head], states=True)
        items.append(card)
    return items


def visits(count, cards, seed):
    chance = random.Random(seed)
    path, item = [], 0
    while len(path) < count:
        path.append([item % cards, round(min(6, max(0.1, chance.weibullvariate(1.4, 0.8))), 3)])
        item = max(0, item - 1) if chance.random() < 0.06 else item + 1
    return path


# -- The browser's side


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def server_bind(self):
        # Most servers run CUBIC, whatever this machine prefers. With BBR, a connection that had a sixth of the link
        # keeps to that rate for many round trips after the other connections have ended.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, b"cubic")
        super().server_bind()

    def handle_error(self, request, address):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path.startswith("/part/"):
            body, kind = bytes(int(self.path.rpartition("?")[2])), "application/octet-stream"
        elif self.path == "/":
            body, kind = b"<!doctype html><meta charset=utf-8><script type=module src=page.js></script>", "text/html"
        elif self.path in ("/page.js", "/prefetch-plan.js"):
            file = PLAN if self.path.endswith("plan.js") else HERE / "page.js"
            body, kind = file.read_bytes(), "text/javascript"
        else:
            body, kind = b"", "text/plain"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            self.close_connection = True

    def log_message(self, *_):
        pass


def open_page(page):
    """Opens the page, again if Chromium aborts the load because it has just noticed the new network."""
    for attempt in range(5):
        try:
            return page.goto(f"http://{shaped_link.SERVER}/")
        except playwright.sync_api.Error as error:
            if attempt == 4 or "ERR_NETWORK_CHANGED" not in str(error):
                raise
            time.sleep(1)


def browse(run, browser):
    """Makes one run with its own browser and link. Call it in a separate process."""
    kilobits, round_trip, loss = run["link"]
    server = shaped_link.link(kilobits, round_trip, lambda: Server(("", 80), Handler).serve_forever(), loss)
    with playwright.sync_api.sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = chromium.new_page()
        page.set_default_timeout(900_000)
        open_page(page)
        page.wait_for_function("Boolean(self.replay)")
        # Keeps the page's own connections out of the run.
        time.sleep(1)
        result = page.evaluate("(run) => self.replay(run)", run)
        chromium.close()
    os.kill(server, signal.SIGKILL)
    return result


# -- Comparison of both


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for place in order[start:end + 1]:
            result[place] = (start + end) / 2
        start = end + 1
    return result


def correlation(left, right):
    a, b = ranks(left), ranks(right)
    ma, mb = sum(a) / len(a), sum(b) / len(b)
    top = sum((x - ma) * (y - mb) for x, y in zip(a, b))
    return top / (sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b)) ** 0.5


def mean(values):
    return sum(values) / len(values)


def table(rows, title):
    print(f"\n{title}\n")
    print("| link | feed | policy | loaders, Chromium | laboratory | mean wait, Chromium | laboratory |")
    print("|---|---|---|---:|---:|---:|---:|")
    for row in rows:
        print(f"| {row['link']} | {row['feed']} | {row['policy']} | {row['browser']['loaders']} | {row['lab']['loaders']} "
              f"| {mean(row['browser']['waits']):.2f} s | {mean(row['lab']['waits']):.2f} s |")
    real, simulated = ([mean(row[side]["waits"]) for row in rows] for side in ("browser", "lab"))
    loaders = [[row[side]["loaders"] for row in rows] for side in ("browser", "lab")]
    # A timer may be off by a twentieth of a second, so shorter waits do not count.
    errors = [abs(a - b) / a for a, b in zip(real, simulated) if a > 0.05]
    print(f"\nmean wait: rank correlation {correlation(real, simulated):.2f}, mean error {mean(errors):.0%} of {len(errors)} runs")
    print(f"loaders: rank correlation {correlation(*loaders):.2f}, "
          f"mean difference {mean([abs(a - b) for a, b in zip(*loaders)]):.1f} of {len(rows[0]['lab']['waits'])} cards")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--browser", required=True)
    parser.add_argument("--export", type=pathlib.Path)
    parser.add_argument("--visits", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1, help="of the viewers and of the made-up feeds")
    parser.add_argument("--at-once", type=int, default=3)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--one", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        return print(json.dumps(browse(json.loads(options.one.read_text()), options.browser)))
    feeds = {"newsfeed": exported(options.export), "photos": made_up(60, False, options.seed),
             "a third videos": made_up(60, True, options.seed + 1)}
    runs = []
    for link, shape in {**LINKS, **LOSSY}.items():
        for number, (feed, items) in enumerate(feeds.items()):
            if link in LOSSY and feed != "photos":
                continue
            for policy in POLICIES:
                runs.append({"link": shape, "linkName": link, "feed": feed, "policy": policy, "weights": WEIGHTS,
                             "items": items, "visits": visits(options.visits, len(items), number + options.seed - 1)})
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        asked = work / "runs.json"
        asked.write_text(json.dumps(runs))
        told = subprocess.run([options.program, "--prefetch-runs", asked], check=True, capture_output=True, text=True)
        labs = json.loads(told.stdout)
        browsers = in_browsers(runs, work, options)
    rows = [{"link": run["linkName"], "feed": run["feed"], "policy": run["policy"], "lab": lab, "browser": browser}
            for run, lab, browser in zip(runs, labs, browsers) if browser]
    if options.json:
        options.json.write_text(json.dumps(rows))
    table([row for row in rows if row["link"] in LINKS], "Links without loss")
    table([row for row in rows if row["link"] in LOSSY], "A link that loses a tenth of its packets")


def in_browsers(runs, work, options):
    results, waiting, busy = [None] * len(runs), list(range(len(runs))), {}
    while waiting or busy:
        while waiting and len(busy) < options.at_once:
            number = waiting.pop(0)
            file = work / f"{number}.json"
            file.write_text(json.dumps(runs[number]))
            busy[number] = subprocess.Popen(
                [sys.executable, __file__, "--browser", options.browser, "--one", file], stdout=subprocess.PIPE, text=True,
                start_new_session=True)
        time.sleep(0.2)
        for number, process in list(busy.items()):
            if process.poll() is None:
                continue
            del busy[number]
            output = process.stdout.read()
            if process.returncode == 0:
                results[number] = json.loads(output)
            else:
                print(f"run {number} failed", file=sys.stderr)
            print(f"{sum(map(bool, results))} of {len(runs)} runs", file=sys.stderr, flush=True)
    return results


if __name__ == "__main__":
    main()
