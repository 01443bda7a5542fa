"""How a copy was captured is called so."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clipboard', '0002_lean_indexes'),
    ]

    operations = [
        migrations.RemoveConstraint('clipboardentry', 'copy_door_known'),
        migrations.RenameField('clipboardentry', 'door', 'capture_method'),
        migrations.AddConstraint(
            'clipboardentry',
            models.CheckConstraint(
                condition=models.Q(('capture_method__in', ['watcher', 'page', 'widget', 'rest'])),
                name='copy_capture_method_known',
            ),
        ),
    ]
