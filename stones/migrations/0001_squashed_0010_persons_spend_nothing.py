import core.db.new_id
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import pgvector.django
import pgvector.django.halfvec
from django.conf import settings
from django.db import migrations, models

from core.db.create_models import CreateModels

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

    replaces = [
        ('stones', '0001_squashed'),
        ('stones', '0002_plain_names'),
        ('stones', '0003_clipboard_moves_out'),
        ('stones', '0004_rename_permissions'),
        ('stones', '0005_jobs'),
        ('stones', '0006_demo'),
        ('stones', '0007_archive_and_tags'),
        ('stones', '0008_ledger_by_days'),
        ('stones', '0009_lines_of_passages'),
        ('stones', '0010_persons_spend_nothing'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        pgvector.django.VectorExtension(),
        CreateModels([
            migrations.CreateModel(
                name='Content',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sha256', models.CharField(max_length=64)),
                    ('border_hash', models.CharField(max_length=64)),
                    ('text', models.TextField()),
                    ('tokens', models.PositiveIntegerField()),
                    ('tokens_exact', models.BooleanField()),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('lod_model', models.CharField(blank=True, db_default='', default='', max_length=200)),
                    ('levels_failed', models.BooleanField(db_default=False, default=False)),
                    ('fallback_reason', models.TextField(blank=True, db_default='', default='')),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'stored text',
                    'verbose_name_plural': 'stored texts',
                    'indexes': [
                        django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector(django.db.models.functions.text.Left('text', 100000), config='english'), name='content_words'),
                        models.Index(fields=['sha256'], name='content_by_hash'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'sha256'), name='content_once_per_account'),
                        models.UniqueConstraint(fields=('account', 'border_hash'), name='content_name_unique'),
                        models.CheckConstraint(condition=models.Q(('sha256__startswith', models.F('border_hash'))), name='content_name_is_hash_prefix'),
                    ],
                },
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
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'by', 'day', 'key'), name='ledger_daily_sum_once'),
                    ],
                },
            ),
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
                name='LedgerSourceSum',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('source', models.CharField(max_length=40)),
                    ('reads', models.BigIntegerField()),
                    ('saved', models.BigIntegerField()),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'source'), name='ledger_source_sum_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Stone',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('fingerprint', models.CharField(max_length=64)),
                    ('glow_channel', models.CharField(choices=[('task', 'task'), ('context', 'context'), ('handoff', 'handoff'), ('query', 'query'), ('data', 'data')], max_length=10)),
                    ('stone_type', models.CharField(choices=[('clipboard', 'clipboard'), ('message', 'message'), ('handoff', 'handoff'), ('artifact', 'artifact')], max_length=10)),
                    ('source_agent', models.CharField(max_length=100)),
                    ('claimed_source', models.CharField(blank=True, db_default='', default='', max_length=100)),
                    ('fortune', models.CharField(max_length=120)),
                    ('claimed_header', models.TextField(blank=True, db_default='', default='')),
                    ('claimed_hash', models.CharField(blank=True, db_default='', default='', max_length=64)),
                    ('level_count', models.PositiveSmallIntegerField()),
                    ('generate_lods', models.BooleanField(default=True)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('stored', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('expires', models.DateTimeField(blank=True, null=True)),
                    ('is_demo', models.BooleanField(db_default=False, default=False, editable=False)),
                    ('archived', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('tags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), blank=True, db_default=[], default=list, size=None)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('content', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stones', to='stones.content')),
                ],
                options={
                    'ordering': ['-id'],
                    'indexes': [
                        models.Index(condition=models.Q(('claimed_hash', ''), _negated=True), fields=['account', 'claimed_hash'], name='stone_claimed_hash'),
                        models.Index(fields=['account', '-id'], name='stone_newest'),
                        models.Index(condition=models.Q(('expires__isnull', False)), fields=['expires'], name='stone_expiry'),
                        models.Index(condition=models.Q(('is_demo', True)), fields=['account'], name='stone_demo'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'fingerprint'), name='stone_once_per_account'),
                        models.CheckConstraint(condition=models.Q(('glow_channel__in', ('task', 'context', 'handoff', 'query', 'data'))), name='stone_channel_known'),
                        models.CheckConstraint(condition=models.Q(('stone_type__in', ('clipboard', 'message', 'handoff', 'artifact'))), name='stone_type_known'),
                        models.CheckConstraint(condition=models.Q(('level_count__gte', 1), ('level_count__lte', 99)), name='stone_levels_of_the_format'),
                        models.CheckConstraint(condition=models.Q(('claimed_hash', ''), models.Q(('claimed_header', ''), _negated=True), _connector='OR'), name='stone_claimed_hash_has_header'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='LedgerEntry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('source', models.CharField(blank=True, db_default='', max_length=40)),
                    ('glow_channel', models.CharField(blank=True, db_default='', max_length=10)),
                    ('reader', models.CharField(max_length=120)),
                    ('kind', models.CharField(choices=[('level', 'a level'), ('focus', 'passages for a question'), ('whole', "the stone's text"), ('helper', "what a helper's model cost"), ('write', 'what a model cost that wrote its levels')], max_length=6)),
                    ('level', models.PositiveSmallIntegerField(null=True)),
                    ('tokens', models.PositiveIntegerField()),
                    ('paste_tokens', models.PositiveIntegerField()),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('lines', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), null=True, size=None)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('stone', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reads', to='stones.stone')),
                ],
                options={
                    'verbose_name': 'read',
                    'indexes': [
                        models.Index(fields=['account', '-created'], name='read_newest'),
                        models.Index(fields=['stone', '-created'], name='read_of_stone'),
                        models.Index(condition=models.Q(models.Q(('source', ''), _negated=True), ('kind__in', ['level', 'focus', 'whole'])), fields=['account', 'source', 'reader', 'created'], name='read_of_source'),
                    ],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(models.Q(('kind', 'focus'), ('level', None)), models.Q(models.Q(('kind', 'focus'), _negated=True), ('level__isnull', False)), _connector='OR'), name='read_of_level_names_it'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Level',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveSmallIntegerField()),
                    ('text', models.TextField()),
                    ('tokens', models.PositiveIntegerField()),
                    ('origin', models.CharField(choices=[('sender', 'the sender’s words'), ('author', 'as it came, unchecked'), ('model', 'written by a model'), ('extract', 'extract'), ('provisional', 'provisional extract')], max_length=12)),
                    ('model', models.CharField(blank=True, max_length=200)),
                    ('prompt_version', models.CharField(blank=True, max_length=20)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('content', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='levels', to='stones.content')),
                    ('stone', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='author_levels', to='stones.stone')),
                ],
                options={
                    'ordering': ['content', 'number'],
                    'indexes': [
                        models.Index(condition=models.Q(('stone__isnull', False)), fields=['stone'], name='level_of_stone'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('stone', None)), fields=('account', 'content', 'number'), name='level_once_per_content'),
                        models.UniqueConstraint(fields=('account', 'stone', 'number'), name='author_level_once_per_stone'),
                        models.CheckConstraint(condition=models.Q(('number__lte', 97)), name='level_below_the_source'),
                        models.CheckConstraint(condition=models.Q(models.Q(('origin__in', ['sender', 'author']), ('stone__isnull', False)), models.Q(models.Q(('origin__in', ['sender', 'author']), _negated=True), ('stone', None)), _connector='OR'), name='level_given_has_stone'),
                        models.CheckConstraint(condition=models.Q(('origin', 'model'), models.Q(('model', ''), ('prompt_version', '')), _connector='XOR'), name='level_of_model_names_it'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Share',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('stone', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='stones.stone')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'stone'), name='share_once_per_account'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='StonePassage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ordinal', models.PositiveIntegerField()),
                    ('start_line', models.PositiveIntegerField()),
                    ('end_line', models.PositiveIntegerField()),
                    ('start', models.PositiveIntegerField(help_text='character offset into the text')),
                    ('end', models.PositiveIntegerField()),
                    ('trail', models.TextField(blank=True)),
                    ('tokens', models.PositiveIntegerField()),
                    ('embedding', pgvector.django.halfvec.HalfVectorField(null=True)),
                    ('embedding_model', models.CharField(blank=True, max_length=200)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('content', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passages', to='stones.content')),
                ],
                options={
                    'ordering': ['content', 'ordinal'],
                    'verbose_name': 'passage',
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'content', 'ordinal'), name='passage_order_unique'),
                        models.CheckConstraint(condition=models.Q(('end_line__gte', models.F('start_line')), ('start_line__gte', 1)), name='passage_lines_ordered'),
                        models.CheckConstraint(condition=models.Q(('end__gt', models.F('start'))), name='passage_not_empty'),
                        models.CheckConstraint(condition=models.Q(models.Q(('embedding', None), ('embedding_model', '')), models.Q(('embedding__isnull', False), models.Q(('embedding_model', ''), _negated=True)), _connector='OR'), name='passage_vector_names_model'),
                    ],
                },
            ),
        ]),
        migrations.RunSQL(_NOTICE_LATE_ENTRIES, _UNNOTICE),
    ]
