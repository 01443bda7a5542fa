"""Writing levels and embedding passages become rows of the one table of jobs; their outcome stands at the content."""

from django.db import migrations, models

# What is to be done still, and what was given up; done is what has no job.
MOVE_JOBS = """
INSERT INTO jobs_job (account_id, kind, target, queue, state, again, attempts, fence, due, error_code, error,
    created, started, finished)
SELECT g.account_id, kind, g.content_id::text, 'celery', CASE g.state WHEN 'failed' THEN 'failed' ELSE 'pending' END,
    false, CASE g.state WHEN 'failed' THEN g.attempts ELSE 0 END, g.fence, g.due, g.error_code, g.error, g.created,
    g.started, g.finished
FROM stones_generation g, unnest(ARRAY['stones.write_levels', 'stones.embed_source']) AS kind
WHERE g.state IN ('pending', 'running')
    OR g.state = 'failed' AND (g.error_code LIKE 'passages\\_%') = (kind = 'stones.embed_source');
UPDATE stones_content SET lod_model = g.lod_model, fallback_reason = coalesce(nullif(g.error, ''), g.fallback_reason),
    levels_failed = g.state = 'failed' AND g.error_code NOT LIKE 'passages\\_%'
FROM stones_generation g WHERE g.content_id = stones_content.id
    AND (g.lod_model <> '' OR g.fallback_reason <> '' OR g.error <> '' OR g.state = 'failed');
SET CONSTRAINTS ALL IMMEDIATE;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("stones", "0004_rename_permissions"),
        ("jobs", "0001_jobs"),
    ]
    run_before = [("jobs", "0002_fencing_token")]

    operations = [
        migrations.AddField(
            model_name="content",
            name="lod_model",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AddField(
            model_name="content",
            name="levels_failed",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="content",
            name="fallback_reason",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.RunSQL(MOVE_JOBS, migrations.RunSQL.noop),
        migrations.DeleteModel(name="Generation"),
    ]
