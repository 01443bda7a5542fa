"""The rights of the renamed models: Django renames their content types, not the names of their permissions."""

from django.db import migrations

RENAMED = [('keptanswer', 'idempotencyrecord', 'kept answer', 'idempotency record')]


def rename(apps, schema_editor):
    permissions = apps.get_model('auth', 'Permission').objects.filter(content_type__app_label='rest')
    for old, new, old_name, new_name in RENAMED:
        for permission in permissions.filter(content_type__model=new, codename__endswith=f'_{old}'):
            permission.codename = f"{permission.codename.removesuffix(old)}{new}"
            permission.name = f"{permission.name.removesuffix(old_name)}{new_name}"
            permission.save(update_fields=['codename', 'name'])


class Migration(migrations.Migration):

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
        ('rest', '0002_plain_names'),
    ]

    operations = [
        migrations.RunPython(rename, migrations.RunPython.noop),
    ]
