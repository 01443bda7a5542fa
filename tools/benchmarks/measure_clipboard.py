"""How long it takes to fingerprint a text, and to find the source of a copy among many texts, beside two peers.

The texts are invented sentences (`tools.benchmarks.invented`). The peers search a part without fingerprints: by a
sequential strpos over the texts, and by Postgres's full text search for the part's first words. Everything is rolled
back.
"""

import random
import time
from collections.abc import Callable, Sequence

from django.contrib.auth.models import User
from django.contrib.postgres.search import SearchQuery
from django.db import connection, transaction

from clipboard.analysis.fingerprints import Hashes, hash_text, to_signed
from clipboard.analysis.secret_detection import find_secrets
from clipboard.models import CaptureMethod, ClipboardEntry, Fingerprints
from clipboard.services import record_copy
from clipboard.services.copy_origin import CopiedText, find_origin
from clipboard.services.write_fingerprints import fingerprint_salt
from stones.format import content_sha256
from stones.models import SEARCH_VECTOR, Content
from tools.benchmarks.invented import percentiles, rows, sentence, time_methods, vocabulary

SENTENCES_A_TEXT = 60
WORDS_A_SENTENCE = 16
# Of a text's sentences those that are copied.
PART = slice(20, 30)
PEER_WORDS = 8
BATCH = 500
SIZES = (10_000, 100_000, 1_000_000)


def measure(contents: int, copies: int, *, seed: int = 1) -> dict[str, dict[str, float]]:
    """Milliseconds (p50, p95, p99) by method, taking turns at each copied part; `found` is the share of the parts
    whose text each method named.
    """
    draw = random.Random(seed)
    words = vocabulary(draw)
    with transaction.atomic():
        account = User.objects.create(username=f"bench-clipboard-{draw.getrandbits(64):x}", is_active=False)
        texts = [_text(words, draw) for _ in range(contents)]
        _store(account, texts)
        chosen = [draw.randrange(contents) for _ in range(copies)]
        parts = [". ".join(texts[number].split(". ")[PART]) for number in chosen]
        times = time_methods(METHODS, account, parts)
        expected = [content_sha256(texts[number]) for number in chosen]
        shares = {name: _share_found(method, account, parts, expected) for name, method in FINDING.items()}
        transaction.set_rollback(True)
    return {
        method: percentiles(found) | ({"found": round(shares[method], 3)} if method in shares else {})
        for method, found in times.items()
    }


def _share_found(
    method: Callable[[User, str], str], account: User, parts: Sequence[str], expected: Sequence[str]
) -> float:
    return sum(method(account, part) == sha256 for part, sha256 in zip(parts, expected, strict=True)) / len(
        parts
    )


def measure_sizes(*, times: int = 5, seed: int = 1) -> dict[str, dict[str, float]]:
    """By size of the text: milliseconds to fingerprint it and to find secrets, and its number of fingerprints."""
    draw = random.Random(seed)
    words = vocabulary(draw)
    found = {}
    for size in SIZES:
        text = sentence(words, size // 4, draw)[:size]
        found[f"{size:,} characters"] = {
            "mark_ms": _median(_mark, text, times),
            "secrets_ms": _median(find_secrets, text, times),
            "fingerprints": len(_mark(text)),
        }
    return found


def _mark(text: str) -> Hashes:
    return hash_text(text, salt="bench").fingerprints


def _median(call: Callable[[str], object], text: str, times: int) -> float:
    durations = []
    for _ in range(times):
        started = time.perf_counter()
        call(text)
        durations.append(1000 * (time.perf_counter() - started))
    return round(sorted(durations)[times // 2], 1)


def _text(words: list[str], draw: random.Random) -> str:
    return ". ".join(sentence(words, WORDS_A_SENTENCE, draw) for _ in range(SENTENCES_A_TEXT))


def _store(account: User, texts: Sequence[str]) -> None:
    """Store the texts as copies with fingerprints, in bulk, which no service does."""
    for start in range(0, len(texts), BATCH):
        batch = texts[start : start + BATCH]
        contents = Content.objects.bulk_create(_content(account, text) for text in batch)
        ClipboardEntry.objects.bulk_create(_entry(account, content) for content in contents)
        Fingerprints.objects.bulk_create(
            Fingerprints(
                account=account,
                content=content,
                values=to_signed(hash_text(content.text, salt=fingerprint_salt(account.pk)).fingerprints),
            )
            for content in contents
        )
    with connection.cursor() as cursor:
        # What autovacuum does once such rows are committed.
        tables = (Content, ClipboardEntry, Fingerprints)
        cursor.execute(f"ANALYZE {', '.join(model._meta.db_table for model in tables)}")
        for index in ("fingerprints_values", "content_words"):
            cursor.execute("SELECT gin_clean_pending_list(%s::regclass)", [index])


def _content(account: User, text: str) -> Content:
    sha256 = content_sha256(text)
    return Content(
        account=account, sha256=sha256, border_hash=sha256, text=text, tokens=1, tokens_exact=False
    )


def _entry(account: User, content: Content) -> ClipboardEntry:
    return ClipboardEntry(
        account=account,
        content=content,
        sha256=content.sha256,
        preview=content.text[:100],
        characters=len(content.text),
        tokens=1,
        capture_method=CaptureMethod.REST,
    )


def _by_fingerprints(account: User, part: str) -> str:
    origin = find_origin(CopiedText(account, part))
    entry = ClipboardEntry.objects.filter(pk=origin.entry_id).values_list("sha256", flat=True).first()
    return entry or ""


def _recorded(account: User, part: str) -> object:
    """All of record_copy, rolled back."""
    with transaction.atomic():
        copied = record_copy(account=account, content=part, capture_method=CaptureMethod.REST)
        transaction.set_rollback(True)
    return copied


def _by_like(account: User, part: str) -> str:
    found = rows(
        f"SELECT sha256 FROM {Content._meta.db_table} WHERE account_id = %s AND strpos(text, %s) > 0 LIMIT 1",  # noqa: S608
        [account.pk, part],
    )
    return str(found[0][0]) if found else ""


def _by_words(account: User, part: str) -> str:
    """Any content with the part's first words as a phrase."""
    words = " ".join(part.split()[:PEER_WORDS])
    query = SearchQuery(words, config="english", search_type="phrase")
    contents = Content.objects.filter(account=account).annotate(words=SEARCH_VECTOR).filter(words=query)
    return contents.values_list("sha256", flat=True).first() or ""


FINDING: dict[str, Callable[[User, str], str]] = {
    "fingerprints": _by_fingerprints,
    "every text (strpos)": _by_like,
    "phrase search": _by_words,
}
METHODS: dict[str, Callable[[User, str], object]] = {"record_copy": _recorded, **FINDING}
