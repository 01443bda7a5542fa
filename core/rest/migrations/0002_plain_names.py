from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('rest', '0001_squashed'),
    ]

    operations = [
        migrations.RenameModel('KeptAnswer', 'IdempotencyRecord'),
    ]
