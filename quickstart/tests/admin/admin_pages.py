"""Addresses and forms of the admin."""

from typing import Any

from django.urls import reverse

from quickstart.models import Entry


def url(model: str, view: str = "changelist", *args: object) -> str:
    return reverse(f"admin:quickstart_{model}_{view}", args=args)


def form_of(
    entry: Entry | None = None, *, variants: list[str] | None = None, **fields: Any
) -> dict[str, Any]:
    """The form data of an entry, with some fields changed. Lines end as browsers end them."""
    body: dict[str, Any] = {
        "level": "3",
        "review": "published",
        "prerequisites": "",
        "go_deeper": "",
        "tags": "",
    }
    body |= {"related_skills": "", "related_docs": "", "verify_command": ""}
    rows = []
    if entry is not None:
        for name in ("entry_id", "question", "answer", "level", "review", "verify_command"):
            body[name] = str(getattr(entry, name)).replace("\n", "\r\n")
        for name in ("tree_path", "prerequisites", "go_deeper", "tags", "related_skills", "related_docs"):
            body[name] = "\r\n".join(getattr(entry, name))
        rows = list(entry.variants.all())
    texts = [row.text for row in rows] if variants is None else variants
    body |= {
        "variants-TOTAL_FORMS": str(max(len(texts), len(rows))),
        "variants-INITIAL_FORMS": str(len(rows)),
    }
    for number in range(max(len(texts), len(rows))):
        if number < len(rows):
            body |= {
                f"variants-{number}-id": rows[number].pk,
                f"variants-{number}-entry": rows[number].entry_id,
            }
            if number >= len(texts):
                body[f"variants-{number}-DELETE"] = "on"
        body[f"variants-{number}-text"] = texts[number] if number < len(texts) else rows[number].text
    return body | fields
