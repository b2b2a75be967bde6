"""Serves an exported site on loopback and records the requested paths."""

import functools
import http.server
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

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

    def handle_error(self, request, client_address):
        """Ignores errors: a browser may close a connection at any time."""


def serve(folder):
    """Starts a server; returns it with `url`, `paths` and `shutdown()`."""
    server = Server(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    server.paths = []
    server.lock = threading.Lock()
    server.url = f"http://127.0.0.1:{server.server_address[1]}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
