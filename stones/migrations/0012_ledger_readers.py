"""The ledger's readers get rows of their own, to which its entries refer.

Of the entries that are there only what names the reader changes: no account's sums are set back. Half a million take some
twenty seconds.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# What it watches is a list of columns: it goes before one of them does.
_UNWATCH = "DROP TRIGGER ledger_late_change ON stones_ledgerentry;"
_WATCH = """
CREATE TRIGGER ledger_late_change
    AFTER UPDATE OF source, glow_channel, {reader}, kind, level, tokens, paste_tokens, created
    ON stones_ledgerentry FOR EACH ROW
    WHEN (least(OLD.created, NEW.created) < now() - interval '1 hour') EXECUTE FUNCTION ledger_changes_late();
"""
_REFER = """
INSERT INTO stones_ledgerreader (account_id, name) SELECT DISTINCT account_id, reader_name FROM stones_ledgerentry;
ANALYZE stones_ledgerreader;
UPDATE stones_ledgerentry AS entry SET reader_id = reader.id
FROM stones_ledgerreader AS reader WHERE (reader.account_id, reader.name) = (entry.account_id, entry.reader_name);
-- Or the tables cannot be altered any more in this transaction.
SET CONSTRAINTS ALL IMMEDIATE;
"""
_NAME = """
UPDATE stones_ledgerentry AS entry SET reader_name = reader.name
FROM stones_ledgerreader AS reader WHERE reader.id = entry.reader_id;
"""


def _reader(**options: bool) -> models.ForeignKey:
    return models.ForeignKey(
        db_index=False,
        on_delete=django.db.models.deletion.CASCADE,
        related_name="+",
        to="stones.ledgerreader",
        **options,
    )


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("stones", "0011_passages_are_searched"),
    ]

    operations = [
        migrations.CreateModel(
            name="LedgerReader",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120)),
                (
                    "kind",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Case(
                            models.When(name__startswith="agent ", then=models.Value("agent")),
                            models.When(name__startswith="person ", then=models.Value("person")),
                            default=models.Value("other"),
                        ),
                        output_field=models.CharField(
                            choices=[
                                ("agent", "an agent"),
                                ("person", "a person at the pages"),
                                ("other", "an agent's helper or assistant, a command, this site"),
                            ],
                            max_length=6,
                        ),
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "reader",
                "constraints": [models.UniqueConstraint(fields=("account", "name"), name="ledger_reader_once")],
            },
        ),
        migrations.RunSQL(_UNWATCH, _WATCH.format(reader="reader")),
        migrations.RemoveIndex("ledgerentry", "read_of_source"),
        migrations.RenameField("ledgerentry", "reader", "reader_name"),
        # Nullable, for the way back.
        migrations.AlterField("ledgerentry", "reader_name", models.CharField(max_length=120, null=True)),
        migrations.AddField("ledgerentry", "reader", _reader(null=True, db_constraint=False)),
        migrations.RunSQL(_REFER, _NAME),
        # The key is checked of all entries at once, not row by row.
        migrations.AlterField("ledgerentry", "reader", _reader()),
        migrations.RemoveField("ledgerentry", "reader_name"),
        migrations.AddIndex("ledgerentry", models.Index(fields=["reader", "source", "created"], name="read_of_source")),
        migrations.RunSQL(_WATCH.format(reader="reader_id"), _UNWATCH),
    ]
