from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rest", "0001_initial")]

    operations = [
        # JSONB would put the names of an answer into another order.
        migrations.RemoveField("keptanswer", "body"),
        migrations.AddField("keptanswer", "body", models.TextField(blank=True, default="")),
        migrations.AddField(
            "keptanswer", "location", models.CharField(blank=True, default="", max_length=500)
        ),
    ]
