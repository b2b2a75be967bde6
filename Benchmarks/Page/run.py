"""Measures pages of feeds and conversations: the cost and the files of an export, and the effect of one new post.

    run.py --tool PROGRAM [--old PROGRAM --old-home FOLDER] [--browser CHROMIUM] [--posts 3000] [--messages 5000] [--json]

With --old, another build does the same in the same run; the builds take turns. Times are of the whole process. A file counts
as written if its bytes change; the new post's own cards, the feed's pictures and the state next to the output do not count.
The time to open a page ends when the first card is visible; the page is opened as a file, and the shortest of three counts.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORDS = "a boat on the lake in the morning with bread cheese and the wind from the south we went there twice".split()
SEEN = """() => new Promise((done) => {
  const look = () => (document.querySelector('.picture img, .picture svg') ? done(performance.now()) : requestAnimationFrame(look));
  look();
})"""


def texts(count, seed):
    chance = random.Random(seed)
    return [" ".join(chance.choice(WORDS) for _ in range(chance.randint(2, 30))) for _ in range(count)]


def feed(count, news):
    written = texts(count, 3)
    items = [{"type": "post", "source_id": 1, "post_id": count - place, "date": 1_718_000_000 - 3600 * place, "text": text,
              "likes": {"count": place % 90}} for place, text in enumerate(written)]
    new = [{"type": "post", "source_id": 1, "post_id": count + 1, "date": 1_718_000_001, "text": "News"}] * news
    return {"items": new + items, "profiles": [{"id": 1, "first_name": "Ann", "last_name": "Bell"}], "groups": []}


def chat(count, news):
    people = ["Ann Bell", "Boris", "Chen Wei"]
    messages = [{"id": place + 1, "type": "message", "date": "2024-01-01T00:00:00", "date_unixtime": str(1_700_000_000 + 600 * place),
                 "from": people[place // 3 % 3], "from_id": f"user{place // 3 % 3}", "text": text}
                for place, text in enumerate([*texts(count, 4), *["News"] * news])]
    return {"name": "Trip", "type": "private_group", "id": 7, "messages": messages}


def tree(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and ".feedproof" not in path.parts}


def is_counted(path):
    return not path.startswith(("cards/", "feed/"))


class Build:
    def __init__(self, name, tool, home, work):
        self.name, self.tool, self.work = name, str(Path(tool).resolve()), Path(work) / name
        self.environment = {**os.environ, "FEEDPROOF_HOME": str(home), "FEEDPROOF_NO_INSTALL": "1", "TZ": "UTC"}
        self.work.mkdir()

    def write(self, kind, value):
        text = json.dumps(value, ensure_ascii=False)
        (self.work / f"{kind}.json").write_text(text, encoding="utf-8")

    def export(self, kind, page):
        """Returns the wall and CPU seconds."""
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run(
            [self.tool, "export", f"{kind}.json", "--output", kind, "--width", "375", "--scale", "1", "--theme", "light", "--page", page,
             "--now", "2024-06-20T00:00:00Z", "--quiet"], cwd=self.work, env=self.environment, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.monotonic() - started, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(build, kind, make, count, page, chromium):
    build.write(kind, make(count, 0))
    clock, first = build.export(kind, page)
    files = tree(build.work / kind)
    row = {"build": build.name, "what": f"{count} {'posts' if kind == 'feed' else 'messages'}, {page}", "seconds": clock, "cpu": first,
           "files": len(files), "bytes": sum(map(len, files.values())),
           "ofData": sum(len(data) for path, data in files.items() if is_counted(path))}
    # An unchanged input older than two seconds is not read again.
    time.sleep(2.5)
    build.export(kind, page)
    row["nothingCpu"] = build.export(kind, page)[1]
    build.write(kind, make(count, 1))
    row["newCpu"] = build.export(kind, page)[1]
    now = tree(build.work / kind)
    changed = [path for path in now.keys() | files.keys() if is_counted(path) and now.get(path) != files.get(path)]
    row["changed"], row["changedBytes"] = len(changed), sum(len(now.get(path, b"")) for path in changed)
    if chromium:
        row["openMs"] = min(opened(chromium, build.work / kind / "index.html") for _ in range(3))
    return row


def opened(chromium, page):
    context = chromium.new_context(viewport={"width": 375, "height": 800})
    tab = context.new_page()
    tab.goto(page.as_uri())
    milliseconds = tab.evaluate(SEEN)
    context.close()
    return milliseconds


def report(rows):
    print("| build | what | export s | CPU s | files | MB | of these data MB | nothing new CPU s | one new CPU s | files written | KB | opened ms |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for row in rows:
        opened_after = f"{row['openMs']:.0f}" if "openMs" in row else ""
        print(f"| {row['build']} | {row['what']} | {row['seconds']:.1f} | {row['cpu']:.1f} | {row['files']} | {row['bytes'] / 1e6:.1f} "
              f"| {row['ofData'] / 1e6:.1f} | {row['nothingCpu']:.2f} | {row['newCpu']:.2f} | {row['changed']} "
              f"| {row['changedBytes'] / 1e3:.0f} | {opened_after} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--home", default=str(Path(__file__).resolve().parents[2]))
    parser.add_argument("--old")
    parser.add_argument("--old-home")
    parser.add_argument("--browser")
    parser.add_argument("--posts", type=int, default=3000)
    parser.add_argument("--messages", type=int, default=5000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory(prefix="feedproof-page-") as work:
        builds = [Build("new", options.tool, options.home, work)]
        if options.old:
            builds.append(Build("old", options.old, options.old_home or options.home, work))
        kinds = [("feed", feed, options.posts, "pictures"), ("chat", chat, options.messages, "drawn")]

        def run(chromium):
            for kind, make, count, page in kinds:
                rows.extend(measure(build, kind, make, count, page, chromium) for build in builds if count)

        if options.browser:
            from playwright.sync_api import sync_playwright
            with sync_playwright() as playwright:
                chromium = playwright.chromium.launch(executable_path=options.browser)
                run(chromium)
                chromium.close()
        else:
            run(None)
    if options.json:
        print(json.dumps(rows, indent=2))
    else:
        report(rows)


if __name__ == "__main__":
    sys.exit(main())
