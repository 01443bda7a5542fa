"""The passages of stones get words and a signature, as all that is searched has: those that are there from their texts."""

from typing import Any

import django.contrib.postgres.indexes
import django.contrib.postgres.search
from django.db import migrations, models

import search.models
from core.text.bm25_words import passage_stems

BATCH_SIZE = 2_000
SEPARATOR = "\x1f"
# As `search.models.space_words` has them: each lexeme begins with the account's space.
_WRITE = """
    UPDATE stones_stonepassage passage SET space = 'account-' || account_id, words = array_to_tsvector(ARRAY(
        SELECT 'account-' || account_id || ':' || stem FROM unnest(string_to_array(given.stems, %s)) stem))
    FROM unnest(%s::bigint[], %s::text[]) AS given (id, stems) WHERE passage.id = given.id
"""


def _add_words(apps: Any, schema_editor: Any) -> None:
    """One statement for many passages: a million takes minutes."""
    alias = schema_editor.connection.alias
    passages = apps.get_model("stones", "StonePassage").objects.using(alias)
    contents = apps.get_model("stones", "Content").objects.using(alias)
    rows = passages.values_list("pk", "content", "start", "end", "trail").order_by("content").iterator(BATCH_SIZE)
    content = text = None
    batch: list[tuple[int, str]] = []
    for pk, key, start, end, trail in rows:
        if key != content:
            content, text = key, contents.values_list("text", flat=True).get(pk=key)
        batch.append((pk, SEPARATOR.join(passage_stems(f"{trail}\n{text[start:end]}", key="", tags=()))))
        if len(batch) == BATCH_SIZE:
            _write(schema_editor, batch)
            batch = []
    _write(schema_editor, batch)


def _write(schema_editor: Any, batch: list[tuple[int, str]]) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(_WRITE, [SEPARATOR, [pk for pk, _ in batch], [stems for _, stems in batch]])


class Migration(migrations.Migration):
    dependencies = [("stones", "0001_squashed_0010_persons_spend_nothing")]

    operations = [
        migrations.AddField("stonepassage", "space", models.CharField(default="", max_length=40), preserve_default=False),
        migrations.AddField(
            "stonepassage",
            "words",
            django.contrib.postgres.search.SearchVectorField(default=""),
            preserve_default=False,
        ),
        migrations.RunPython(_add_words, migrations.RunPython.noop, elidable=True),
        migrations.AddField(
            "stonepassage",
            "signature",
            models.GeneratedField(
                db_persist=True,
                expression=models.Func(models.F("embedding"), function="binary_quantize"),
                output_field=search.models.SignatureField(null=True),
            ),
        ),
        migrations.AddIndex(
            "stonepassage",
            django.contrib.postgres.indexes.GinIndex(fastupdate=False, fields=["words"], name="stonepassage_words"),
        ),
        migrations.AddIndex(
            "stonepassage",
            models.Index(
                fields=["space", "embedding_model"], include=("id", "signature"), name="stonepassage_near"
            ),
        ),
        migrations.AddIndex(
            "stonepassage", models.Index(fields=["embedding_model"], name="stonepassage_model")
        ),
    ]
