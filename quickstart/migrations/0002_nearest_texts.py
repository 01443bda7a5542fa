"""The index of nearest texts, for vectors of the local model's size; others are scanned.

Fewer links than usual: a row costs half as much to put in, and whoever owns a near text is then looked at exactly.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("quickstart", "0001_initial")]

    operations = [
        migrations.RunSQL(
            sql="""
                CREATE INDEX text_nearest ON quickstart_indexedtext
                USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WITH (m = 8, ef_construction = 32)
                WHERE vector_dims(embedding) = 384
            """,
            reverse_sql="DROP INDEX text_nearest",
        )
    ]
