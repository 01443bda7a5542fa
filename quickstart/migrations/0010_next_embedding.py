"""The vector of the model that is to replace the present one is the next embedding."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('quickstart', '0009_waiting_questions'),
    ]

    operations = [
        migrations.RemoveConstraint('indexedtext', 'text_coming_vector_names_model'),
        migrations.RenameField('indexedtext', 'coming', 'next_embedding'),
        migrations.RenameField('indexedtext', 'coming_model', 'next_embedding_model'),
        migrations.AddConstraint(
            'indexedtext',
            models.CheckConstraint(
                condition=models.Q(
                    models.Q(('next_embedding', None), ('next_embedding_model', '')),
                    models.Q(
                        ('next_embedding__isnull', False),
                        models.Q(('next_embedding_model', ''), _negated=True),
                    ),
                    _connector='OR',
                ),
                name='text_next_embedding_names_model',
            ),
        ),
    ]
