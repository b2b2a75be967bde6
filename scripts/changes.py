"""What a change can affect: the steps of scripts/test that it needs.

  changes.py [BASE]           the files that differ from git revision BASE, and new files
  changes.py --files FILE...  these files

Prints lines of a step and its arguments, for scripts/test:

  format FILE        a Swift file to check
  scripts            the pages' scripts: types and unit tests
  tests TARGET       a test target
  browser GROUP      the browser tests in Tests/Browser/test_GROUP*.py

House rules take seconds and always run. A file that this program can't place affects everything.

Run in the checkout. Python 3.9 or newer, nothing but its standard library.
"""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import modules

# Changes of these files can affect any step.
EVERYTHING = {"Package.swift", "Package.resolved", ".swift-format", ".swift-version", "scripts/setup", "scripts/test", "scripts/changes.py"}
# Files that only house rules, or nothing, check, unless a test names them.
RULES_ONLY = ("docs/", "scripts/", "deploy/", "packaging/", "HomebrewFormula/", ".ci/", ".github/", "Benchmarks/", "Tests/Packaging/",
              "Tests/Cluster/", "output/")
RULES_ONLY_ENDINGS = (".md",)
RULES_ONLY_FILES = {"LICENSE", "feedproof", "action.yml", ".gitignore", ".dockerignore", ".gitattributes"}
PAGES = "Templates/Site"
BROWSER = Path("Tests/Browser")
# What each browser group opens: the module whose commands make its pages, and its folders of Templates/Site. Folders that no
# group has belong to all.
GROUPS = {
    "feed": ("Export", {"feed"}),
    "find": ("Export", {"feed"}),
    "kept": ("Export", {"feed"}),
    "chat": ("Export", {"chat", "chats"}),
    "turned": ("Export", {"feed", "chat"}),
    "drawing": ("Export", {"feed"}),
    "drawn": ("Export", {"feed", "chat"}),
    "watch": ("Server", {"feed", "live", "start", "review"}),
    "review": ("Comparison", {"review"}),
    "film": ("Filming", {"review"}),
    "looks": ("Export", {"feed", "chat", "start"}),
}


def git(*arguments):
    try:
        return subprocess.run(["git", *arguments], stdout=subprocess.PIPE, check=True, text=True).stdout
    except OSError as error:
        sys.exit(f"git does not start: {error}")
    except subprocess.CalledProcessError:
        # git has printed why.
        sys.exit(1)


def changed_files(base):
    """Both names of a renamed file."""
    changed = git("diff", "--name-only", "--no-renames", "-z", base, "--").split("\0")
    new = git("ls-files", "--others", "--exclude-standard", "-z").split("\0")
    return sorted({name for name in changed + new if name})


def default_base():
    """The last commit that the upstream branch shares; HEAD if there is no upstream branch."""
    for name in ("@{upstream}", "origin/HEAD", "origin/main"):
        found = subprocess.run(["git", "merge-base", "HEAD", name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if found.returncode == 0:
            return found.stdout.strip()
    return "HEAD"


class Graph:
    """The targets of Package.swift, who depends on whom, and the other files that their code names."""

    def __init__(self):
        self.targets = modules.read_targets()
        self.users = {target.name: set() for target in self.targets}
        for target in self.targets:
            for name in target.dependencies:
                if name in self.users:
                    self.users[name].add(target.name)
        roots = "|".join(sorted({path.name for path in Path().iterdir() if not path.name.startswith(".")}, key=len, reverse=True))
        mention = re.compile(rf'"((?:{roots.replace(".", "[.]")})(?:/[^"\\]*)?)["\\]')
        self.mentions = {
            target.name: {found for file in target.swift_files for found in mention.findall(file.read_text())}
            for target in self.targets if target.kind != "system"
        }

    def owner(self, path):
        """The target whose folder holds a file: the innermost."""
        owners = [target for target in self.targets if target.path in Path(path).parents]
        return max(owners, key=lambda target: len(target.path.parts), default=None)

    def readers(self, path):
        """Targets whose code names a file or one of its folders; a name that code completes is the beginning of one."""
        def names(mention):
            return path == mention or path.startswith(mention.rstrip("/") + "/") or (mention.count("/") and path.startswith(mention))
        return {name for name, mentions in self.mentions.items() if any(names(mention) for mention in mentions)}

    def affected(self, names):
        """These targets and all that depend on them."""
        found, waiting = set(), list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.users[name]
        return found

    def tests(self, names):
        return sorted(target.name for target in self.targets if target.kind == "test" and target.name in names)


def browser_imports():
    """The files of Tests/Browser that each of them imports, directly or not."""
    direct = {}
    for file in BROWSER.glob("*.py"):
        tree = ast.parse(file.read_text())
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        direct[file.stem] = {name for name in names if (BROWSER / f"{name}.py").exists()}
    reach = {}
    for name in direct:
        found, waiting = set(), [name]
        while waiting:
            each = waiting.pop()
            if each not in found:
                found.add(each)
                waiting += direct[each]
        reach[name] = found
    return reach


def group_of(test):
    """The group of a file with tests: test_review_views.py belongs to review."""
    return test.stem.split("_")[1]


def group_files():
    """The files of Tests/Browser that each group uses: its tests, the fixtures, and their imports."""
    reach = browser_imports()
    files = {group: set(reach["conftest"]) for group in GROUPS}
    for test in BROWSER.glob("test_*.py"):
        files[group_of(test)] |= reach[test.stem]
    return files


def check_groups():
    """Stops if Tests/Browser has other groups than the table above."""
    found = {group_of(test) for test in BROWSER.glob("test_*.py")}
    if found != set(GROUPS):
        sys.exit(f"scripts/changes.py: other groups than in Tests/Browser: {' '.join(sorted(found ^ set(GROUPS)))}")


def everything(graph, files):
    yield "scripts", ""
    yield from (("format", file) for file in files if file.endswith(".swift"))
    yield from (("tests", name) for name in graph.tests(graph.users))
    yield from (("browser", group) for group in GROUPS)


def page_groups(path):
    """The groups whose pages use a file of Templates/Site."""
    folder = path[len(PAGES) + 1 :].split("/")[0].split(".")[0].split("-")[0]
    groups = {group for group, (_, folders) in GROUPS.items() if folder in folders}
    return groups or set(GROUPS)


def steps(files):
    check_groups()
    graph = Graph()
    changed, edited, groups, has_scripts = set(), set(), set(), False
    users = None
    for path in files:
        if path in EVERYTHING:
            return sorted(set(everything(graph, files)))
        owner, readers = graph.owner(path), graph.readers(path)
        changed |= readers
        if owner:
            changed.add(owner.name)
            edited.add(owner.name)
        if path.startswith(PAGES + "/"):
            has_scripts = True
            groups |= page_groups(path)
        elif path.startswith("Tests/Scripts/"):
            has_scripts = True
        elif path.startswith(f"{BROWSER}/"):
            users = users or group_files()
            stem = Path(path).stem
            groups |= {group for group, stems in users.items() if stem in stems}
            if not any(stem in stems for stems in users.values()):
                groups |= set(GROUPS)
        elif path.startswith("Tests/Vectors/"):
            has_scripts = True
            changed |= {"Support"}
        elif path.startswith(("Templates/", "Examples/", "Mockups/")):
            # The pages are made from them.
            groups |= set(GROUPS)
        elif not (owner or readers or path.startswith(RULES_ONLY) or path.endswith(RULES_ONLY_ENDINGS) or path in RULES_ONLY_FILES):
            return sorted(set(everything(graph, files)))
    affected = graph.affected(changed & set(graph.users))
    edited = graph.affected(edited & set(graph.users))
    groups |= {group for group, (module, _) in GROUPS.items() if module in edited}
    found = [("tests", name) for name in graph.tests(affected)]
    found += [("browser", group) for group in sorted(groups)]
    found += [("format", file) for file in files if file.endswith(".swift") and Path(file).exists()]
    return found + ([("scripts", "")] if has_scripts else [])


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--files"]:
        files = [os.path.normpath(file) for file in arguments[1:]]
    else:
        files = changed_files(arguments[0] if arguments else default_base())
    for step, value in steps(files):
        print(f"{step} {value}".strip())


if __name__ == "__main__":
    main()
