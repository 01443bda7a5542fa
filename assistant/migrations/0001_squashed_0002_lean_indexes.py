import assistant.models.embedding_apps
import core.db.new_id
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.db.create_models import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('assistant', '0001_squashed'),
        ('assistant', '0002_lean_indexes'),
    ]

    initial = True

    dependencies = [
        ('sessions', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='App',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('name', models.CharField(max_length=40, validators=[django.core.validators.RegexValidator('\\A[a-z0-9][a-z0-9-]{0,39}\\Z', "A name has 1 to 40 lower-case letters, digits or '-'.")])),
                    ('origin', models.CharField(max_length=200)),
                    ('key', models.CharField(default=assistant.models.embedding_apps.new_key, editable=False, max_length=40, unique=True)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('last_used', models.DateTimeField(blank=True, null=True)),
                    ('connections', models.PositiveIntegerField(default=1, editable=False)),
                    ('events_day', models.DateField(editable=False, null=True)),
                    ('events_taken', models.PositiveIntegerField(default=0, editable=False)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['account', 'name'],
                    'indexes': [
                        models.Index(fields=['origin'], name='app_by_origin'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'name'), name='app_name_once_per_account'),
                        models.UniqueConstraint(fields=('account', 'origin'), name='app_origin_once_per_account'),
                        models.CheckConstraint(condition=models.Q(('name', 'qastone'), _negated=True), name='app_is_not_this_site'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='AssistantSettings',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('enabled', models.BooleanField(default=True, help_text='Show the assistant.')),
                    ('auto_detect', models.BooleanField(default=True, help_text='Meet a stone wherever it is pasted.')),
                    ('default_max_lod', models.PositiveSmallIntegerField(default=1, help_text='The highest level that is used without being asked for.', validators=[django.core.validators.MaxValueValidator(3)])),
                    ('spawn_helper_threshold', models.PositiveSmallIntegerField(default=2, help_text='From this level on a helper is offered for a complex stone.', validators=[django.core.validators.MaxValueValidator(3)])),
                    ('format_on_copy', models.BooleanField(default=False, help_text='Copying in a page with the assistant makes a stone.')),
                    ('channels', models.JSONField(blank=True, default=dict)),
                    ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='assistant_settings', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'assistant settings',
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('default_max_lod__lte', 3), ('spawn_helper_threshold__lte', 3)), name='assistant_levels_exist'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Connection',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('app', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='assistant.app')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='sessions.session')),
                ],
            ),
            migrations.CreateModel(
                name='Menu',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('app', models.CharField(max_length=40)),
                    ('items', models.JSONField(default=dict)),
                    ('changed', models.DateTimeField(default=django.utils.timezone.now)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'app'), name='menu_once_per_app'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='MenuChange',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('app', models.CharField(max_length=40)),
                    ('context', models.CharField(max_length=40)),
                    ('kind', models.CharField(choices=[('reorder', 'reorder'), ('add', 'add'), ('remove', 'remove')], max_length=7)),
                    ('item', models.CharField(max_length=64)),
                    ('reason', models.CharField(max_length=300)),
                    ('before', models.JSONField()),
                    ('after', models.JSONField()),
                    ('decision', models.CharField(choices=[('proposed', 'Proposed'), ('applied', 'Applied'), ('dismissed', 'Dismissed'), ('undone', 'Undone')], default='proposed', max_length=9)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('decided', models.DateTimeField(blank=True, null=True)),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['-id'],
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('decision', 'proposed')), fields=('account', 'app', 'context', 'kind', 'item'), name='menu_change_proposed_once'),
                        models.CheckConstraint(condition=models.Q(models.Q(('decided', None), ('decision', 'proposed')), models.Q(models.Q(('decision', 'proposed'), _negated=True), ('decided__isnull', False)), _connector='OR'), name='menu_change_decided_at_some_time'),
                    ],
                },
            ),
        ]),
    ]
