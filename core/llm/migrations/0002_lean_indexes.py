"""Indexes that repeat the beginning of another one go."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    # Indexes are made and dropped one by one, beside readers and writers.
    atomic = False

    dependencies = [
        ('llm', '0001_squashed'),
    ]

    operations = [
        migrations.AlterField(
            model_name='accountday',
            name='day',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='accounts', to='llm.tokenday'),
        ),
        migrations.AlterField(
            model_name='tokenuse',
            name='day',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='uses', to='llm.tokenday'),
        ),
    ]
