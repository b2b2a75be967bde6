"""Builds a feed of any length from an exported one: repeats its stories, heights and images.

Reads and writes the data files as docs/feed-site.md describes them, independently of the exporter.
"""

import json
import re
import shutil

# Words in posts at known places, so the results of a search are known: the step between the posts, and the first place.
SOUGHT = {"Ёжик в тумане": (1000, 7), "今天我们去海边": (500, 11), "Straße zum Café": (250, 13), "поезд": (7, 3),
          "tram uphill": (300, 17)}
# The day of the newest post, counted from 1970, and the number of posts per day.
LAST_DAY, DAY = 19_800, 40
PIECE = 512
KINDS = ("photo", "video", "gif", "poll", "repost", "link", "text", "ad")


def read_chunk(path):
    text = path.read_text(encoding="utf-8")
    return json.loads("[" + text[text.index("(") + 1 : text.rindex(")")] + "]")[2]


def read_index(site):
    text = (site / "site/index.js").read_text(encoding="utf-8")
    return json.loads(re.fullmatch(r"self\.feedproof=\{index:(.*)\};\n", text, re.S).group(1))


def read_posts(site):
    """Returns the manifest's entries of the posts, in the feed's order."""
    segments = json.loads((site / "manifest.json").read_text(encoding="utf-8"))["segments"]
    texts = [(site / segment["path"]).read_text(encoding="utf-8") for segment in segments]
    return [json.loads(line) for text in texts for line in text.split("\n") if line]


def pieces(count, size, rising=False):
    """Returns the numbers of files with slices of their posts, in the order of posts. Files are full from the oldest
    post on."""
    first = size if rising else count % size or size
    starts = [0, *range(first, count, size)] if count else []
    numbers = range(len(starts)) if rising else reversed(range(len(starts)))
    return list(zip(numbers, map(slice, starts, [*starts[1:], count])))


def read_all(site, kind, count, size, rising=False):
    files = [read_chunk(site / f"site/{kind}/{number}.js") for number, _ in pieces(count, size, rising)]
    return [item for items in files for item in items]


def read_boxes(site, width, count, size):
    """Returns boxes with their paths; a file stores each path once."""
    found = []
    for number, _ in pieces(count, size):
        paths, *cards = read_chunk(site / f"site/boxes/{width}/{number}.js")
        found += [[state and [[paths[path], *frame] for path, *frame in state] for state in card] for card in cards]
    return found


def bucket_of(text, count):
    """Uses linear hashing: an additional file takes ids from only one other file."""
    size = 1
    while size < count:
        size *= 2
    value = fnv(text)
    return value % size if value % size < count else value % (size // 2)


def fnv(text):
    value = 2166136261
    for byte in text.encode():
        value = (value ^ byte) * 16777619 % 2**32
    return value


def write_chunk(folder, kind, key, items):
    path = folder / f"site/{kind}/{key}.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    data = json.dumps(items, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    path.write_text(f'feedproof.chunk("{kind}","{key}",{data});\n', encoding="utf-8")


def write_cards(source, target, stories):
    """Lists the folders with the images of the repeated cards, for `site_server`."""
    folders = [str((source / "cards" / story["i"]).resolve()) for story in stories]
    (target / "cards.json").write_text(json.dumps(folders), encoding="utf-8")


def build(source, target, count, widths=(375,)):
    index = read_index(source)
    shutil.rmtree(target, ignore_errors=True)
    (target / "site").mkdir(parents=True)
    shutil.copy(source / "index.html", target / "index.html")
    for path in (source / "site").iterdir():
        if path.is_file():
            shutil.copy(path, target / "site" / path.name)
    shutil.copytree(source / "site/stems", target / "site/stems")
    stories = read_all(source, "stories", index["count"], index["chunk"])
    length = len(stories)
    write_cards(source, target, stories)
    posts = [{**stories[number % length], "i": f"p{number}"} for number in range(count)]
    write_slices(target, "stories", "", posts, index["chunk"])

    index["count"] = count
    index["buckets"] = max(1, -(-count // 1024))
    index["widths"] = [pair for pair in index["widths"] if pair[0] in widths]
    index["heights"] = {}
    for width in widths:
        # No test of a hundred thousand posts looks at boxes.
        items = read_all(source, f"layouts/{width}", length, index["chunk"])
        write_slices(target, "layouts", f"{width}/", [items[n % length] for n in range(count)], index["chunk"])
        if count <= 2000:
            boxes = read_boxes(source, width, length, index["chunk"])
            for number, part in pieces(count, index["chunk"]):
                cards = [boxes[n % length] for n in range(part.start, part.stop)]
                write_chunk(target, "boxes", f"{width}/{number}", [[], *cards])
        initial, extra = read_chunk(source / f"site/heights/{width}/0.js")
        heights = [initial[n % length] for n in range(count)]
        sums = []
        for number, part in pieces(count, index["block"]):
            write_chunk(target, "heights", f"{width}/{number}", [heights[part], [extra[n % length] for n in range(count)[part]]])
            sums.append(sum(heights[part]))
        index["heights"][str(width)] = sums
    buckets = [[] for _ in range(index["buckets"])]
    for number in range(count):
        buckets[bucket_of(f"p{number}", len(buckets))] += [f"p{number}", count - 1 - number]
    for number, bucket in enumerate(buckets):
        write_chunk(target, "ids", str(number), bucket)
    write_search(target, index, posts)
    data = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (target / "site/index.js").write_text(f"self.feedproof={{index:{data}}};\n", encoding="utf-8")
    return index


def kinds_of(story):
    """Returns the kinds of a story's content as bits, as docs/feed-site.md describes them."""
    loads, parts = story.get("w", [0] * 6), {part[0] for part in story["p"]}
    bits = [loads[0] + loads[1] > 0, loads[2] > 0, loads[3] > 0, "answer" in parts, "quote" in parts, "row" in parts]
    bits += [not any(bits), loads[5] > 0]
    return sum(1 << at for at, bit in enumerate(bits) if bit)


def text_of(story):
    texts = [part[1] for part in story["p"] if part[0] == "text" or (part[0] == "name" and part[1] != story["a"])]
    return "\n".join(texts)


def write_search(target, index, posts):
    """Writes the pieces of the search, days, and facets; adds the words of `SOUGHT` at their places."""
    index["search"], authors, kinds = [], {}, [0] * len(KINDS)
    for number, part in pieces(len(posts), PIECE):
        names, items = [], []
        for place, story in enumerate(posts[part], part.start):
            time = next((each[1] for each in story["p"] if each[0] == "date"), "")
            words = [text for text, (step, at) in SOUGHT.items() if place % step == at]
            text = "\n".join([*words, text_of(story)])
            if story["a"] not in names:
                names.append(story["a"])
            day = LAST_DAY - place // DAY
            items += [place - part.start, names.index(story["a"]), day, time, kinds_of(story), text]
            authors[story["a"]] = authors.get(story["a"], 0) + 1
            for at in range(len(kinds)):
                kinds[at] += kinds_of(story) >> at & 1
        write_chunk(target, "search", str(number), [names, items])
        index["search"].append([part.start, min(items[2::6]), max(items[2::6])])
    days = [(place, LAST_DAY - place // DAY) for place in range(0, len(posts), DAY)]
    index["days"] = []
    for number, part in pieces(len(days), 1024):
        index["days"].append(days[part.start][0])
        write_chunk(target, "days", str(number), [value for place, day in days[part] for value in (len(posts) - 1 - place, day)])
    for number, part in pieces(len(posts), 1024):
        write_chunk(target, "order", str(number), [story["i"] for story in posts[part]])
    ranked = sorted(authors.items(), key=lambda pair: (-pair[1], pair[0]))[:200]
    write_chunk(target, "facets", "0", [[value for pair in ranked for value in pair], kinds])


def write_slices(target, kind, prefix, items, size, rising=False):
    for number, part in pieces(len(items), size, rising):
        write_chunk(target, kind, f"{prefix}{number}", items[part])
