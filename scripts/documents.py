"""Checks that everything the documents refer to exists: links and headings, images, files of the checkout, types.

  documents.py       prints path:line: rule for each broken reference, and exits 1

Run in the checkout. Python 3.9 or newer, nothing but its standard library.
"""

import re
import sys
from pathlib import Path

ROOTS = "Sources|Tests|Templates|Mockups|Examples|Benchmarks|scripts|docs|deploy|packaging|HomebrewFormula"
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
CODE = re.compile(r"`([^`]+)`")
# In prose, a path may name several files.
PATH = re.compile(rf"(?:{ROOTS})/[\w.+*/-]+|[\w+/-]+\.swift")
# A path in commands and lists of files, unless it continues with a placeholder.
COMMAND_PATH = re.compile(rf"(?<![\w/.-])(?:{ROOTS})/[\w.+*/-]*[\w*](?![\w.+*/<$…-])")
MENTIONED = re.compile(r"\bdocs/[\w-]+\.md\b")
TYPE = re.compile(r"[A-Z][a-z]+\w*[A-Z]\w*")
# Words that look like types of this project.
FOREIGN = {"ReadWriteMany"}


def slug(heading):
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.replace("`", "").strip().lower()).replace(" ", "-")


def lines_of(document):
    """The lines with their numbers, and whether each is in a fenced block."""
    is_fenced = False
    for number, line in enumerate(document.read_text().split("\n"), 1):
        if line.startswith("```"):
            is_fenced = not is_fenced
        yield number, line, is_fenced


def anchors(document):
    return {slug(line.lstrip("#")) for _, line, is_fenced in lines_of(document) if line.startswith("#") and not is_fenced}


def leads_somewhere(target, document):
    path, _, anchor = target.partition("#")
    file = document.parent / path if path else document
    return file.exists() and (not anchor or file.suffix != ".md" or anchor in anchors(file))


def is_there(path):
    """Whether the checkout has the file or folder, a match of the pattern, or a source file whose path ends like this."""
    path = re.sub(r"\b[A-Z]{4,}$", "*", path.rstrip("/"))
    if any(Path().glob(path)):
        return True
    return any(any(Path(root).glob(f"**/{path}")) for root in ("Sources", "Tests", "Benchmarks"))


def declared():
    words = r"\b(?:struct|class|enum|protocol|actor|typealias|case|static let|func) +(\w+)"
    files = [file for root in ("Sources", "Tests", "Benchmarks") for file in Path(root).rglob("*.swift")]
    modules = {folder.name for folder in Path("Sources").iterdir()}
    return FOREIGN.union(modules, *(re.findall(words, file.read_text()) for file in files))


def check():
    broken = []
    names = declared()
    for document in [*sorted(Path().glob("*.md")), *sorted(Path("docs").glob("*.md"))]:
        for number, line, is_fenced in lines_of(document):
            targets = [] if is_fenced else [link or image for link, image in LINK.findall(line)]
            for target in targets:
                if not re.match(r"https?:|mailto:", target) and not leads_somewhere(target, document):
                    broken.append(f"{document}:{number}: {target} leads nowhere")
            words = CODE.findall(line)
            paths = COMMAND_PATH.findall(line) if is_fenced else [text for text in words if PATH.fullmatch(text)]
            for path in paths:
                if not is_there(path):
                    broken.append(f"{document}:{number}: there is no {path}")
            for text in [] if is_fenced else words:
                if TYPE.fullmatch(text) and text not in names:
                    broken.append(f"{document}:{number}: no source declares {text}")
    for root in ("Sources", "Templates", "scripts"):
        for file in sorted(path for path in Path(root).rglob("*") if path.is_file()):
            for number, line in enumerate(file.read_bytes().decode("utf-8", "replace").split("\n"), 1):
                for name in MENTIONED.findall(line):
                    if not Path(name).exists():
                        broken.append(f"{file}:{number}: there is no {name}")
    for line in broken:
        print(line)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(check())
