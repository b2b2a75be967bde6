"""Builds reviews for tests: a real one with every verdict, and one of any length from it.

Reads and writes the data files as docs/review.md describes them, independently of the tool.
"""

import hashlib
import json
import re
import shutil

from PIL import Image

from tool import ROOT

HOSTILE = "\"><img src=x onerror=window.hacked=1></script><script>window.hacked=1</script>"


def build(tool, folder):
    """Builds a project whose last comparison found every verdict; stores the last line of its standard error."""
    (folder / "tokens").mkdir(parents=True)
    example = ROOT / "Examples/newsfeed"
    (folder / "media").symlink_to(example / "media")
    feed = json.loads((example / "feed/page-1.json").read_text(encoding="utf-8"))["response"]
    write_feed(folder, feed)
    (folder / "feedproof.yml").write_text(
        "feeds: feed.json\nwidths: [375]\nscales: [2]\nthemes: [light, dark]\nlocale: ru\ntimeZone: Europe/Moscow\n"
        "now: 2018-11-18T18:40:00Z\n"
        f"mockups: {ROOT}/Mockups/newsfeed/cases.yml\n"
        "tolerances:\n  - {cases: \"wall-101012*\", count: 1000000, box: 4, baseline: 4, reason: the test wants a similar one}\n",
        encoding="utf-8")
    tool.run("compare", folder, "--quiet", status=(1,))
    tool.run("approve", "--project", folder, "--all")
    spoil(folder, feed)
    done = tool.run("compare", folder, "--tokens", write_tokens(folder), status=(2,))
    (folder / "last-line.txt").write_text(done.stderr.strip().split("\n")[-1], encoding="utf-8")


def write_feed(folder, feed):
    (folder / "feed.json").write_text(json.dumps(feed, ensure_ascii=False), encoding="utf-8")


def spoil(folder, feed):
    """Makes a change for each verdict."""
    baselines = folder / "Baselines"
    shutil.rmtree(next(baselines.glob("wall-101008_1510")))
    broken = next(baselines.glob("wall2003_642/*.json"))
    broken.write_text("{", encoding="utf-8")
    obsolete = baselines / "wall9_9"
    obsolete.mkdir()
    for suffix in ("json", "png"):
        shutil.copy(next(baselines.glob(f"wall2001_311/*light*.{suffix}")), obsolete / f"375@2x-light-expanded.{suffix}")
    # A card without body text, which the changed tokens don't affect, as drawn by other versions of the libraries.
    drift = next(baselines.glob("friend2001_*/*light*.json"))
    drifted = json.loads(drift.read_text(encoding="utf-8"))
    here = json.loads((baselines / f"environments/{drifted['environment']}.json").read_text(encoding="utf-8"))
    here["libraries"] = {name: "1.0.0" if name == "pango" else version for name, version in here["libraries"].items()}
    (baselines / "environments/old.json").write_text(json.dumps(here), encoding="utf-8")
    with Image.open(drift.with_suffix(".png")) as picture:
        picture.paste((0, 0, 0), (40, 40, 44, 44))
        picture.save(drift.with_suffix(".png"))
    digest = hashlib.sha256(drift.with_suffix(".png").read_bytes()).hexdigest()
    # An earlier version stored only the digest of the file.
    del drifted["pixels"]
    drift.write_text(json.dumps({**drifted, "schema": 1, "environment": "old", "sha256": digest}), encoding="utf-8")
    for item in feed["items"]:
        if item.get("post_id") == 311:
            item["text"] = "Another text than the one that was approved."
        if item.get("post_id") == 902:
            item["likes"]["count"] += 1234
    write_feed(folder, feed)


def write_tokens(folder):
    """Writes the design's tokens with text lines that are one point higher; returns the path of the light theme's
    file."""
    for name in ("newsfeed.tokens.json", "newsfeed.dark.tokens.json"):
        text = (ROOT / "Mockups/newsfeed" / name).read_text(encoding="utf-8")
        (folder / "tokens" / name).write_text(text.replace("\"lineHeight\": 1.4666666667", "\"lineHeight\": 1.5333333333", 1), encoding="utf-8")
    return folder / "tokens/newsfeed.tokens.json"


# Data files


def read_index(review):
    text = (review / "site/index.js").read_text(encoding="utf-8")
    pattern = r"self\.feedproof=\{index:(.*),columns:(\[.*?\]),cases:(\[.*\])\};\n"
    index, columns, cases = map(json.loads, re.fullmatch(pattern, text, re.S).groups())
    return index, [dict(zip(columns, values)) for values in cases]


def read_details(review, number):
    text = (review / f"site/details/{number}.js").read_text(encoding="utf-8")
    return json.loads("[" + text[text.index("(") + 1 : text.rindex(")")] + "]")[2]


def script(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def build_long(source, target, count):
    """Builds a review of `count` cases: repeats the cases of another review under new names and shares its pictures."""
    index, cases = read_index(source)
    size = index["chunk"]
    details = [item for number in range(-(-len(cases) // size)) for item in read_details(source, number)]
    (target / "site/details").mkdir(parents=True)
    for name in ("index.html", "site/review.js", "site/review.css", "site/typeface.css", "site/icon.svg", "site/decisions.js"):
        shutil.copy(source / name, target / name)
    for name in ("actual", "expected", "diff", "thumbnails"):
        (target / name).symlink_to((source / name).resolve())
    rows, items, clusters, counts = [], [], {}, {}
    for number in range(count):
        row, item = dict(cases[number % len(cases)]), dict(details[number % len(cases)])
        # An identical case shows the baseline's own picture, and this page has no baselines.
        small = row["thumbnail"]
        row["thumbnail"] = small if small and small[0].startswith("thumbnails/") else None
        row["id"] = f"long_{number}/{row['id'].split('/')[-1]}"
        row["post"] = f"long_{number // 2}"
        # Causes of every size: some with hundreds of cases, most with a few.
        if row["clusters"]:
            key = (row["clusters"][0], number % 7 if number % 3 else number // 40)
            row["clusters"] = [clusters.setdefault(key, (len(clusters), []))[0]]
            clusters[key][1].append(number)
        rows.append(row)
        items.append(item)
        counts[row["verdict"]] = counts.get(row["verdict"], 0) + 1
    index["clusters"] = [
        {**index["clusters"][key[0]], "id": f"c{number}", "title": f"{index['clusters'][key[0]]['title']} ({number})", "cases": members,
         "accept": "feedproof approve c", "kind": None, "sentence": None}
        for key, (number, members) in clusters.items()]
    index["verdicts"] = [{**facts, "cases": counts.get(facts["name"], 0)} for facts in index["verdicts"]]
    index["key"] = f"long {count}"
    write(target, index, rows, items)
    return index, rows


def write(target, index, rows, items):
    size = index["chunk"]
    for number in range(-(-len(items) // size)):
        part = items[number * size : (number + 1) * size]
        (target / f"site/details/{number}.js").write_text(
            f'feedproof.chunk("details","{number}",{script(part)});\n', encoding="utf-8")
    columns = list(rows[0]) if rows else []
    values = script([[row[name] for name in columns] for row in rows])
    (target / "site/index.js").write_text(
        f"self.feedproof={{index:{script(index)},columns:{script(columns)},cases:{values}}};\n", encoding="utf-8")


def vary(source, target, change):
    """Copies a review with its pictures and applies `change(index, cases, details)` to the copy."""
    index, cases = read_index(source)
    size = index["chunk"]
    details = [item for number in range(-(-len(cases) // size)) for item in read_details(source, number)]
    shutil.copytree(source, target, dirs_exist_ok=True, symlinks=True)
    change(index, cases, details)
    write(target, index, cases, details)


def poison(index, cases, details):
    """A change for `vary` that fills a review with hostile names and texts. Swift tests cover the exporter's own escaping."""
    for row in cases:
        row["reason"] = HOSTILE
        if row["kind"]:
            row["id"] = HOSTILE.replace("/", "") + row["id"]
    for item in details:
        item["reasons"] = [HOSTILE]
        item["masks"] = [[HOSTILE, HOSTILE]]
        for box in item["boxes"][1:4]:
            box[0] = "card/" + HOSTILE
            box[5] = [[HOSTILE, 1]]
        if item["accept"]:
            item["accept"] += HOSTILE
    for cluster in index["clusters"]:
        cluster["title"] = HOSTILE
    index["project"] = HOSTILE
    index["key"] = "hostile"
