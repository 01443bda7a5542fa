from django.db import migrations, models
from django.db.models import F


def count_as_booked(apps, schema_editor):
    """What has ended was booked when it did."""
    jobs = apps.get_model("inbox", "HelperJob").objects.using(schema_editor.connection.alias)
    jobs.filter(state__in=["done", "failed"]).update(booked_tokens=F("used_tokens"))


class Migration(migrations.Migration):
    dependencies = [("inbox", "0006_remember_resent_deliveries")]

    operations = [
        migrations.AddField(
            model_name="helperjob",
            name="booked_tokens",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(count_as_booked, migrations.RunPython.noop),
    ]
