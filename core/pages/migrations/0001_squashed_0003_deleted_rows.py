import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.db.create_models import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('pages', '0001_rendered_text'),
        ('pages', '0002_saved_searches'),
        ('pages', '0003_deleted_rows'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='DeletedRows',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('what', models.CharField(max_length=200)),
                    ('rows', models.TextField()),
                    ('deleted', models.DateTimeField(default=django.utils.timezone.now)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'deleted rows',
                    'indexes': [
                        models.Index(fields=['account', '-deleted'], name='deleted_newest'),
                        models.Index(fields=['deleted'], name='deleted_oldest'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='RenderedText',
                fields=[
                    ('sha256', models.CharField(max_length=64, primary_key=True, serialize=False)),
                    ('html', models.TextField()),
                    ('made_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ],
            ),
            migrations.CreateModel(
                name='SavedSearch',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('list_name', models.CharField(max_length=60)),
                    ('name', models.CharField(max_length=60)),
                    ('query', models.TextField()),
                    ('created', models.DateTimeField(default=django.utils.timezone.now)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'saved searches',
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'list_name', 'name'), name='saved_search_name_once'),
                    ],
                },
            ),
        ]),
    ]
