#!/usr/bin/env python3
"""Finds text of YAML that is written without YAMLText.

Prints path:line: rule; exits 1 if there is any. A line of YAML is part of a string literal: a key with a value, an entry of a
list, or a comment, with an interpolation in it. Each interpolation must be of YAMLText, or a name or member that the file
makes with YAMLText. A line whose interpolations need no quotes says so, as does a message that only looks like YAML:
`// plain: the reason`, on the line or above it.
"""
import pathlib
import re
import sys

# The writer itself.
OWN = "DataFormats"
KEY = r"(?:- )*(?:[A-Za-z][\w.-]*|\\\([^()]*(?:\([^()]*\)[^()]*)*\)):"
# A key is at the beginning of a line of text. On one line of Swift, the text also ends a line or is indented: else it is a message.
WHOLE = re.compile(rf"^\s*(?:{KEY}(?: .*)?|- .*|# .*)\\\(")
INDENTED = re.compile(rf"^(?:  )+(?:{KEY} |- )")
ENTRY = re.compile(r"^(?:- |# )")
LITERAL = re.compile(r'"((?:\\\((?:[^()"]|"(?:\\.|[^"\\])*"|\((?:[^()"]|"(?:\\.|[^"\\])*"|\([^()]*\))*\))*\)|\\.|[^"\\])*)"')
SAFE = re.compile(r"YAMLText\b|quotedForYAML|onOneLine")
# Text of another kind: Markdown, and text for a terminal.
OTHER = re.compile(r"\bMarkdown\.|\bPlainText\.|\\r\\n")
PLAIN = "// plain:"


def interpolations(text):
    """The expressions in a literal, and their places."""
    place = 0
    while (start := text.find("\\(", place)) >= 0:
        depth, end = 1, start + 2
        while end < len(text) and depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        yield text[start + 2:end - 1]
        place = end


def bound(lines):
    """Names of values and functions that the file makes with YAMLText."""
    found, changed = set(), True
    text = "\n".join(lines)
    declarations = re.findall(r"(?:let|var|func) (\w+)\b([^\n]*(?:\n(?!\s*(?:let|var|func)\b)[^\n]*){0,2})", text)
    while changed:
        changed = False
        for name, body in declarations:
            if name not in found and (SAFE.search(body) or any(re.search(rf"\b{known}\b", body) for known in found)):
                found.add(name)
                changed = True
    return found


def is_safe(expression, known):
    if SAFE.search(expression) or re.fullmatch(r"\d+|[\w.]*\b(?:index|count|indent)\b", expression.strip()):
        return True
    return any(re.search(rf"\b{name}\b", expression) for name in known)


def check(path, lines):
    known = None
    inside, opening = False, 0
    for number, line in enumerate(lines):
        texts = []
        if line.count('"""') % 2 == 1:
            inside, opening = not inside, number
            continue
        if inside:
            if WHOLE.match(line):
                texts.append(line.strip())
        elif not line.strip().startswith("//"):
            for literal in LITERAL.findall(line):
                ends = literal.endswith("\\n")
                is_yaml = INDENTED.match(literal) or ENTRY.match(literal) or ends and WHOLE.match(literal)
                if "\\(" in literal and is_yaml:
                    texts.append(literal)
        if not texts or OTHER.search(line) or PLAIN in line or number and PLAIN in lines[number - 1]:
            continue
        # Above a literal of several lines, for all of it.
        if inside and opening and PLAIN in lines[opening - 1]:
            continue
        known = bound(lines) if known is None else known
        for text in texts:
            if any(not is_safe(expression, known) for expression in interpolations(text)):
                yield f"{path}:{number + 1}: write YAML with YAMLText: {text[:90]}"


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    files = [pathlib.Path(name).resolve() for name in sys.argv[1:]] or sorted((root / "Sources").rglob("*.swift"))
    found = []
    for file in files:
        if OWN not in file.parts:
            path = file.relative_to(root) if file.is_relative_to(root) else file
            found += check(path, file.read_text().split("\n"))
    print("".join(f"{line}\n" for line in found), end="")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
