from django.db import migrations, models
from django.db.models import F


def keep_claims_apart(apps, schema_editor):
    """Who stored them was not recorded: somebody of the account."""
    claimed = apps.get_model("stones", "Stone").objects.filter(source_claimed=True)
    claimed.update(claimed_source=F("source_agent"), source_agent="user")


def join_claims(apps, schema_editor):
    claimed = apps.get_model("stones", "Stone").objects.exclude(claimed_source="")
    claimed.update(source_agent=F("claimed_source"), source_claimed=True)


class Migration(migrations.Migration):

    dependencies = [
        ('stones', '0008_read_of_source'),
    ]

    operations = [
        migrations.AddField(
            model_name='stone',
            name='claimed_source',
            field=models.CharField(blank=True, db_default='', default='', max_length=100),
        ),
        migrations.RunPython(keep_claims_apart, join_claims),
        migrations.RemoveField(
            model_name='stone',
            name='source_claimed',
        ),
    ]
