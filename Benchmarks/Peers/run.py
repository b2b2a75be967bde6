"""Measures the tool's pixel comparison and the pixelmatch builds of PyPI on the same pairs, in one run.

Called by `scripts/benchmark pixels`. The programs take turns; each runs several times, and its fastest run counts.
"""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def fastest(runs):
    best = runs[0]
    for run in runs[1:]:
        for kept, found in zip(best, run):
            assert kept["differing"] == found["differing"], "a count that changes from run to run"
            for key in ("compareMilliseconds", "filesMilliseconds"):
                kept[key] = min(kept[key], found[key])
    return best


def table(results):
    own = results["feedproof"]
    lines = []
    for key, what in (("compareMilliseconds", "decoded pictures"), ("filesMilliseconds", "from PNG files")):
        lines += ["", f"| CPU ms, {what} | " + " | ".join(pair["name"] for pair in own) + " |"]
        lines.append("|---|" + "---:|" * len(own))
        for name, pairs in results.items():
            cells = []
            for pair, mine in zip(pairs, own):
                ratio = "" if name == "feedproof" else f" ({pair[key] / max(mine[key], 1e-6):.2g} ×)"
                cells.append(f"{pair[key]:,.2f}{ratio}")
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines += ["", "| differing pixels | " + " | ".join(pair["name"] for pair in own) + " |"]
    lines.append("|---|" + "---:|" * len(own))
    for name, pairs in results.items():
        lines.append(f"| {name} | " + " | ".join(str(pair["differing"]) for pair in pairs) + " |")
    return "\n".join(lines[1:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--pairs", required=True)
    parser.add_argument("--peer", action="append", nargs=2, metavar=("NAME", "PYTHON"), default=[])
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    def output(command):
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    runs = {}
    for turn in range(options.turns):
        found = output([options.program, "--pixels", options.pairs, "--json"])
        runs.setdefault("feedproof", []).append(found)
        for name, python in options.peer:
            print(f"turn {turn + 1} of {options.turns}: {name}", file=sys.stderr)
            runs.setdefault(name, []).append(output([python, str(HERE / "measure.py"), name, options.pairs, "7"]))
    results = {name: fastest(found) for name, found in runs.items()}
    print(json.dumps(results, indent=2) if options.json else table(results))


main()
