"""Indexes that repeat the beginning of another one go; of keys that are mostly NULL only the others are in one."""

from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models

from core.db.drop_field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    # Indexes are made and dropped one by one, beside readers and writers.
    atomic = False

    dependencies = [
        ('inbox', '0006_snoozed_until'),
        ('stones', '0008_ledger_by_days'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='delivery',
            index=models.Index(condition=models.Q(('resent_as__isnull', False)), fields=['resent_as'], name='delivery_resent'),
        ),
        AddIndexConcurrently(
            model_name='helperjob',
            index=models.Index(condition=models.Q(('stone__isnull', False)), fields=['stone'], name='helper_with_stone'),
        ),
        AddIndexConcurrently(
            model_name='message',
            index=models.Index(condition=models.Q(('in_reply_to__isnull', False)), fields=['in_reply_to'], name='message_reply'),
        ),
        AddIndexConcurrently(
            model_name='message',
            index=models.Index(condition=models.Q(('stone__isnull', False)), fields=['stone'], name='message_with_stone'),
        ),
        AddIndexConcurrently(
            model_name='message',
            index=models.Index(condition=models.Q(('border_hash', ''), _negated=True), fields=['border_hash'], name='message_by_hash'),
        ),
        RemoveIndexConcurrently(
            model_name='message',
            name='message_of_hash',
        ),
        DropFieldIndexes({
            'agent': ['account'],
            'contact': ['account'],
            'delivery': ['account', 'agent', 'message', 'resent_as'],
            'helperjob': ['account', 'stone'],
            'memory': ['account'],
            'memorypassage': ['account'],
            'message': ['account', 'in_reply_to', 'stone'],
            'webhook': ['account'],
            'webhookcall': ['account'],
        }),
    ]
