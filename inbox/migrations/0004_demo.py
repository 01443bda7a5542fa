"""Agents and messages of the demonstration are marked, and its stones, also where it was there before the mark."""

from django.conf import settings
from django.db import migrations, models


MARK_ROWS = """
UPDATE inbox_agent SET is_demo = true
WHERE description = 'Of the demonstration.' AND name IN ('cairn', 'prax', 'koda');
UPDATE inbox_message SET is_demo = true
WHERE sender_id IN (SELECT id FROM inbox_agent WHERE is_demo) AND border_hash <> '' AND subject IN (
    'Where are sessions ended?', 'Billing, before you touch it', 'Search: finish the partial index', 'Uploads');
UPDATE stones_stone SET is_demo = true WHERE id IN (SELECT stone_id FROM inbox_message WHERE is_demo);
"""


class Migration(migrations.Migration):

    dependencies = [
        ('inbox', '0003_account_scopes'),
        ('stones', '0006_demo'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='agent',
            name='is_demo',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name='message',
            name='is_demo',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('is_demo', True)), fields=['account'], name='message_demo'),
        ),
        migrations.RunSQL(MARK_ROWS, migrations.RunSQL.noop),
    ]
