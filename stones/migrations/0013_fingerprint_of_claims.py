import hashlib
import json

from django.db import migrations

AUTHOR = "author"


def fingerprint(stone, levels, source_agent, claimed):
    said = [
        stone.content.sha256,
        stone.glow_channel,
        stone.stone_type,
        source_agent,
        claimed,
        stone.generate_lods,
        sorted(levels),
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def name_by_claim(apps, schema_editor):
    """Since 0009 a claimed source stands apart; a fingerprint still says [its name, true]. Storing the same again would
    make a second stone.
    """
    Stone = apps.get_model("stones", "Stone")
    Level = apps.get_model("stones", "Level")
    stones = Stone.objects.exclude(claimed_source="").filter(claimed_header="")
    for stone in stones.select_related("content").defer("content__text").iterator(chunk_size=500):
        levels = list(Level.objects.filter(stone=stone, origin=AUTHOR).values_list("number", "text"))
        if stone.fingerprint != fingerprint(stone, levels, stone.claimed_source, True):
            continue
        new = fingerprint(stone, levels, stone.source_agent, stone.claimed_source)
        # One that was stored again meanwhile has the name: both stay.
        if not Stone.objects.filter(account=stone.account_id, fingerprint=new).exists():
            Stone.objects.filter(pk=stone.pk).update(fingerprint=new)


class Migration(migrations.Migration):

    dependencies = [
        ('stones', '0012_name_clipboard_in_plural'),
    ]

    operations = [
        migrations.RunPython(name_by_claim, migrations.RunPython.noop),
    ]
