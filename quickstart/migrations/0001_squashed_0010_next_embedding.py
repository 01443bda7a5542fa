import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import pgvector.django
import pgvector.django.halfvec
import quickstart.kinds
import quickstart.parsing.parsed_content
import search.models
import simple_history.models
from django.conf import settings
from django.db import migrations, models

from core.db.create_models import CreateModels

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

    replaces = [
        ('quickstart', '0001_squashed'),
        ('quickstart', '0002_plain_names'),
        ('quickstart', '0003_rename_permissions'),
        ('quickstart', '0004_jobs'),
        ('quickstart', '0005_lean_indexes'),
        ('quickstart', '0006_places'),
        ('quickstart', '0007_texts_in_spaces'),
        ('quickstart', '0008_sure_from'),
        ('quickstart', '0009_waiting_questions'),
        ('quickstart', '0010_next_embedding'),
    ]

    initial = True

    dependencies = [
        ('audit', '0001_squashed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        pgvector.django.VectorExtension(),
        CreateModels([
            migrations.CreateModel(
                name='Collection',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('name', models.CharField(max_length=60)),
                    ('title', models.CharField(blank=True, max_length=200)),
                    ('description', models.TextField(blank=True)),
                    ('shared', models.BooleanField(default=False)),
                    ('model', models.CharField(blank=True, max_length=200)),
                    ('calibration', models.JSONField(blank=True, null=True)),
                    ('calibrated', models.DateTimeField(blank=True, null=True)),
                    ('shipped_hash', models.CharField(blank=True, editable=False, max_length=64)),
                    ('version', models.PositiveBigIntegerField(default=0)),
                    ('sure_from', models.FloatField(db_default=0.0, default=0.0, help_text='0 to 1: an answer of less confidence is shown as “perhaps”, beside what else may answer. 0: never.', validators=[django.core.validators.MinValueValidator(0.0), django.core.validators.MaxValueValidator(1.0)])),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['account', 'name'],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'name'), name='collection_once_per_account'),
                        models.CheckConstraint(condition=models.Q(('name__regex', '^[a-z0-9][a-z0-9_-]{0,59}$')), name='collection_name_fits_addresses'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='AskConversation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.CharField(max_length=100)),
                    ('seen', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None)),
                    ('offered', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=1000), blank=True, default=list, size=None)),
                    ('used', models.DateTimeField()),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='quickstart.collection')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['used'], name='ask_session_used'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'collection', 'key'), name='ask_session_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='CoverageRun',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('made', models.DateTimeField()),
                    ('percent', models.FloatField()),
                    ('nodes', models.PositiveIntegerField()),
                    ('covered', models.PositiveIntegerField()),
                    ('gaps', models.PositiveIntegerField()),
                    ('entries', models.PositiveIntegerField()),
                    ('skills', models.PositiveIntegerField()),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='coverage_runs', to='quickstart.collection')),
                ],
                options={
                    'ordering': ['-made'],
                    'indexes': [
                        models.Index(fields=['account', 'collection', '-made'], name='coverage_newest'),
                    ],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('percent__gte', 0), ('percent__lte', 100)), name='coverage_percent'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Entry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('entry_id', models.CharField(max_length=200, verbose_name='id')),
                    ('question', models.CharField(max_length=500)),
                    ('level', models.PositiveSmallIntegerField(choices=[(0, '0 Identity'), (1, '1 Capabilities'), (2, '2 General task'), (3, '3 Specific task'), (4, '4 Details')])),
                    ('tree_path', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), size=None)),
                    ('tree_key', models.CharField(editable=False, max_length=1000)),
                    ('answer', models.TextField()),
                    ('prerequisites', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None)),
                    ('related_skills', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=300), blank=True, default=list, size=None)),
                    ('related_docs', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=500), blank=True, default=list, size=None)),
                    ('go_deeper', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None)),
                    ('verify_command', models.TextField(blank=True)),
                    ('tags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=100), blank=True, default=list, size=None)),
                    ('extra', models.JSONField(blank=True, default=dict, editable=False)),
                    ('position', models.PositiveIntegerField(default=0, editable=False)),
                    ('review', models.CharField(choices=[('draft', 'Draft'), ('published', 'Published'), ('retired', 'Retired')], default='draft', max_length=10)),
                    ('reviewed', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('imported_hash', models.CharField(blank=True, editable=False, max_length=64)),
                    ('created', models.DateTimeField(auto_now_add=True)),
                    ('updated', models.DateTimeField(auto_now=True)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='quickstart.collection')),
                ],
                options={
                    'verbose_name': 'Q&A entry',
                    'verbose_name_plural': 'Q&A entries',
                    'ordering': ['collection', 'position', 'entry_id'],
                    'indexes': [
                        models.Index(fields=['account', 'collection', 'tree_key'], name='entry_by_place'),
                        models.Index(fields=['account', 'collection', 'position'], name='entry_in_order'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'collection', 'entry_id'), name='entry_once_per_collection'),
                        models.CheckConstraint(condition=models.Q(('level__lte', 4)), name='entry_level_0_to_4'),
                        models.CheckConstraint(condition=models.Q(('tree_path__len__gt', 0)), name='entry_has_a_place_in_the_tree'),
                        models.CheckConstraint(condition=models.Q(models.Q(('question', ''), _negated=True), models.Q(('answer', ''), _negated=True), models.Q(('entry_id', ''), _negated=True)), name='entry_says_something'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='HistoricalEntry',
                fields=[
                    ('history_id', models.AutoField(primary_key=True, serialize=False)),
                    ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                    ('entry_id', models.CharField(max_length=200, verbose_name='id')),
                    ('question', models.CharField(max_length=500)),
                    ('level', models.PositiveSmallIntegerField(choices=[(0, '0 Identity'), (1, '1 Capabilities'), (2, '2 General task'), (3, '3 Specific task'), (4, '4 Details')])),
                    ('tree_path', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), size=None)),
                    ('tree_key', models.CharField(editable=False, max_length=1000)),
                    ('answer', models.TextField()),
                    ('prerequisites', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None)),
                    ('related_skills', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=300), blank=True, default=list, size=None)),
                    ('related_docs', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=500), blank=True, default=list, size=None)),
                    ('go_deeper', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None)),
                    ('verify_command', models.TextField(blank=True)),
                    ('tags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=100), blank=True, default=list, size=None)),
                    ('extra', models.JSONField(blank=True, default=dict, editable=False)),
                    ('position', models.PositiveIntegerField(default=0, editable=False)),
                    ('review', models.CharField(choices=[('draft', 'Draft'), ('published', 'Published'), ('retired', 'Retired')], default='draft', max_length=10)),
                    ('reviewed', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('imported_hash', models.CharField(blank=True, editable=False, max_length=64)),
                    ('created', models.DateTimeField(blank=True, editable=False)),
                    ('updated', models.DateTimeField(blank=True, editable=False)),
                    ('history_date', models.DateTimeField()),
                    ('history_change_reason', models.CharField(max_length=100, null=True)),
                    ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                    ('account', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('collection', models.ForeignKey(blank=True, db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='quickstart.collection')),
                    ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'historical Q&A entry',
                    'verbose_name_plural': 'historical Q&A entries',
                    'ordering': ('-history_date', '-history_id'),
                    'get_latest_by': ('history_date', 'history_id'),
                },
                bases=(simple_history.models.HistoricalChanges, models.Model),
            ),
            migrations.CreateModel(
                name='Node',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('label', models.CharField(max_length=200)),
                    ('path', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), size=None)),
                    ('key', models.CharField(editable=False, max_length=1000)),
                    ('note', models.TextField(blank=True)),
                    ('position', models.PositiveIntegerField(default=0)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nodes', to='quickstart.collection')),
                    ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='children', to='quickstart.node')),
                ],
                options={
                    'ordering': ['collection', 'position'],
                    'verbose_name': 'place of a tree',
                    'verbose_name_plural': 'places of the trees',
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'collection', 'key'), name='node_once_per_collection'),
                        models.CheckConstraint(condition=models.Q(models.Q(('label', ''), _negated=True), models.Q(('key', ''), _negated=True)), name='node_has_a_label'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Skill',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('skill_id', models.CharField(max_length=200, verbose_name='id')),
                    ('file', models.CharField(max_length=500)),
                    ('title', models.CharField(max_length=300)),
                    ('description', models.TextField(blank=True)),
                    ('tree_path', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None)),
                    ('tree_key', models.CharField(blank=True, editable=False, max_length=1000)),
                    ('prerequisites', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=500), blank=True, default=list, size=None)),
                    ('quick_command', models.TextField(blank=True)),
                    ('related', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=300), blank=True, default=list, size=None)),
                    ('body', models.TextField()),
                    ('body_hash', models.CharField(editable=False, max_length=64)),
                    ('body_changed', models.DateTimeField(editable=False)),
                    ('review', models.CharField(choices=[('draft', 'Draft'), ('published', 'Published'), ('retired', 'Retired')], default='published', max_length=10)),
                    ('created', models.DateTimeField(auto_now_add=True)),
                    ('updated', models.DateTimeField(auto_now=True)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='skills', to='quickstart.collection')),
                    ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='children', to='quickstart.skill')),
                ],
                options={
                    'ordering': ['collection', 'skill_id'],
                    'indexes': [
                        models.Index(fields=['account', 'collection', 'tree_key'], name='skill_by_place'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('account', 'collection', 'skill_id'), name='skill_once_per_collection'),
                        models.CheckConstraint(condition=models.Q(models.Q(('skill_id', ''), _negated=True), models.Q(('title', ''), _negated=True)), name='skill_has_a_name'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='HistoricalSkill',
                fields=[
                    ('history_id', models.AutoField(primary_key=True, serialize=False)),
                    ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                    ('skill_id', models.CharField(max_length=200, verbose_name='id')),
                    ('file', models.CharField(max_length=500)),
                    ('title', models.CharField(max_length=300)),
                    ('description', models.TextField(blank=True)),
                    ('tree_path', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None)),
                    ('tree_key', models.CharField(blank=True, editable=False, max_length=1000)),
                    ('prerequisites', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=500), blank=True, default=list, size=None)),
                    ('quick_command', models.TextField(blank=True)),
                    ('related', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=300), blank=True, default=list, size=None)),
                    ('body_hash', models.CharField(editable=False, max_length=64)),
                    ('body_changed', models.DateTimeField(editable=False)),
                    ('review', models.CharField(choices=[('draft', 'Draft'), ('published', 'Published'), ('retired', 'Retired')], default='published', max_length=10)),
                    ('created', models.DateTimeField(blank=True, editable=False)),
                    ('updated', models.DateTimeField(blank=True, editable=False)),
                    ('history_date', models.DateTimeField()),
                    ('history_change_reason', models.CharField(max_length=100, null=True)),
                    ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                    ('account', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('collection', models.ForeignKey(blank=True, db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='quickstart.collection')),
                    ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('parent', models.ForeignKey(blank=True, db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='quickstart.skill')),
                ],
                options={
                    'verbose_name': 'historical skill',
                    'verbose_name_plural': 'historical skills',
                    'ordering': ('-history_date', '-history_id'),
                    'get_latest_by': ('history_date', 'history_id'),
                },
                bases=(simple_history.models.HistoricalChanges, models.Model),
            ),
            migrations.CreateModel(
                name='IndexedText',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.PositiveSmallIntegerField(choices=[(1, 'question'), (2, 'variant'), (3, 'answer'), (4, 'title'), (5, 'trigger'), (6, 'description'), (7, 'body'), (8, 'place'), (9, 'opening'), (10, 'summary')])),
                    ('ordinal', models.PositiveIntegerField()),
                    ('text', models.TextField()),
                    ('words', django.contrib.postgres.search.SearchVectorField()),
                    ('embedding', pgvector.django.halfvec.HalfVectorField(null=True)),
                    ('embedding_model', models.CharField(blank=True, max_length=200)),
                    ('space', models.CharField(max_length=40)),
                    ('signature', models.GeneratedField(db_persist=True, expression=models.Func(models.F('embedding'), function='binary_quantize'), output_field=search.models.SignatureField(null=True))),
                    ('next_embedding', pgvector.django.halfvec.HalfVectorField(null=True)),
                    ('next_embedding_model', models.CharField(blank=True, max_length=200)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='texts', to='quickstart.collection')),
                    ('entry', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='texts', to='quickstart.entry')),
                    ('skill', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='texts', to='quickstart.skill')),
                ],
                options={
                    'indexes': [
                        models.Index(condition=models.Q(('entry__isnull', False)), fields=['entry'], name='text_of_entry'),
                        models.Index(condition=models.Q(('skill__isnull', False)), fields=['skill'], name='text_of_skill'),
                        django.contrib.postgres.indexes.GinIndex(fastupdate=False, fields=['words'], name='indexedtext_words'),
                        models.Index(fields=['space', 'embedding_model'], include=('id', 'signature'), name='indexedtext_near'),
                        models.Index(fields=['account'], name='text_of_account'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('skill', None)), fields=('account', 'entry', 'kind', 'ordinal'), name='text_of_entry_once'),
                        models.UniqueConstraint(condition=models.Q(('entry', None)), fields=('account', 'skill', 'kind', 'ordinal'), name='text_of_skill_once'),
                        models.CheckConstraint(condition=models.Q(models.Q(('entry', None), ('skill__isnull', False)), models.Q(('entry__isnull', False), ('skill', None)), _connector='OR'), name='text_has_one_owner'),
                        models.CheckConstraint(condition=models.Q(models.Q(('embedding', None), ('embedding_model', '')), models.Q(('embedding__isnull', False), models.Q(('embedding_model', ''), _negated=True)), _connector='OR'), name='text_vector_names_model'),
                        models.CheckConstraint(condition=models.Q(models.Q(('next_embedding', None), ('next_embedding_model', '')), models.Q(('next_embedding__isnull', False), models.Q(('next_embedding_model', ''), _negated=True)), _connector='OR'), name='text_next_embedding_names_model'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Question',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session', models.CharField(blank=True, max_length=100)),
                    ('asked_by', models.CharField(max_length=120)),
                    ('text', models.CharField(max_length=1000)),
                    ('intent', models.CharField(choices=[(quickstart.kinds.Intent['UNDERSTANDING'], quickstart.kinds.Intent['UNDERSTANDING']), (quickstart.kinds.Intent['ACTION'], quickstart.kinds.Intent['ACTION']), (quickstart.kinds.Intent['NAVIGATION'], quickstart.kinds.Intent['NAVIGATION']), (quickstart.kinds.Intent['HYBRID'], quickstart.kinds.Intent['HYBRID'])], max_length=13)),
                    ('outcome', models.CharField(choices=[(quickstart.kinds.AskOutcome['ANSWERED'], 'answered'), (quickstart.kinds.AskOutcome['ASK_BACK'], 'ask back'), (quickstart.kinds.AskOutcome['NO_ANSWER'], 'no answer')], max_length=9)),
                    ('confidence', models.FloatField()),
                    ('verdict', models.CharField(blank=True, choices=[('up', 'Up'), ('down', 'Down')], max_length=4)),
                    ('comment', models.TextField(blank=True)),
                    ('embedding', pgvector.django.halfvec.HalfVectorField(editable=False, null=True)),
                    ('embedding_model', models.CharField(blank=True, editable=False, max_length=200)),
                    ('asked', models.DateTimeField()),
                    ('settled', models.DateTimeField(blank=True, null=True)),
                    ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='quickstart.collection')),
                    ('entry', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='quickstart.entry')),
                    ('skill', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='quickstart.skill')),
                ],
                options={
                    'ordering': ['-asked', '-pk'],
                    'indexes': [
                        models.Index(fields=['account', 'collection', '-asked'], name='question_newest'),
                        models.Index(condition=models.Q(('entry__isnull', False)), fields=['entry'], name='question_of_entry'),
                        models.Index(condition=models.Q(('skill__isnull', False)), fields=['skill'], name='question_of_skill'),
                        models.Index(condition=models.Q(('settled', None), models.Q(models.Q(('outcome', 'answered'), _negated=True), ('verdict', 'down'), _connector='OR')), fields=['collection', '-asked'], name='question_waits'),
                    ],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('confidence__gte', 0), ('confidence__lte', 1)), name='question_confidence_0_to_1'),
                        models.CheckConstraint(condition=models.Q(models.Q(('embedding', None), ('embedding_model', '')), models.Q(('embedding__isnull', False), models.Q(('embedding_model', ''), _negated=True)), _connector='OR'), name='question_vector_names_model'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Trigger',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('text', models.CharField(max_length=500)),
                    ('source', models.CharField(choices=[(quickstart.parsing.parsed_content.TriggerSource['INDEX'], 'index'), (quickstart.parsing.parsed_content.TriggerSource['WHEN_TO_USE'], 'when to use'), (quickstart.parsing.parsed_content.TriggerSource['FRONT_MATTER'], 'front matter'), (quickstart.parsing.parsed_content.TriggerSource['MANUAL'], 'manual')], default=quickstart.parsing.parsed_content.TriggerSource['MANUAL'], max_length=12)),
                    ('position', models.PositiveIntegerField(default=0)),
                    ('skill', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='triggers', to='quickstart.skill')),
                ],
                options={
                    'ordering': ['skill', 'position', 'pk'],
                    'constraints': [
                        models.UniqueConstraint(fields=('skill', 'text'), name='trigger_once_per_skill'),
                        models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='trigger_says_something'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Variant',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('text', models.CharField(max_length=500)),
                    ('position', models.PositiveIntegerField(default=0)),
                    ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='variants', to='quickstart.entry')),
                ],
                options={
                    'ordering': ['entry', 'position', 'pk'],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='variant_says_something'),
                    ],
                },
            ),
        ]),
        _tell('entry', 'quickstart_historicalentry', 'entry_id'),
        _tell('skill', 'quickstart_historicalskill', 'skill_id'),
    ]
