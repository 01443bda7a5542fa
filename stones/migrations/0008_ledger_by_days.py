"""The ledger is summed by days. Indexes that repeat the beginning of another one go; of keys that are mostly NULL only the others are in one."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

from core.db.drop_field_indexes import DropFieldIndexes


# What comes, changes or goes more than an hour late may be of a day that is summed. The roll-up's row is locked first: who
# sums the day now is waited for, and whoever sums it next waits for this transaction. Locked once, then changed at most
# once: a thousand entries that go leave no thousand versions of it.
_NOTICE_LATE_ENTRIES = """
CREATE FUNCTION ledger_changes_late() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry stones_ledgerentry := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    changed date := (CASE TG_OP WHEN 'UPDATE' THEN least(OLD.created, NEW.created) ELSE entry.created END
        AT TIME ZONE 'UTC')::date;
BEGIN
    PERFORM FROM stones_ledgerrollup WHERE account_id = entry.account_id FOR NO KEY UPDATE;
    UPDATE stones_ledgerrollup SET until = greatest(changed, coalesce(purged_until, changed))
    WHERE account_id = entry.account_id AND until > greatest(changed, coalesce(purged_until, changed));
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_late_entry AFTER INSERT ON stones_ledgerentry FOR EACH ROW
    WHEN (NEW.created < now() - interval '1 hour') EXECUTE FUNCTION ledger_changes_late();
CREATE TRIGGER ledger_late_change
    AFTER UPDATE OF source, glow_channel, reader, kind, level, tokens, paste_tokens, created
    ON stones_ledgerentry FOR EACH ROW
    WHEN (least(OLD.created, NEW.created) < now() - interval '1 hour') EXECUTE FUNCTION ledger_changes_late();
CREATE TRIGGER ledger_late_deletion AFTER DELETE ON stones_ledgerentry FOR EACH ROW
    WHEN (OLD.created < now() - interval '1 hour' AND current_setting('qastone.ledger_purge', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION ledger_changes_late();
"""
_UNNOTICE = """
DROP TRIGGER ledger_late_entry ON stones_ledgerentry;
DROP TRIGGER ledger_late_change ON stones_ledgerentry;
DROP TRIGGER ledger_late_deletion ON stones_ledgerentry;
DROP FUNCTION ledger_changes_late();
"""


class Migration(migrations.Migration):
    # Indexes are made and dropped one by one, beside readers and writers.
    atomic = False

    dependencies = [
        ('stones', '0007_archive_and_tags'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='level',
            index=models.Index(condition=models.Q(('stone__isnull', False)), fields=['stone'], name='level_of_stone'),
        ),
        DropFieldIndexes({
            'content': ['account'],
            'ledgerentry': ['account', 'stone'],
            'level': ['account', 'stone'],
            'share': ['account'],
            'stone': ['account'],
            'stonepassage': ['account'],
        }),
        migrations.CreateModel(
            name='LedgerRollUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateField()),
                ('sources_until', models.DateField(null=True)),
                ('purged_until', models.DateField(null=True)),
                ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='ledger_roll_up', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='LedgerDailySum',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('by', models.CharField(max_length=7)),
                ('key', models.CharField(blank=True, max_length=120)),
                ('paste', models.BigIntegerField()),
                ('read', models.BigIntegerField()),
                ('generation', models.BigIntegerField()),
                ('helpers', models.BigIntegerField()),
                ('reads', models.BigIntegerField()),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('account', 'by', 'day', 'key'), name='ledger_daily_sum_once')],
            },
        ),
        migrations.CreateModel(
            name='LedgerSourceSum',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=40)),
                ('reads', models.BigIntegerField()),
                ('saved', models.BigIntegerField()),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('account', 'source'), name='ledger_source_sum_once')],
            },
        ),
        migrations.RunSQL(_NOTICE_LATE_ENTRIES, _UNNOTICE),
    ]
