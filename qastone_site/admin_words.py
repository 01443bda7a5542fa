"""The words of the admin: its sections, and what models and fields of others are called in it.

They are set on the classes as they are in memory: what migrations compare stays as it was declared.
"""

from django.apps import apps
from django.db.models import Model

# In the order of the site's own navigation: a section, and the apps whose models stand in it.
SECTIONS = {
    "Stones": ("stones",),
    "Inbox and agents": ("inbox",),
    "Ask": ("quickstart",),
    "Brain": ("brain",),
    "Clipboard": ("clipboard",),
    "Assistant in other pages": ("assistant",),
    "Analytics": ("analytics",),
    "People and sign-in": ("auth", "mfa", "axes"),
    "Maintenance": ("jobs", "audit"),
}
SECTION_OF = {app: section for section, of_it in SECTIONS.items() for app in of_it}

# One, several.
MODELS = {
    "analytics.event": ("page event", "page events"),
    "assistant.app": ("app with the assistant", "apps with the assistant"),
    "assistant.assistantsettings": ("account settings", "account settings"),
    "assistant.menu": ("app menu", "app menus"),
    "assistant.menuchange": ("menu change", "menu changes"),
    "auth.group": ("group", "groups"),
    "auth.user": ("person", "people"),
    "axes.accessattempt": ("failed sign-in", "failed sign-ins"),
    "axes.accesslog": ("sign-in", "sign-ins"),
    "brain.profile": ("profile", "profiles"),
    "brain.summary": ("conversation summary", "conversation summaries"),
    "brain.turn": ("brain question", "brain questions"),
    "clipboard.clipboardentry": ("copy", "copies"),
    "inbox.helperjob": ("helper", "helpers"),
    "jobs.job": ("worker job", "worker jobs"),
    "mfa.authenticator": ("second factor", "second factors"),
    "quickstart.coveragerun": ("coverage report", "coverage reports"),
    "quickstart.question": ("question asked", "questions asked"),
    "stones.content": ("stone text", "stone texts"),
    "stones.level": ("level", "levels"),
    "stones.stonepassage": ("passage", "passages"),
}
FIELDS = {
    "analytics.event.duration_ms": "milliseconds",
    "analytics.event.timestamp": "when",
    "auth.user.is_active": "may sign in",
    "auth.user.is_staff": "staff",
    "auth.user.is_superuser": "owner",
    "auth.user.date_joined": "member since",
    "auth.user.last_login": "last sign-in",
    "auth.user.user_permissions": "rights",
    "axes.accessattempt.attempt_time": "when",
    "axes.accessattempt.failures_since_start": "failed attempts",
    "axes.accessattempt.ip_address": "address",
    "axes.accesslog.attempt_time": "when",
    "axes.accesslog.ip_address": "address",
    "axes.accesslog.logout_time": "signed out",
    "axes.accesslog.path_info": "page",
    "axes.accesslog.user_agent": "browser",
    "inbox.agenttoken.last4": "ends in",
    "inbox.delivery.sequence": "number in the inbox",
    "jobs.job.again": "requested again",
    "jobs.job.target": "row",
    "mfa.authenticator.created_at": "created",
    "mfa.authenticator.last_used_at": "last used",
    "quickstart.coveragerun.nodes": "places",
    "stones.content.levels_failed": "levels missing",
    "stones.ledgerentry.paste_tokens": "tokens if pasted whole",
    "stones.level.content": "text",
    "stones.stone.content": "text",
    "stones.stonepassage.content": "text",
    "stones.stonepassage.ordinal": "place in the text",
}
# Of names of fields, as they are written.
_ACRONYMS = {"lod": "LOD", "lods": "LODs", "id": "ID", "json": "JSON", "url": "URL", "ulid": "ULID"} | {
    "sha256": "SHA-256", "ip": "IP"
}  # fmt: skip


def set_words(models: list[type[Model]]) -> None:
    """To be called once the models are loaded; safe to repeat."""
    for app, section in SECTION_OF.items():
        apps.get_app_config(app).verbose_name = section
    for model in models:
        label, its = model._meta.label_lower, model._meta
        its.verbose_name, its.verbose_name_plural = MODELS.get(
            label, (its.verbose_name, its.verbose_name_plural)
        )
        for field in [*its.fields, *its.many_to_many]:
            named = f"{label}.{field.name}"
            words = str(field.verbose_name).split(" ")
            field.verbose_name = FIELDS.get(named, " ".join(_ACRONYMS.get(word, word) for word in words))
