"""Compares the public API of FeedproofLayout and FeedproofProof, as the compiler reports it, with docs/public-api.txt.

  public_api.py check FOLDER   prints differences between the list and the code, and public declarations without a comment;
                               exits 1 if there are any
  public_api.py write FOLDER   rewrites the list

FOLDER contains the built modules (.build/tests/release/Modules). Run in the checkout, with Python 3.9 or newer and its standard library.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# The targets that other packages can import. No other target has public declarations.
MODULES = ["Drawing", "Layout", "Timeline", "Prefetching", "FeedproofLayout", "Basics", "FeedproofProof"]
LIST = Path("docs/public-api.txt")
HEAD = "# What other packages can depend on (docs/library.md). Written by scripts/public_api.py; a test holds it against the code.\n"
# Conformances that the compiler infers.
IMPLIED = {"Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype", "Sendable & Copyable"}
# Members required by listed conformances.
IMPLIED_MEMBER = re.compile(r"==|<|hash\(into:\)|encode\(to:\)|init\(from:\)|init\(rawValue:\)|description$")
# Requirements of the project's own protocols are documented there.
ASKED = re.compile(r"shape\(_:width:maxLines:truncation:\)$")


def graphs(module, folder):
    """The module's symbols, and those that it adds to other modules."""
    told = json.loads(subprocess.run(["swift", "-print-target-info"], stdout=subprocess.PIPE, check=True).stdout)
    triple = told["target"]["triple"]
    command = ["swift", "symbolgraph-extract", "-module-name", module, "-I", str(folder), "-target", triple]
    if "macosx" in triple:
        sdk = subprocess.run(["xcrun", "--show-sdk-path"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        command += ["-sdk", sdk]
    with tempfile.TemporaryDirectory() as output:
        command += ["-output-dir", output, "-minimum-access-level", "public", "-skip-synthesized-members"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return [json.loads(file.read_text()) for file in sorted(Path(output).glob(f"{module}*.symbols.json"))]


def needs_comment(symbol):
    """Whether a symbol needs a comment. Cases and initializers that can't fail may do without: names and properties explain them."""
    kind, name = symbol["kind"]["identifier"], symbol["pathComponents"][-1]
    declaration = spelled(symbol)
    is_plain = kind == "swift.enum.case" or kind == "swift.init" and "throws" not in declaration
    return not is_plain and not ASKED.match(name)


def spelled(symbol):
    return re.sub(r"\s+", " ", "".join(part["spelling"] for part in symbol["declarationFragments"]))


def public(module, folder):
    """The line of each declaration, and the names of those that lack a required comment."""
    lines, bare = [], []
    for graph in graphs(module, folder):
        conformances = {}
        for relation in graph["relationships"]:
            if relation["kind"] == "conformsTo":
                name = relation.get("targetFallback", relation["target"]).split(".")[-1]
                if name not in IMPLIED:
                    conformances.setdefault(relation["source"], set()).add(name)
        for symbol in graph["symbols"]:
            path = symbol["pathComponents"]
            if IMPLIED_MEMBER.match(path[-1]):
                continue
            around = ".".join([module, *path[:-1]])
            own = sorted(conformances.get(symbol["identifier"]["precise"], []))
            declaration = spelled(symbol).split(" : ")[0] if own else spelled(symbol)
            lines.append(f"{around}  {declaration}" + (f": {', '.join(own)}" if own else ""))
            if needs_comment(symbol) and "docComment" not in symbol:
                bare.append(".".join([module, *path]))
    return sorted(set(lines)), bare


def elsewhere():
    """Public declarations in modules that other packages can't import."""
    found = []
    for file in sorted(Path("Sources").rglob("*.swift")):
        if file.parts[1] not in MODULES:
            for number, line in enumerate(file.read_text().split("\n"), 1):
                if re.match(r"\s*(?:@\w+ )*(?:public|open) [a-z]", line):
                    found.append(f"{file}:{number}: public in a module that is no library's")
    return found


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("check", "write"):
        sys.exit(__doc__)
    folder = Path(sys.argv[2])
    lines, bare = [], []
    for module in MODULES:
        own, without = public(module, folder)
        lines += own
        bare += without
    if sys.argv[1] == "write":
        LIST.write_text(HEAD + "".join(f"{line}\n" for line in lines))
        return
    listed = set(LIST.read_text()[len(HEAD):].splitlines())
    broken = [f"became public, and is not in {LIST}: {line}" for line in lines if line not in listed]
    broken += [f"is in {LIST}, and not public any more: {line}" for line in sorted(listed - set(lines))]
    broken += [f"public without a comment: {name}" for name in bare] + elsewhere()
    if broken:
        sys.exit("\n".join(broken) + "\nwhat is meant is listed by: python3 scripts/public_api.py write .build/tests/release/Modules")


main()
