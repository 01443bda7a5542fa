from django.db import migrations, models


def name_extracts(apps, schema_editor):
    """Of a plain message with two levels the first was always extracted."""
    apps.get_model("inbox", "Message").objects.filter(border_hash="", lod_tokens__len=2).update(scan_origin="extract")


class Migration(migrations.Migration):

    dependencies = [
        ("inbox", "0016_name_gone_stones"),
    ]

    operations = [
        migrations.AddField(
            model_name="message",
            name="detail",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="message",
            name="scan_origin",
            field=models.CharField(blank=True, db_default="", default="", max_length=12),
        ),
        migrations.RunPython(name_extracts, migrations.RunPython.noop),
    ]
