"""Model servers that already run on this machine: Ollama and LM Studio, on their default ports.

They are asked which models they have, and nothing else; no other address is called. Anything may listen on that port:
a response is read within a third of a second and a size limit, and unusual names are left out.

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

# Names are shown in a shell line and in a .env line, where other characters have a meaning.
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
    """A chat model on a server of this machine."""

    server: str
    name: str
    base_url: str

    @property
    def use_line(self) -> str:
        """The shell line that makes this site use it from its next start on."""
        return f"printf '\\nLLM_BASE_URL={self.base_url}\\nLLM_MODEL={self.name}\\n' >> .env"


def find_local_models(
    *, ports: Mapping[str, int] | None = None, timeout: float = TIMEOUT_SECONDS
) -> tuple[LocalModel, ...]:
    """The models on this machine; empty if this site has a model already.

    Takes at most `timeout` seconds for all servers together. `ports` None: settings.LOCAL_MODEL_PORTS.
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
    """The usable names of chat models in a response of any shape."""
    listed = answer.get(server.models_key) if isinstance(answer, dict) else None
    rows = [row for row in listed if isinstance(row, dict)] if isinstance(listed, list) else []
    names = [name for row in rows if isinstance(name := row.get(server.name_key), str)]
    return [name for name in names if _NAME.fullmatch(name) and not _NO_CHAT.search(name)][:MAX_MODELS]


def _get(port: int, path: str, deadline: float) -> bytes:
    """The body of a 200. Raises OSError if none comes in time, ValueError for anything else.

    By hand: a client's time limit starts anew with each byte. HTTP/1.0, so that the body is not chunked.
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
    """Whether everything that the head announces is there; without a length the body ends with the connection."""
    head, end, body = received.partition(b"\r\n\r\n")
    length = _LENGTH.search(head + b"\r\n") if end else None
    return length is not None and len(body) >= int(length[1])


def _left(deadline: float) -> float:
    """Remaining seconds. Raises TimeoutError if none are left."""
    if (left := deadline - time.monotonic()) <= 0:
        raise TimeoutError
    return left
