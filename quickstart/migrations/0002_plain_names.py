from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('quickstart', '0001_squashed'),
    ]

    operations = [
        migrations.RenameModel('AskSession', 'AskConversation'),
    ]
