"""Tags of a note's file and those that were given here are told apart."""

import django.contrib.postgres.fields
from django.db import migrations, models

# Of one that was edited here nobody knows any more which are the file's: all count as given here.
KNOWN = "UPDATE brain_note SET file_tags = tags WHERE file <> '' AND origin = 'imported'"


class Migration(migrations.Migration):

    dependencies = [
        ('brain', '0005_chunks_in_spaces'),
    ]

    operations = [
        migrations.AddField(
            model_name='note',
            name='file_tags',
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=60), blank=True, db_default=[], default=list, editable=False, size=None
            ),
        ),
        migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
    ]
