from django.db import migrations, models
from django.db.models import Q


def rename_origin(old, new):
    def rename(apps, schema_editor):
        apps.get_model("stones", "Level").objects.filter(origin=old).update(origin=new)

    return rename


class Migration(migrations.Migration):

    dependencies = [
        ("stones", "0014_levels_of_the_format"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="level", name="level_of_author_has_stone"),
        migrations.AlterField(
            model_name="level",
            name="origin",
            field=models.CharField(
                choices=[
                    ("sender", "the sender’s words"),
                    ("model", "written by a model"),
                    ("extract", "extract"),
                    ("provisional", "provisional extract"),
                ],
                max_length=12,
            ),
        ),
        migrations.RunPython(rename_origin("author", "sender"), rename_origin("sender", "author")),
        migrations.AddConstraint(
            model_name="level",
            constraint=models.CheckConstraint(
                condition=Q(origin="sender", stone__isnull=False) | (~Q(origin="sender") & Q(stone=None)),
                name="level_of_sender_has_stone",
            ),
        ),
    ]
