"""Model servers of this machine: what is found, and other servers on their ports."""

import json
import pickle
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from pytest_django.fixtures import Settings
from pytest_httpserver import HTTPServer

from core.llm.find_local_models import MAX_BYTES, MAX_MODELS, LocalModel, find_local_models

OLLAMA = {"models": [{"name": "llama3.2:latest", "size": 1}, {"name": "nomic-embed-text:latest"}]}
LM_STUDIO = {"data": [{"id": "qwen/qwen2.5-7b", "object": "model"}], "object": "list"}


def ollama(server: HTTPServer) -> tuple[LocalModel, ...]:
    return find_local_models(ports={"ollama": server.port}, timeout=5)


def names(server: HTTPServer, answer: Any) -> list[str]:
    server.expect_request("/api/tags").respond_with_json(answer)
    return [model.name for model in ollama(server)]


@contextmanager
def listening(response: bytes, *, drips: bool = False) -> Iterator[int]:
    """A port that sends each caller this response, at once or a byte every tenth of a second, and then keeps the
    connection open.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            try:
                caller, _ = server.accept()
                with caller:
                    for part in [response[i : i + 1] for i in range(len(response))] if drips else [response]:
                        caller.sendall(part)
                        time.sleep(0.1 * drips)
                    caller.recv(1000)
                    caller.recv(1)
            except OSError:
                pass

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
    thread.join(2)


def test_ollama(httpserver: HTTPServer) -> None:
    httpserver.expect_oneshot_request("/api/tags").respond_with_json(OLLAMA)
    assert ollama(httpserver) == (
        LocalModel("Ollama", "llama3.2:latest", f"http://127.0.0.1:{httpserver.port}/v1"),
    )
    (request, _) = httpserver.log[0]
    assert (request.method, request.get_data(), request.headers.get("Authorization")) == ("GET", b"", None)


def test_lm_studio(httpserver: HTTPServer) -> None:
    httpserver.expect_oneshot_request("/v1/models").respond_with_json(LM_STUDIO)
    (found,) = find_local_models(ports={"lm_studio": httpserver.port}, timeout=5)
    assert (found.server, found.name) == ("LM Studio", "qwen/qwen2.5-7b")


def test_both(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/api/tags").respond_with_json(OLLAMA)
    httpserver.expect_request("/v1/models").respond_with_json(LM_STUDIO)
    ports = {"ollama": httpserver.port, "lm_studio": httpserver.port}
    assert [model.server for model in find_local_models(ports=ports, timeout=5)] == ["Ollama", "LM Studio"]


def test_no_server_is_called_if_a_model_is_set(settings: Settings, httpserver: HTTPServer) -> None:
    settings.LLM_MODEL = "small"
    assert ollama(httpserver) == ()
    assert httpserver.log == []


def test_no_server_is_called_by_default_in_a_test() -> None:
    assert find_local_models() == ()


def test_a_port_where_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert find_local_models(ports={"ollama": port}) == ()


def test_the_line_sets_both_variables(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DEBUG=1")
    model = LocalModel("Ollama", "llama3.2:latest", "http://127.0.0.1:11434/v1")
    subprocess.run(["sh", "-c", model.use_line], cwd=tmp_path, check=True)
    assert (tmp_path / ".env").read_text().split() == [
        "DEBUG=1",
        "LLM_BASE_URL=http://127.0.0.1:11434/v1",
        "LLM_MODEL=llama3.2:latest",
    ]


def test_it_can_be_cached(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/api/tags").respond_with_json(OLLAMA)
    found = ollama(httpserver)
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize(
    "name",
    [
        "'; rm -rf ~ #",
        "a b",
        "$(id)",
        "<b>x</b>",
        "a\nLLM_API_KEY=x",
        "%s",
        "",
        "x" * 101,
        "-x",
        "é",
        7,
        None,
        ["a"],
    ],
)
def test_a_name_that_is_no_plain_name_is_left_out(httpserver: HTTPServer, name: Any) -> None:
    assert names(httpserver, {"models": [{"name": name}, {"name": "plain"}]}) == ["plain"]


@pytest.mark.parametrize(
    "answer",
    [None, 1, "models", [], {}, {"models": None}, {"models": {"name": "x"}}, {"models": [None, 1, "x", []]}],
)
def test_another_shape_has_no_models(httpserver: HTTPServer, answer: Any) -> None:
    assert names(httpserver, answer) == []


@pytest.mark.parametrize("body", ["", "{", "<html>", "[" * 100_000, "\xff", '{"models": NaN}'])
def test_what_is_no_json_has_no_models(httpserver: HTTPServer, body: str) -> None:
    httpserver.expect_request("/api/tags").respond_with_data(body)
    assert ollama(httpserver) == ()


@pytest.mark.parametrize("status", [204, 301, 302, 404, 500])
def test_only_a_200_counts_and_no_redirect_is_followed(httpserver: HTTPServer, status: int) -> None:
    elsewhere = {"Location": httpserver.url_for("/elsewhere")}
    httpserver.expect_request("/api/tags").respond_with_json(OLLAMA, status=status, headers=elsewhere)
    assert ollama(httpserver) == ()
    assert [request.path for request, _ in httpserver.log] == ["/api/tags"]


def test_a_huge_body_is_not_read(httpserver: HTTPServer) -> None:
    huge = {"models": [{"name": "m"}], "more": "x" * MAX_BYTES}
    httpserver.expect_request("/api/tags").respond_with_json(huge)
    assert ollama(httpserver) == ()


def test_the_list_of_models_is_limited(httpserver: HTTPServer) -> None:
    assert len(names(httpserver, {"models": [{"name": f"m{n}"} for n in range(1000)]})) == MAX_MODELS


@pytest.mark.parametrize(
    ("response", "drips"),
    [
        (b"", False),
        (b"SSH-2.0-OpenSSH_9.6\r\n", False),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 900000000\r\n\r\n{", False),
        (b"HTTP/1.0 200 OK\r\nX: " + b"x" * 1000, True),
        (b"HTTP/1.0 200 OK\r\n\r\n" + json.dumps(OLLAMA).encode(), True),
    ],
    ids=["nothing", "another protocol", "less than announced", "drips a head", "drips a body"],
)
def test_nobody_is_waited_for(response: bytes, drips: bool) -> None:
    with listening(response, drips=drips) as port:
        before = time.monotonic()
        assert find_local_models(ports={"ollama": port}, timeout=0.3) == ()
        assert time.monotonic() - before < 6  # what drips takes ten and more


def test_an_answer_with_its_length_ends_there() -> None:
    body = json.dumps(OLLAMA).encode()
    with listening(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)) as port:
        assert len(find_local_models(ports={"ollama": port}, timeout=5)) == 1
