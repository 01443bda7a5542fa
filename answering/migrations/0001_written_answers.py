import core.db.new_id
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.db.create_models import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='WrittenAnswer',
                fields=[
                    ('id', models.CharField(default=core.db.new_id.new_id, editable=False, max_length=26, primary_key=True, serialize=False)),
                    ('kind', models.CharField(max_length=40)),
                    ('requester', models.CharField(max_length=120)),
                    ('request', models.JSONField()),
                    ('state', models.CharField(choices=[('waiting', 'Waiting'), ('writing', 'Writing'), ('done', 'Done'), ('failed', 'Failed'), ('stopped', 'Stopped')], default='waiting', max_length=10)),
                    ('attempt', models.PositiveIntegerField(default=0)),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('started', models.DateTimeField(blank=True, null=True)),
                    ('first_piece', models.DateTimeField(blank=True, null=True)),
                    ('finished', models.DateTimeField(blank=True, null=True)),
                    ('result', models.JSONField(blank=True, null=True)),
                    ('error', models.JSONField(blank=True, default=dict)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['-created'],
                    'indexes': [
                        models.Index(fields=['account', 'created'], name='written_answer_of_account'),
                        models.Index(fields=['finished'], name='written_answer_finished'),
                    ],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(models.Q(('finished', None), ('state__in', ('waiting', 'writing'))), models.Q(models.Q(('state__in', ('waiting', 'writing')), _negated=True), ('finished__isnull', False)), _connector='OR'), name='written_answer_ends_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='AnswerPiece',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('attempt', models.PositiveIntegerField()),
                    ('seq', models.PositiveIntegerField()),
                    ('text', models.TextField()),
                    ('answer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pieces', to='answering.writtenanswer')),
                ],
                options={
                    'ordering': ['answer', 'attempt', 'seq'],
                    'constraints': [
                        models.UniqueConstraint(fields=('answer', 'attempt', 'seq'), name='answer_piece_once'),
                    ],
                },
            ),
        ]),
    ]
