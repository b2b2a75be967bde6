#!/usr/bin/env python3
"""Finds unchecked arithmetic on integers from outside of the process.

Prints path:line: rule; exits 1 if there are any. `+`, `-` and `*` on an integer that was parsed from text or decoded from a
file crash the process near the largest integer. BoundedNumber parses within bounds, and saturatingAdd and its siblings
stop at the largest integer. A comment exempts a line whose operands are bounded: `// bounded: the reason`.
"""
import pathlib
import re
import sys

# The server, fetching, and readers of reports, manifests, journals, ledgers, stores and shards.
FOLDERS = [
    "Server", "Fetching", "RunSupport/Sharding", "OutputTransactions", "Comparison", "Export/Store", "Export/Publishing",
    "FeedReading",
]
# An initializer without a label parses text or converts a number.
PARSED = r"Int(?:64)?\((?![a-zA-Z]+:)(?!\$?[\w.]*(?:rounded|count)\b)|\bInt\.init\b|\.integer\b|\.int\b|\.int\("
BINDING = re.compile(r"\b(?:let|var)\s+(\w+)\s*(?::\s*Int\??\s*)?=\s*([^,{]*(?:\{[^}]*\})?)")
MEMBER = re.compile(r"^\s+(?:package |public |private |fileprivate )?(?:let|var) (\w+): Int(?:64)?\??\s*(?:=.*)?$")
DECODED = re.compile(r"\bstruct \w+[^{]*\b(?:Codable|Decodable)\b")
# All text here comes from requests, so numbers must be parsed with BoundedNumber.
REQUESTS = ["Server"]
# Folders that add numbers from files.
SUMS = ["Comparison/Report", "RunSupport", "OutputTransactions", "Fetching", "Server"]
# Names that internal values have too: counts of lists, sizes of bitmaps. Readers bound these members.
COMMON = {"bytes", "cases", "count", "height", "limit", "width", "x", "y"}
OPERATOR = r"(?<![&\w.\"])(?:[-+*]=?)(?=\s)"


def code(line):
    """The line without comments and the literal parts of strings."""
    line = re.sub(r'"(?:\\\(.*?\)|\\.|[^"\\])*"', '""', line)
    return line.split("//")[0]


def decoded_members(lines):
    names, depth, inside = set(), 0, []
    for line in lines:
        text = code(line)
        if DECODED.search(text):
            inside.append(depth)
        elif inside and (match := MEMBER.match(text)) and depth == inside[-1] + 1:
            names.add(match.group(1))
        depth += text.count("{") - text.count("}")
        while inside and depth <= inside[-1]:
            inside.pop()
    return names - COMMON


def uses(name, text, is_member):
    operand = rf"\b{name}\b" if not is_member else rf"\.{name}\b"
    after = re.search(rf"{operand}[)?!]*\s+{OPERATOR}", text)
    before = re.search(rf"{OPERATOR}\s+(?:\w+[?!]?\.)*{operand.lstrip(chr(92) + '.') if is_member else operand}(?!\s*\()", text)
    if before and is_member and f".{name}" not in text[before.start():]:
        before = None
    return after or before


def check(path, lines, members):
    parsed = {}
    for number, line in enumerate(lines):
        text = code(line)
        if re.match(r"\s*(?:\w+ )*(?:func|init|subscript)\b", text):
            parsed = {}
        for match in BINDING.finditer(text):
            right = match.group(2)
            if re.search(PARSED, right) and "BoundedNumber" not in right and "%" not in right:
                parsed[match.group(1)] = number
            else:
                parsed.pop(match.group(1), None)
        if "// bounded:" in line or number and "// bounded:" in lines[number - 1]:
            continue
        found = [name for name in parsed if uses(name, text, False)]
        found += [f".{name}" for name in members if uses(name, text, True)]
        for name in found:
            yield f"{path}:{number + 1}: unchecked arithmetic on {name}, which comes from outside"


def check_parsing(path, lines):
    for number, line in enumerate(lines):
        if re.search(r"\bInt\.init\b|\bInt\((?:\$0|[a-z]\w*(?:\[\w+\])?)(?:, radix: \d+)?\)", code(line)):
            yield f"{path}:{number + 1}: parse numbers of requests with BoundedNumber"


def check_sums(path, lines):
    for number, line in enumerate(lines):
        if re.search(r"\.reduce\(0, \+\)|\.reduce\(0\) \{ \$0 \+ ", code(line)) and "// bounded:" not in line:
            yield f"{path}:{number + 1}: add numbers of files with saturatingAdd"


def lines_of(root, folder):
    for file in sorted((root / "Sources" / folder).rglob("*.swift")):
        yield file.relative_to(root), file.read_text().split("\n")


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    broken = False
    for folder in FOLDERS:
        files = sorted((root / "Sources" / folder).rglob("*.swift"))
        texts = {file: file.read_text().split("\n") for file in files}
        members = set().union(*map(decoded_members, texts.values()))
        for file, lines in texts.items():
            for line in check(file.relative_to(root), lines, members):
                print(line)
                broken = True
    found = [line for folder in REQUESTS for place in lines_of(root, folder) for line in check_parsing(*place)]
    found += [line for folder in SUMS for place in lines_of(root, folder) for line in check_sums(*place)]
    for line in found:
        print(line)
    return broken or bool(found)


if __name__ == "__main__":
    sys.exit(main())
