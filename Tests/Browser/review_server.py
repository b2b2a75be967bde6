"""Stands in for `feedproof serve`: follows the same contract for the review's page and records requests.

GET /api/session: {"token", "project"}. POST /api/decisions, with X-Feedproof-Token and JSON: {"approved", "rejected"}.
POST /api/undo: {"undone"}. GET /api/decisions: all decisions.
"""

import functools
import json
import threading

import site_server

TOKEN = "a token of the test"


class Handler(site_server.Handler):
    def do_GET(self):
        if self.server.is_gone:
            self.close_connection = True
            return None
        if self.path == "/api/decisions":
            decided = [{**each, "canUndo": True} for each in self.server.decided.values()]
            return self.answer(200, {"revision": 0, "comparison": 0, "decisions": decided})
        if self.path != "/api/session":
            return super().do_GET()
        return self.answer(200, {"token": TOKEN, "project": "newsfeed"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.server.is_gone:
            self.close_connection = True
            return None
        if self.path not in ("/api/decisions", "/api/undo"):
            return self.answer(404, {})
        asked = json.loads(body)
        self.server.posts.append({"token": self.headers.get("X-Feedproof-Token"), "type": self.headers.get("Content-Type"), "body": asked})
        if self.server.refusal:
            return self.answer(409, {"error": self.server.refusal})
        decided = self.server.decided
        if self.path == "/api/undo":
            return self.answer(200, {"undone": [name for name in asked["cases"] if decided.pop(name, None)]})
        decided.update({each["case"]: each for each in asked["decisions"]})
        by = {"approve": [], "reject": []}
        for each in asked["decisions"]:
            by[each["decision"]].append(each["case"])
        return self.answer(200, {"approved": by["approve"], "rejected": by["reject"], "skipped": by["reject"]})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def serve(folder):
    """Starts a server. `server.url` is its address and `server.posts` the recorded requests; `server.refusal` makes
    it refuse requests, and `server.is_gone` makes it close connections without an answer."""
    server = site_server.Server(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    server.paths, server.posts, server.refusal, server.decided = [], [], None, {}
    server.is_gone = False
    server.lock = threading.Lock()
    server.url = f"http://127.0.0.1:{server.server_address[1]}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
