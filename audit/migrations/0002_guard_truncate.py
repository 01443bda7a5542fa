from django.db import migrations

# TRUNCATE calls no trigger of rows.
_GUARD = """
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
_UNGUARD = "DROP TRIGGER audit_is_not_emptied ON audit_auditentry; DROP FUNCTION audit_is_not_emptied();"


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0001_append_only'),
    ]

    operations = [
        migrations.RunSQL(_GUARD, _UNGUARD),
    ]
