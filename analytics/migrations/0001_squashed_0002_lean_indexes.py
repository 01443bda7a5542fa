import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('analytics', '0001_initial'),
        ('analytics', '0002_lean_indexes'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event_id', models.CharField(max_length=40)),
                ('session_id', models.CharField(max_length=40)),
                ('timestamp', models.DateTimeField()),
                ('received', models.DateTimeField(default=django.utils.timezone.now)),
                ('type', models.CharField(choices=[('menu_click', 'Menu Click'), ('copy', 'Copy'), ('paste', 'Paste'), ('shortcut', 'Shortcut'), ('page_visit', 'Page Visit'), ('page_exit', 'Page Exit'), ('qastone_received', 'Qastone Received'), ('lod_loaded', 'Lod Loaded'), ('helper_spawned', 'Helper Spawned'), ('custom', 'Custom')], max_length=16)),
                ('app', models.CharField(max_length=64)),
                ('page', models.CharField(blank=True, max_length=200)),
                ('name', models.CharField(blank=True, max_length=64, validators=[django.core.validators.RegexValidator('\\A[A-Za-z0-9][A-Za-z0-9 :./_+-]{0,63}\\Z', "A name has 1 to 64 letters, digits, blanks or ':./_+-', and begins with a letter or digit.")])),
                ('duration_ms', models.PositiveIntegerField(null=True)),
                ('glow_channel', models.CharField(blank=True, max_length=10)),
                ('stone_type', models.CharField(blank=True, max_length=10)),
                ('level', models.PositiveSmallIntegerField(null=True)),
                ('lod_count', models.PositiveSmallIntegerField(null=True)),
                ('tokens', models.PositiveIntegerField(null=True)),
                ('saved_tokens', models.PositiveIntegerField(null=True)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-timestamp'],
                'indexes': [
                    models.Index(fields=['account', '-timestamp'], name='event_newest'),
                    models.Index(fields=['received'], name='event_received'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('account', 'event_id'), name='event_once_per_account'),
                    models.CheckConstraint(condition=models.Q(('type__in', ['menu_click', 'copy', 'paste', 'shortcut', 'page_visit', 'page_exit', 'qastone_received', 'lod_loaded', 'helper_spawned', 'custom'])), name='event_type_known'),
                    models.CheckConstraint(condition=models.Q(('glow_channel', ''), ('glow_channel__in', ('task', 'context', 'handoff', 'query', 'data')), _connector='OR'), name='event_channel_known'),
                ],
            },
        ),
    ]
