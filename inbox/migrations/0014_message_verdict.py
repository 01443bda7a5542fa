from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('inbox', '0013_tell_why_stones_are_gone'),
    ]

    operations = [
        migrations.AddField(
            model_name='message',
            name='verdict',
            field=models.CharField(blank=True, db_default='', default='', max_length=16),
        ),
    ]
