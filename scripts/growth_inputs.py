"""The dimensions that scripts/growth measures, with generated inputs.

A dimension has a name, a first size, the arguments of feedproof, and a function that writes an input of a given size into a folder.
If the preparation runs feedproof itself, the function gets it as a third argument.
"""
import io
import json
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Callable, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
# A recursive function writes nested documents.
sys.setrecursionlimit(20_000)
TIME = "2024-05-18T16:40:00Z"


class Dimension(NamedTuple):
    name: str
    size: int
    arguments: list
    make: Callable
    # Whether `make` gets feedproof as an argument.
    prepares: bool = False
    # Whether every size is refused. Then the time until the refusal is measured.
    is_wrong: bool = False


def write(folder, name, data):
    path = Path(folder) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data, ensure_ascii=False), encoding="utf-8")


def shown(name, size, make, stage="post", file="in.json"):
    """A document that is read, or read and laid out."""
    return Dimension(name, size, ["show", "--stage", stage, file, "--json"], lambda n, folder: write(folder, file, make(n)))


def many(make, n):
    return [make(i) for i in range(n)]


def nested(make, n, inner=None):
    for depth in range(n):
        inner = make(depth, inner)
    return inner


# Services with posts: a document with posts, and a post.

def vk(*posts, **more):
    return {"response": {"items": list(posts), "profiles": [], "groups": [], **more}}


def vk_post(i=1, text="Text", **more):
    return {"type": "post", "source_id": -1, "post_id": i, "date": 1718000000 + i, "text": text, **more}


def vk_item(kind, **values):
    return {"type": kind, kind: {"id": 1, "owner_id": -1, **values}}


def vk_photo(i):
    return vk_item("photo", sizes=[{"type": "x", "url": f"https://a.example/{i}.jpg", "width": 604, "height": 403}])


def poll(n):
    return vk_item("poll", question="Which?", votes=n, answers=many(lambda i: {"id": i, "text": f"Answer {i}", "votes": 1, "rate": 1}, n))


def status(i=1, content="<p>Text</p>", **more):
    return {"id": str(i), "created_at": TIME, "uri": f"https://m.example/{i}", "url": f"https://m.example/@a/{i}", "content": content,
            "account": {"id": "1", "username": "a", "acct": "a", "display_name": "A", "url": "https://m.example/@a"},
            "media_attachments": [], "mentions": [], "tags": [], "emojis": [], **more}


def note(i=1, **more):
    return {"type": "Note", "id": f"https://p.example/{i}", "attributedTo": "https://p.example/users/a", "published": TIME,
            "content": "<p>Text</p>", **more}


def outbox(*items):
    return {"@context": "https://www.w3.org/ns/activitystreams", "id": "https://p.example/outbox", "type": "OrderedCollection",
            "orderedItems": list(items)}


def sky(i=1, record=(), embed=None, **more):
    post = {"uri": f"at://did:plc:abc/app.bsky.feed.post/{i}", "cid": "bafy", "author": {"did": "did:plc:abc", "handle": "a.example"},
            "record": {"$type": "app.bsky.feed.post", "createdAt": TIME, "text": "Text", **dict(record)}, "indexedAt": TIME, **more}
    return {"post": {**post, "embed": embed} if embed else post}


def tweet(i=1, text="Text", **more):
    return {"created_at": "Sat Mar 15 18:20:00 +0000 2025", "id": i, "id_str": str(i), "full_text": text, "entities": {},
            "user": {"id": 1, "id_str": "1", "name": "A", "screen_name": "a"}, **more}


def channel(*messages):
    return {"name": "Channel", "type": "public_channel", "id": 1, "messages": list(messages)}


def telegram(i=1, text="Text", **more):
    return {"id": i, "type": "message", "date_unixtime": str(1714633800 + i), "from": "A", "from_id": "user1", "text": text, **more}


def json_feed(*items):
    return {"version": "https://jsonfeed.org/version/1.1", "title": "Feed", "items": list(items)}


def item(i=1, html="<p>Text</p>", **more):
    return {"id": str(i), "url": f"https://j.example/{i}", "content_html": html, **more}


def event(i=1, **more):
    return {"id": str(i), "title": f"Event {i}", **more}


def byte_facets(n):
    return {"text": "#tag " * n, "facets": many(lambda i: {
        "index": {"byteStart": 5 * i, "byteEnd": 5 * i + 4}, "features": [{"$type": "app.bsky.richtext.facet#tag", "tag": "tag"}]}, n)}


def tweet_links(n):
    return tweet(text="https://t.co/abc " * n, entities={"urls": many(lambda i: {
        "url": "https://t.co/abc", "expanded_url": f"https://a.example/{i}", "display_url": f"a.example/{i}",
        "indices": [17 * i, 17 * i + 16]}, n)})


def answers_above(n):
    """A thread in which each post is the parent of the next."""
    return {"thread": nested(lambda i, parent: {
        "$type": "app.bsky.feed.defs#threadViewPost", **sky(i + 1), **({"parent": parent} if parent else {})}, n)}


READERS = [
    shown("VK: posts", 1000, lambda n: vk(*many(vk_post, n))),
    shown("VK: words", 5000, lambda n: vk(vk_post(text="word " * n))),
    shown("VK: links in a text", 1000, lambda n: vk(vk_post(text="[id1|Name] https://a.example " * n))),
    shown("VK: hashtags", 2000, lambda n: vk(vk_post(text="#tag " * n))),
    shown("VK: brackets that close nothing", 5000, lambda n: vk(vk_post(text="[id1|" * n))),
    shown("VK: photos of a post", 1000, lambda n: vk(vk_post(attachments=many(vk_photo, n)))),
    shown("VK: answers of a poll", 2000, lambda n: vk(vk_post(attachments=[poll(n)]))),
    shown("VK: reposts in a repost", 1000, lambda n: vk(vk_post(copy_history=many(lambda i: vk_post(i + 2), n)))),
    shown("VK: nested reposts", 25, lambda n: vk(nested(
        lambda i, old: vk_post(i, **({"copy_history": [old]} if old else {})), n))),
    shown("VK: authors", 2000, lambda n: vk(*many(lambda i: vk_post(source_id=i + 1), 10), profiles=many(
        lambda i: {"id": i + 1, "first_name": "A", "last_name": str(i)}, n))),
    shown("VK: one id for all posts", 1000, lambda n: vk(*many(lambda i: vk_post(), n))),
    shown("Mastodon: statuses", 1000, lambda n: many(status, n)),
    shown("Mastodon: elements", 2000, lambda n: [status(content="<p>a <b>b</b></p>" * n)]),
    shown("Mastodon: nested elements", 400, lambda n: [status(content="<div>" * n + "a" + "</div>" * n)]),
    shown("Mastodon: nested lists", 100, lambda n: [status(content="<ul><li>a" * n)]),
    shown("Mastodon: attributes of a tag", 2000, lambda n: [status(
        content="<p " + " ".join(f'a{i}="b"' for i in range(n)) + ">Text</p>")]),
    shown("Mastodon: links", 1000, lambda n: [status(content='<a href="https://a.example/b">link</a> ' * n)]),
    shown("Mastodon: mentions", 1000, lambda n: [status(
        content='<a href="https://m.example/@b">@b</a> ' * n,
        mentions=many(lambda i: {"id": str(i), "username": f"b{i}", "acct": f"b{i}", "url": f"https://m.example/@b{i}"}, n))]),
    shown("Mastodon: emoji of a server", 1000, lambda n: [status(
        content=" ".join(f":e{i}:" for i in range(n)),
        emojis=many(lambda i: {"shortcode": f"e{i}", "url": "https://m.example/e.png"}, n))]),
    shown("Mastodon: media", 1000, lambda n: [status(media_attachments=many(lambda i: {
        "id": str(i), "type": "image", "url": f"https://m.example/{i}.jpg", "meta": {"original": {"width": 600, "height": 400}}}, n))]),
    shown("Mastodon: answers of a poll", 2000, lambda n: [status(poll={
        "id": "1", "options": many(lambda i: {"title": f"Answer {i}", "votes_count": 1}, n), "votes_count": n, "emojis": []})]),
    shown("Mastodon: reactions", 2000, lambda n: [status(pleroma={
        "emoji_reactions": many(lambda i: {"name": f"e{i}", "count": 1}, n)})]),
    shown("Mastodon: nested boosts", 50, lambda n: [nested(lambda i, old: status(i, reblog=old), n)]),
    shown("ActivityStreams: items", 1000, lambda n: outbox(*many(note, n))),
    shown("ActivityStreams: attachments", 1000, lambda n: outbox(note(attachment=many(lambda i: {
        "type": "Image", "mediaType": "image/jpeg", "url": f"https://p.example/{i}.jpg", "width": 600, "height": 400}, n)))),
    shown("ActivityStreams: tags", 1000, lambda n: outbox(note(tag=many(lambda i: {
        "type": "Mention", "name": f"@b{i}", "href": f"https://p.example/users/b{i}"}, n)))),
    shown("ActivityStreams: nested activities", 25, lambda n: outbox(nested(
        lambda i, old: {"type": "Announce", "id": f"https://p.example/{i}", "actor": "https://p.example/users/a", "object": old},
        n, note()))),
    shown("ActivityStreams: languages", 2000, lambda n: outbox(note(contentMap={f"x-{i}": "Text" for i in range(n)}))),
    shown("Bluesky: posts", 1000, lambda n: {"feed": many(sky, n)}),
    shown("Bluesky: facets", 1000, lambda n: {"feed": [sky(record=byte_facets(n))]}),
    shown("Bluesky: posts of a thread", 50, answers_above),
    shown("Bluesky: images", 1000, lambda n: {"feed": [sky(embed={"$type": "app.bsky.embed.images#view", "images": many(
        lambda i: {"thumb": f"https://b.example/{i}", "fullsize": f"https://b.example/{i}", "alt": ""}, n)})]}),
    shown("Bluesky: labels", 2000, lambda n: {"feed": [sky(labels=many(lambda i: {"val": f"l{i}", "src": "did:plc:l"}, n))]}),
    shown("X: posts", 1000, lambda n: many(tweet, n)),
    shown("X: links", 1000, lambda n: [tweet_links(n)]),
    shown("X: media", 1000, lambda n: [tweet(extended_entities={"media": many(lambda i: {
        "id_str": str(i), "type": "photo", "media_url_https": f"https://x.example/{i}.jpg", "url": "https://t.co/a",
        "sizes": {"large": {"w": 600, "h": 400}}}, n)})]),
    shown("X: includes", 1000, lambda n: {
        "data": many(lambda i: {"id": str(i), "text": "Text", "author_id": str(i), "created_at": TIME}, n),
        "includes": {"users": many(lambda i: {"id": str(i), "name": f"A{i}", "username": f"a{i}"}, n)}}),
    shown("Telegram: messages", 1000, lambda n: channel(*many(telegram, n))),
    shown("Telegram: entities", 1000, lambda n: channel(telegram(text=many(
        lambda i: {"type": "text_link", "text": "link ", "href": f"https://a.example/{i}"}, n)))),
    shown("Telegram: photos of an album", 500, lambda n: channel(*many(lambda i: telegram(
        i, "", date_unixtime="1714633800", photo=f"photos/{i}.jpg", width=600, height=400), n))),
    shown("Telegram: answers of a poll", 2000, lambda n: channel(telegram(poll={
        "question": "Which?", "total_voters": n, "answers": many(lambda i: {"text": f"Answer {i}", "voters": 1}, n)}))),
    shown("JSON Feed: items", 1000, lambda n: json_feed(*many(item, n))),
    shown("JSON Feed: pictures in a text", 1000, lambda n: json_feed(item(
        html="".join(f'<img src="https://j.example/{i}.jpg">' for i in range(n))))),
    shown("JSON Feed: tags", 2000, lambda n: json_feed(item(tags=many(lambda i: f"tag{i}", n)))),
    shown("JSON Feed: attachments", 1000, lambda n: json_feed(item(attachments=many(
        lambda i: {"url": f"https://j.example/{i}.mp3", "mime_type": "audio/mpeg"}, n)))),
    shown("JSON Feed: authors", 2000, lambda n: json_feed(item(authors=many(lambda i: {"name": f"A{i}"}, n)))),
    shown("events", 1000, lambda n: {"name": "Events", "events": many(event, n)}),
    shown("events: sizes of a cover", 2000, lambda n: {"name": "Events", "events": [event(cover=many(
        lambda i: {"url": f"https://e.example/{i}.jpg", "width": i + 1, "height": i + 1}, n))]}),
    shown("lines of JSON", 1000, lambda n: "".join(json.dumps(vk_post(i)) + "\n" for i in range(n)), file="in.jsonl"),
    shown("JSON: nesting", 2000, lambda n: json.dumps(vk(vk_post(more=0))).replace(
        '"more": 0', '"more": ' + "[" * n + "]" * n)),
    shown("JSON: keys of an object", 5000, lambda n: vk(vk_post(**{f"k{i}": i for i in range(n)}))),
]


# Conversations.

def discord(i=1, content="Text", **more):
    return {"id": str(i + 1), "type": "Default", "timestamp": TIME, "content": content, "author": {"id": "1", "name": "a"}, **more}


def discord_channel(*messages):
    return {"guild": {"id": "1", "name": "G"}, "channel": {"id": "7", "name": "games"}, "messages": list(messages)}


def matrix(i, kind="m.room.message", sender="@a:x", **content):
    content = content or {"msgtype": "m.text", "body": "Text"}
    return {"type": kind, "event_id": f"${i}", "sender": sender, "origin_server_ts": 1717225320000 + i, "content": content}


def related(i, relation, kind="m.room.message", **more):
    return matrix(i, kind, **more, **{"m.relates_to": {"event_id": "$0", **relation}})


def room(*events):
    return {"room_name": "Room", "messages": list(events)}


def meta(i=1, **more):
    return {"sender_name": "A", "timestamp_ms": 1717225320000 + i, "content": "Text", **more}


def thread(*messages, people=1):
    return {"participants": many(lambda i: {"name": f"A{i}"}, people), "title": "Chat", "thread_path": "inbox/1",
            "messages": list(messages)}


def google(i=1, **more):
    return {"creator": {"name": "A", "email": "a@x"}, "created_date": "Saturday, June 1, 2024 at 8:02:00 AM UTC", "text": "Text",
            "topic_id": "t", "message_id": f"g/{i}", **more}


def slack(days, messages, text="Text", **more):
    """The folder of a workspace."""
    def make(n, folder):
        write(folder, "in/users.json", many(lambda i: {"id": f"U{i}", "name": f"u{i}"}, 10))
        write(folder, "in/channels.json", [{"id": "C1", "name": "general"}])
        for day in range(days(n)):
            write(folder, f"in/general/2024-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}{'-' + str(day) if day > 335 else ''}.json", many(
                lambda i: {"type": "message", "user": f"U{i % 10}", "ts": f"{1717225320 + day * 1000 + i}.000100", "text": text * n
                           if text != "Text" else text, **{key: value(n) for key, value in more.items()}}, messages(n)))
    return make


def whatsapp(n, line=lambda i: f"Text {i}"):
    return "".join(f"[01.06.24, {i // 3600 % 24:02}:{i // 60 % 60:02}:{i % 60:02}] Anna: {line(i)}\n" for i in range(n))


def chat(name, size, make, file="in.json"):
    return shown("chat, " + name, size, make, "message", file)


def folder_chat(name, size, make):
    return Dimension("chat, " + name, size, ["show", "--stage", "message", "in", "--json"], make)


CHATS = [
    chat("Telegram: messages", 1000, lambda n: {**channel(*many(telegram, n)), "type": "private_group"}),
    chat("Telegram: authors", 1000, lambda n: {**channel(*many(
        lambda i: telegram(i, **{"from": f"A{i}", "from_id": f"user{i}"}), n)), "type": "private_group"}),
    chat("Telegram: replies to one", 1000, lambda n: {**channel(*many(
        lambda i: telegram(i + 1, reply_to_message_id=1), n)), "type": "private_group"}),
    chat("Telegram: chats of an account", 200, lambda n: {"chats": {"list": many(
        lambda i: {"name": f"Chat {i}", "type": "private_group", "id": i, "messages": many(telegram, 5)}, n)}}),
    chat("Telegram: reactions", 1000, lambda n: {**channel(telegram(reactions=many(
        lambda i: {"type": "emoji", "emoji": f"e{i}", "count": 1}, n))), "type": "private_group"}),
    chat("Discord: messages", 1000, lambda n: discord_channel(*many(discord, n))),
    chat("Discord: attachments", 1000, lambda n: discord_channel(discord(attachments=many(
        lambda i: {"id": str(i), "url": f"https://d.example/{i}.jpg", "fileName": f"{i}.jpg"}, n)))),
    chat("Discord: reactions", 1000, lambda n: discord_channel(discord(reactions=many(
        lambda i: {"emoji": {"id": None, "name": f"e{i}"}, "count": 1}, n)))),
    folder_chat("Slack: messages of a day", 1000, slack(lambda n: 1, lambda n: n)),
    folder_chat("Slack: days", 50, slack(lambda n: n, lambda n: 2)),
    folder_chat("Slack: references in a text", 1000, slack(lambda n: 1, lambda n: 1, "<@U1> ")),
    folder_chat("Slack: reactions", 1000, slack(lambda n: 1, lambda n: 1, reactions=lambda n: many(
        lambda i: {"name": f"e{i}", "count": 1}, n))),
    chat("Matrix: messages", 1000, lambda n: room(*many(matrix, n))),
    chat("Matrix: reactions with a key each", 1000, lambda n: room(matrix(0), *many(
        lambda i: related(i + 1, {"rel_type": "m.annotation", "key": f"k{i}"}, "m.reaction"), n))),
    chat("Matrix: edits of one", 1000, lambda n: room(matrix(0), *many(
        lambda i: related(i + 1, {"rel_type": "m.replace"}, body="*", **{"m.new_content": {"msgtype": "m.text", "body": str(i)}}), n))),
    chat("Matrix: members", 1000, lambda n: room(*many(
        lambda i: {**matrix(i, "m.room.member", f"@u{i}:x", membership="join", displayname=f"U{i}"), "state_key": f"@u{i}:x"}, n))),
    chat("Messenger: messages", 1000, lambda n: thread(*many(meta, n))),
    chat("Messenger: reactions", 1000, lambda n: thread(meta(reactions=many(
        lambda i: {"reaction": "\u00e2\u009d\u00a4", "actor": f"A{i}"}, n)))),
    chat("Messenger: participants", 1000, lambda n: thread(meta(), people=n)),
    chat("Messenger: photos", 1000, lambda n: thread(meta(photos=many(lambda i: {"uri": f"photos/{i}.jpg"}, n)))),
    chat("Google Chat: messages", 1000, lambda n: {"messages": many(google, n)}, "messages.json"),
    chat("Google Chat: annotations", 1000, lambda n: {"messages": [google(annotations=many(
        lambda i: {"url_metadata": {"title": f"T{i}"}}, n))]}, "messages.json"),
    chat("WhatsApp: messages", 1000, whatsapp, "_chat.txt"),
    chat("WhatsApp: lines of a message", 2000, lambda n: whatsapp(1) + "line\n" * n, "_chat.txt"),
    chat("WhatsApp: a poll's answers", 1000, lambda n: whatsapp(1, lambda i: "POLL:") + "Which?\n" + "".join(
        f"OPTION: Answer {i} (1 vote)\n" for i in range(n)), "_chat.txt"),
]


# Layouts of card parts.

def laid_out(name, size, text):
    return shown("layout: " + name, size, lambda n: vk(vk_post(text=text(n))), "drawing")


def carried(name, size, attachments):
    return shown("layout: " + name, size, lambda n: vk(vk_post(attachments=attachments(n))), "drawing")


LAYOUTS = [
    laid_out("words", 2000, lambda n: "word " * n),
    laid_out("letters of one word", 2000, lambda n: "w" * n),
    laid_out("lines", 1000, lambda n: "line\n" * n),
    laid_out("empty lines", 2000, lambda n: "a" + "\n" * n + "b"),
    laid_out("combining marks", 1000, lambda n: "a" + "\u0301" * n),
    laid_out("spaces", 5000, lambda n: "a" + " " * n + "b"),
    laid_out("no-break spaces", 2000, lambda n: "a\u00a0" * n),
    laid_out("words with colons", 1000, lambda n: ":e0: " * n),
    laid_out("closing brackets", 2000, lambda n: " )" * n),
    laid_out("Hebrew words", 2000, lambda n: "\u05e9\u05dc\u05d5\u05dd " * n),
    laid_out("two directions by turns", 1000, lambda n: "word \u05e9\u05dc\u05d5\u05dd " * n),
    laid_out("two scripts by turns", 1000, lambda n: "a\u0431" * n),
    laid_out("Chinese letters", 2000, lambda n: "\u5b57" * n),
    laid_out("emoji", 1000, lambda n: "\U0001f600" * n),
    laid_out("emoji of a family", 500, lambda n: "\U0001f468\u200d\U0001f469\u200d\U0001f467" * n),
    laid_out("soft hyphens", 2000, lambda n: "ab\u00ad" * n),
    laid_out("letters that no font has", 1000, lambda n: "\U000e0fff\U00012345" * n),
    laid_out("links", 500, lambda n: "https://a.example/b " * n),
    laid_out("hashtags", 1000, lambda n: "#tag " * n),
    shown("layout: pictures in a text", 500, lambda n: [status(
        content=" ".join(":e0:" for i in range(n)), emojis=[{"shortcode": "e0", "url": "https://m.example/e.png"}])], "drawing"),
    carried("photos", 200, lambda n: many(vk_photo, n)),
    carried("sounds", 500, lambda n: many(lambda i: vk_item("audio", artist="A", title=f"T{i}", duration=60), n)),
    carried("documents", 500, lambda n: many(lambda i: vk_item("doc", title=f"T{i}.pdf", size=1000, ext="pdf"), n)),
    carried("answers of a poll", 500, lambda n: [poll(n)]),
    shown("layout: nested reposts", 25, lambda n: vk(nested(
        lambda i, old: vk_post(i, **({"copy_history": [old]} if old else {})), n)), "drawing"),
    shown("layout: reactions of a message", 500, lambda n: discord_channel(discord(reactions=many(
        lambda i: {"emoji": {"id": None, "name": "\U0001f600"}, "count": i + 1}, n))), "drawing"),
    shown("layout: a name's words", 1000, lambda n: [tweet(user={"id": 1, "id_str": "1", "screen_name": "a", "name": "word " * n})],
          "drawing"),
]


# Runs with an output.

SMALL = ["--width", "320", "--scale", "1", "--theme", "light"]


def exported(name, size, make, *more, command="export", file="in.json"):
    return Dimension(f"{command}: {name}", size, [command, file, "--output", "out", *more, *SMALL], lambda n, folder: write(
        folder, file, make(n)))


def baselines(changed):
    def make(n, folder, feedproof):
        write(folder, "feedproof.yml", "feeds: in.json\nwidths: 320\nscales: 1\nthemes: light\n")
        write(folder, "in.json", vk(*many(vk_post, n)))
        feedproof("compare")
        feedproof("approve", "--all")
        if changed:
            write(folder, "in.json", vk(*many(lambda i: vk_post(i, text=f"Word{i} and other{i}"), n)))
    return make


def parts(n, folder, feedproof):
    write(folder, "in.json", vk(*many(vk_post, 2 * n)))
    for i in range(n):
        feedproof("export", "in.json", "--shard", f"{i + 1}/{n}", "--output", f"part{i}", *SMALL)
    write(folder, "parts", "\n".join(f"part{i}" for i in range(n)))


def unchanged(n, folder, feedproof):
    write(folder, "in.json", vk(*many(vk_post, n)))
    feedproof("export", "in.json", "--output", "out", *SMALL)


def dirtied(n, folder):
    write(folder, "in.json", vk(vk_post()))
    for i in range(n):
        write(folder, f"out/own/{i}.txt", "mine")


RUNS = [
    exported("posts", 50, lambda n: vk(*many(vk_post, n))),
    exported("authors", 500, lambda n: vk(vk_post(), profiles=many(lambda i: {"id": i + 1, "first_name": "A", "last_name": str(i)}, n))),
    exported("answers of a poll", 200, lambda n: vk(vk_post(attachments=[poll(n)]))),
    exported("words", 1000, lambda n: vk(vk_post(text="word " * n))),
    exported("messages", 50, lambda n: discord_channel(*many(discord, n))),
    exported("chats", 4, lambda n: {"chats": {"list": many(
        lambda i: {"name": f"Chat {i}", "type": "private_group", "id": i, "messages": many(telegram, 3)}, n)}}),
    Dimension("export: unchanged posts", 200, ["export", "in.json", "--output", "out", *SMALL], unchanged, True),
    Dimension("export: files of somebody's own", 500, ["export", "in.json", "--output", "out", *SMALL], dirtied),
    Dimension("compare: baselines", 50, ["compare"], baselines(False), True),
    Dimension("compare: clusters", 25, ["compare"], baselines(True), True),
    Dimension("merge: parts", 4, ["merge", "--output", "out"], parts, True),
    Dimension("media: photos", 500, ["media", "in.json"], lambda n, folder: write(folder, "in.json", vk(*many(
        lambda i: vk_post(i, attachments=[vk_photo(i)]), n)))),
    Dimension("picture: posts", 50, ["picture", "in.json", "--output", "all.png", *SMALL], lambda n, folder: write(
        folder, "in.json", vk(*many(vk_post, n)))),
    Dimension("prefetch: steps of a link", 1000, ["prefetch", "--generated", "photos", "--items", "50", "--repeat", "2", "--link", "l.json",
                                                  "--policy", "weighted", "--output", "out"],
              lambda n, folder: write(folder, "l.json", {"steps": many(lambda i: [10, 500 + i % 2], n)})),
]


# Archives.

def zipped(names, text=lambda i: "x"):
    def make(n, folder):
        with zipfile.ZipFile(Path(folder) / "in.zip", "w") as archive:
            archive.writestr("wall.json", json.dumps(vk(vk_post())))
            for i, name in enumerate(names(n)):
                archive.writestr(name, text(i))
    return make


def tarred(n, folder):
    with tarfile.open(Path(folder) / "in.tar.gz", "w:gz") as archive:
        for name, data in [("wall.json", json.dumps(vk(vk_post())))] + [(f"photos/{i}.jpg", "x") for i in range(n)]:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data.encode()))


def archive(name, size, make, file="in.zip"):
    return Dimension("archive: " + name, size, ["show", "--stage", "post", file, "--json"], make)


def files(n, folder):
    write(folder, "in/wall.json", vk(vk_post()))
    for i in range(n):
        write(folder, f"in/{i % 100}/{i}.txt", "x")


ARCHIVES = [
    archive("entries", 2000, zipped(lambda n: (f"photos/{i}.jpg" for i in range(n)))),
    archive("entries of a tar.gz", 2000, tarred, "in.tar.gz"),
    archive("other documents", 500, zipped(lambda n: (f"data/{i}.json" for i in range(n)), lambda i: '{"a": 1}')),
    archive("documents", 200, zipped(lambda n: (f"data/{i}.json" for i in range(n)), lambda i: json.dumps(vk(vk_post(i + 2))))),
    archive("depth of a path", 250, zipped(lambda n: ["a/" * n + "b.json"])),
    archive("deep paths", 50, zipped(lambda n: (f"{i}/" * 60 + "b.json" for i in range(n)))),
    Dimension("folder: files", 1000, ["show", "--stage", "post", "in", "--json"], files),
    Dimension("folder: depth", 8, ["show", "--stage", "post", "in", "--json"], lambda n, folder: write(
        folder, "in/" + "a/" * n + "wall.json", vk(vk_post()))),
]


# Tokens and templates.

def px(i):
    return {"$value": {"value": i, "unit": "px"}}


def tokens(name, size, make, is_wrong=False):
    def prepare(n, folder):
        write(folder, "in.json", vk(vk_post()))
        write(folder, "own.tokens.json", make(n))
    own = ["--tokens", str(ROOT / "Mockups/newsfeed/newsfeed.tokens.json"), "--tokens", "own.tokens.json"]
    return Dimension("tokens: " + name, size, ["show", "--stage", "layout", "in.json", "--json", *own], prepare, is_wrong=is_wrong)


def template(name, size, make):
    def prepare(n, folder):
        write(folder, "in.json", vk(vk_post()))
        text = (ROOT / "Templates/Cards/post.yml").read_text(encoding="utf-8")
        for place in sorted((ROOT / "Templates/Cards/parts").iterdir()):
            write(folder, f"design/cards/parts/{place.name}", place.read_text(encoding="utf-8"))
        mark = "    # Media\n"
        assert mark in text, "Templates/Cards/post.yml has no place for more elements"
        for place in (ROOT / "Mockups/newsfeed").glob("*.json"):
            write(folder, f"Mockups/newsfeed/{place.name}", place.read_text(encoding="utf-8"))
        write(folder, "design/cards/post.yml", text.replace(mark, make(n) + mark))
    return Dimension("template: " + name, size, ["show", "--stage", "layout", "in.json", "--json", "--cards", "design/cards"], prepare)


DESIGNS = [
    tokens("values", 2000, lambda n: {"own": {"$type": "dimension", **{f"t{i}": px(i) for i in range(n)}}}),
    tokens("a chain of aliases", 500, lambda n: {"own": {"$type": "dimension", "t0": px(1), **{
        f"t{i + 1}": {"$value": f"{{own.t{i}}}"} for i in range(n)}}}),
    tokens("unknown names", 500, lambda n: {"own": {"$type": "dimension", **{f"t{i}": {"$value": f"{{no.t{i}}}"} for i in range(n)}}},
           is_wrong=True),
    tokens("lists of lists of aliases", 2, lambda n: {"own": {"$type": "fontFamily", "t0": {"$value": ["A"] * 9}, **{
        f"t{i + 1}": {"$value": [f"{{own.t{i}}}"] * 9} for i in range(n)}}}),
    tokens("nested groups", 50, lambda n: nested(lambda i, inner: {f"g{i}": inner}, n, {"t": {"$type": "dimension", **px(1)}})),
    template("elements", 200, lambda n: "    - {spacer: , height: 1}\n" * n),
    template("nested elements", 10, lambda n: "    - " + "{stack: vertical, children: [" * n + "{spacer: , height: 1}" + "]}" * n + "\n"),
    template("texts", 100, lambda n: "    - {text: author.name, style: \"{type.body}\", color: \"{color.text}\"}\n" * n),
]

ALL = READERS + CHATS + LAYOUTS + RUNS + ARCHIVES + DESIGNS
