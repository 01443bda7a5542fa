"""Where a call may lead. Addresses and URLs as data."""

import pytest

from core.http import AddressRefused, is_public, parse_url

PUBLIC = [
    "8.8.8.8",
    "1.1.1.1",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "169.253.255.255",
    "2606:4700:4700::1111",
    "::ffff:8.8.8.8",
    "2002:808:808::1",
    "64:ff9b::808:808",
]
NOT_PUBLIC = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.9",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:100.64.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::808:808",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "2002:a00:1::1",
    "2002:a9fe:a9fe::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%lo",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
    "",
    "localhost",
    "8.8.8.8.8",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_not_public(address: str) -> None:
    assert not is_public(address)


TAKEN = {
    "https://example.com/hook": "https://example.com/hook",
    "http://example.com": "http://example.com",
    "HTTPS://Example.COM:443/A?b=c": "https://example.com/A?b=c",
    "https://example.com:8443/hook": "https://example.com:8443/hook",
    "https://bücher.example/ö": "https://xn--bcher-kva.example/%C3%B6",
    "https://8.8.8.8/": "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]:8080/": "https://[2606:4700:4700::1111]:8080/",
    "https://example.com./": "https://example.com./",
    "https://@example.com/": "https://example.com/",
    "https://example.com/a@b": "https://example.com/a@b",
    # Names: looked at when they are called.
    "https://localhost.example.com/": "https://localhost.example.com/",
    "https://127.0.0.1.example.com/": "https://127.0.0.1.example.com/",
}
REFUSED = [
    "",
    "example.com",
    "//example.com/",
    "/hook",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "javascript:alert(1)",
    "data:text/plain,x",
    "unix:///run/docker.sock",
    "http://",
    "https:///hook",
    "https://:443/",
    "https://user@example.com/",
    "https://user:password@example.com/",
    "https://example.com@127.0.0.1/",
    "https://127.0.0.1#@example.com/",
    "https://example.com/#part",
    "https://example.com/#",
    "https://example.com:0/",
    "https://example.com:65536/",
    "https://example.com:port/",
    "https://exa mple.com/",
    "https://example.com/\n",
    "https://example.com\t/",
    "https://example.com\\@127.0.0.1/",
    "https://example.com/\x00",
    "https://example.com/\u202e",
    f"https://example.com/{'a' * 500}",
    "http://127.0.0.1/",
    "http://127.0.0.1./",
    "http://127.1/",
    "http://127.0.1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://10.0.0.1:8080/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[0:0:0:0:0:ffff:7f00:1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://hook.localhost/",
    "http://１２７.０.０.１/",
    "http://①②⑦.0.0.1/",
    "http://127。0。0。1/",
]


@pytest.mark.parametrize("url", TAKEN)
def test_taken(url: str) -> None:
    assert str(parse_url(url, https_only=False, allow_private=False)) == TAKEN[url]


@pytest.mark.parametrize("url", REFUSED)
def test_refused(url: str) -> None:
    with pytest.raises(AddressRefused):
        parse_url(url, https_only=False, allow_private=False)


def test_plain_http_can_be_refused() -> None:
    with pytest.raises(AddressRefused, match="https://"):
        parse_url("http://example.com/", https_only=True, allow_private=False)
    assert parse_url("https://example.com/", https_only=True, allow_private=False).scheme == "https"


def test_for_development_this_machine_may_be_called() -> None:
    assert parse_url("http://127.0.0.1:8000/", https_only=False, allow_private=True).host == "127.0.0.1"
