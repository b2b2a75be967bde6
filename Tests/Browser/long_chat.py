"""Builds a conversation to export, and one of any length from the exported one: repeats its stories,
heights and images.

Reads and writes the data files as docs/feed-site.md and docs/chats.md describe them, independently of the exporter.
"""

import json
import random
import shutil

from long_feed import bucket_of, pieces, read_all, read_chunk, read_index, write_cards, write_chunk, write_slices

PEOPLE = (("user1", "Анна Ковалёва"), ("user2", "Борис"), ("user3", "Chen Wei 陈伟"), ("user4", "שירה"), ("user5", "Émilie"))
WORDS = ("привет завтра встреча поезд билет утром вечером кофе фотографии море погода дождь солнце книга фильм ужин рецепт "
         "дорога вокзал ключи рыба сыр хлеб звонок письмо отпуск театр музыка").split()
# Each text has its own messages, so the results of a search are known.
KINDS = {7: "Ёжик в тумане", 11: "今天我们去海边", 13: "🐟", 17: "שלום לכולם, מה שלומכם היום?", 19: "Die Straße zum Café", 21: "A tram, uphill"}
# The number of messages in one piece of the search.
PIECE = 512
FIRST_DAY = 19_700


def write_export(path, count):
    """Writes a Telegram export without pictures, the same each time."""
    chance = random.Random(7)
    messages = []
    moment = 1_700_000_000
    author = PEOPLE[0]
    for number in range(1, count + 1):
        moment += chance.choice((20, 40, 60, 90, 200, 700, 4000, 12_000))
        author = chance.choice(PEOPLE) if chance.random() < 0.6 else author
        kind = next((text for step, text in KINDS.items() if number % 23 == step), None)
        text = kind or " ".join(chance.choice(WORDS) for _ in range(chance.randint(1, 18))).capitalize()
        message = {"id": number, "type": "message", "date": "2024-01-01T00:00:00", "date_unixtime": str(moment),
                   "from": author[1], "from_id": author[0], "text": text,
                   "text_entities": [{"type": "plain", "text": text}]}
        if number > 30 and chance.random() < 0.15:
            message["reply_to_message_id"] = number - chance.randint(2, 25)
        messages.append(message)
    chat = {"name": "Поездка к морю", "type": "private_group", "id": 77, "messages": messages}
    path.write_text(json.dumps(chat, ensure_ascii=False), encoding="utf-8")


def renumbered(story, place):
    """Returns a story of the source as the message at another place. Its reply refers to a message at the same
    distance."""
    own = f"message-{place}"
    parts = []
    for part in story["p"]:
        if part[0] == "row" and part[2] and part[2].startswith("#message-"):
            step = int(story["i"].removeprefix("message-")) - int(part[2].removeprefix("#message-"))
            part = [*part[:2], f"#message-{max(1, place - step)}"]
        parts.append(part)
    return {**story, "i": own, "p": parts}


def text_of(story):
    """Returns the text that a search covers: without the quotation of the answered message."""
    texts = []
    skipped = 0
    for part in story["p"]:
        if skipped:
            skipped -= 1
        elif part[0] == "row" and (part[2] or "").startswith("#"):
            skipped = part[1]
        elif part[0] == "text":
            texts.append(part[1])
    return "\n".join(texts)


def build(source, target, count, width=375):
    """Returns the texts of the messages by place, without days."""
    index = read_index(source)
    shutil.rmtree(target, ignore_errors=True)
    (target / "site").mkdir(parents=True)
    for name in ("index.html", "site/chat.js", "site/chat.css", "site/typeface.css", "site/drawn.js", "site/icon.svg"):
        shutil.copy(source / name, target / name)
    for name in ("fonts", "emoji", "stems"):
        if (source / "site" / name).exists():
            shutil.copytree(source / "site" / name, target / "site" / name)
    stories = read_all(source, "stories", index["count"], index["chunk"], rising=True)
    length = len(stories)
    write_cards(source, target, stories)
    layouts = read_all(source, f"layouts/{width}", length, index["chunk"], rising=True)
    entries, days, texts, items = [], [], {}, []
    for place in range(count):
        story = stories[place % length]
        if story["i"].startswith("day-"):
            days += [place, FIRST_DAY + len(days) // 2]
            story = {**story, "i": f"day-{days[-1]}"}
        else:
            story = renumbered(story, place)
            texts[place] = text_of(story)
            time = next((part[1] for part in story["p"] if part[0] == "date"), "")
            items.append((place, story["a"], days[-1] if days else None, time, 64, texts[place]))
        entries.append(story)
    write_slices(target, "stories", "", entries, index["chunk"], rising=True)
    write_slices(target, "layouts", f"{width}/", [layouts[n % length] for n in range(count)], index["chunk"], rising=True)
    write_drawings(source, target, index, count, length, width)
    write_heights(source, target, index, count, length, width)
    index["search"] = write_search(target, items)
    index["chat"]["days"] = [days[2 * at] for at in range(0, len(days) // 2, 1024)]
    for number in range(len(index["chat"]["days"])):
        write_chunk(target, "days", str(number), days[2048 * number : 2048 * (number + 1)])
    index["buckets"] = max(1, -(-count // 1024))
    buckets = [[] for _ in range(index["buckets"])]
    for place, story in enumerate(entries):
        buckets[bucket_of(story["i"], len(buckets))] += [story["i"], place]
    for number, bucket in enumerate(buckets):
        write_chunk(target, "ids", str(number), bucket)
    for number in range(-(-count // index["block"])):
        part = entries[number * index["block"] : (number + 1) * index["block"]]
        write_chunk(target, "order", str(number), [story["i"] for story in part])
    data = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (target / "site/index.js").write_text(f"self.feedproof={{index:{data}}};\n", encoding="utf-8")
    return texts


def write_drawings(source, target, index, count, length, width):
    """Each file has its own table, and cards refer to its entries by number. The source has one file, hence one
    table."""
    table, *drawn = read_chunk(source / f"site/drawings/{width}/0.js")
    assert len(drawn) == length, "more messages than one file has"
    for number, part in pieces(count, index["chunk"], rising=True):
        cards = [drawn[place % length] for place in range(part.start, part.stop)]
        write_chunk(target, "drawings", f"{width}/{number}", [table, *cards])


def write_heights(source, target, index, count, length, width):
    initial, _ = read_chunk(source / f"site/heights/{width}/0.js")
    heights = [initial[n % length] for n in range(count)]
    sums = []
    for number in range(-(-count // index["block"])):
        part = heights[number * index["block"] : (number + 1) * index["block"]]
        write_chunk(target, "heights", f"{width}/{number}", [part, [0] * len(part)])
        sums.append(sum(part))
    index["count"] = count
    index["widths"] = [pair for pair in index["widths"] if pair[0] == width]
    index["heights"] = {str(width): sums}


def write_search(target, items):
    starts = []
    for number in range(items[-1][0] // PIECE + 1):
        part = [item for item in items if item[0] // PIECE == number]
        authors = list(dict.fromkeys(item[1] for item in part))
        flat = [value for item in part for value in (item[0] - part[0][0], authors.index(item[1]), *item[2:])]
        write_chunk(target, "search", str(number), [authors, flat])
        days = [item[2] for item in part if item[2] is not None]
        starts.append([part[0][0], min(days), max(days)])
    return starts
