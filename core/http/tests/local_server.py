"""A local HTTP server for tests."""

from pytest_httpserver import HTTPServer


class LocalServer(HTTPServer):
    """One server per test: with a shared one, late requests of an earlier test would take a later one's answers.

    It answers in threads, and stops without waiting for them.
    """

    def __init__(self, host: str = HTTPServer.DEFAULT_LISTEN_HOST) -> None:
        super().__init__(host, threaded=True)

    def thread_target(self) -> None:
        assert self.server
        self.server.serve_forever(poll_interval=0.01)  # seconds; how long stopping takes
