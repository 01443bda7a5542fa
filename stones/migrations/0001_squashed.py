import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import pgvector.django
import pgvector.django.halfvec
import core.db.new_id
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('stones', '0001_initial'),
        ('stones', '0002_stone_stored'),
        ('stones', '0003_share'),
        ('stones', '0004_search_less_of_each_text'),
        ('stones', '0005_clipboard'),
        ('stones', '0006_generation_lod_model'),
        ('stones', '0007_copy_relation_has_overlap'),
        ('stones', '0008_read_of_source'),
        ('stones', '0009_claimed_source'),
        ('stones', '0010_find_contents_by_hash'),
        ('stones', '0011_stone_claims'),
        ('stones', '0012_name_clipboard_in_plural'),
        ('stones', '0013_fingerprint_of_claims'),
        ('stones', '0014_levels_of_the_format'),
        ('stones', '0015_words_of_the_sender'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        pgvector.django.VectorExtension(),
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
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
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
            name='ClipboardEntry',
            fields=[
                ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                ('sha256', models.CharField(max_length=64)),
                ('preview', models.CharField(max_length=200)),
                ('characters', models.PositiveIntegerField()),
                ('tokens', models.PositiveIntegerField()),
                ('source_app', models.CharField(blank=True, max_length=200)),
                ('door', models.CharField(choices=[('watcher', "the desktop's clipboard"), ('page', 'a page of this site'), ('widget', 'the assistant'), ('rest', 'REST')], max_length=7)),
                ('copied', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('is_pinned', models.BooleanField(default=False)),
                ('expires', models.DateTimeField(blank=True, null=True)),
                ('relation', models.CharField(blank=True, choices=[('repeats', 'the same text'), ('part', 'a part of it'), ('contains', 'all of it and more'), ('reworked', 'much of it, changed')], max_length=8)),
                ('overlap', models.FloatField(blank=True, null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('parent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='children', to='stones.clipboardentry')),
                ('content', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='copies', to='stones.content')),
            ],
            options={
                'verbose_name_plural': 'clipboard entries',
                'ordering': ['-id'],
                'indexes': [
                    models.Index(fields=['account', '-id'], name='copy_newest'),
                    models.Index(fields=['account', 'sha256'], name='copy_by_hash'),
                    models.Index(condition=models.Q(('expires__isnull', False)), fields=['expires'], name='copy_expiry'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('is_pinned', True), _negated=True), ('expires', None), _connector='OR'), name='pinned_copy_stays'),
                    models.CheckConstraint(condition=models.Q(('door__in', ['watcher', 'page', 'widget', 'rest'])), name='copy_door_known'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Fingerprints',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('values', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('content', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='fingerprints', to='stones.content')),
                ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='fingerprints', to='stones.clipboardentry')),
            ],
            options={
                'verbose_name_plural': 'fingerprints',
                'indexes': [
                    django.contrib.postgres.indexes.GinIndex(fields=['values'], name='fingerprints_values'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('content', None), ('entry__isnull', False)), models.Q(('content__isnull', False), ('entry', None)), _connector='OR'), name='fingerprints_of_one_text'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Generation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('pending', 'Pending'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='pending', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('fence', models.PositiveIntegerField(default=0)),
                ('due', models.DateTimeField(default=django.utils.timezone.now)),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('started', models.DateTimeField(blank=True, null=True)),
                ('finished', models.DateTimeField(blank=True, null=True)),
                ('error_code', models.CharField(blank=True, max_length=60)),
                ('error', models.TextField(blank=True)),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('lod_model', models.CharField(blank=True, db_default='', default='', max_length=200)),
                ('fallback_reason', models.TextField(blank=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('content', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='generation', to='stones.content')),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('state__in', ['pending', 'running'])), fields=['due'], name='generation_due'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Passage',
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
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('content', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passages', to='stones.content')),
            ],
            options={
                'ordering': ['content', 'ordinal'],
                'constraints': [
                    models.UniqueConstraint(fields=('account', 'content', 'ordinal'), name='passage_order_unique'),
                    models.CheckConstraint(condition=models.Q(('end_line__gte', models.F('start_line')), ('start_line__gte', 1)), name='passage_lines_ordered'),
                    models.CheckConstraint(condition=models.Q(('end__gt', models.F('start'))), name='passage_not_empty'),
                    models.CheckConstraint(condition=models.Q(models.Q(('embedding', None), ('embedding_model', '')), models.Q(('embedding__isnull', False), models.Q(('embedding_model', ''), _negated=True)), _connector='OR'), name='passage_vector_names_model'),
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
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('content', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stones', to='stones.content')),
            ],
            options={
                'ordering': ['-id'],
                'indexes': [
                    models.Index(condition=models.Q(('claimed_hash', ''), _negated=True), fields=['account', 'claimed_hash'], name='stone_claimed_hash'),
                    models.Index(fields=['account', '-id'], name='stone_newest'),
                    models.Index(condition=models.Q(('expires__isnull', False)), fields=['expires'], name='stone_expiry'),
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
            name='Share',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('stone', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='stones.stone')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('account', 'stone'), name='share_once_per_account'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Read',
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
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('stone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reads', to='stones.stone')),
            ],
            options={
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
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('content', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='levels', to='stones.content')),
                ('stone', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='author_levels', to='stones.stone')),
            ],
            options={
                'ordering': ['content', 'number'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('stone', None)), fields=('account', 'content', 'number'), name='level_once_per_content'),
                    models.UniqueConstraint(fields=('account', 'stone', 'number'), name='author_level_once_per_stone'),
                    models.CheckConstraint(condition=models.Q(('number__lte', 97)), name='level_below_the_source'),
                    models.CheckConstraint(condition=models.Q(models.Q(('origin__in', ['sender', 'author']), ('stone__isnull', False)), models.Q(models.Q(('origin__in', ['sender', 'author']), _negated=True), ('stone', None)), _connector='OR'), name='level_given_has_stone'),
                    models.CheckConstraint(condition=models.Q(('origin', 'model'), models.Q(('model', ''), ('prompt_version', '')), _connector='XOR'), name='level_of_model_names_it'),
                ],
            },
        ),
        migrations.AddField(
            model_name='clipboardentry',
            name='parent_stone',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='stones.stone'),
        ),
        migrations.AddField(
            model_name='clipboardentry',
            name='stone',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='stones.stone'),
        ),
        migrations.CreateModel(
            name='ClipboardSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('auto_format', models.BooleanField(default=False, help_text='Make a stone of every copy.')),
                ('generate_lods', models.BooleanField(default=True, help_text='Have its levels written.')),
                ('lod_model', models.CharField(blank=True, help_text="The model that writes them; empty: the site's.", max_length=200)),
                ('store_full', models.BooleanField(default=True, help_text='Keep the texts; otherwise their hashes and first words alone.')),
                ('ttl_days', models.PositiveSmallIntegerField(default=30, help_text='Days that a copy is kept unless it is pinned.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3650)])),
                ('is_paused', models.BooleanField(default=False, help_text='Record nothing until it is resumed.')),
                ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clipboard_settings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'clipboard settings',
                'constraints': [models.CheckConstraint(condition=models.Q(('ttl_days__gte', 1), ('ttl_days__lte', 3650)), name='copy_ttl_sensible')],
            },
        ),
        migrations.AddConstraint(
            model_name='clipboardentry',
            constraint=models.CheckConstraint(condition=models.Q(('parent', None), ('parent_stone', None), _connector='OR'), name='copy_of_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='clipboardentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('overlap', None), ('parent', None), ('parent_stone', None), ('relation', '')), models.Q(models.Q(('relation', ''), _negated=True), ('overlap__gte', 0), ('overlap__isnull', False), ('overlap__lte', 1)), _connector='OR'), name='copy_says_how_it_relates'),
        ),
    ]
