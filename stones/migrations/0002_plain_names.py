from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('stones', '0001_squashed'),
    ]

    operations = [
        migrations.RenameModel('Read', 'LedgerEntry'),
        migrations.RenameModel('Passage', 'StonePassage'),
        migrations.AlterModelOptions('LedgerEntry', {'verbose_name': 'read'}),
        migrations.AlterModelOptions('StonePassage', {'ordering': ['content', 'ordinal'], 'verbose_name': 'passage'}),
    ]
