from django.db import migrations

# Every way of changing an entry or a skill leaves its history in these tables, the many at a time too: from there the
# audit is told who did what to which, one row for each person, kind and reason of a statement, and nothing of the texts.
_TELL = """
CREATE FUNCTION quickstart_tell_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_auditentry (actor, action, account_number, subject, detail)
    SELECT coalesce('person ' || auth_user.username, 'the site'),
           TG_ARGV[0] || CASE history.history_type WHEN '+' THEN '.added' WHEN '-' THEN '.deleted' ELSE '.changed' END,
           history.account_id,
           left(CASE count(*) WHEN 1 THEN min(history.named) ELSE count(*) || ' of them, ' || min(history.named) || ' …' END, 200),
           jsonb_build_object('number', count(*), 'reason', coalesce(history.history_change_reason, ''))
      FROM (SELECT history_user_id, history_type, history_change_reason, account_id, %(name)s AS named FROM made) AS history
      LEFT JOIN auth_user ON auth_user.id = history.history_user_id
     GROUP BY auth_user.username, history.history_type, history.account_id, history.history_change_reason;
    RETURN NULL;
END $$;
CREATE TRIGGER quickstart_tell_audit AFTER INSERT ON %(table)s
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION quickstart_tell_audit('%(kind)s');
"""


def _tell(kind, table, name):
    told = _TELL.replace("quickstart_tell_audit", f"quickstart_tell_audit_{kind}") % {"kind": kind, "table": table, "name": name}
    function = f"quickstart_tell_audit_{kind}"
    return migrations.RunSQL(told, f"DROP TRIGGER {function} ON {table}; DROP FUNCTION {function}();")


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0001_append_only'),
        ('quickstart', '0004_remember_what_ships'),
    ]

    operations = [
        _tell('entry', 'quickstart_historicalentry', 'entry_id'),
        _tell('skill', 'quickstart_historicalskill', 'skill_id'),
    ]
