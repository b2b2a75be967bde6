"""Measures the cost of each module in a clean build: runs the build and adds up the CPU time of its compilers (Linux).

    build.py COMMAND...     in the folder of the package; prints a Markdown table
"""

import collections
import os
import pathlib
import subprocess
import sys
import time

TICK = os.sysconf("SC_CLK_TCK")
# A module that compiles faster than this may be missed.
INTERVAL_S = 0.1


def processes(session):
    """Yields the processes of the build's session, whatever their groups: identity, name and CPU seconds."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            name, rest = (folder / "stat").read_text().rsplit(")", 1)
            fields = rest.split()
            if int(fields[3]) != session:
                continue
            arguments = (folder / "cmdline").read_text().split("\0")
        except OSError:
            continue
        name = name.split("(", 1)[1]
        if "-module-name" in arguments:
            name = arguments[arguments.index("-module-name") + 1]
        yield (folder.name, fields[19]), name, (int(fields[11]) + int(fields[12])) / TICK


def main():
    started = time.monotonic()
    build = subprocess.Popen(sys.argv[1:], start_new_session=True, stdout=sys.stderr)
    spent, names = {}, {}
    while build.poll() is None:
        for process, name, seconds in processes(build.pid):
            spent[process], names[process] = seconds, name
        time.sleep(INTERVAL_S)
    modules = collections.Counter()
    for process, seconds in spent.items():
        modules[names[process]] += seconds
    print("| module or program | CPU, s |\n|---|---:|")
    for name, seconds in modules.most_common():
        if seconds >= 0.5:
            print(f"| {name} | {seconds:.1f} |")
    print(f"| all | {sum(modules.values()):.1f} |\n\n{time.monotonic() - started:.0f} s, {os.cpu_count()} cores")
    return build.returncode


if __name__ == "__main__":
    sys.exit(main())
