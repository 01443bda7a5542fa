"""What is collected: our JavaScript and CSS minified, everything else as it came, the same bytes each time."""

import gzip
import os
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from core.pages.tests.page_checks import Weigh
from qastone_site import settings as site

SCRIPT = """/** Says it. @param {string} word */
import { loud } from './loud.js';

export function say(word) {
  // A comment for people.
  return loud(word);
}
"""
MINIFIED = 'import{loud}from"./loud.js";export function say(e){return loud(e)}'


class Place(NamedTuple):
    """A project of one folder of static files, and where they are collected."""

    source: Path
    target: Path

    def write(self, name: str, text: str) -> Path:
        path = self.source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def collect(self, **options: object) -> dict[str, bytes]:
        """All that is there afterwards, by its name."""
        call_command("collectstatic", interactive=False, verbosity=0, **options)
        files = (path for path in self.target.rglob("*") if path.is_file())
        return {path.relative_to(self.target).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def place(settings: Settings, tmp_path: Path) -> Place:
    place = Place(tmp_path / "project" / "static", tmp_path / "collected")
    settings.BASE_DIR = place.source.parent
    settings.STATICFILES_DIRS = [place.source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = place.target
    settings.STORAGES = site.STORAGES
    place.write("app/say.js", SCRIPT)
    place.write("app/loud.js", "export const loud = (word) => word + '!';\n")
    return place


def hashed(found: dict[str, bytes], start: str, end: str) -> bytes:
    """The one file whose name has a hash between these two."""
    (name,) = (
        name for name in found if name.startswith(start) and name.endswith(end) and name != start[:-1] + end
    )
    return found[name]


def test_a_script_is_minified_under_both_its_names(place: Place) -> None:
    source = place.write(
        "app/longer.js", SCRIPT + "export const more = [\n" + "  'the same',\n" * 50 + "];\n"
    )
    found = place.collect()
    assert found["app/say.js"].decode() == MINIFIED
    assert hashed(found, "app/say.", ".js").decode() == MINIFIED
    assert gzip.decompress(found["app/longer.js.gz"]) == found["app/longer.js"]
    assert len(found["app/longer.js"]) < source.stat().st_size
    assert hashed(found, "app/longer.", ".js") == found["app/longer.js"]


def test_a_stylesheet_is_minified_and_names_what_it_needs_by_its_hash(place: Place) -> None:
    place.write("css/dot.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
    place.write("css/site.css", "/* For people. */\n.dot {\n  background: url('dot.svg');\n}\n")
    found = place.collect()
    assert found["css/site.css"] == b".dot{background:url(dot.svg)}"
    (dot,) = (name for name in found if name.startswith("css/dot.") and name != "css/dot.svg")
    assert hashed(found, "css/site.", ".css").decode() == f'.dot{{background:url("{dot[4:]}")}}'


def test_the_source_stays_as_it_is(place: Place) -> None:
    place.collect()
    place.collect(link=True)
    assert (place.source / "app" / "say.js").read_text() == SCRIPT


@pytest.mark.parametrize("name", ["app/htmx.min.js", "app/notes.txt"])
def test_what_is_no_source_of_ours_stays_as_it_came(place: Place, name: str) -> None:
    place.write(name, SCRIPT)
    assert place.collect()[name].decode() == SCRIPT


def test_another_packages_script_stays_as_it_came(place: Place, settings: Settings) -> None:
    settings.BASE_DIR = place.target
    assert place.collect()["app/say.js"].decode() == SCRIPT


def test_of_another_packages_files_those_with_a_hash_are_compressed(place: Place, settings: Settings) -> None:
    settings.BASE_DIR = place.target
    long = "// the same\n" * 50
    place.write("app/longer.js", f"{long}//# sourceMappingURL=longer.js.map\n")
    place.write("app/longer.js.map", long)
    found = place.collect()
    (name,) = (name for name in found if name.startswith("app/longer.") and name.endswith(".gz"))
    assert gzip.decompress(found[name]) == hashed(found, "app/longer.", ".js")
    assert name != "app/longer.js.gz"


def test_a_script_of_an_environment_within_the_folder_stays_as_it_came(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(place.source / "app"))
    assert place.collect()["app/say.js"].decode() == SCRIPT


def test_collecting_twice_gives_the_same_bytes(place: Place) -> None:
    first = place.collect()
    assert place.collect() == first
    assert place.collect(clear=True) == first


def test_a_change_is_collected_however_old_it_looks(place: Place) -> None:
    place.collect()
    changed = place.write("app/say.js", "export const say = 'else';\n")
    os.utime(changed, (0, 0))
    found = place.collect()
    assert found["app/say.js"] == b'export const say="else"'


def test_what_an_earlier_collection_left_unminified_is_minified(place: Place, settings: Settings) -> None:
    settings.STORAGES = site.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }
    assert place.collect()["app/say.js"].decode() == SCRIPT
    settings.STORAGES = site.STORAGES
    assert place.collect()["app/say.js"].decode() == MINIFIED


def test_a_script_with_a_mistake_is_named_and_stops_it(place: Place) -> None:
    broken = place.write("app/broken.js", "export const a = {\n")
    with pytest.raises(CommandError, match=r"broken\.js: expected \}") as raised:
        place.collect()
    assert str(broken) in str(raised.value)


def test_a_dry_run_writes_nothing(place: Place) -> None:
    assert place.collect(dry_run=True) == {}


def test_all_of_ours_is_collected_minified(collected: Path, weigh: Weigh) -> None:
    """The site's own folder, by the site's own settings; what other packages bring is as they bring it."""
    app = (collected / "js" / "app.js").read_bytes()
    assert len(app) < (site.BASE_DIR / "static" / "js" / "app.js").stat().st_size
    assert weigh("js/app.js") == (collected / "js" / "app.js.gz").stat().st_size < len(app)
