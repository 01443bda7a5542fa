"""Notes, profiles and conversations become targets of rows of the one table of jobs."""

from django.db import migrations

JOB_COLUMNS = "state attempts fence due leased_until started finished error_code error".split()
# What is to be done still, and what was given up; done is what has no job.
MOVE_JOBS = """
INSERT INTO jobs_job (account_id, kind, target, queue, state, again, attempts, fence, due, error_code, error,
    created, started, finished)
SELECT account_id, '{kind}', id::text, 'celery', CASE state WHEN 'failed' THEN 'failed' ELSE 'pending' END, false,
    CASE state WHEN 'failed' THEN attempts ELSE 0 END, fence, due, error_code, error, created, started, finished
FROM {table} WHERE state <> 'done';
SET CONSTRAINTS ALL IMMEDIATE;
"""


def move_jobs(*, table: str, kind: str) -> migrations.RunSQL:
    return migrations.RunSQL(MOVE_JOBS.format(table=table, kind=kind), migrations.RunSQL.noop)


class Migration(migrations.Migration):
    dependencies = [("brain", "0001_initial"), ("jobs", "0001_jobs")]
    run_before = [("jobs", "0002_fencing_token")]

    operations = [
        move_jobs(table="brain_note", kind="brain.embed_note"),
        move_jobs(table="brain_profile", kind="brain.embed_profile"),
        move_jobs(table="brain_conversation", kind="brain.summarise"),
        migrations.RemoveIndex(model_name="conversation", name="conversation_due"),
        migrations.RemoveIndex(model_name="note", name="note_due"),
        migrations.RemoveIndex(model_name="note", name="note_failed"),
        migrations.RemoveIndex(model_name="profile", name="profile_due"),
        *(
            migrations.RemoveField(model_name=model, name=column)
            for model in ("note", "profile", "conversation")
            for column in JOB_COLUMNS
        ),
    ]
