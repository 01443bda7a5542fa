"""Indexes that repeat the beginning of another one go; of keys that are mostly NULL only the others are in one."""

from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

from core.db.drop_field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    # Indexes are made and dropped one by one, beside readers and writers.
    atomic = False

    dependencies = [
        ('clipboard', '0001_initial'),
        ('stones', '0008_ledger_by_days'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='clipboardentry',
            index=models.Index(condition=models.Q(('content__isnull', False)), fields=['content'], name='copy_content'),
        ),
        AddIndexConcurrently(
            model_name='clipboardentry',
            index=models.Index(condition=models.Q(('stone__isnull', False)), fields=['stone'], name='copy_stone'),
        ),
        AddIndexConcurrently(
            model_name='clipboardentry',
            index=models.Index(condition=models.Q(('parent__isnull', False)), fields=['parent'], name='copy_parent'),
        ),
        AddIndexConcurrently(
            model_name='clipboardentry',
            index=models.Index(condition=models.Q(('parent_stone__isnull', False)), fields=['parent_stone'], name='copy_parent_stone'),
        ),
        DropFieldIndexes({
            'clipboardentry': ['account', 'content', 'parent', 'parent_stone', 'stone'],
        }),
    ]
