"""Uploaded files: what is read, and what each refusal says."""

import io
import stat
import zipfile
from collections.abc import Mapping

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile

from core.pages import uploaded_files
from core.pages.uploaded_files import UnreadablePackError, UploadedTexts, pack, read_uploads, unpack
from core.text.file_faults import Fault

SUFFIXES = (".md",)
MAX_BYTES = 200_000


def archive(
    files: Mapping[str, bytes], *, name: str = "notes.zip", links: tuple[str, ...] = ()
) -> "UploadedFile[bytes]":
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for path, content in files.items():
            info = zipfile.ZipInfo(path)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (stat.S_IFLNK if path in links else stat.S_IFREG) << 16
            made.writestr(info, content)
    return SimpleUploadedFile(name, target.getvalue())


def read(*files: "UploadedFile[bytes]") -> UploadedTexts:
    return read_uploads(files, SUFFIXES, max_bytes=MAX_BYTES)


def reasons(found: UploadedTexts) -> list[tuple[str, str]]:
    return [(fault.file, fault.reason) for fault in found.faults]


def test_files_and_archives_are_read_together() -> None:
    found = read(
        SimpleUploadedFile("one.MD", b"\xef\xbb\xbfOne"),
        archive(
            {"a/two.md": "Zwei ü".encode(), "a/.hidden.md": b"x", "__MACOSX/a.md": b"x", "a/pic.png": b"x"}
        ),
    )
    assert (found.texts, found.faults) == ({"one.MD": "One", "a/two.md": "Zwei ü"}, [])
    assert found.passed_over == ["__MACOSX/a.md", "a/pic.png"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("../out.md", "its path leads out of the ZIP"),
        ("/etc/out.md", "its path leads out of the ZIP"),
        ("a/../../out.md", "its path leads out of the ZIP"),
        ("C:/out.md", "its path leads out of the ZIP"),
    ],
)
def test_a_path_that_leads_out_is_a_fault(path: str, reason: str) -> None:
    found = read(archive({path: b"x", "in.md": b"y"}))
    assert (found.texts, reasons(found)) == ({"in.md": "y"}, [(path, reason)])


def test_a_link_is_not_followed() -> None:
    assert reasons(read(archive({"a.md": b"/etc/passwd"}, links=("a.md",)))) == [
        ("a.md", "is a link, and is not followed")
    ]


def test_a_file_packed_too_tightly_is_not_unpacked() -> None:
    found = read(archive({"zeros.md": b"0" * 190_000, "words.md": b"word " * 1_000}))
    assert reasons(found) == [("zeros.md", "is packed more tightly than any text")]
    assert list(found.texts) == ["words.md"]


def test_too_many_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_files, "MAX_FILES", 2)
    found = read(archive({f"{number}.md": b"x" for number in range(3)}))
    assert (found.texts, reasons(found)) == ({}, [("notes.zip", "holds 3 files; 2 are allowed")])


def test_more_bytes_than_allowed_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    large = SimpleUploadedFile("large.md", b"x" * (MAX_BYTES + 1))
    assert reasons(read(large)) == [("large.md", "has 200,001 bytes; 200,000 are allowed")]
    assert reasons(read(archive({"large.md": b"xy" * MAX_BYTES}))) == [
        ("large.md", "has 400,000 bytes; 200,000 are allowed")
    ]
    monkeypatch.setattr(uploaded_files, "MAX_TOTAL_BYTES", 5)
    [(_, reason)] = reasons(read(archive({f"{number}.md": b"abc" for number in range(9)})))
    assert reason.startswith("together more than 5 bytes")
    monkeypatch.setattr(uploaded_files, "MAX_ARCHIVE_BYTES", 10)
    assert reasons(read(archive({"a.md": b"x"})))[0][1].endswith("bytes; 10 are allowed")


@pytest.mark.parametrize(
    ("name", "content", "line", "reason"),
    [
        ("a.md", b"one\ntwo \xff", 2, "not UTF-8"),
        ("a.md", b"one\0two", 0, "holds NUL characters: it is no text"),
        ("a.exe", b"MZ", 0, "is none of .md, .zip"),
        ("a.zip", b"PK no archive", 0, "is no ZIP file, or is damaged"),
    ],
)
def test_what_is_no_text_is_a_fault(name: str, content: bytes, line: int, reason: str) -> None:
    assert read(SimpleUploadedFile(name, content)).faults == [Fault(name, line, "", reason)]


def test_a_damaged_archive_is_a_fault() -> None:
    whole = archive({"a.md": b"word " * 500}).read()
    broken = bytearray(whole)
    broken[45:60] = b"\xff" * 15
    assert reasons(read(SimpleUploadedFile("broken.zip", bytes(broken)))) == [
        ("broken.zip", "is no ZIP file, or is damaged")
    ]


def test_a_member_that_names_the_folder_is_left_out() -> None:
    found = read(archive({".": b"x", "a.md": b"One"}))
    assert (found.texts, found.faults) == ({"a.md": "One"}, [])


def test_a_name_that_is_no_utf_8_is_a_fault() -> None:
    content = archive({"ü.md": b"x"}).read().replace("ü".encode(), b"\xff\xfe")
    assert reasons(read(SimpleUploadedFile("names.zip", content))) == [
        ("names.zip", "is no ZIP file, or is damaged")
    ]


def test_a_damaged_member_in_lzma_is_a_fault() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_LZMA) as made:
        made.writestr("a.md", "word " * 500)
    broken = bytearray(target.getvalue())
    broken[45:60] = b"\xff" * 15
    assert reasons(read(SimpleUploadedFile("broken.zip", bytes(broken)))) == [
        ("broken.zip", "is no ZIP file, or is damaged")
    ]


def test_two_files_of_one_name_are_a_fault() -> None:
    found = read(SimpleUploadedFile("a.md", b"1"), SimpleUploadedFile("a.md", b"2"))
    assert "two files of this name" in found.faults[0].reason


def test_what_was_read_comes_back_from_the_page() -> None:
    read_once = UploadedTexts({"a.md": "Ü\n"}, [Fault("b.md", 3, "title", "no")], ["c.png"])
    assert unpack(pack(read_once)) == read_once


def test_more_than_a_form_carries_is_not_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_files, "MAX_PACKED_BYTES", 10)
    assert pack(UploadedTexts({"a.md": "Some text."})) == ""


@pytest.mark.parametrize("packed", ["x", "eJw=", "AAAA", "eJyrrgUAAXUA+Q==", "é", "eJyLNtQx0jHWMYkFAA8WAqE="])
def test_what_is_no_pack_is_refused(packed: str) -> None:
    with pytest.raises(UnreadablePackError):
        unpack(packed)
