"""Chunks become passages of the search: they lie in spaces, with which their words begin; sentences name their stretch.

Vectors stay as they are.
"""

import django.contrib.postgres.indexes
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import search.models

# A chunk that ends no later than one before it is a part of the passage before it.
INTO_SPACES = """
UPDATE brain_chunk p
SET space = placed.space,
    stretch = placed.stretch,
    words = array_to_tsvector(ARRAY(SELECT placed.space || ':' || word FROM unnest(tsvector_to_array(p.words)) word))
FROM (
    SELECT id,
        CASE WHEN note_id IS NULL THEN 'profile-' ELSE 'notes-' END || account_id AS space,
        max(CASE WHEN is_part THEN NULL ELSE ordinal END) OVER text_so_far AS stretch
    FROM (
        SELECT id, account_id, note_id, profile_id, ordinal,
            coalesce("end" <= max("end") OVER before, false) AS is_part
        FROM brain_chunk
        WINDOW before AS (PARTITION BY note_id, profile_id ORDER BY ordinal
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    ) marked
    WINDOW text_so_far AS (PARTITION BY note_id, profile_id ORDER BY ordinal)
) placed
WHERE placed.id = p.id
"""
OUT_OF_SPACES = """
UPDATE brain_chunk
SET words = array_to_tsvector(ARRAY(SELECT substr(word, length(space) + 2) FROM unnest(tsvector_to_array(words)) word))
"""


class Migration(migrations.Migration):

    dependencies = [
        ('brain', '0004_lean_indexes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='chunk',
            name='space',
            field=models.CharField(default='', max_length=40),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='chunk',
            name='stretch',
            field=models.PositiveIntegerField(
                default=0, help_text='ordinal of the passage that it is, or is a sentence of'
            ),
            preserve_default=False,
        ),
        migrations.RunSQL(INTO_SPACES, OUT_OF_SPACES),
        migrations.AddField(
            model_name='chunk',
            name='signature',
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Func(models.F('embedding'), function='binary_quantize'),
                output_field=search.models.SignatureField(null=True),
            ),
        ),
        migrations.AlterField(
            model_name='chunk',
            name='account',
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name='+',
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name='chunk',
            name='note',
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name='passages',
                to='brain.note',
            ),
        ),
        migrations.AlterField(
            model_name='chunk',
            name='profile',
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name='passages',
                to='brain.profile',
            ),
        ),
        migrations.AddIndex(
            model_name='chunk',
            index=django.contrib.postgres.indexes.GinIndex(fastupdate=False, fields=['words'], name='chunk_words'),
        ),
        migrations.AddIndex(
            model_name='chunk',
            index=models.Index(
                fields=['space', 'embedding_model'], include=('id', 'signature'), name='chunk_near'
            ),
        ),
        migrations.AddIndex(
            model_name='chunk', index=models.Index(fields=['account'], name='chunk_of_account')
        ),
        migrations.AddIndex(
            model_name='chunk', index=models.Index(fields=['note', 'stretch'], name='chunk_stretch')
        ),
    ]
