"""Serves an exported site on loopback and records the requested paths."""

import functools
import http.server
import json
import pathlib
import re
import threading
import urllib.parse

CARD = re.compile(r"/cards/\D*(\d+)/(.*)")


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def translate_path(self, path):
        """Finds the images of cards that repeat those of another site: card n has the folder n of the list, modulo its
        length."""
        found = self.server.cards and CARD.fullmatch(urllib.parse.unquote(urllib.parse.urlsplit(path).path))
        return f"{self.server.cards[int(found[1]) % len(self.server.cards)]}/{found[2]}" if found else super().translate_path(path)

    def end_headers(self):
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def copyfile(self, source, outputfile):
        try:
            super().copyfile(source, outputfile)
        except (BrokenPipeError, ConnectionResetError):
            # The page canceled a request that it no longer needs.
            self.close_connection = True

    def log_message(self, *arguments):
        with self.server.lock:
            self.server.paths.append(self.path)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # The folders of cards.json, if a site repeats the cards of another one.
    cards = None

    def handle_error(self, request, client_address):
        """Ignores errors: a browser may close a connection at any time."""


def serve(folder):
    """Starts a server; returns it with `url`, `paths` and `shutdown()`."""
    server = Server(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    server.paths = []
    repeated = pathlib.Path(folder) / "cards.json"
    if repeated.exists():
        server.cards = json.loads(repeated.read_text(encoding="utf-8"))
    server.lock = threading.Lock()
    server.url = f"http://127.0.0.1:{server.server_address[1]}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
