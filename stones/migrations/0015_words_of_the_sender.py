from django.db import migrations, models
from django.db.models import Q

GIVEN = ["sender", "author"]


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
                    ("author", "as it came, unchecked"),
                    ("model", "written by a model"),
                    ("extract", "extract"),
                    ("provisional", "provisional extract"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="level",
            constraint=models.CheckConstraint(
                condition=Q(origin__in=GIVEN, stone__isnull=False) | (~Q(origin__in=GIVEN) & Q(stone=None)),
                name="level_given_has_stone",
            ),
        ),
    ]
