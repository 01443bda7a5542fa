import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.db.create_models import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('qastone_site', '0001_initial'),
        ('qastone_site', '0002_job_rights'),
        ('qastone_site', '0003_browser_session'),
        ('qastone_site', '0004_account_deletion'),
        ('qastone_site', '0005_drop_like_indexes'),
    ]

    initial = True

    dependencies = [
        ('sessions', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='AccountDeletion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=150)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='BrowserSession',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('last_used', models.DateTimeField(default=django.utils.timezone.now)),
                    ('address', models.GenericIPAddressField(null=True)),
                    ('client', models.CharField(blank=True, max_length=300)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='sessions.session')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['account', '-last_used'], name='browser_session_newest'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Heartbeat',
                fields=[
                    ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                    ('at', models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name='SetupCode',
                fields=[
                    ('singleton', models.BooleanField(default=True, primary_key=True, serialize=False)),
                    ('sha256', models.CharField(max_length=64)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('singleton', True)), name='setup_code_is_single'),
                    ],
                },
            ),
        ]),
    ]
