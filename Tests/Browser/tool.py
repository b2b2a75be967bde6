"""The program under test."""

import contextlib
import json
import pathlib
import signal
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Tool:
    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()

    def run(self, *arguments, status=(0,), **options):
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True, check=False, **options)
        if done.returncode not in status:
            raise RuntimeError(f"{arguments[0]} ended with {done.returncode}: {done.stderr[-600:]}")
        return done

    def export(self, source, target, *options):
        self.run("export", source, "--output", target, "--quiet", *options)

    @contextlib.contextmanager
    def serving(self, *arguments):
        """Runs a command that serves pages, on any free port; yields its address and ends it as Ctrl-C does."""
        server = subprocess.Popen([self.path, *arguments, "--port", "0", "--json"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        try:
            # The pipe holds the few events that follow.
            address = next((event["address"] for event in map(json.loads, server.stdout) if "address" in event), None)
            if address is None:
                raise RuntimeError(f"{arguments[0]} ended without an address")
            yield address
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=60)
        assert server.returncode == 0, f"Ctrl-C ends {arguments[0]} with status {server.returncode}"
