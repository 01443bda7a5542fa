import core.db.new_id
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


MODELS = ['clipboardentry', 'clipboardsettings', 'fingerprints']


def move_content_types(old, new):
    """Permissions and the admin's log hang on them."""

    def move(apps, schema_editor):
        content_types = apps.get_model('contenttypes', 'ContentType').objects.using(schema_editor.connection.alias)
        content_types.filter(app_label=old, model__in=MODELS).update(app_label=new)

    return move


class Migration(migrations.Migration):
    """The tables came with stones, which kept the clipboard until its migration 0003."""

    initial = True

    dependencies = [
        ('contenttypes', '0002_remove_content_type_name'),
        ('stones', '0003_clipboard_moves_out'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
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
                        ('content', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='copies', to='stones.content')),
                        ('parent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='children', to='clipboard.clipboardentry')),
                        ('parent_stone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='stones.stone')),
                        ('stone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='stones.stone')),
                    ],
                    options={
                        'verbose_name_plural': 'clipboard entries',
                        'ordering': ['-id'],
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
                    },
                ),
                migrations.AddIndex(
                    model_name='clipboardentry',
                    index=models.Index(fields=['account', '-id'], name='copy_newest'),
                ),
                migrations.AddIndex(
                    model_name='clipboardentry',
                    index=models.Index(fields=['account', 'sha256'], name='copy_by_hash'),
                ),
                migrations.AddIndex(
                    model_name='clipboardentry',
                    index=models.Index(condition=models.Q(('expires__isnull', False)), fields=['expires'], name='copy_expiry'),
                ),
                migrations.AddConstraint(
                    model_name='clipboardentry',
                    constraint=models.CheckConstraint(condition=models.Q(('parent', None), ('parent_stone', None), _connector='OR'), name='copy_of_one_thing'),
                ),
                migrations.AddConstraint(
                    model_name='clipboardentry',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('overlap', None), ('parent', None), ('parent_stone', None), ('relation', '')), models.Q(models.Q(('relation', ''), _negated=True), ('overlap__gte', 0), ('overlap__isnull', False), ('overlap__lte', 1)), _connector='OR'), name='copy_says_how_it_relates'),
                ),
                migrations.AddConstraint(
                    model_name='clipboardentry',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('is_pinned', True), _negated=True), ('expires', None), _connector='OR'), name='pinned_copy_stays'),
                ),
                migrations.AddConstraint(
                    model_name='clipboardentry',
                    constraint=models.CheckConstraint(condition=models.Q(('door__in', ['watcher', 'page', 'widget', 'rest'])), name='copy_door_known'),
                ),
                migrations.AddConstraint(
                    model_name='clipboardsettings',
                    constraint=models.CheckConstraint(condition=models.Q(('ttl_days__gte', 1), ('ttl_days__lte', 3650)), name='copy_ttl_sensible'),
                ),
                migrations.AddIndex(
                    model_name='fingerprints',
                    index=django.contrib.postgres.indexes.GinIndex(fields=['values'], name='fingerprints_values'),
                ),
                migrations.AddConstraint(
                    model_name='fingerprints',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('content', None), ('entry__isnull', False)), models.Q(('content__isnull', False), ('entry', None)), _connector='OR'), name='fingerprints_of_one_text'),
                ),
            ],
        ),
        migrations.RunPython(move_content_types('stones', 'clipboard'), move_content_types('clipboard', 'stones')),
    ]
