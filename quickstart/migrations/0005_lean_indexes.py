"""Indexes that repeat the beginning of another one go; of keys that are mostly NULL only the others are in one."""

from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models

from core.db.drop_field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    # Indexes are made and dropped one by one, beside readers and writers.
    atomic = False

    dependencies = [
        ('quickstart', '0004_jobs'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='indexedtext',
            index=models.Index(condition=models.Q(('entry__isnull', False)), fields=['entry'], name='text_of_entry'),
        ),
        AddIndexConcurrently(
            model_name='indexedtext',
            index=models.Index(condition=models.Q(('skill__isnull', False)), fields=['skill'], name='text_of_skill'),
        ),
        AddIndexConcurrently(
            model_name='question',
            index=models.Index(condition=models.Q(('entry__isnull', False)), fields=['entry'], name='question_of_entry'),
        ),
        AddIndexConcurrently(
            model_name='question',
            index=models.Index(condition=models.Q(('skill__isnull', False)), fields=['skill'], name='question_of_skill'),
        ),
        AddIndexConcurrently(
            model_name='question',
            index=models.Index(condition=models.Q(('settled', None), models.Q(models.Q(('outcome', 'answered'), _negated=True), ('verdict', 'down'), _connector='OR')), fields=['account', 'collection', '-asked'], name='question_unsettled'),
        ),
        RemoveIndexConcurrently(
            model_name='question',
            name='question_waiting',
        ),
        DropFieldIndexes({
            'askconversation': ['account'],
            'collection': ['account'],
            'coveragerun': ['account'],
            'entry': ['account'],
            'historicalentry': ['collection', 'history_date'],
            'historicalskill': ['collection', 'history_date', 'parent'],
            'indexedtext': ['account', 'entry', 'skill'],
            'node': ['account'],
            'question': ['account', 'entry', 'skill'],
            'skill': ['account'],
            'trigger': ['skill'],
        }),
    ]
