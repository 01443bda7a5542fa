from django.db import migrations


class Migration(migrations.Migration):
    # The migrations that copied rows of other tables into this one name the column as it was: they say `run_before`.
    dependencies = [("jobs", "0001_jobs")]

    operations = [migrations.RenameField("job", "fence", "fencing_token")]
