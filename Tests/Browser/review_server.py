"""What `feedproof serve` is for the review's page: a stand-in that keeps the same contract and remembers what it was asked.

GET /api/session: {"token", "project"}. POST /api/decisions, with X-Feedproof-Token and JSON: {"approved", "skipped"}.
"""

import functools
import json
import threading

import site_server

TOKEN = "a token of the test"


class Handler(site_server.Handler):
    def do_GET(self):
        if self.path != "/api/session":
            return super().do_GET()
        return self.answer(200, {"token": TOKEN, "project": "newsfeed"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path != "/api/decisions":
            return self.answer(404, {})
        asked = json.loads(body)
        self.server.posts.append({"token": self.headers.get("X-Feedproof-Token"), "type": self.headers.get("Content-Type"), "body": asked})
        if self.server.refusal:
            return self.answer(409, {"error": self.server.refusal})
        return self.answer(200, {"approved": [each["case"] for each in asked["decisions"]], "skipped": []})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def serve(folder):
    """Already running: `server.url`, `server.posts`, and `server.refusal`, which makes it refuse."""
    server = site_server.Server(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    server.paths, server.posts, server.refusal = [], [], None
    server.lock = threading.Lock()
    server.url = f"http://127.0.0.1:{server.server_address[1]}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
