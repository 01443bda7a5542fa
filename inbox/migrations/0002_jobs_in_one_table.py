"""Jobs go to the one table of jobs."""
from django.db import migrations

MOVE_JOBS = """
INSERT INTO jobs_job (account_id, kind, target, queue, state, again, attempts, fence, due, error_code, error, created,
    started, finished)
SELECT account_id, 'inbox.{kind}', id, '{queue}', CASE state WHEN 'running' THEN 'pending' ELSE state END, false,
    attempts, fence, due, error_code, error, created, started, finished
FROM inbox_{table} {rows}
"""


class Migration(migrations.Migration):

    dependencies = [
        ('inbox', '0001_squashed'),
        ('jobs', '0001_jobs'),
    ]
    run_before = [('jobs', '0002_fencing_token')]

    operations = [
        migrations.RunSQL(
            MOVE_JOBS.format(kind='embed_memory', queue='celery', table='memory', rows="WHERE state <> 'done'"),
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(
            MOVE_JOBS.format(kind='run_helper', queue='celery', table='helperjob', rows=''),
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(
            MOVE_JOBS.format(kind='call_webhook', queue='webhooks', table='webhookcall', rows=''),
            migrations.RunSQL.noop,
        ),
        migrations.RemoveIndex(model_name='memory', name='memory_due'),
        migrations.RemoveIndex(model_name='memory', name='memory_failed'),
        migrations.RemoveField(model_name='memory', name='state'),
        migrations.RemoveField(model_name='memory', name='attempts'),
        migrations.RemoveField(model_name='memory', name='fence'),
        migrations.RemoveField(model_name='memory', name='due'),
        migrations.RemoveField(model_name='memory', name='leased_until'),
        migrations.RemoveField(model_name='memory', name='started'),
        migrations.RemoveField(model_name='memory', name='finished'),
        migrations.RemoveField(model_name='memory', name='error_code'),
        migrations.RemoveField(model_name='memory', name='error'),
        migrations.RemoveIndex(model_name='helperjob', name='helper_due'),
        migrations.RemoveField(model_name='helperjob', name='state'),
        migrations.RemoveField(model_name='helperjob', name='attempts'),
        migrations.RemoveField(model_name='helperjob', name='fence'),
        migrations.RemoveField(model_name='helperjob', name='due'),
        migrations.RemoveField(model_name='helperjob', name='leased_until'),
        migrations.RemoveField(model_name='helperjob', name='started'),
        migrations.RemoveField(model_name='helperjob', name='finished'),
        migrations.RemoveField(model_name='helperjob', name='error_code'),
        migrations.RemoveField(model_name='helperjob', name='error'),
        migrations.RemoveIndex(model_name='webhookcall', name='webhook_call_due'),
        migrations.RemoveField(model_name='webhookcall', name='state'),
        migrations.RemoveField(model_name='webhookcall', name='attempts'),
        migrations.RemoveField(model_name='webhookcall', name='fence'),
        migrations.RemoveField(model_name='webhookcall', name='due'),
        migrations.RemoveField(model_name='webhookcall', name='leased_until'),
        migrations.RemoveField(model_name='webhookcall', name='started'),
        migrations.RemoveField(model_name='webhookcall', name='finished'),
        migrations.RemoveField(model_name='webhookcall', name='error_code'),
        migrations.RemoveField(model_name='webhookcall', name='error'),
    ]
