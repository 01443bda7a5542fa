import django.contrib.postgres.indexes
import django.contrib.postgres.search
from django.db import migrations
from django.db.models.functions import Left


class Migration(migrations.Migration):
    dependencies = [("stones", "0003_share")]

    operations = [
        migrations.RemoveIndex("content", "content_words"),
        migrations.AddIndex(
            model_name="content",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.search.SearchVector(Left("text", 100_000), config="english"),
                name="content_words",
            ),
        ),
    ]
