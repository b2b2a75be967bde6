"""Compares the modules in Package.swift with the imports and names in their files.

  modules.py check   prints path:line: rule for each violation of the architecture, and exits 1
  modules.py draw    prints the image of the modules (docs/images/modules.svg)

Run in the checkout. Python 3.9 or newer, nothing but its standard library.
"""

import json
import os
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

# Modules of the toolchain and the system.
STANDARD = {
    "CoreServices", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "Musl", "PackageDescription",
    "Synchronization", "Testing",
}
# The library products.
LIBRARIES = ["FeedproofLayout", "FeedproofProof"]
PICTURE = Path("docs/images/modules.svg")


# -- Package.swift


class Target:
    """A target of Package.swift; `place` is its position in the list."""

    def __init__(self, kind, name, path, dependencies, line):
        self.kind, self.name, self.path, self.line = kind, name, Path(path), line
        # The project's modules by their name, products of other packages by the product's name.
        self.dependencies = dependencies

    @property
    def is_module(self):
        return self.path.parts[0] == "Sources" and self.kind != "system" and bool(self.swift_files)

    @property
    def swift_files(self):
        return sorted(self.path.rglob("*.swift"))

    @property
    def c_files(self):
        return sorted(file for ending in ("*.c", "*.h") for file in self.path.rglob(ending))


def read_targets():
    """The targets as SwiftPM reads them. Takes half a second, or two if SwiftPM's cache lacks the manifest."""
    # The fuzzing program is a target only if the variable is set. Don't wait for a build that is running.
    command = ["swift", "package", "--ignore-lock", "dump-package"]
    try:
        told = subprocess.run(command, stdout=subprocess.PIPE, env={**os.environ, "FEEDPROOF_FUZZ": "1"}, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"Package.swift can't be read: {error}")
    manifest = Path("Package.swift").read_text()
    targets = []
    for target in json.loads(told)["targets"]:
        name, kind = target["name"], target["type"]
        dependencies = [value[0] for dependency in target["dependencies"] for value in dependency.values()]
        place = re.search(rf'\bname: "{re.escape(name)}"', manifest)
        line = manifest.count("\n", 0, place.start()) + 1 if place else 1
        path = target.get("path") or f"{'Tests' if kind == 'test' else 'Sources'}/{name}"
        targets.append(Target(kind, name, path, dependencies, line))
    return targets


# -- Swift files


# The start of anything other than code, and the parentheses that may end an interpolation.
OPENING = re.compile(r'//[^\n]*|/\*.*?(?:\*/|\Z)|(#*)("""|")|[()]', flags=re.S)


@lru_cache(maxsize=None)
def inside(end):
    """Matches the relevant parts of a string that ends with `end`: an interpolation (group 1), an escaped character, the end."""
    marks = "#" * end.count("#")
    return re.compile(r"\\" + marks + r"(\()|" + ("" if marks else r"\\[^(]|") + re.escape(end))


@lru_cache(maxsize=None)
def code_of(file):
    return code(file.read_text())


def code(text):
    """The text with comments and literals blanked. Interpolated code stays."""
    out, at = [], 0
    # For each open string: its end, and the depth of parentheses in its interpolation.
    strings = []

    def blank(end):
        nonlocal at
        out.append(re.sub(r"[^\n]", " ", text[at:end]))
        at = end

    while at < len(text):
        if strings and strings[-1][1] == 0:
            found = inside(strings[-1][0]).search(text, at)
            blank(found.end() if found else len(text))
            if found and found[1]:
                strings[-1][1] = 1
            elif found and found[0] == strings[-1][0]:
                strings.pop()
            continue
        found = OPENING.search(text, at)
        if not found:
            out.append(text[at:])
            break
        out.append(text[at : found.start()])
        at = found.start()
        if found[2]:
            strings.append([found[2] + found[1], 0])
        elif strings and found[0] in "()":
            strings[-1][1] += 1 if found[0] == "(" else -1
        if found[0] in "()" and not (strings and strings[-1][1] == 0):
            out.append(found[0])
            at = found.end()
        else:
            blank(found.end())
    return "".join(out)


IMPORT = re.compile(
    r"^[ \t]*(?:@\w+[ \t]+)*(?:(?:public|package|internal|fileprivate|private)[ \t]+)?import[ \t]+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)[ \t]+)?(\w+)",
    flags=re.M,
)
DECLARATION = re.compile(
    r"^(?!private|fileprivate)(?:@\w+(?:\([^)]*\))?[ ]+)*(?:(?:public|package|internal|final|indirect|nonisolated)[ ]+)*"
    r"(?:struct|enum|class|protocol|actor|typealias|func)[ ]+(\w+)",
    flags=re.M,
)
MENTION = re.compile(r"(?<![.\w])[A-Za-z_]\w*")


def imports(file):
    text = code_of(file)
    for found in IMPORT.finditer(text):
        yield found[1], text.count("\n", 0, found.start(1)) + 1


# -- Rules


def check_imports(targets, report):
    place = {target.name: number for number, target in enumerate(targets)}
    headers = {target.name: headers_of(target) for target in targets if target.kind == "system"}
    for target in targets:
        imported = set()
        for file in target.swift_files:
            for name, line in imports(file):
                imported.add(name)
                if name not in STANDARD and name != target.name and name not in target.dependencies:
                    report(file, line, f"{target.name} imports {name}, which Package.swift does not give it")
        for file in target.c_files if target.kind == "regular" and not target.swift_files else []:
            included = set(re.findall(r"^#\s*include <([^>]+)>", file.read_text(), flags=re.M))
            imported.update(name for name, found in headers.items() if found & included)
        for name in target.dependencies:
            if name not in imported and not is_executable_under_test(name, target, targets):
                report("Package.swift", target.line, f"{target.name} depends on {name} and never imports it")
            if name in place and place[name] > place[target.name]:
                report("Package.swift", target.line, f"{target.name} depends on {name}, which stands below it in the list")


def headers_of(target):
    return {header for file in target.c_files for header in re.findall(r"#\s*include <([^>]+)>", file.read_text())}


def is_executable_under_test(name, target, targets):
    """Tests that start a program depend on it, so that it is built."""
    return target.kind == "test" and any(other.name == name and other.kind == "executable" for other in targets)


def check_folders(target, report):
    """Folders are layers of their module, without direct or indirect cycles.

    Detected by the names of top-level types and functions. A file outside of folders is a layer by itself.
    """
    declared, texts = {}, {}
    for file in target.swift_files:
        parent = file.parent.relative_to(target.path)
        layer = str(parent) if parent.parts else file.name
        text = code_of(file)
        texts.setdefault(layer, []).append((file, text))
        for name in DECLARATION.findall(text):
            declared.setdefault(name, layer)
    edges = {layer: {} for layer in texts}
    for layer, files in texts.items():
        for file, text in files:
            for found in MENTION.finditer(text):
                other = declared.get(found[0])
                if other and other != layer:
                    edges[layer].setdefault(other, (file, text.count("\n", 0, found.start()) + 1, found[0]))
    for circle in circles(edges):
        if all(layer.endswith(".swift") for layer in circle):
            continue
        for layer, other in zip(circle, circle[1:] + circle[:1]):
            file, line, name = edges[layer][other]
            report(file, line, f"a circle of folders: {layer} mentions {name} of {other}")


def circles(edges):
    """One cycle for each group of layers that reach each other, as a list in order."""
    seen = set()
    for start in sorted(edges):
        if start in seen:
            continue
        ways = {start: []}
        waiting = [start]
        while waiting:
            layer = waiting.pop(0)
            for other in sorted(edges[layer]):
                if other == start:
                    circle = ways[layer] + [layer]
                    seen.update(circle)
                    yield circle
                    waiting = []
                    break
                if other not in ways:
                    ways[other] = ways[layer] + [layer]
                    waiting.append(other)


# Files of several small types of equal rank, and the façade of a library.
SHARED_FILES = {"Geometry.swift", "FeedproofLayout.swift"}
DECLARED = re.compile(r"\b(?:struct|enum|class|protocol|actor|extension|typealias) +([A-Za-z_.]\w*(?:\.\w+)*)")
TOP_LEVEL = re.compile(r"^(?:[\w@()]+ +)*(?:struct|enum|class|protocol|actor|typealias) +([A-Z]\w*)", flags=re.M)


def check_names(report):
    """Each file declares the type that it is named after (`Type.swift`, `Type+Topic.swift`), or free functions alone; no
    two types at top level share a name."""
    places = {}
    for file in sorted(Path("Sources").rglob("*.swift")):
        text = code_of(file)
        declared = {part for name in DECLARED.findall(text) for part in name.split(".")}
        if declared and file.name not in SHARED_FILES and file.stem.split("+")[0] not in declared:
            report(file, 1, "declares no type of its name")
        for found in TOP_LEVEL.finditer(text):
            if re.match(r"(file)?private ", found[0]):
                continue
            line = text.count("\n", 0, found.start()) + 1
            if found[1] in places:
                report(file, line, f"{found[1]} is also declared in {places[found[1]]}")
            places.setdefault(found[1], file)


TABLE = Path("Sources/Projects/Project.swift")
# Options that have another meaning in a command than the setting of the same name.
OWN_OPTIONS = {"output", "page", "scale", "since", "prefetchBudget", "prefetchWeights"}


def beginnings(paths):
    """The paths and what they begin with: `a` and `a.b` of `a.b`."""
    return {".".join(path.split(".")[:count]) for path in paths for count in range(1, path.count(".") + 2)}


def check_settings(report):
    """All settings of a project are in one table. A file that names many of them is a second list."""
    rows = re.findall(r'table\.add\(\s*\.\w+\(\s*"(\w+)",\s*\\\.([\w.]+)', TABLE.read_text())
    if len(rows) < 20:
        report(TABLE, 1, "the table of settings is not found")
    keys, properties = {row[0] for row in rows}, {row[1] for row in rows}
    options = {
        re.sub("-([a-z])", lambda match: match[1].upper(), name)
        for name in re.findall(r'option: "([a-z-]+)"', TABLE.read_text())
    } - OWN_OPTIONS
    for file in sorted(Path("Sources").rglob("*.swift")):
        if file.parts[1] == "Projects":
            continue
        text = file.read_text()
        named = keys.intersection(re.findall(r'"(\w+)"', text))
        read = properties.intersection(beginnings(re.findall(r"\bproject[?]?\.(\w+(?:\.\w+)*)", text)))
        if (len(named) > 5 or len(read) > 8) and "Lists settings because " not in text:
            rule = "a second list of settings without a comment, \"Lists settings because …\""
            report(file, 1, f"{rule}: {', '.join(sorted(named if len(named) > 5 else read))}")
        if file.parts[1] == "feedproof":
            for line, code in enumerate(text.split("\n"), 1):
                name = re.match(r"  var (\w+)\b.*[:=]", code)
                if name and name[1] in options:
                    report(file, line, f"an option of the table of settings, declared again: {name[1]}")


def check_folder_names(targets, report):
    known = {target.path.parts[1] for target in targets if len(target.path.parts) > 1}
    for folder in sorted(path for root in ("Sources", "Tests") for path in Path(root).iterdir() if path.is_dir()):
        if folder.name not in known and any(folder.rglob("*.swift")):
            report(folder, 1, "a folder of Swift files that no target of Package.swift has")


def check_libraries(targets, report):
    """The library products are pure Swift: no C, and no library that must be installed."""
    named = {target.name: target for target in targets}
    for name in LIBRARIES:
        waiting, seen = [name], set()
        while waiting:
            target = named.get(waiting.pop())
            if target is None or target.kind == "system" or target.c_files:
                report("Package.swift", named[name].line, f"{name} rests on more than Swift: {target.name if target else 'a package'}")
                break
            seen.add(target.name)
            waiting += [below for below in target.dependencies if below not in seen]


def check():
    broken = []

    def report(file, line, rule):
        broken.append(f"{file}:{line}: {rule}")

    targets = read_targets()
    check_imports(targets, report)
    check_folder_names(targets, report)
    for target in targets:
        check_folders(target, report)
    check_names(report)
    check_settings(report)
    check_libraries(targets, report)
    if not PICTURE.exists() or PICTURE.read_text() != draw(targets):
        report(PICTURE, 1, f"not the picture of Package.swift: scripts/draw-docs modules")
    for line in broken:
        print(line)
    return 1 if broken else 0


# -- The image


def draw(targets):
    """Draws the product's modules, each as low as its dependencies allow.

    Leaves out arrows that follow from others, and arrows to the lowest row, which all modules import.
    """
    modules = [target for target in targets if target.is_module]
    names = {target.name for target in modules}
    below = {target.name: [name for name in target.dependencies if name in names] for target in modules}
    level, reach = {}, {}
    for target in modules:
        level[target.name] = max((level[name] + 1 for name in below[target.name]), default=0)
        reach[target.name] = set(below[target.name]).union(*(reach[name] for name in below[target.name]))
    direct = {
        name: [other for other in others if level[other] > 0 and not any(other in reach[between] for between in others)]
        for name, others in below.items()
    }
    rows = [[target.name for target in modules if level[target.name] == floor] for floor in range(max(level.values()) + 1)]
    place = ordered(rows, direct)
    packages = {
        target.name: [name for name in target.dependencies if name not in names and not re.match("C[A-Z]", name)]
        for target in modules
    }
    return picture(rows, direct, place, packages)


def ordered(rows, direct):
    """The position of each module in its row, from 0 to 1: above its dependencies, found by several passes over the rows."""
    above = {name: [other for other in direct if name in direct[other]] for name in direct}
    place = {name: (number + 0.5) / len(row) for row in rows for number, name in enumerate(row)}
    for turn in range(8):
        neighbours, order = (direct, rows) if turn % 2 == 0 else (above, rows[::-1])
        for row in order:
            wanted = {
                name: sum(place[other] for other in neighbours[name]) / len(neighbours[name]) if neighbours[name] else place[name]
                for name in row
            }
            row.sort(key=lambda name: (round(wanted[name], 9), name))
            for number, name in enumerate(row):
                place[name] = (number + 0.5) / len(row)
    return place


WIDTH, HEIGHT, GAP, STEP, MARGIN = 122, 40, 18, 92, 16
STYLE = """
    text { font: 13px -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; text-anchor: middle; fill: #1f2328 }
    .package { font-size: 10px; fill: #59636e }
    rect { fill: #f6f8fa; stroke: #818b98 }
    path { fill: none; stroke: #818b98; stroke-opacity: 0.75 }
    marker path { fill: #818b98; stroke: none }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .package { fill: #9198a1 }
      rect { fill: #212830; stroke: #656c76 }
      path { stroke: #9198a1 } marker path { fill: #9198a1 }
    }
"""


def picture(rows, direct, place, packages):
    width = max(len(row) for row in rows) * (WIDTH + GAP) - GAP + 2 * MARGIN
    height = len(rows) * STEP - (STEP - HEIGHT) + 2 * MARGIN
    spot = {}
    for floor, row in enumerate(rows):
        for name in row:
            pitch = (width - 2 * MARGIN) / len(row)
            spot[name] = (round(MARGIN + place[name] * pitch * len(row)), height - MARGIN - HEIGHT - floor * STEP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        "  <title>The modules of Feedproof: an arrow leads from a module to one that it imports; everything rests on the lowest row</title>",
        f"  <style>{STYLE}  </style>",
        '  <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">',
        '    <path d="M0 0.5 L8 4 L0 7.5 Z"/>',
        "  </marker>",
    ]
    for name in sorted(direct):
        for number, other in enumerate(sorted(direct[name], key=lambda other: spot[other])):
            (x, y), (to_x, to_y) = spot[name], spot[other]
            x += round((number + 1) * WIDTH * 0.8 / (len(direct[name]) + 1) - WIDTH * 0.4)
            bend = (to_y - y - HEIGHT) // 2
            lines.append(
                f'  <path d="M{x} {y + HEIGHT} C{x} {y + HEIGHT + bend} {to_x} {to_y - bend} {to_x} {to_y}" '
                'marker-end="url(#arrow)"/>'
            )
    for name in sorted(spot):
        x, y = spot[name]
        lines.append(f'  <rect x="{x - WIDTH // 2}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>')
        lines.append(f'  <text x="{x}" y="{y + (18 if packages[name] else 25)}">{name}</text>')
        if packages[name]:
            lines.append(f'  <text class="package" x="{x}" y="{y + 32}">{", ".join(packages[name])}</text>')
    return "\n".join(lines + ["</svg>", ""])


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        sys.exit(check())
    if sys.argv[1:] == ["draw"]:
        print(draw(read_targets()), end="")
    else:
        sys.exit(__doc__)
