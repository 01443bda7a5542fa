"""Indexes that repeat the beginning of another one go."""

from django.db import migrations

from core.db.drop_field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    # Indexes are made and dropped one by one, beside readers and writers.
    atomic = False

    dependencies = [
        ('llm', '0001_squashed'),
    ]

    operations = [
        DropFieldIndexes({
            'accountday': ['day'],
            'tokenuse': ['day'],
        }),
    ]
