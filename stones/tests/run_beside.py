"""Two connections at once: one call waits while another's transaction is open."""

import threading
from collections.abc import Callable, Iterator

from django.db import connection, transaction

Call = Callable[[], object]


def beside(held: Callable[[], Iterator[None]], call: Call) -> list[object]:
    """Run `call` on its own connection while `held` has its transaction open; what it returned."""
    outcome: list[object] = []

    def run() -> None:
        try:
            outcome.append(call())
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    steps = held()
    with transaction.atomic():
        next(steps)
        thread.start()
        thread.join(0.3)
        assert thread.is_alive(), "it did not wait"
    thread.join(10)
    return outcome
