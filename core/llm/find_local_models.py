"""Model servers that run on this machine unasked for: Ollama and LM Studio, where they listen by default.

They are asked which models they have, and nothing else; no other address is. What answers may be anything that listens
on that port: it is read within a third of a second and a bound, and a name that is no plain name is left out.

Ollama: GET /api/tags, https://github.com/ollama/ollama/blob/main/docs/api.md. LM Studio: GET /v1/models, as OpenAI.
"""

import json
import re
import socket
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings

HOST = "127.0.0.1"
TIMEOUT_SECONDS = 0.3
MAX_BYTES = 200_000
MAX_MODELS = 20

# It is shown in a line for a shell and for a .env file, which give other characters a meaning.
_NAME = re.compile(r"[A-Za-z0-9][\w.:/@+-]{0,99}", re.ASCII)
_NO_CHAT = re.compile(r"embed|rerank|whisper|bge-|minilm", re.IGNORECASE)
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d{1,9})\r\n", re.IGNORECASE)


class _Server(NamedTuple):
    name: str
    path: str
    models_key: str
    name_key: str


_SERVERS = {
    "ollama": _Server("Ollama", "/api/tags", "models", "name"),
    "lm_studio": _Server("LM Studio", "/v1/models", "data", "id"),
}


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A chat model that a server on this machine has."""

    server: str
    name: str
    base_url: str

    @property
    def use_line(self) -> str:
        """The line for a shell that makes this site use it from its next start on."""
        return f"printf '\\nLLM_BASE_URL={self.base_url}\\nLLM_MODEL={self.name}\\n' >> .env"


def find_local_models(
    *, ports: Mapping[str, int] | None = None, timeout: float = TIMEOUT_SECONDS
) -> tuple[LocalModel, ...]:
    """The models that run on this machine, as their servers list them; none where this site has a model already.

    Takes `timeout` seconds at most, all servers together. `ports`: settings.LOCAL_MODEL_PORTS unless given.
    """
    candidate_ports = settings.LOCAL_MODEL_PORTS if ports is None else ports
    if settings.LLM_MODEL or not candidate_ports:
        return ()
    deadline = time.monotonic() + timeout
    with ThreadPoolExecutor(max_workers=len(candidate_ports)) as pool:
        found = pool.map(lambda each: _ask(_SERVERS[each[0]], each[1], deadline), candidate_ports.items())
        return tuple(model for models in found for model in models)


def _ask(server: _Server, port: int, deadline: float) -> list[LocalModel]:
    try:
        answer = json.loads(_get(port, server.path, deadline))
    except (OSError, ValueError, RecursionError):
        return []
    return [LocalModel(server.name, name, f"http://{HOST}:{port}/v1") for name in _names(answer, server)]


def _names(answer: object, server: _Server) -> list[str]:
    """The plain names of models that can chat, of an answer of any shape."""
    listed = answer.get(server.models_key) if isinstance(answer, dict) else None
    rows = [row for row in listed if isinstance(row, dict)] if isinstance(listed, list) else []
    names = [name for row in rows if isinstance(name := row.get(server.name_key), str)]
    return [name for name in names if _NAME.fullmatch(name) and not _NO_CHAT.search(name)][:MAX_MODELS]


def _get(port: int, path: str, deadline: float) -> bytes:
    """The body of a 200. Raises OSError where none comes in time, ValueError for anything else.

    By hand: a client's time limit begins anew with each byte. HTTP/1.0, so that it is answered in one piece.
    """
    request = f"GET {path} HTTP/1.0\r\nHost: {HOST}:{port}\r\nAccept: application/json\r\n\r\n"
    with socket.create_connection((HOST, port), timeout=_left(deadline)) as connection:
        connection.sendall(request.encode())
        received = b""
        while not _is_whole(received):
            connection.settimeout(_left(deadline))
            if not (chunk := connection.recv(65_536)):
                break
            received += chunk
            if len(received) > MAX_BYTES:
                raise ValueError("too much")
    head, _, body = received.partition(b"\r\n\r\n")
    if not re.match(rb"HTTP/1\.[01] 200\b", head):
        raise ValueError("not a 200")
    return body


def _is_whole(received: bytes) -> bool:
    """Whether all that the head announces is there; one without a length ends with the connection."""
    head, end, body = received.partition(b"\r\n\r\n")
    length = _LENGTH.search(head + b"\r\n") if end else None
    return length is not None and len(body) >= int(length[1])


def _left(deadline: float) -> float:
    """The seconds until then. Raises TimeoutError when there are none."""
    if (left := deadline - time.monotonic()) <= 0:
        raise TimeoutError
    return left
