"""Indexes that repeat the beginning of another one go; of keys that are mostly NULL only the others are in one."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


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
        migrations.AlterField(
            model_name='agent',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='agents', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='contact',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='agent',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='inbox.agent'),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='message',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='inbox.message'),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='resent_as',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='inbox.message'),
        ),
        migrations.AlterField(
            model_name='helperjob',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='helperjob',
            name='stone',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='stones.stone'),
        ),
        migrations.AlterField(
            model_name='memory',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='memorypassage',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='message',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='message',
            name='in_reply_to',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replies', to='inbox.message'),
        ),
        migrations.AlterField(
            model_name='message',
            name='stone',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='stones.stone'),
        ),
        migrations.AlterField(
            model_name='webhook',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='webhookcall',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
    ]
