"""A message says for which agent a person wrote it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('inbox', '0009_message_reworded')]

    operations = [
        migrations.AddField(
            model_name='message',
            name='for_agent',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
    ]
