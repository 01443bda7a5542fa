import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.db.create_models import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('llm', '0001_squashed'),
        ('llm', '0002_lean_indexes'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='TokenDay',
                fields=[
                    ('day', models.DateField(primary_key=True, serialize=False)),
                    ('spent', models.PositiveBigIntegerField(default=0)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('spent__gte', 0)), name='llm_tokenday_spent_not_negative'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='AccountDay',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('spent', models.PositiveBigIntegerField(default=0)),
                    ('account', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('day', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='accounts', to='llm.tokenday')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('day', 'account'), name='llm_accountday_one_row_an_account'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='TokenHold',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('tokens', models.PositiveBigIntegerField()),
                    ('expires', models.DateTimeField()),
                    ('account', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('day', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='holds', to='llm.tokenday')),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('tokens__gt', 0)), name='llm_tokenhold_tokens_positive'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='TokenUse',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('model', models.CharField(max_length=200)),
                    ('purpose', models.CharField(max_length=50)),
                    ('calls', models.PositiveIntegerField(default=0)),
                    ('failures', models.PositiveIntegerField(default=0)),
                    ('prompt_tokens', models.PositiveBigIntegerField(default=0)),
                    ('completion_tokens', models.PositiveBigIntegerField(default=0)),
                    ('last_failure', models.CharField(blank=True, default='', max_length=30)),
                    ('last_failure_at', models.DateTimeField(blank=True, null=True)),
                    ('day', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='uses', to='llm.tokenday')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('day', 'model', 'purpose'), name='llm_tokenuse_one_row_a_purpose'),
                        models.CheckConstraint(condition=models.Q(('failures__lte', models.F('calls'))), name='llm_tokenuse_failures_are_calls'),
                    ],
                },
            ),
        ]),
    ]
