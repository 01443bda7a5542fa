"""Indexes that repeat the beginning of another one go; of keys that are mostly NULL only the others are in one."""

from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

from core.db.drop_field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    # Indexes are made and dropped one by one, beside readers and writers.
    atomic = False

    dependencies = [
        ('brain', '0003_demo'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='chunk',
            index=models.Index(condition=models.Q(('profile__isnull', False)), fields=['profile'], name='chunk_of_profile'),
        ),
        AddIndexConcurrently(
            model_name='turn',
            index=models.Index(condition=models.Q(('summary__isnull', False)), fields=['summary'], name='turn_summarised'),
        ),
        DropFieldIndexes({
            'chunk': ['profile'],
            'conversation': ['account'],
            'fetchedresults': ['account'],
            'note': ['account'],
            'summary': ['account'],
            'turn': ['account', 'summary'],
        }),
    ]
