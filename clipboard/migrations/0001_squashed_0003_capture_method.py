import core.db.new_id
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.db.create_models import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('clipboard', '0001_initial'),
        ('clipboard', '0002_lean_indexes'),
        ('clipboard', '0003_capture_method'),
    ]

    initial = True

    dependencies = [
        ('stones', '0001_squashed_0010_persons_spend_nothing'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='ClipboardEntry',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('sha256', models.CharField(max_length=64)),
                    ('preview', models.CharField(max_length=200)),
                    ('characters', models.PositiveIntegerField()),
                    ('tokens', models.PositiveIntegerField()),
                    ('source_app', models.CharField(blank=True, max_length=200)),
                    ('copied', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('is_pinned', models.BooleanField(default=False)),
                    ('expires', models.DateTimeField(blank=True, null=True)),
                    ('relation', models.CharField(blank=True, choices=[('repeats', 'the same text'), ('part', 'a part of it'), ('contains', 'all of it and more'), ('reworked', 'much of it, changed')], max_length=8)),
                    ('overlap', models.FloatField(blank=True, null=True)),
                    ('capture_method', models.CharField(choices=[('watcher', "the desktop's clipboard"), ('page', 'a page of this site'), ('widget', 'the assistant'), ('rest', 'REST')], max_length=7)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('content', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='copies', to='stones.content')),
                    ('parent', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='children', to='clipboard.clipboardentry')),
                    ('parent_stone', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='stones.stone')),
                    ('stone', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='stones.stone')),
                ],
                options={
                    'verbose_name_plural': 'clipboard entries',
                    'ordering': ['-id'],
                    'indexes': [
                        models.Index(fields=['account', '-id'], name='copy_newest'),
                        models.Index(fields=['account', 'sha256'], name='copy_by_hash'),
                        models.Index(condition=models.Q(('expires__isnull', False)), fields=['expires'], name='copy_expiry'),
                        models.Index(condition=models.Q(('content__isnull', False)), fields=['content'], name='copy_content'),
                        models.Index(condition=models.Q(('stone__isnull', False)), fields=['stone'], name='copy_stone'),
                        models.Index(condition=models.Q(('parent__isnull', False)), fields=['parent'], name='copy_parent'),
                        models.Index(condition=models.Q(('parent_stone__isnull', False)), fields=['parent_stone'], name='copy_parent_stone'),
                    ],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('parent', None), ('parent_stone', None), _connector='OR'), name='copy_of_one_thing'),
                        models.CheckConstraint(condition=models.Q(models.Q(('overlap', None), ('parent', None), ('parent_stone', None), ('relation', '')), models.Q(models.Q(('relation', ''), _negated=True), ('overlap__gte', 0), ('overlap__isnull', False), ('overlap__lte', 1)), _connector='OR'), name='copy_says_how_it_relates'),
                        models.CheckConstraint(condition=models.Q(models.Q(('is_pinned', True), _negated=True), ('expires', None), _connector='OR'), name='pinned_copy_stays'),
                        models.CheckConstraint(condition=models.Q(('capture_method__in', ['watcher', 'page', 'widget', 'rest'])), name='copy_capture_method_known'),
                    ],
                },
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
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('ttl_days__gte', 1), ('ttl_days__lte', 3650)), name='copy_ttl_sensible'),
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
                    ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='fingerprints', to='clipboard.clipboardentry')),
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
        ]),
    ]
