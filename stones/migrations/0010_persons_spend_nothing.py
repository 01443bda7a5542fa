"""What a person opens on a page spends no tokens: the sums that counted it are made anew, of all entries still there."""

from django.db import migrations

_SUM_ANEW = """
UPDATE stones_ledgerrollup AS summed SET until = least(until, coalesce(purged_until, (
    SELECT (min(created) AT TIME ZONE 'UTC')::date FROM stones_ledgerentry WHERE account_id = summed.account_id)))
"""


class Migration(migrations.Migration):
    dependencies = [('stones', '0009_lines_of_passages')]

    operations = [migrations.RunSQL(_SUM_ANEW, migrations.RunSQL.noop)]
