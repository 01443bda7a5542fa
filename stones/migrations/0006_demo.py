"""Stones of the demonstration are marked; which they are on a site that has it, inbox 0003 knows by their messages."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('stones', '0005_jobs'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='stone',
            name='is_demo',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddIndex(
            model_name='stone',
            index=models.Index(condition=models.Q(('is_demo', True)), fields=['account'], name='stone_demo'),
        ),
    ]
