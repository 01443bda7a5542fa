"""The passages of stones get words and a signature, as all that is searched has: those that are there from their texts."""

from itertools import groupby
from typing import Any

import django.contrib.postgres.indexes
import django.contrib.postgres.search
from django.db import migrations, models

import search.models
from core.text.search_stems import passage_stems
from search.models import space_words

BATCH_SIZE = 500


def _add_words(apps: Any, schema_editor: Any) -> None:
    passages = apps.get_model("stones", "StonePassage").objects.using(schema_editor.connection.alias)
    contents = apps.get_model("stones", "Content").objects.using(schema_editor.connection.alias)
    rows = passages.defer("embedding", "words").order_by("content").iterator(BATCH_SIZE)
    for content, group in groupby(rows, key=lambda row: row.content_id):
        text = contents.values_list("text", flat=True).get(pk=content)
        found = list(group)
        for row in found:
            row.space = f"account-{row.account_id}"
            stems = passage_stems(f"{row.trail}\n{text[row.start : row.end]}", key="", tags=())
            row.words = space_words(row.space, stems)
        passages.bulk_update(found, ["space", "words"], batch_size=BATCH_SIZE)


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
