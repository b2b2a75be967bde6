"""Checks the feed's page and the review in a real browser. `scripts/browser-test` prepares and runs this.

    run.py --tool FEEDPROOF --browser CHROMIUM --project FOLDER --work FOLDER [--only NAME]... [--real-time]
           [--quiet-when FILE]
"""

import argparse
import importlib.resources
import io
import multiprocessing
import multiprocessing.connection
import pathlib
import sys
import threading
import time
import traceback

import playwright.sync_api

import checks
import groups

# The time that a lane waits for the others before sections that must run alone. No lane takes longer.
PATIENCE_S = 1200


def attempt(result, section, times=3):
    """Runs a section up to `times` times: frames, flings and networks vary on a busy machine, so a check must fail
    each time to count."""
    for left in reversed(range(times)):
        before = len(result.failed)
        section()
        if not left or len(result.failed) == before:
            return
        print("  once more")
        del result.failed[before:]


class Lane:
    """Groups of sections, run in sequence in their own process and browser. The output appears section by section."""

    def __init__(self, makers, options, others, turn, speech, failures):
        self.makers, self.options = makers, options
        # A barrier for all lanes, a lock for sections that run alone, and a lock for output.
        self.others, self.turn, self.speech = others, turn, speech
        self.failures = failures

    def run(self):
        sys.stdout = io.StringIO()
        result = checks.Checks()
        try:
            with playwright.sync_api.sync_playwright() as driver:
                browser = checks.Browser(driver, str(self.options.browser))
                self.run_sections(result, self.setting(result, browser))
                browser.chromium.close()
        except Exception:
            traceback.print_exc(file=sys.stdout)
            result.failed.append(f"a lane with {', '.join(self.makers)} broke")
            self.others.abort()
        self.speak()
        self.failures.put(result.failed)

    def setting(self, result, browser):
        options = self.options
        axe = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
        return groups.Setting(
            tool=options.tool, project=options.project, work=options.work, root=options.root, keep=options.keep,
            real_time=options.real_time, axe=axe, result=result, browser=browser)

    def run_sections(self, result, setting):
        alone = []
        for group, make in self.makers.items():
            for name, section in make(setting).items():
                if not groups.is_chosen(name, self.options.only, group):
                    continue
                if name in groups.ALONE:
                    alone.append(section)
                else:
                    attempt(result, section)
                    self.speak()
        try:
            self.others.wait(PATIENCE_S)
        except threading.BrokenBarrierError:
            print("\nanother lane broke; what follows may not have been alone")
        self.await_quiet()
        for section in alone:
            with self.turn:
                attempt(result, section)
                self.speak()

    def await_quiet(self):
        """Waits for the `--quiet-when` file, which says that nothing else runs on the machine."""
        mark, patience = self.options.quiet_when, time.monotonic() + PATIENCE_S
        while mark and not mark.exists():
            if time.monotonic() > patience:
                print("\nthe machine does not come to rest; what follows may not have been alone")
                return
            time.sleep(0.2)

    def speak(self):
        said, sys.stdout = sys.stdout.getvalue(), io.StringIO()
        with self.speech:
            sys.__stdout__.write(said)
            sys.__stdout__.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("tool", "browser", "project", "work"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    parser.add_argument("--only", action="append", default=[], help="a group (feed, find, chat, review, film, watch), or sections by the beginning of their names; repeatable")
    parser.add_argument("--real-time", action="store_true", help="the prefetch table at a card a second, five minutes")
    parser.add_argument("--quiet-when", type=pathlib.Path, help="sections that must run alone wait for this file")
    parser.add_argument("--keep", action="store_true", help="takes the sites that an earlier run made")
    options = parser.parse_args()
    options.work, options.tool = options.work.resolve(), options.tool.resolve()
    options.root = pathlib.Path(__file__).resolve().parents[2]
    started = time.monotonic()
    lanes = groups.chosen(options.only)
    context = multiprocessing.get_context("fork")
    others, turn, speech, failures = context.Barrier(len(lanes)), context.Lock(), context.Lock(), context.Queue()
    processes = [
        context.Process(target=Lane(makers, options, others, turn, speech, failures).run) for makers in lanes]
    for process in processes:
        process.start()
    failed = []
    running = {process.sentinel: process for process in processes}
    while running:
        for sentinel in multiprocessing.connection.wait(running):
            process = running.pop(sentinel)
            process.join()
            if process.exitcode:
                failed.append(f"a lane ended with {process.exitcode}")
                others.abort()
    while not failures.empty():
        failed += failures.get()
    print(f"\n{time.monotonic() - started:.0f} s")
    for failure in failed:
        print(f"failed: {failure}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
