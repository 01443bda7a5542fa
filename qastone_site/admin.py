"""People and their rights; rows of allauth, axes and the jobs for operators, read-only."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt, AccessLog
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.db.models import Field, ManyToManyField, QuerySet
from django.http import HttpRequest
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from core.jobs.models import Job, JobState
from core.pages.admin_classes import ModelAdmin, ReadOnlyAdmin
from core.pages.name_input import USERNAME
from qastone_site.admin_words import SECTION_OF

# Of the fields of a person.
HELP = {
    "is_active": "If off, the person cannot sign in. What they wrote stays.",
    "is_staff": "May open the admin, with the permissions of the groups and rights below.",
    "is_superuser": "May do everything.",
    "groups": "The person has the rights of each of these groups.",
    "user_permissions": "Those of this person alone, beside those of the groups.",
}


class NamesRights(ModelAdmin):
    """Rights as "Ask · Q&A entry: change", those alone that decide something."""

    def formfield_for_manytomany(
        self, db_field: ManyToManyField[Any, Any], request: HttpRequest, **options: Any
    ) -> Any:
        field: Any = super().formfield_for_manytomany(db_field, request, **options)
        if field is not None and field.queryset.model is Permission:
            decide = field.queryset.filter(content_type__app_label__in=SECTION_OF)
            field.queryset = decide.exclude(content_type__model__startswith="historical")
            field.label_from_instance = name_right
        return field


def name_right(right: Permission) -> str:
    kind, verb = right.content_type, right.codename.partition("_")[0]
    section = SECTION_OF.get(kind.app_label, kind.app_label)
    model = kind.model_class()
    return f"{section} · {model._meta.verbose_name if model else kind.model}: {verb}"


admin.site.unregister([User, Group])
# The site sends no mail.
admin.site.unregister(EmailAddress)
admin.site.unregister(Authenticator)


@admin.register(User)
class UserAdmin(DjangoUserAdmin, NamesRights):  # type: ignore[type-arg]  # not generic when it runs
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (
            "Permissions",
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (
            "Name and email, not shown anywhere on the site",
            {"fields": ("first_name", "last_name", "email")},
        ),
        ("When", {"fields": ("last_login", "date_joined")}),
    )
    list_display = ["username", "is_active", "is_staff", "is_superuser", "date_joined", "last_login"]

    def formfield_for_dbfield(self, db_field: Field[Any, Any], request: HttpRequest, **options: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **options)
        if field is None:
            return None
        field.help_text = HELP.get(db_field.name, field.help_text)
        if db_field.name == "username":
            field.widget.attrs |= {"pattern": USERNAME, "title": "Letters, digits and @ . + - _, no spaces"}
        return field


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, NamesRights):
    pass


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyAdmin):
    """Without the secrets. `manage.py remove_second_factor` removes a second factor."""

    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type", "created_at", "last_used_at"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    exclude = ["data"]


@admin.register(AccessAttempt)
class AccessAttemptAdmin(ReadOnlyAdmin):
    """Wrong passwords and codes. `manage.py axes_reset_username NAME` unlocks a name."""

    list_display = ["attempt_time", "username", "ip_address", "failures_since_start"]
    search_fields = ["username", "ip_address"]
    fields = ["username", "attempt_time", "failures_since_start", "ip_address", "user_agent", "path_info"]


@admin.register(AccessLog)
class AccessLogAdmin(ReadOnlyAdmin):
    list_display = ["attempt_time", "username", "ip_address", "logout_time"]
    search_fields = ["username", "ip_address"]
    fields = ["username", "attempt_time", "logout_time", "ip_address", "user_agent", "path_info"]


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """What is to be done to which row, by its number: what is in the row is its account's."""

    list_display = [
        "work",
        "state",
        "account",
        "target",
        "attempts",
        "error_code",
        "due",
        "finished",
    ]
    list_filter = ["state", "kind", "queue", "error_code", "due"]
    list_select_related = ["account"]
    search_fields = ["target__exact", "account__username", "error"]
    actions = ["retry"]

    @admin.display(description="work", ordering="kind")
    def work(self, job: Job) -> str:
        """ "Brain: embed note" of "brain.embed_note"."""
        app, _, work = job.kind.partition(".")
        return f"{SECTION_OF.get(app, app)}: {work.replace('_', ' ')}"

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("jobs.change_job")

    @admin.action(description="Retry those that failed", permissions=["retry"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        failed = list(queryset.filter(state=JobState.FAILED))
        for job in failed:
            job.restart()
        messages.success(request, f"{len(failed)} failed jobs are tried again.")
