"""Controls Chromium for trials, with Python's standard library only."""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile


class Chrome:
    """A page in Chromium, controlled over a pair of pipes.

    `options` are command-line options of Chromium, `rasterizer` Fontconfig's settings for drawing text: (name, type, value).
    """

    def __init__(self, *options, rasterizer=()):
        self.profile = tempfile.mkdtemp()
        environment = dict(os.environ)
        if rasterizer:
            environment["FONTCONFIG_FILE"] = os.path.join(self.profile, "fonts.conf")
            edits = "".join(f'<match target="{target}"><edit name="{name}" mode="assign"><{kind}>{value}</{kind}></edit></match>'
                            for name, kind, value in rasterizer for target in ("pattern", "font"))
            with open(environment["FONTCONFIG_FILE"], "w", encoding="utf-8") as file:
                file.write('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
                           f"<include>/etc/fonts/fonts.conf</include>{edits}</fontconfig>")
        to_read, self.to_write = os.pipe()
        self.from_read, from_write = os.pipe()

        def place():
            # Chromium reads from descriptor 3 and writes to 4. This process may use the same numbers.
            for pipe, number in ((to_read, 10), (from_write, 11), (10, 3), (11, 4)):
                os.dup2(pipe, number)

        program = shutil.which("chromium") or shutil.which("google-chrome") or sys.exit("this trial needs Chromium")
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={self.profile}", *options, "about:blank"],
            preexec_fn=place, close_fds=False, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.number, self.rest, self.session = 0, b"", None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def ask(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                piece = os.read(self.from_read, 1 << 16)
                if not piece:
                    sys.exit("Chromium has ended")
                self.rest += piece
            answer, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]

    def run(self, script):
        """Evaluates a script and returns its value."""
        told = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in told:
            sys.exit(f"{told['exceptionDetails']['exception'].get('description')}\n{script[:400]}")
        return told["result"].get("value")

    def picture(self):
        size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
        told = self.ask("Page.captureScreenshot", captureBeyondViewport=True, clip={**size, "scale": 1})
        return base64.b64decode(told["data"])

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.to_write)
        os.close(self.from_read)
        shutil.rmtree(self.profile, ignore_errors=True)
