"""The reference of diagnostic codes, docs/diagnostics.md, from the Issue types in Sources.

  codes.py check    prints the codes that differ between page and code; exits with 1 if there are any
  codes.py write    writes the page

Run in the checkout. Python 3.9 or newer, standard library only.
"""

import re
import sys
from pathlib import Path

PAGE = Path("docs/diagnostics.md")
CALL = re.compile(r"\.(error|warning|note)\(")
CODE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
HEAD = """# Diagnostic codes

<!-- Written by scripts/codes.py from the Issue types in Sources: run `scripts/docs codes`. -->

Every problem is printed with a severity, a code, its place and, if possible, a hint:

```
warning[feed.photo-size]: page-1.json: response.items[3].attachments[0]: the photo has no size with a URL
  hint: …
```

An **error** means that something could not be read or done, a **warning** that the result may differ from what you expect, and a **note** is
information. `--strict` turns errors and warnings into exit status 2. `--json` prints the same as `code`, `severity`, `message`, `place` and
`hint`. In messages below, … stands for names, numbers and values. A code with several messages has several lines.

"""
# The titles of groups, by the first part of a code.
TITLES = {
    "add": "Adding exports", "approve": "Approving", "archive": "Archives", "baseline": "Baselines", "card": "Cards", "case": "Cases",
    "chat": "Chats", "compare": "Comparing", "decisions": "Files of decisions", "design": "Designs", "eject": "Ejected files", "feed": "Feeds", "fetch": "Fetching",
    "figma": "Figma", "film": "Films", "folder": "Folders", "font": "Fonts", "github": "Output for GitHub", "history": "History of baselines",
    "icon": "Icons", "image": "Decoding images", "init": "New projects", "input": "Input", "journal": "Interrupted changes", "layout": "Layout",
    "merge": "Merging", "option": "Options", "output": "Output folders", "photo": "Photos", "picture": "Single images and PDF", "pictures": "Folders of images",
    "prefetch": "Prefetching", "project": "Project files", "proof": "The comparer", "raster": "Drawing", "record": "Your own JSON", "removed": "Removed posts",
    "report": "Reports", "resources": "Templates and fonts of Feedproof", "run": "Runs", "screen": "App screens", "screens": "Folders of app screens", "serve": "The review server",
    "shard": "Shards", "show": "Showing stages", "site": "The feed's page", "store": "The cache", "strings": "Strings", "template": "Templates",
    "token": "Tokens", "types": "Types of your own JSON", "undo": "Undoing approvals", "usage": "Command line", "verify": "Verifying", "watch": "Watching",
}  # fmt: skip


def string_end(text, start):
    """The position after the string literal at `start`, with its interpolations."""
    if text.startswith('"""', start):
        return text.index('"""', start + 3) + 3
    at = start + 1
    while text[at] != '"':
        if text[at] == "\\" and text[at + 1] == "(":
            at = group_end(text, at + 1)
        else:
            at += 2 if text[at] == "\\" else 1
    return at + 1


def group_end(text, start):
    """The position after the parenthesis that closes the one at `start`."""
    at, depth = start, 0
    while True:
        if text[at] == '"':
            at = string_end(text, at)
            continue
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text[at], 0)
        at += 1
        if not depth:
            return at


def split(text, sign):
    """Splits an expression at a sign outside of strings and parentheses."""
    parts, at, start = [], 0, 0
    while at < len(text):
        if text[at] == '"':
            at = string_end(text, at)
        elif text[at] in "([{":
            at = group_end(text, at)
        elif text.startswith(sign, at):
            parts.append(text[start:at])
            at += len(sign)
            start = at
        else:
            at += 1
    return [*parts, text[start:]]


def literal(text):
    """The text of a string literal, with … for its interpolations."""
    out, at = "", 1
    while at < len(text) - 1:
        if text[at] == "\\" and text[at + 1] == "(":
            out, at = f"{out}…", group_end(text, at + 1)
        elif text[at] == "\\":
            named = re.match(r"\\u\{([0-9A-Fa-f]+)\}", text[at:])
            out += chr(int(named[1], 16)) if named else {"n": " ", "t": " "}.get(text[at + 1], text[at + 1])
            at += len(named[0]) if named else 2
        else:
            out, at = out + text[at], at + 1
    return out


def words(expression):
    """The text of an expression, with … for its variable parts; for a choice, its last alternative."""
    expression = re.sub(r"\s+", " ", expression.strip())
    parts = [part.strip() for part in split(expression, "+")]
    if len(parts) > 1:
        return re.sub("…+", "…", "".join(words(part) for part in parts))
    if len(split(expression, " ? ")) > 1 and len(split(expression, " : ")) > 1:
        return words(split(expression, " : ")[-1])
    if expression.startswith("(") and group_end(expression, 0) == len(expression):
        return words(expression[1:-1])
    if expression.startswith('"') and string_end(expression, 0) == len(expression):
        return literal(expression)
    return "…"


def without_comments(text):
    """The source, with blanks in the place of whole lines of comments."""
    return re.sub(r"(?m)^\s*//.*$", "", text)


def named_codes(text, expression):
    """The codes that a first argument stands for: a literal, a constant of the file, or each case of its `code`."""
    if CODE.fullmatch(words(expression)):
        return [words(expression)]
    constants = dict(re.findall(rf'static let (\w+) = "({CODE.pattern})"', text))
    name = expression.rsplit(".", 1)[-1]
    if name in constants:
        return [constants[name]]
    return re.findall(rf'(?:case [^:\n]+|default): "({CODE.pattern})"', text) if name == "code" else []


def issues():
    """Each code with its severity, message and hint, without duplicates."""
    found = set()
    for file in sorted(Path("Sources").rglob("*.swift")):
        text = without_comments(file.read_text(encoding="utf-8"))
        for call in CALL.finditer(text):
            try:
                inside = text[call.end() : group_end(text, call.end() - 1) - 1]
                arguments = [argument.strip() for argument in split(inside, ",")]
                codes = named_codes(text, arguments[0])
            except IndexError:
                continue
            if len(arguments) < 2:
                continue
            hint = next((words(one[5:]) for one in arguments if one.startswith("hint:")), "")
            found |= {(code, call[1], words(arguments[1]), "" if hint == "…" else hint) for code in codes}
    return found


def code(text):
    """As code in a table."""
    text = text.replace("|", "\\|").replace("\u2028", " ")
    return f"`` {text} ``" if "`" in text else f"`{text}`" if text else ""


def page():
    found = sorted(issues())
    groups = sorted({one[0].split(".")[0] for one in found})
    out = HEAD
    for group in groups:
        out += f"## {TITLES.get(group, group.capitalize())}\n\n| code | message and hint |\n|---|---|\n"
        last = None
        for name, severity, message, hint in found:
            if not name.startswith(f"{group}."):
                continue
            shown = severity if name == last else f'<a id="{name}"></a>`{name}`<br>{severity}'
            message = "names the cause" if set(message) <= set("…:; ") else code(message)
            out += f"| {shown} | {message}{f'<br>hint: {code(hint)}' if hint else ''} |\n"
            last = name
        out += "\n"
    return out.rstrip("\n") + "\n"


def main():
    wanted = page()
    if sys.argv[1:] == ["write"]:
        PAGE.write_text(wanted, encoding="utf-8")
        return 0
    shown = PAGE.read_text(encoding="utf-8").split("\n") if PAGE.exists() else []
    different = set(shown) ^ set(wanted.split("\n"))
    codes = sorted({match[0] for line in different for match in [CODE.search(line)] if match})
    if shown != wanted.split("\n"):
        print(f"{PAGE}: not as in Sources ({', '.join(codes[:5]) or 'order'}): run scripts/docs codes")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
