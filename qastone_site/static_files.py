"""The static files as a site serves them: our own JavaScript and CSS are minified when they are collected.

A page of another origin loads the assistant from here, so its weight is a promise (assistant/tests/test_js_budget.py).
The sources stay readable, and development serves them as they are. Modules stay apart: each is minified alone.
"""

import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.core.management.base import CommandError
from whitenoise.storage import CompressedManifestStaticFilesStorage

KINDS = {".js": "text/javascript", ".css": "text/css"}

SourceFile = tuple[Storage, str]
"""The storage of a file's source, and its name there."""


class MinifiedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Minifies our own files, not other packages'; hashes all, and compresses what is asked for often."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.minified: set[str] = set()

    def post_process(
        self, paths: dict[str, SourceFile], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Each name with its hashed name. Raises CommandError, naming the file, for invalid JavaScript."""
        if not dry_run:
            paths = {name: self._minified(name, found) for name, found in paths.items()}
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _minified(self, name: str, found: SourceFile) -> SourceFile:
        """The file that is hashed and compressed: the minified one of our own files.

        It is always made from the source: the target may hold the result of an earlier collection.
        """
        source = Path(found[0].path(found[1]))
        if not is_ours(source):
            return found
        text = minify(source)
        self.delete(name)
        self.save(name, ContentFile(text.encode()))
        self.minified.add(name)
        return self, name

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Ours, and of other packages' files those that pages name, by their hashed names; no source maps.

        The rest, three quarters of all bytes, is hardly ever asked for, and is served as it is.
        """
        named = self.minified | set(self.hashed_files.values())
        yield from super().compress_files({path for path in named & paths if not path.endswith(".map")})


def is_ours(source: Path) -> bool:
    """Whether it is JavaScript or CSS of this project, not of a virtual environment within its folder."""
    is_written_here = source.is_relative_to(settings.BASE_DIR) and not source.is_relative_to(sys.prefix)
    return is_written_here and source.suffix in KINDS and ".min" not in source.suffixes


def minify(source: Path) -> str:
    """The minified text. Raises CommandError for invalid JavaScript; invalid CSS raises nothing."""
    import minify as minifier  # loads Go's runtime: for collecting alone, not in every process of the site

    try:
        return minifier.string(KINDS[source.suffix], source.read_text(encoding="utf-8"))  # type: ignore[no-any-return]
    except minifier.MinifyError as error:
        raise CommandError(f"{source}: {error}") from error


def made_by() -> str:
    """A text that changes with this module and the minifier, which make the collected files."""
    return f"{version('minify-go')} {Path(__file__).read_text(encoding='utf-8')}"
