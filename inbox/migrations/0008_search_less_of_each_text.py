import django.contrib.postgres.indexes
import django.contrib.postgres.search
from django.db import migrations
from django.db.models.functions import Left


class Migration(migrations.Migration):
    dependencies = [("inbox", "0007_book_helpers")]

    operations = [
        migrations.RemoveIndex("message", "message_words"),
        migrations.AddIndex(
            model_name="message",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.search.SearchVector(
                    "subject", Left("body", 100_000), config="english"
                ),
                name="message_words",
            ),
        ),
    ]
