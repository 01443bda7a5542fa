"""Collections become targets of rows of the one table of jobs."""

from django.db import migrations

JOB_COLUMNS = "state attempts fence due leased_until started finished error_code error".split()
# What is to be done still, and what was given up; done is what has no job.
MOVE_JOBS = """
INSERT INTO jobs_job (account_id, kind, target, queue, state, again, attempts, fence, due, error_code, error,
    created, started, finished)
SELECT account_id, 'quickstart.index', id::text, 'celery', CASE state WHEN 'failed' THEN 'failed' ELSE 'pending' END,
    false, CASE state WHEN 'failed' THEN attempts ELSE 0 END, fence, due, error_code, error, created, started, finished
FROM quickstart_collection WHERE state <> 'done';
SET CONSTRAINTS ALL IMMEDIATE;
"""


class Migration(migrations.Migration):
    dependencies = [("quickstart", "0003_rename_permissions"), ("jobs", "0001_jobs")]
    run_before = [("jobs", "0002_fencing_token")]

    operations = [
        migrations.RunSQL(MOVE_JOBS, migrations.RunSQL.noop),
        migrations.RemoveIndex(model_name="collection", name="collection_due"),
        *(
            migrations.RemoveField(model_name="collection", name=column)
            for column in JOB_COLUMNS
        ),
    ]
