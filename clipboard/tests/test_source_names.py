"""What is kept of where a copy says that it comes from."""

import pytest

from clipboard.analysis.source_names import MAX_SOURCE_CHARACTERS, normalize_source

# Put together here, so that nobody's scanner takes them for real ones.
TOKEN = "ghp_" + "aB3dE6gH9j" * 4
ULID = "01JZ8Q6W3T9V5N2B7K4M1R0XCE"
UUID = "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0"

UNCHANGED = [
    "firefox",
    "Visual Studio Code",
    "C:/Program Files/Editor/editor.exe",
    "org.gnome.TextEditor",
    "https://example.org",
    "https://example.org:8443/notes/2026/release-plan.html",
    "https://example.org/a-rather-long-slug-of-a-page-about-exports",
    "https://en.wikipedia.org/wiki/PostgreSQL",
    "https://example.org/@ann/plans",
    "chrome-extension://abc/page.html",
    "file:///home/ann/notes.md",
    "example.org/notes",
]


@pytest.mark.parametrize("raw_source", UNCHANGED)
def test_what_gives_nothing_away_stays(raw_source: str) -> None:
    assert normalize_source(raw_source) == raw_source


@pytest.mark.parametrize(
    ("raw_source", "stored_source"),
    [
        (" fire\nfox\x00 ", "fire fox"),
        ("https://ann:secret@example.org/notes?token=abc#top", "https://example.org/notes"),
        ("https://example.org/notes?q=a@b", "https://example.org/notes"),
        ("FTP://ann:secret@example.org/notes", "ftp://example.org/notes"),
        ("https:/ann:secret@example.org/notes", "https:///…/notes"),
        ("example.org/notes?token=abc", "example.org/notes"),
        ("ann:secret@example.org/notes", "example.org/notes"),
        ("localhost:8000/notes?token=abc", "localhost:8000/notes"),
        ("localhost?token=abc", "localhost"),
        ("//docs.example.org/d/edit?token=abc", "docs.example.org/d/edit"),
        ("ann:secret@intranet/wiki", "intranet/wiki"),
        ("intranet/wiki?token=abc", "intranet/wiki"),
        ("https:example.org/?token=abc", "https://example.org/"),
        (r"https:\\example.org\notes?token=abc", "https://example.org/notes"),
        ("https://example.org/" + "a-slug-" * 20, "https://example.org/…"),
        ("file:///home/ann/notes.md?token=abc", "file:///home/ann/notes.md"),
        (f"https://example.org/reset/{'0f' * 16}/now", "https://example.org/reset/…/now"),
        (f"https://example.org/d/{UUID}", "https://example.org/d/…"),
        (f"https://example.org/d/{ULID.lower()}", "https://example.org/d/…"),
        ("https://docs.example.org/d/1aB2cD3eF4gH5iJ6kL7mN8/edit", "https://docs.example.org/d/…/edit"),
        (f"https://example.org/{TOKEN}/x", "https://example.org/…"),
        ("https://example.org/a;jsessionid=AB12/b", "https://example.org/a…/b"),
        ("https://example.org/a%3Ftoken%3Dabc", "https://example.org/a…"),
        ("https://example.org/token=abc", "https://example.org/token…"),
        ("https://hooks.slack.com/services/T0AB12CD3/B0AB12CD3/" + "aB3dE6gH9jK2" * 2, "https://hooks.slack.com/…"),
        ("data:text/plain,my%20secret", "data:"),
        ("JavaScript:alert(1)", "javascript:"),
        ("mailto:ann@example.org?body=hello", "mailto:"),
        ("blob:https://example.org/0b1c2d3e", "blob:"),
        ("http://[broken", ""),
        (TOKEN, ""),
        ("x" * 300, "x" * MAX_SOURCE_CHARACTERS),
        ("", ""),
    ],
)  # fmt: skip
def test_what_may_give_something_away_is_cut_out(raw_source: str, stored_source: str) -> None:
    assert normalize_source(raw_source) == stored_source


@pytest.mark.parametrize(
    "raw_source", [*UNCHANGED, f"https://example.org/d/{UUID}", "ann:secret@example.org/notes"]
)
def test_what_was_cut_once_is_cut_no_further(raw_source: str) -> None:
    assert normalize_source(normalize_source(raw_source)) == normalize_source(raw_source)


@pytest.mark.parametrize("unit", [":", "/", "@", ":@", "a.", "a:", "%3A", "//", "\\", "?"])
def test_of_what_is_very_long_only_the_beginning_is_read(unit: str) -> None:
    """Half a million characters would take hours where time grew with their square."""
    assert len(normalize_source(f"https://example.org/{unit * 500_000}")) <= MAX_SOURCE_CHARACTERS
    assert len(normalize_source(unit * 500_000)) <= MAX_SOURCE_CHARACTERS
