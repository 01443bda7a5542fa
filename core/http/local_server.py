"""What answers at an address of its own on this machine."""

from pytest_httpserver import HTTPServer


class LocalServer(HTTPServer):
    """A server of one test alone: with a shared one, what an earlier test still asks takes a later one's answers.

    It answers in threads, and is stopped without waiting for one that still does.
    """

    def __init__(self, host: str = HTTPServer.DEFAULT_LISTEN_HOST) -> None:
        super().__init__(host, threaded=True)

    def thread_target(self) -> None:
        assert self.server
        self.server.serve_forever(poll_interval=0.01)  # seconds; how long it takes to stop
