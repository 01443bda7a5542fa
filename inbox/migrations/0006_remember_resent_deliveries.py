import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("inbox", "0005_name_deliveries")]

    operations = [
        migrations.AddField(
            model_name="delivery",
            name="resent_as",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="inbox.message"
            ),
        ),
    ]
