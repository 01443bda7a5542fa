"""Whoever might change or look at the jobs of stones may so the jobs of the one table."""

from django.contrib.auth.management import create_permissions
from django.db import migrations


def grant(apps, schema_editor):
    permissions = apps.get_model("auth", "Permission").objects
    old = permissions.filter(content_type__app_label="stones", content_type__model="generation")
    if old.exists():
        # Permissions are made after all migrations: those of the new model are needed now.
        config = apps.get_app_config("jobs")
        config.models_module = True
        create_permissions(config, apps=apps, verbosity=0)
        config.models_module = None
    for codename in ("view", "change"):
        for before in old.filter(codename=f"{codename}_generation"):
            job = permissions.get(content_type__app_label="jobs", codename=f"{codename}_job")
            job.user_set.add(*before.user_set.all())
            job.group_set.add(*before.group_set.all())


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("jobs", "0001_jobs"),
        ("qastone_site", "0001_initial"),
        ("stones", "0004_rename_permissions"),
    ]

    operations = [migrations.RunPython(grant, migrations.RunPython.noop)]
