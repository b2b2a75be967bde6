"""Measures one comparer on all pairs: `measure.py NAME pairs.json ROUNDS`. Prints JSON; times are CPU milliseconds."""

import json
import pathlib
import sys
import time

import numpy
from PIL import Image


def pixelmatch_fast(first, second):
    from pixelmatch import pixelmatch

    return pixelmatch(first, second, None, threshold=0.1, includeAA=False)


def pybind11_pixelmatch(first, second):
    from pybind11_pixelmatch import Options, pixelmatch

    options = Options()
    options.threshold = 0.1
    options.includeAA = False
    return pixelmatch(first, second, options=options)


COMPARERS = {
    # Each comparer gets pictures in the form that it reads fastest.
    "pixelmatch-fast": (pixelmatch_fast, lambda picture: picture),
    "pybind11-pixelmatch": (pybind11_pixelmatch, lambda picture: numpy.array(picture)),
}


def cpu(work):
    start = time.process_time()
    result = work()
    return (time.process_time() - start) * 1000, result


def main(name, list_file, rounds):
    compare, form = COMPARERS[name]
    folder = pathlib.Path(list_file).parent

    def decoded(file):
        return form(Image.open(folder / file).convert("RGBA"))

    results = []
    # Some comparers compile at the first call: that time does not count.
    tiny = form(Image.new("RGBA", (8, 8), "white"))
    compare(tiny, form(Image.new("RGBA", (8, 8), "black")))
    for pair in json.loads(pathlib.Path(list_file).read_text()):
        first, second = decoded(pair["first"]), decoded(pair["second"])
        times = {"compare": [], "files": []}
        for _ in range(int(rounds)):
            elapsed, differing = cpu(lambda: compare(first, second))
            times["compare"].append(elapsed)
            elapsed, again = cpu(lambda: compare(decoded(pair["first"]), decoded(pair["second"])))
            times["files"].append(elapsed)
            assert again == differing
        results.append({
            "name": pair["name"], "differing": int(differing),
            "compareMilliseconds": min(times["compare"]), "filesMilliseconds": min(times["files"]),
        })
    print(json.dumps(results))


main(*sys.argv[1:])
