"""Questions that wait are found by their collection alone: whoever asked them, they wait for its owner."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    # Beside readers and writers.
    atomic = False

    dependencies = [
        ('quickstart', '0008_sure_from'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='question',
            index=models.Index(condition=models.Q(('settled', None), models.Q(models.Q(('outcome', 'answered'), _negated=True), ('verdict', 'down'), _connector='OR')), fields=['collection', '-asked'], name='question_waits'),
        ),
        RemoveIndexConcurrently(
            model_name='question',
            name='question_unsettled',
        ),
    ]
