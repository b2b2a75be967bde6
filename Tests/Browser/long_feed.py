"""Makes a feed of any length out of an exported one: its stories and heights repeated, its folders of pictures linked.

Reads and writes the data files as docs/feed-site.md describes them, apart from the exporter that writes them.
"""

import json
import re
import shutil


def read_chunk(path):
    text = path.read_text(encoding="utf-8")
    return json.loads("[" + text[text.index("(") + 1 : text.rindex(")")] + "]")[2]


def read_index(site):
    text = (site / "site/index.js").read_text(encoding="utf-8")
    return json.loads(re.fullmatch(r"self\.feedproof=\{index:(.*)\};\n", text, re.S).group(1))


def read_all(site, kind, count, size):
    return [item for number in range((count + size - 1) // size) for item in read_chunk(site / f"site/{kind}/{number}.js")]


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


def build(source, target, count, widths=(375,)):
    index = read_index(source)
    shutil.rmtree(target, ignore_errors=True)
    (target / "site").mkdir(parents=True)
    for name in ("index.html", "site/feed.js", "site/feed.css"):
        shutil.copy(source / name, target / name)
    (target / "cards").mkdir()

    stories = read_all(source, "stories", index["count"], index["chunk"])
    length = len(stories)
    posts = []
    for number in range(count):
        story = dict(stories[number % length])
        (target / "cards" / f"p{number}").symlink_to((source / "cards" / story["i"]).resolve(), target_is_directory=True)
        posts.append({**story, "i": f"p{number}"})
    write_slices(target, "stories", "", posts, index["chunk"])

    index["count"] = count
    index["buckets"] = max(1, -(-count // 1024))
    index["widths"] = [pair for pair in index["widths"] if pair[0] in widths]
    index["heights"] = {}
    for width in widths:
        # Boxes are for looking closely; nobody looks closely at a hundred thousand posts in a test.
        for kind in ("layouts", "boxes") if count <= 2000 else ("layouts",):
            items = read_all(source, f"{kind}/{width}", length, index["chunk"])
            write_slices(target, kind, f"{width}/", [items[n % length] for n in range(count)], index["chunk"])
        initial, extra = read_chunk(source / f"site/heights/{width}/0.js")
        heights = [initial[n % length] for n in range(count)]
        sums = []
        for number in range(-(-count // index["block"])):
            part = slice(number * index["block"], (number + 1) * index["block"])
            write_chunk(target, "heights", f"{width}/{number}", [heights[part], [extra[n % length] for n in range(count)[part]]])
            sums.append(sum(heights[part]))
        index["heights"][str(width)] = sums
    buckets = [[] for _ in range(index["buckets"])]
    for number in range(count):
        buckets[fnv(f"p{number}") % len(buckets)] += [f"p{number}", number]
    for number, bucket in enumerate(buckets):
        write_chunk(target, "ids", str(number), bucket)
    data = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (target / "site/index.js").write_text(f"self.feedproof={{index:{data}}};\n", encoding="utf-8")
    return index


def write_slices(target, kind, prefix, items, size):
    for number in range(-(-len(items) // size)):
        write_chunk(target, kind, f"{prefix}{number}", items[number * size : (number + 1) * size])
