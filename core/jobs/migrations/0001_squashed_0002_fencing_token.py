import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('jobs', '0001_jobs'),
        ('jobs', '0002_fencing_token'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('target', models.CharField(help_text='the primary key of the row that it is about', max_length=40)),
                ('queue', models.CharField(max_length=20)),
                ('state', models.CharField(choices=[('pending', 'Pending'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='pending', max_length=10)),
                ('again', models.BooleanField(default=False)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('due', models.DateTimeField(default=django.utils.timezone.now)),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('started', models.DateTimeField(blank=True, null=True)),
                ('finished', models.DateTimeField(blank=True, null=True)),
                ('error_code', models.CharField(blank=True, max_length=60)),
                ('error', models.TextField(blank=True)),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('fencing_token', models.PositiveIntegerField(default=0)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [
                    models.Index(condition=models.Q(('state', 'pending')), fields=['queue', 'account', 'due'], name='job_due'),
                    models.Index(fields=['account', 'queue', '-started'], name='job_turn'),
                    models.Index(condition=models.Q(('state', 'running')), fields=['leased_until'], name='job_lease'),
                    models.Index(condition=models.Q(('state', 'failed')), fields=['account', 'kind', 'finished'], name='job_failed'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('kind', 'target'), name='job_once_per_target'),
                ],
            },
        ),
    ]
