"""Parts of scripts/docs that need no other package.

  docs.py try TOOL HOME [PAGE ...]   pastes the sh blocks of pages into an empty folder each, with the program TOOL in the path
  docs.py words                      prints the number of words of user documents
  docs.py reference HELP             prints the page of all commands; HELP is what `feedproof --experimental-dump-help` prints

Run in the checkout. Python 3.9 or newer, standard library only.
"""

import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MARK = "<!-- scripts/docs try:"
# Written for contributors, or generated.
OTHERS = {"architecture", "testing", "performance", "library", "mockups", "page-templates", "diagnostics"}
# Commands that run until they are interrupted.
ENDLESS = re.compile(r"feedproof (serve|watch)\b")
# Seconds after which a command counts as hanging.
PATIENCE = 300


def commands(page):
    """The commands of the page's sh blocks, each with the exit status that its last line names."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"(?ms)^```sh\n(.*?)^```$", text):
        lines, end = [], None
        for line in block.splitlines():
            lines.append(line)
            here = re.search(r"<<'(\w+)'$", line)
            if end is None and here:
                end = here[1]
            elif line == end:
                end = None
            if end is None:
                status = re.search(r"# status (\d+)$", line)
                yield "\n".join(lines), int(status[1]) if status else 0
                lines = []


def interrupted(command, folder, environment):
    """The status of a server that is interrupted when it has printed its address."""
    # A shell starts background jobs with SIGINT ignored, which their children inherit.
    process = subprocess.Popen(["bash", "-c", f"exec {command.replace(' --open', '')}"], cwd=folder, env=environment,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # fmt: skip
    seen, end = b"", time.monotonic() + PATIENCE
    while b"http://127.0.0.1:" not in seen and process.poll() is None and time.monotonic() < end:
        if select.select([process.stdout], [], [], 1)[0]:
            seen += os.read(process.stdout.fileno(), 65536)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    return process.returncode, seen.decode(errors="replace")


def follow(page, environment):
    """Pastes the page's commands and prints each that ends with another status than the page says; the number of these."""
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="feedproof-docs-") as folder:
        place = Path(folder)
        for command, wanted in commands(page):
            if re.fullmatch(r"cd (\S+)", command):
                place = place / command[3:]
                continue
            if ENDLESS.match(command):
                status, log = interrupted(command, place, environment)
            else:
                done = subprocess.run(["bash", "-c", command], cwd=place, env=environment, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)  # fmt: skip
                status, log = done.returncode, done.stdout.decode(errors="replace")
            if status != wanted:
                wrong += 1
                print(f"{page}: status {status} instead of {wanted}: {command.splitlines()[0]}\n{log[-2000:]}")
                break
    return wrong


def attempt(tool, home, names):
    """Follows all marked pages, or the named ones."""
    pages = [page for page in sorted(Path("docs").glob("*.md")) if MARK in page.read_text(encoding="utf-8")]
    pages = [page for page in pages if not names or page.stem in names]
    with tempfile.TemporaryDirectory(prefix="feedproof-tool-") as folder:
        script = Path(folder, "feedproof")
        script.write_text(f"#!/bin/sh\nFEEDPROOF_HOME='{home}' exec '{Path(tool).resolve()}' \"$@\"\n")
        script.chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "FEEDPROOF_EXAMPLES": f"{home}/Examples"}
        wrong = sum(follow(page, environment) for page in pages)
    print(f"{len(pages)} pages followed, {wrong} with a command that fails")
    return 1 if wrong else 0


def described(argument):
    """A row of the table of options."""
    names = [("-" if one["kind"] == "short" else "--") + one["name"] for one in argument.get("names", [])]
    value = f" <{argument['valueName']}>" if argument["kind"] == "option" else ""
    shown = ", ".join(f"`{name}{value}`" for name in names) or f"`<{argument['valueName']}>`"
    text = argument.get("abstract", "").replace("|", "\\|").replace("<", "&lt;")
    choices = argument.get("allValues")
    return f"| {shown} | {text}{' Values: ' + ', '.join(choices) + '.' if choices else ''} | {argument.get('defaultValue', '')} |"


def reference(command, path=()):
    """The sections of a command and those below it."""
    path = (*path, command["commandName"])
    sections = []
    if len(path) > 1 and command.get("shouldDisplay", True) and command["commandName"] != "help":
        sections = [f"## {' '.join(path)}", command.get("abstract", "").replace("<", "&lt;")]
        options = [one for one in command.get("arguments", []) if one.get("shouldDisplay", True)]
        options = [one for one in options if one["valueName"] not in ("help", "version")]
        if options:
            sections.append("\n".join(["| option | meaning | default |", "|---|---|---|", *map(described, options)]))
    for one in command.get("subcommands", []):
        sections += reference(one, path)
    return sections


def main():
    if sys.argv[1:2] == ["reference"] and len(sys.argv) == 3:
        command = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))["command"]
        print("\n\n".join(["# Command line", "All commands and options, as `--help` prints them.", *reference(command)]))
        return 0
    if sys.argv[1:2] == ["try"] and len(sys.argv) > 3:
        return attempt(sys.argv[2], sys.argv[3], sys.argv[4:])
    if sys.argv[1:] == ["words"]:
        pages = [page for page in sorted(Path("docs").glob("*.md")) if page.stem not in OTHERS]
        print(sum(len(page.read_text(encoding="utf-8").split()) for page in pages))
        return 0
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
