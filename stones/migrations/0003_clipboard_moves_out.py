from django.db import migrations


class Migration(migrations.Migration):
    """The clipboard is an app of its own now, whose first migration takes the tables over as they are."""

    dependencies = [
        ('stones', '0002_plain_names'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.AlterModelTable('ClipboardEntry', 'clipboard_clipboardentry'),
                migrations.AlterModelTable('ClipboardSettings', 'clipboard_clipboardsettings'),
                migrations.AlterModelTable('Fingerprints', 'clipboard_fingerprints'),
            ],
            state_operations=[
                migrations.DeleteModel('Fingerprints'),
                migrations.DeleteModel('ClipboardEntry'),
                migrations.DeleteModel('ClipboardSettings'),
            ],
        ),
    ]
