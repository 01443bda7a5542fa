"""Texts of entries and skills become passages of the search: they lie in spaces, with which their words begin.

Vectors stay as they are; their signatures replace the index of nearest neighbours.
"""

import django.contrib.postgres.indexes
from django.db import migrations, models

import search.models

INTO_SPACES = """
UPDATE quickstart_indexedtext t
SET space = placed.space,
    words = array_to_tsvector(ARRAY(SELECT placed.space || ':' || word FROM unnest(tsvector_to_array(t.words)) word))
FROM (
    SELECT id, CASE WHEN entry_id IS NULL THEN 'skill-' ELSE 'entry-' END || collection_id AS space
    FROM quickstart_indexedtext
) placed
WHERE placed.id = t.id
"""
OUT_OF_SPACES = """
UPDATE quickstart_indexedtext
SET words = array_to_tsvector(ARRAY(SELECT substr(word, length(space) + 2) FROM unnest(tsvector_to_array(words)) word))
"""
NEAREST = """
CREATE INDEX text_nearest ON quickstart_indexedtext
USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WITH (m = 8, ef_construction = 32)
WHERE vector_dims(embedding) = 384
"""


class Migration(migrations.Migration):

    dependencies = [
        ('quickstart', '0006_places'),
    ]

    operations = [
        migrations.RunSQL('DROP INDEX text_nearest', NEAREST),
        migrations.RemoveIndex(model_name='indexedtext', name='text_by_collection'),
        migrations.RemoveIndex(model_name='indexedtext', name='text_words'),
        migrations.AddField(
            model_name='indexedtext',
            name='space',
            field=models.CharField(default='', max_length=40),
            preserve_default=False,
        ),
        migrations.RunSQL(INTO_SPACES, OUT_OF_SPACES),
        migrations.AddField(
            model_name='indexedtext',
            name='signature',
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Func(models.F('embedding'), function='binary_quantize'),
                output_field=search.models.SignatureField(null=True),
            ),
        ),
        migrations.AddIndex(
            model_name='indexedtext',
            index=django.contrib.postgres.indexes.GinIndex(
                fastupdate=False, fields=['words'], name='indexedtext_words'
            ),
        ),
        migrations.AddIndex(
            model_name='indexedtext',
            index=models.Index(
                fields=['space', 'embedding_model'], include=('id', 'signature'), name='indexedtext_near'
            ),
        ),
        migrations.AddIndex(
            model_name='indexedtext', index=models.Index(fields=['account'], name='text_of_account')
        ),
    ]
