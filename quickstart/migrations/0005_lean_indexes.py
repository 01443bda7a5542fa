"""Indexes that repeat the beginning of another one go; of keys that are mostly NULL only the others are in one."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


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
        migrations.AlterField(
            model_name='askconversation',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='collection',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='coveragerun',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='entry',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='historicalentry',
            name='collection',
            field=models.ForeignKey(blank=True, db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='quickstart.collection'),
        ),
        migrations.AlterField(
            model_name='historicalentry',
            name='history_date',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='historicalskill',
            name='collection',
            field=models.ForeignKey(blank=True, db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='quickstart.collection'),
        ),
        migrations.AlterField(
            model_name='historicalskill',
            name='history_date',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='historicalskill',
            name='parent',
            field=models.ForeignKey(blank=True, db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='quickstart.skill'),
        ),
        migrations.AlterField(
            model_name='indexedtext',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='indexedtext',
            name='entry',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='texts', to='quickstart.entry'),
        ),
        migrations.AlterField(
            model_name='indexedtext',
            name='skill',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='texts', to='quickstart.skill'),
        ),
        migrations.AlterField(
            model_name='node',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='question',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='question',
            name='entry',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='quickstart.entry'),
        ),
        migrations.AlterField(
            model_name='question',
            name='skill',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='quickstart.skill'),
        ),
        migrations.AlterField(
            model_name='skill',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='trigger',
            name='skill',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='triggers', to='quickstart.skill'),
        ),
    ]
