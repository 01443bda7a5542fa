"""The passages of memories lie in spaces: their words begin with it, and the sixteenth of a vector is in the index."""
import django.contrib.postgres.indexes
from django.db import migrations, models

import search.models

INTO_SPACES = """
UPDATE inbox_memorypassage p
SET space = named.space,
    words = array_to_tsvector(ARRAY(SELECT named.space || ':' || word FROM unnest(tsvector_to_array(p.words)) word))
FROM (SELECT id, CASE WHEN shared THEN 'account-' || account_id ELSE 'agent-' || agent_id END AS space
      FROM inbox_memory) named
WHERE named.id = p.memory_id
"""
OUT_OF_SPACES = """
UPDATE inbox_memorypassage
SET words = array_to_tsvector(ARRAY(SELECT substr(word, length(space) + 2) FROM unnest(tsvector_to_array(words)) word))
"""


class Migration(migrations.Migration):

    dependencies = [
        ('inbox', '0007_lean_indexes'),
    ]

    operations = [
        migrations.AddField(
            model_name='memorypassage',
            name='space',
            field=models.CharField(default='', max_length=40),
            preserve_default=False,
        ),
        migrations.RunSQL(INTO_SPACES, OUT_OF_SPACES),
        migrations.AddField(
            model_name='memorypassage',
            name='signature',
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Func(models.F('embedding'), function='binary_quantize'),
                output_field=search.models.SignatureField(null=True),
            ),
        ),
        migrations.RenameIndex(
            model_name='memorypassage', new_name='memorypassage_model', old_name='memory_passage_model'
        ),
        migrations.AddIndex(
            model_name='memorypassage',
            index=django.contrib.postgres.indexes.GinIndex(
                fastupdate=False, fields=['words'], name='memorypassage_words'
            ),
        ),
        migrations.AddIndex(
            model_name='memorypassage',
            index=models.Index(
                fields=['space', 'embedding_model'], include=('id', 'signature'), name='memorypassage_near'
            ),
        ),
    ]
