"""Indexes that repeat the beginning of another one go."""

from django.conf import settings
from django.db import migrations

from core.db.drop_field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    # Indexes are made and dropped one by one, beside readers and writers.
    atomic = False

    dependencies = [
        ('rest', '0003_rename_permissions'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        DropFieldIndexes({
            'idempotencyrecord': ['account'],
        }),
    ]
