"""Notes of the demonstration are marked, also where it was taken in before there was a mark."""

from django.db import migrations, models


MARK_NOTES = """
UPDATE brain_note SET is_demo = true
WHERE file IN ('demo/indexes-nobody-uses.md', 'demo/retries-that-help.md', 'demo/why-months-close.md')
"""


class Migration(migrations.Migration):

    dependencies = [
        ('brain', '0002_jobs'),
    ]

    operations = [
        migrations.AddField(
            model_name='note',
            name='is_demo',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.RunSQL(MARK_NOTES, migrations.RunSQL.noop),
    ]
