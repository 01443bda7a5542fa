import core.db.new_id
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.utils.timezone
import pgvector.django
import pgvector.django.halfvec
import search.models
from django.conf import settings
from django.db import migrations, models

from core.db.create_models import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('brain', '0001_initial'),
        ('brain', '0002_jobs'),
        ('brain', '0003_demo'),
        ('brain', '0004_lean_indexes'),
        ('brain', '0005_chunks_in_spaces'),
        ('brain', '0006_file_tags'),
        ('brain', '0007_conversation_names'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        pgvector.django.VectorExtension(),
        CreateModels([
            migrations.CreateModel(
                name='Conversation',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('interface', models.CharField(choices=[('page', 'Page'), ('rest', 'Rest'), ('mcp', 'Mcp'), ('command', 'Command')], max_length=10)),
                    ('title', models.CharField(blank=True, max_length=200)),
                    ('updated', models.DateTimeField(default=django.utils.timezone.now)),
                    ('name', models.CharField(max_length=100)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['-updated'],
                    'indexes': [
                        models.Index(fields=['account', '-updated', '-id'], name='conversation_latest'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'interface', 'name'), name='conversation_once_per_name'),
                        models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='conversation_has_a_name'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='FetchedResults',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('source', models.CharField(max_length=30)),
                    ('query_sha256', models.CharField(max_length=64)),
                    ('results', models.JSONField()),
                    ('fetched', models.DateTimeField(default=django.utils.timezone.now)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'fetched results',
                    'indexes': [
                        models.Index(fields=['fetched'], name='fetched_age'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'source', 'query_sha256'), name='fetched_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Note',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('title', models.CharField(max_length=300)),
                    ('body', models.TextField(help_text='Markdown, without front matter')),
                    ('tags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), blank=True, default=list, size=None)),
                    ('description', models.TextField(blank=True)),
                    ('origin', models.CharField(choices=[('written', 'Written'), ('imported', 'Imported'), ('answer', 'saved answer')], default='written', max_length=10)),
                    ('file', models.CharField(blank=True, max_length=500)),
                    ('front_matter', models.JSONField(blank=True, default=dict)),
                    ('sources', models.JSONField(blank=True, default=list)),
                    ('dated', models.DateTimeField(default=django.utils.timezone.now)),
                    ('tokens', models.PositiveIntegerField()),
                    ('version', models.PositiveIntegerField(default=1)),
                    ('updated', models.DateTimeField(default=django.utils.timezone.now)),
                    ('is_demo', models.BooleanField(db_default=False, default=False, editable=False)),
                    ('file_tags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), blank=True, db_default=[], default=list, editable=False, size=None)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['-id'],
                    'indexes': [
                        models.Index(fields=['account', '-dated', '-id'], name='note_newest'),
                        django.contrib.postgres.indexes.GinIndex(fields=['tags'], name='note_tags'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('file', ''), _negated=True), fields=('account', 'file'), name='note_file_once_per_account'),
                        models.CheckConstraint(condition=models.Q(('title', ''), _negated=True), name='note_has_a_title'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='OutsidePreference',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('use_external', models.BooleanField(default=False)),
                    ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='Profile',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('name', models.CharField(blank=True, max_length=300)),
                    ('data', models.JSONField(default=dict)),
                    ('text', models.TextField()),
                    ('tokens', models.PositiveIntegerField()),
                    ('version', models.PositiveIntegerField(default=1)),
                    ('updated', models.DateTimeField(default=django.utils.timezone.now)),
                    ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='Chunk',
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
                    ('stretch', models.PositiveIntegerField(help_text='ordinal of the passage that it is, or is a sentence of')),
                    ('signature', models.GeneratedField(db_persist=True, expression=models.Func(models.F('embedding'), function='binary_quantize'), output_field=search.models.SignatureField(null=True))),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('note', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='passages', to='brain.note')),
                    ('profile', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='passages', to='brain.profile')),
                ],
                options={
                    'ordering': ['note', 'profile', 'ordinal'],
                    'indexes': [
                        models.Index(fields=['embedding_model'], name='chunk_model'),
                        models.Index(condition=models.Q(('profile__isnull', False)), fields=['profile'], name='chunk_of_profile'),
                        django.contrib.postgres.indexes.GinIndex(fastupdate=False, fields=['words'], name='chunk_words'),
                        models.Index(fields=['space', 'embedding_model'], include=('id', 'signature'), name='chunk_near'),
                        models.Index(fields=['account'], name='chunk_of_account'),
                        models.Index(fields=['note', 'stretch'], name='chunk_stretch'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('profile', None)), fields=('account', 'note', 'ordinal'), name='note_chunk_order'),
                        models.UniqueConstraint(condition=models.Q(('note', None)), fields=('account', 'profile', 'ordinal'), name='profile_chunk_order'),
                        models.CheckConstraint(condition=models.Q(models.Q(('note', None), ('profile__isnull', False)), models.Q(('note__isnull', False), ('profile', None)), _connector='OR'), name='chunk_of_a_note_or_a_profile'),
                        models.CheckConstraint(condition=models.Q(('end__gt', models.F('start'))), name='chunk_not_empty'),
                        models.CheckConstraint(condition=models.Q(models.Q(('embedding', None), ('embedding_model', '')), models.Q(('embedding__isnull', False), models.Q(('embedding_model', ''), _negated=True)), _connector='OR'), name='chunk_vector_names_model'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Summary',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('first', models.PositiveIntegerField(help_text='ordinal of the first turn that it stands for')),
                    ('last', models.PositiveIntegerField()),
                    ('text', models.TextField()),
                    ('model', models.CharField(blank=True, max_length=200)),
                    ('tokens', models.PositiveIntegerField()),
                    ('created', models.DateTimeField(default=django.utils.timezone.now)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('conversation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='summaries', to='brain.conversation')),
                ],
                options={
                    'verbose_name_plural': 'summaries',
                    'ordering': ['conversation', 'first'],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'conversation', 'first'), name='summary_once'),
                        models.CheckConstraint(condition=models.Q(('last__gte', models.F('first'))), name='summary_of_turns'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Turn',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('ordinal', models.PositiveIntegerField(help_text='from 1')),
                    ('query', models.TextField()),
                    ('answer', models.TextField()),
                    ('metadata', models.JSONField()),
                    ('mode', models.CharField(choices=[('model', 'Model'), ('extractive', 'Extractive')], max_length=10)),
                    ('trace', models.JSONField()),
                    ('model', models.CharField(blank=True, max_length=200)),
                    ('tokens', models.PositiveIntegerField(default=0)),
                    ('asked_by', models.CharField(max_length=120)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('conversation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='brain.conversation')),
                    ('summary', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='turns', to='brain.summary')),
                ],
                options={
                    'ordering': ['conversation', 'ordinal'],
                    'indexes': [
                        models.Index(condition=models.Q(('summary__isnull', False)), fields=['summary'], name='turn_summarised'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'conversation', 'ordinal'), name='turn_once'),
                    ],
                },
            ),
        ]),
    ]
