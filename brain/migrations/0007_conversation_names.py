"""A conversation's name is called that."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('brain', '0006_file_tags'),
    ]

    operations = [
        migrations.RemoveConstraint('conversation', 'conversation_once_per_room'),
        migrations.RemoveConstraint('conversation', 'conversation_has_a_room'),
        migrations.RenameField('conversation', 'room', 'name'),
        migrations.AddConstraint(
            'conversation',
            models.UniqueConstraint(fields=('account', 'interface', 'name'), name='conversation_once_per_name'),
        ),
        migrations.AddConstraint(
            'conversation',
            models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='conversation_has_a_name'),
        ),
    ]
