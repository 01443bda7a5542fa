import django.db.models.functions.datetime
from django.db import migrations, models

# The database refuses what the application must not be able to do, whoever asks for it and however.
_GUARD_ROWS = """
CREATE FUNCTION audit_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('qastone.audit_retention', true) = 'on' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit is only added to: manage.py purge_audit deletes old entries';
END $$;
CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE ON audit_auditentry
    FOR EACH ROW EXECUTE FUNCTION audit_only_grows();
"""
_UNGUARD_ROWS = "DROP TRIGGER audit_only_grows ON audit_auditentry; DROP FUNCTION audit_only_grows();"

# TRUNCATE calls no trigger of rows.
_GUARD_TRUNCATE = """
CREATE FUNCTION audit_is_not_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('qastone.audit_retention', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the audit is only added to: manage.py purge_audit deletes old entries';
END $$;
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION audit_is_not_emptied();
"""
_UNGUARD_TRUNCATE = "DROP TRIGGER audit_is_not_emptied ON audit_auditentry; DROP FUNCTION audit_is_not_emptied();"


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('actor', models.CharField(max_length=200)),
                ('action', models.CharField(max_length=60)),
                ('account_number', models.BigIntegerField(null=True)),
                ('subject', models.CharField(max_length=200)),
                ('detail', models.JSONField(db_default={}, default=dict)),
            ],
            options={
                'verbose_name': 'audit entry',
                'verbose_name_plural': 'audit entries',
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['action', '-id'], name='audit_by_action'), models.Index(fields=['at'], name='audit_by_time')],
            },
        ),
        migrations.RunSQL(_GUARD_ROWS, _UNGUARD_ROWS),
        migrations.RunSQL(_GUARD_TRUNCATE, _UNGUARD_TRUNCATE),
    ]
