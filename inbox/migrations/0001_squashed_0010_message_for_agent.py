import core.db.new_id
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import pgvector.django.halfvec
import search.models
from django.conf import settings
from django.db import migrations, models

from core.db.create_models import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('inbox', '0001_squashed'),
        ('inbox', '0002_jobs_in_one_table'),
        ('inbox', '0003_account_scopes'),
        ('inbox', '0004_demo'),
        ('inbox', '0005_sender_names'),
        ('inbox', '0006_snoozed_until'),
        ('inbox', '0007_lean_indexes'),
        ('inbox', '0008_memory_passages_in_spaces'),
        ('inbox', '0009_message_reworded'),
        ('inbox', '0010_message_for_agent'),
    ]

    initial = True

    dependencies = [
        ('stones', '0001_squashed_0010_persons_spend_nothing'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Agent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=64, validators=[django.core.validators.RegexValidator('\\A[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\\Z', "A name has 1 to 64 letters, digits, '_', '.' or '-', and begins with a letter or digit.")])),
                    ('kind', models.CharField(choices=[('claude_code', 'Claude Code'), ('cursor', 'Cursor'), ('custom', 'another program'), ('person', 'a person at the pages'), ('assistant', "the account's assistant"), ('helper', 'a helper of this site')], default='custom', max_length=12)),
                    ('description', models.CharField(blank=True, max_length=300)),
                    ('capabilities', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), blank=True, default=list, size=None)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('closed', models.DateTimeField(blank=True, null=True)),
                    ('is_demo', models.BooleanField(db_default=False, default=False, editable=False)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='agents', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['account', 'name'],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'name'), name='agent_name_once_per_account'),
                        models.CheckConstraint(condition=models.Q(('name__regex', '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$')), name='agent_name_valid'),
                        models.UniqueConstraint(condition=models.Q(('kind__in', ['person', 'assistant', 'helper'])), fields=('account', 'kind'), name='agent_of_the_site_once_per_account'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='AgentToken',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sha256', models.CharField(max_length=64, unique=True)),
                    ('last4', models.CharField(max_length=4)),
                    ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), default=list, size=None)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('expires', models.DateTimeField(blank=True, null=True)),
                    ('revoked', models.DateTimeField(blank=True, null=True)),
                    ('last_used', models.DateTimeField(blank=True, null=True)),
                    ('last_address', models.GenericIPAddressField(blank=True, null=True)),
                    ('last_client', models.CharField(blank=True, max_length=120)),
                    ('last_call', models.CharField(blank=True, max_length=120)),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='inbox.agent')),
                    ('inboxes', models.ManyToManyField(blank=True, related_name='opened_by', to='inbox.agent')),
                    ('replaced_by', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replaces', to='inbox.agenttoken')),
                ],
                options={
                    'ordering': ['-created'],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('scopes__contained_by', ['stones:read', 'stones:write', 'inbox:read', 'inbox:send', 'kb:read', 'brain:ask', 'brain:write', 'clipboard:read', 'clipboard:write', 'analytics:read', 'account:export', 'account:delete'])), name='token_scopes_known'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Contact',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'other'), name='contact_once'),
                        models.CheckConstraint(condition=models.Q(('account', models.F('other')), _negated=True), name='contact_is_another'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Inbox',
                fields=[
                    ('agent', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='inbox', serialize=False, to='inbox.agent')),
                    ('last_sequence', models.PositiveBigIntegerField(default=0)),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'inboxes',
                },
            ),
            migrations.CreateModel(
                name='InboxSettings',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('contact_policy', models.CharField(choices=[('open', 'anybody on this site'), ('known', 'accounts that we have written to, or have let in by name'), ('closed', 'nobody')], default='known', max_length=6)),
                    ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='inbox_settings', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'inbox settings',
                },
            ),
            migrations.CreateModel(
                name='Memory',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('shared', models.BooleanField(default=False)),
                    ('key', models.CharField(blank=True, max_length=200)),
                    ('text', models.TextField()),
                    ('tags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), blank=True, default=list, size=None)),
                    ('tokens', models.PositiveIntegerField()),
                    ('expires', models.DateTimeField(null=True)),
                    ('superseded', models.DateTimeField(null=True)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memories', to='inbox.agent')),
                ],
                options={
                    'verbose_name_plural': 'memories',
                    'ordering': ['-id'],
                    'indexes': [
                        models.Index(fields=['account', '-id'], name='memory_newest'),
                        models.Index(condition=models.Q(('expires__isnull', False)), fields=['expires'], name='memory_expiry'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('shared', False), ('superseded', None), models.Q(('key', ''), _negated=True)), fields=('account', 'agent', 'key'), name='memory_key_once_per_agent'),
                        models.UniqueConstraint(condition=models.Q(('shared', True), ('superseded', None), models.Q(('key', ''), _negated=True)), fields=('account', 'key'), name='shared_memory_key_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='MemoryPassage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ordinal', models.PositiveIntegerField()),
                    ('start', models.PositiveIntegerField(help_text='character offset into the text')),
                    ('end', models.PositiveIntegerField()),
                    ('trail', models.TextField(blank=True)),
                    ('words', django.contrib.postgres.search.SearchVectorField()),
                    ('embedding', pgvector.django.halfvec.HalfVectorField(null=True)),
                    ('embedding_model', models.CharField(blank=True, max_length=200)),
                    ('space', models.CharField(max_length=40)),
                    ('signature', models.GeneratedField(db_persist=True, expression=models.Func(models.F('embedding'), function='binary_quantize'), output_field=search.models.SignatureField(null=True))),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('memory', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passages', to='inbox.memory')),
                ],
                options={
                    'ordering': ['memory', 'ordinal'],
                    'indexes': [
                        models.Index(fields=['embedding_model'], name='memorypassage_model'),
                        django.contrib.postgres.indexes.GinIndex(fastupdate=False, fields=['words'], name='memorypassage_words'),
                        models.Index(fields=['space', 'embedding_model'], include=('id', 'signature'), name='memorypassage_near'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'memory', 'ordinal'), name='memory_passage_order'),
                        models.CheckConstraint(condition=models.Q(('end__gt', models.F('start'))), name='memory_passage_not_empty'),
                        models.CheckConstraint(condition=models.Q(models.Q(('embedding', None), ('embedding_model', '')), models.Q(('embedding__isnull', False), models.Q(('embedding_model', ''), _negated=True)), _connector='OR'), name='memory_vector_names_model'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Message',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('sender_name', models.CharField(max_length=220)),
                    ('thread', models.CharField(max_length=26)),
                    ('hops', models.PositiveSmallIntegerField(default=0)),
                    ('message_type', models.CharField(default='message', max_length=30)),
                    ('priority', models.CharField(choices=[('low', 'Low'), ('normal', 'Normal'), ('high', 'High'), ('urgent', 'Urgent')], default='normal', max_length=6)),
                    ('needs_answer', models.BooleanField(default=False)),
                    ('subject', models.CharField(blank=True, max_length=200)),
                    ('body', models.TextField()),
                    ('is_json', models.BooleanField(default=False)),
                    ('scan', models.TextField()),
                    ('scan_origin', models.CharField(blank=True, db_default='', default='', max_length=12)),
                    ('detail', models.TextField(blank=True, db_default='', default='')),
                    ('lod_tokens', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), size=None)),
                    ('stone_gone', models.CharField(blank=True, choices=[('deleted', 'Deleted'), ('expired', 'Expired')], db_default='', default='', max_length=7)),
                    ('border_hash', models.CharField(blank=True, max_length=64)),
                    ('stone_ulid', models.CharField(blank=True, db_default='', default='', max_length=26)),
                    ('stone_sha256', models.CharField(blank=True, db_default='', default='', max_length=64)),
                    ('stone_claimed_hash', models.CharField(blank=True, db_default='', default='', max_length=64)),
                    ('verdict', models.CharField(blank=True, db_default='', default='', max_length=16)),
                    ('delivered_lod', models.PositiveSmallIntegerField(null=True)),
                    ('omissions', models.JSONField(default=dict)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('expires', models.DateTimeField(null=True)),
                    ('is_demo', models.BooleanField(db_default=False, default=False, editable=False)),
                    ('reworded', models.DateTimeField(null=True)),
                    ('for_agent', models.CharField(blank=True, db_default='', default='', max_length=64)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('in_reply_to', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replies', to='inbox.message')),
                    ('sender', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sent', to='inbox.agent')),
                    ('stone', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='stones.stone')),
                ],
                options={
                    'ordering': ['-id'],
                    'indexes': [
                        models.Index(fields=['account', '-id'], name='message_newest'),
                        models.Index(fields=['thread', 'id'], name='message_thread'),
                        models.Index(condition=models.Q(('stone_sha256', ''), _negated=True), fields=['stone_sha256'], name='message_of_sha256'),
                        models.Index(condition=models.Q(('stone_claimed_hash', ''), _negated=True), fields=['stone_claimed_hash'], name='message_of_claim'),
                        models.Index(condition=models.Q(('stone_ulid', ''), _negated=True), fields=['stone_ulid'], name='message_of_stone'),
                        models.Index(condition=models.Q(('expires__isnull', False)), fields=['expires'], name='message_expiry'),
                        django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector('subject', django.db.models.functions.text.Left('body', 100000), config='english'), name='message_words'),
                        models.Index(condition=models.Q(('is_demo', True)), fields=['account'], name='message_demo'),
                        models.Index(condition=models.Q(('in_reply_to__isnull', False)), fields=['in_reply_to'], name='message_reply'),
                        models.Index(condition=models.Q(('stone__isnull', False)), fields=['stone'], name='message_with_stone'),
                        models.Index(condition=models.Q(('border_hash', ''), _negated=True), fields=['border_hash'], name='message_by_hash'),
                    ],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('hops__lte', 20)), name='message_hops_limited'),
                        models.CheckConstraint(condition=models.Q(models.Q(('border_hash', ''), ('delivered_lod', None), ('stone', None)), models.Q(models.Q(('border_hash', ''), _negated=True), ('delivered_lod__isnull', False)), _connector='OR'), name='message_of_stone_names_level'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Delivery',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('recipient', models.CharField(max_length=220)),
                    ('sequence', models.PositiveBigIntegerField(null=True)),
                    ('state', models.CharField(choices=[('queued', 'in the inbox'), ('delivered', 'fetched by its agent'), ('read', 'Read'), ('acknowledged', 'Acknowledged'), ('dead', 'cannot be delivered')], default='queued', max_length=12)),
                    ('read_lod', models.PositiveSmallIntegerField(null=True)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('delivered_at', models.DateTimeField(null=True)),
                    ('read_at', models.DateTimeField(null=True)),
                    ('acknowledged_at', models.DateTimeField(null=True)),
                    ('archived_at', models.DateTimeField(null=True)),
                    ('put_away_at', models.DateTimeField(null=True)),
                    ('dead_at', models.DateTimeField(null=True)),
                    ('reason_code', models.CharField(blank=True, max_length=40)),
                    ('reason', models.TextField(blank=True)),
                    ('snoozed_until', models.DateTimeField(null=True)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('agent', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='inbox.agent')),
                    ('message', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='inbox.message')),
                    ('resent_as', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='inbox.message')),
                ],
                options={
                    'verbose_name_plural': 'deliveries',
                    'ordering': [models.OrderBy(models.F('sequence'), nulls_last=True)],
                    'indexes': [
                        models.Index(fields=['account', '-id'], name='delivery_of_account'),
                        models.Index(condition=models.Q(('archived_at', None), models.Q(('state__in', ['acknowledged', 'dead']), _negated=True)), fields=['agent', 'sequence'], name='delivery_open'),
                        models.Index(condition=models.Q(('resent_as__isnull', False)), fields=['resent_as'], name='delivery_resent'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('agent', 'sequence'), name='delivery_sequence_once'),
                        models.UniqueConstraint(fields=('message', 'agent'), name='delivery_once_per_recipient'),
                        models.CheckConstraint(condition=models.Q(models.Q(('agent__isnull', False), ('sequence__isnull', False)), models.Q(('sequence', None), ('state', 'dead')), _connector='OR'), name='delivery_has_place_or_is_dead'),
                        models.CheckConstraint(condition=models.Q(models.Q(('dead_at__isnull', False), ('state', 'dead'), models.Q(('reason_code', ''), _negated=True)), models.Q(models.Q(('state', 'dead'), _negated=True), ('dead_at', None), ('reason_code', '')), _connector='OR'), name='delivery_dead_with_reason'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='HelperJob',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('border_hash', models.CharField(max_length=64)),
                    ('task', models.TextField()),
                    ('answer_tokens', models.PositiveIntegerField()),
                    ('budget_tokens', models.PositiveIntegerField()),
                    ('used_tokens', models.PositiveIntegerField(default=0)),
                    ('booked_tokens', models.PositiveIntegerField(db_default=0, default=0)),
                    ('model', models.CharField(blank=True, max_length=200)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='helper_jobs', to='inbox.agent')),
                    ('stone', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='stones.stone')),
                    ('answer', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='inbox.message')),
                ],
                options={
                    'ordering': ['-id'],
                    'indexes': [
                        models.Index(fields=['account', '-id'], name='helper_newest'),
                        models.Index(condition=models.Q(('stone__isnull', False)), fields=['stone'], name='helper_with_stone'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Webhook',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('url', models.URLField(max_length=500)),
                    ('secret', models.CharField(max_length=100)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('disabled', models.DateTimeField(blank=True, null=True)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='inbox.agent')),
                ],
                options={
                    'ordering': ['account', 'agent', 'id'],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'agent', 'url'), name='webhook_once_per_agent'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='WebhookCall',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('event', models.CharField(max_length=40)),
                    ('body', models.JSONField()),
                    ('status_code', models.PositiveSmallIntegerField(null=True)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='inbox.webhook')),
                ],
                options={
                    'ordering': ['-id'],
                    'indexes': [
                        models.Index(fields=['account', '-id'], name='webhook_call_newest'),
                    ],
                },
            ),
        ]),
    ]
