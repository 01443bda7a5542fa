"""The call itself, against a real server, and names that lead where they should not."""

import datetime
import ssl
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.http import CallFailed, UrlAnswer, call_url, resolve
from core.http.network import Resolve

BODY = b'{"type":"message.received"}'


def call(
    url: str,
    *,
    allow_private: bool = True,
    seconds: float = 5,
    most_bytes: int = 64 * 1024,
    cut: bool = False,
    resolve: Resolve = resolve,
) -> UrlAnswer:
    return call_url(
        "POST",
        httpx2.URL(url),
        headers={"webhook-id": "1"},
        body=BODY,
        allow_private=allow_private,
        seconds=seconds,
        most_bytes=most_bytes,
        cut=cut,
        resolve=resolve,
    )


def refusal(url: str, **options: object) -> CallFailed:
    with pytest.raises(CallFailed) as raised:
        call(url, **options)  # type: ignore[arg-type]  # passed through
    return raised.value


def test_it_posts_headers_and_body(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/hook", query_string="a=b").respond_with_data("", 204)
    assert call(httpserver.url_for("/hook?a=b")).status == 204
    request, _ = httpserver.log[0]
    assert (request.method, request.data, request.headers["webhook-id"]) == ("POST", BODY, "1")
    assert request.headers["Host"] == f"localhost:{httpserver.port}"
    assert request.headers["Content-Length"] == str(len(BODY))


def test_it_gets_what_is_there(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/page").respond_with_data("été", 200, headers={"X-One": "1"})
    answer = call_url(
        "GET",
        httpx2.URL(httpserver.url_for("/page")),
        headers={"Accept": "text/plain"},
        seconds=5,
        most_bytes=100,
        allow_private=True,
    )
    assert (answer.status, answer.headers["x-one"], answer.body.decode()) == (200, "1", "été")
    request, _ = httpserver.log[0]
    assert (request.method, request.data, request.headers["Accept"]) == ("GET", b"", "text/plain")
    assert not {"Content-Length", "User-Agent", "Accept-Encoding"} & {name for name, _ in request.headers}


def test_a_redirect_is_not_followed(httpserver: HTTPServer) -> None:
    location = {"Location": httpserver.url_for("/secret"), "Retry-After": "7"}
    httpserver.expect_request("/hook").respond_with_data("", 302, headers=location)
    httpserver.expect_request("/secret").respond_with_data("")
    answer = call(httpserver.url_for("/hook"))
    assert (answer.status, answer.headers["retry-after"]) == (302, "7")
    assert [request.path for request, _ in httpserver.log] == ["/hook"]


def test_of_a_huge_answer_little_is_read(httpserver: HTTPServer) -> None:
    sent = 0

    def flood(_: Request) -> Response:
        def parts() -> Iterator[bytes]:
            nonlocal sent
            for _ in range(4000):
                sent += 64 * 1024
                yield bytes(64 * 1024)

        return Response(parts(), 200)

    httpserver.expect_request("/hook").respond_with_handler(flood)
    answer = call(httpserver.url_for("/hook"), most_bytes=1000, cut=True)
    assert (answer.status, answer.body) == (200, bytes(1000))
    error = refusal(httpserver.url_for("/hook"), most_bytes=1000)
    assert (error.code, error.sent) == ("too_long", True)
    assert sent < 4000 * 64 * 1024 / 4


def test_an_answer_may_be_as_long_as_that(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/").respond_with_data(bytes(1000))
    assert len(call(httpserver.url_for("/"), most_bytes=1000).body) == 1000
    assert refusal(httpserver.url_for("/"), most_bytes=999).code == "too_long"


def test_who_hangs_is_left(httpserver: HTTPServer) -> None:
    def hang(_: Request) -> Response:
        time.sleep(30)
        return Response("")

    httpserver.expect_request("/hook").respond_with_handler(hang)
    started = time.monotonic()
    error = refusal(httpserver.url_for("/hook"), seconds=0.4)
    assert (error.code, error.sent, str(error)) == ("timeout", True, "It took longer than 0.4 seconds.")
    assert time.monotonic() - started < 10


def test_a_resolver_that_hangs_is_left(httpserver: HTTPServer) -> None:
    def hang(host: str, port: int) -> list[str]:
        time.sleep(8)
        return ["127.0.0.1"]

    started = time.monotonic()
    error = refusal(httpserver.url_for("/"), seconds=0.3, resolve=hang)
    assert (error.code, error.sent) == ("timeout", False)
    assert time.monotonic() - started < 6


def test_who_answers_a_byte_at_a_time_gains_no_time(httpserver: HTTPServer) -> None:
    def drip(_: Request) -> Response:
        def parts() -> Iterator[bytes]:
            for _ in range(300):
                time.sleep(0.1)
                yield b"."

        return Response(parts(), 200)

    httpserver.expect_request("/hook").respond_with_handler(drip)
    started = time.monotonic()
    assert refusal(httpserver.url_for("/hook"), seconds=0.5).code == "timeout"
    assert time.monotonic() - started < 10


def test_nobody_listens(httpserver: HTTPServer) -> None:
    url = httpserver.url_for("/")
    httpserver.stop()
    error = refusal(url)
    assert (error.code, error.sent) == ("no_connection", False)


def test_an_unknown_host() -> None:
    def unknown(host: str, port: int) -> list[str]:
        raise OSError("unknown")

    error = refusal("http://nowhere.example/", resolve=unknown)
    assert (error.code, error.retry) == ("unknown_host", True)
    assert refusal("http://nowhere.example/", resolve=lambda host, port: []).code == "no_connection"


@pytest.mark.parametrize("host", ["localhost", "127.1", "0x7f.1", "2130706433", "0", "[::1]"])
def test_this_machine_is_not_called_by_any_name(httpserver: HTTPServer, host: str) -> None:
    httpserver.expect_request("/").respond_with_data("")
    error = refusal(f"http://{host}:{httpserver.port}/", allow_private=False)
    assert (error.code, error.retry) == ("address_refused", False)
    assert httpserver.log == []


def test_one_private_address_among_public_ones_is_enough(httpserver: HTTPServer) -> None:
    def both(host: str, port: int) -> list[str]:
        return ["8.8.8.8", "127.0.0.1"]

    assert refusal("http://both.example/", allow_private=False, resolve=both).code == "address_refused"


def test_a_name_is_resolved_once_and_that_address_is_called(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: a second lookup would give another address, so there must be none."""
    httpserver.expect_request("/").respond_with_data("")
    hosts: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        hosts.append(host)
        return ["127.0.0.1"] if len(hosts) == 1 else ["10.0.0.1"]

    assert call(f"http://rebinding.example:{httpserver.port}/", resolve=rebinding).status == 200
    assert hosts == ["rebinding.example"]
    assert httpserver.log[0][0].headers["Host"] == f"rebinding.example:{httpserver.port}"


def test_a_name_that_has_turned_private_is_refused(httpserver: HTTPServer) -> None:
    answers = iter([["8.8.8.8"], ["127.0.0.1"]])
    assert next(answers) == ["8.8.8.8"]  # what a check beforehand would have seen
    error = refusal(
        f"http://rebinding.example:{httpserver.port}/",
        allow_private=False,
        resolve=lambda host, port: next(answers),
    )
    assert error.code == "address_refused"
    assert httpserver.log == []


def test_the_next_address_is_tried(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/").respond_with_data("")
    url = f"http://several.example:{httpserver.port}/"
    assert call(url, resolve=lambda host, port: ["::1", "127.0.0.1"]).status == 200


def test_proxies_of_the_environment_are_not_used(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    httpserver.expect_request("/").respond_with_data("")
    assert call(httpserver.url_for("/")).status == 200


def certificate(name: str, file: Path) -> Path:
    """A key and a certificate of its own for a name, in one file."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now).not_valid_after(now + datetime.timedelta(days=1))
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    pem, text = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    made = builder.sign(key, hashes.SHA256()).public_bytes(pem)
    file.write_bytes(key.private_bytes(pem, text, serialization.NoEncryption()) + made)
    return file


@pytest.fixture
def tls_server(tmp_path: Path) -> Iterator[tuple[HTTPServer, ssl.SSLContext]]:
    """A server whose certificate is for hook.example, and a context that trusts it."""
    file = certificate("hook.example", tmp_path / "hook.pem")
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(file)
    with HTTPServer(ssl_context=own) as server:
        server.expect_request("/").respond_with_data("")
        yield server, ssl.create_default_context(cafile=file)


def call_over_tls(server: HTTPServer, name: str, tls: ssl.SSLContext | None) -> UrlAnswer:
    url = httpx2.URL(f"https://{name}:{server.port}/")
    return call_url(
        "POST",
        url,
        headers={},
        body=BODY,
        seconds=5,
        most_bytes=1000,
        allow_private=True,
        resolve=lambda host, port: ["127.0.0.1"],
        tls=tls,
    )


def test_tls_keeps_the_name_while_the_address_is_called(
    tls_server: tuple[HTTPServer, ssl.SSLContext],
) -> None:
    server, trusting = tls_server
    assert call_over_tls(server, "hook.example", trusting).status == 200


def test_certificates_are_verified(tls_server: tuple[HTTPServer, ssl.SSLContext]) -> None:
    server, trusting = tls_server
    for name, tls in (("other.example", trusting), ("hook.example", None)):
        with pytest.raises(CallFailed) as raised:
            call_over_tls(server, name, tls)
        assert (raised.value.code, raised.value.sent) == ("no_connection", False)
        assert "certificate" in str(raised.value)
    assert server.log == []
