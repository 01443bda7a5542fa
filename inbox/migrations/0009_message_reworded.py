"""A message says when its sender changed its sentence."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('inbox', '0008_memory_passages_in_spaces')]

    operations = [
        migrations.AddField(model_name='message', name='reworded', field=models.DateTimeField(null=True)),
    ]
