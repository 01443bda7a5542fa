"""Audit entries for changes of people, their rights, passwords and second factors."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, User
from django.db.models import Model
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_save

from audit.services import record

ROLES = ("is_active", "is_staff", "is_superuser")
# The attribute with the values before the save, as simple-history does it.
_BEFORE = "_audit_before"


def connect_signals() -> None:
    pre_save.connect(_remember_before, sender=User)
    post_save.connect(_on_user_saved, sender=User)
    post_delete.connect(_on_user_deleted, sender=User)
    for through in (User.groups.through, User.user_permissions.through, Group.permissions.through):
        m2m_changed.connect(_on_rights_changed, sender=through)
    # Not by allauth's own signals: they come after the commit, and not for what a command or the admin removes.
    post_save.connect(_on_factor_saved, sender=Authenticator)
    post_delete.connect(_on_factor_deleted, sender=Authenticator)


def _remember_before(instance: User, raw: bool, **kwargs: Any) -> None:
    before = User.objects.filter(pk=instance.pk).values("password", *ROLES).first() if instance.pk else None
    setattr(instance, _BEFORE, before)


def _on_user_saved(
    instance: User, created: bool, raw: bool, update_fields: Any = None, **kwargs: Any
) -> None:
    name, roles = instance.get_username(), {role: getattr(instance, role) for role in ROLES}
    before = getattr(instance, _BEFORE, None)
    if created:
        record("person.added", name, account=instance.pk, **roles)
        return
    saved = [role for role in ROLES if update_fields is None or role in update_fields]
    changed = {role: roles[role] for role in saved if before and before[role] != roles[role]}
    if changed:
        record("person.role", name, account=instance.pk, **changed)
    is_new = before and before["password"] != instance.password
    # Rehashing the same password at sign-in is no change of it: that saves this field alone.
    if is_new and (update_fields is None or set(update_fields) != {"password"}):
        record("person.password", name, account=instance.pk)


def _on_user_deleted(instance: User, **kwargs: Any) -> None:
    record("person.deleted", instance.get_username(), account=instance.pk)


def _on_rights_changed(instance: Model, action: str, pk_set: set[Any] | None, **kwargs: Any) -> None:
    if action not in ("post_add", "post_remove", "post_clear"):
        return
    account = instance.pk if isinstance(instance, User) else None
    record("person.rights", str(instance), account=account, how=action[5:], which=sorted(pk_set or ()))


def _on_factor_saved(instance: Authenticator, created: bool, **kwargs: Any) -> None:
    # Using a factor saves it, too.
    if created:
        _record_factor("factor.added", instance)


def _on_factor_deleted(instance: Authenticator, **kwargs: Any) -> None:
    _record_factor("factor.removed", instance)


def _record_factor(action: str, factor: Authenticator) -> None:
    record(action, factor.user.get_username(), account=factor.user_id, kind=factor.type)
