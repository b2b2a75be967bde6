"""What the libraries FeedproofLayout and FeedproofProof offer, as the compiler knows it, beside the list in docs/public-api.txt.

  public_api.py check FOLDER   says what the list and the code do not have in common, and what is public without a comment;
                               exits with 1 then
  public_api.py write FOLDER   writes the list anew

FOLDER has the built modules (.build/debug/Modules). Run in the checkout. Python 3.9 or newer, nothing but its standard library.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Of Package.swift's targets those that other packages see; all others have nothing that is public.
MODULES = ["Drawing", "Layout", "Timeline", "Prefetching", "FeedproofLayout", "Pixels", "FeedproofProof"]
LIST = Path("docs/public-api.txt")
HEAD = "# What other packages can depend on (docs/library.md). Written by scripts/public_api.py; a test holds it against the code.\n"
# What every type may have without saying so, as far as the compiler finds it out.
IMPLIED = {"Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype", "Sendable & Copyable"}
# What conformances that are listed bring along.
IMPLIED_MEMBER = re.compile(r"==|<|hash\(into:\)|encode\(to:\)|init\(from:\)|init\(rawValue:\)|description$")
# What a protocol of ours asks for is told there.
ASKED = re.compile(r"shape\(_:width:maxLines:truncation:\)$")


def graphs(module, folder):
    """The module's symbols, and those that it adds to others."""
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
    """Cases without one say all with their names; what makes a value is told by the value's properties, unless it can fail."""
    kind, name = symbol["kind"]["identifier"], symbol["pathComponents"][-1]
    declaration = spelled(symbol)
    is_plain = kind == "swift.enum.case" or kind == "swift.init" and "throws" not in declaration
    return not is_plain and not ASKED.match(name)


def spelled(symbol):
    return re.sub(r"\s+", " ", "".join(part["spelling"] for part in symbol["declarationFragments"]))


def public(module, folder):
    """Each declaration's line, and the names of those that need a comment and have none."""
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
    """Declarations that are public in modules that nobody else can see."""
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
        sys.exit("\n".join(broken) + "\nwhat is meant is listed by: python3 scripts/public_api.py write .build/debug/Modules")


main()
