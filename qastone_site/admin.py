"""People and their rights; rows of allauth, axes and the jobs for operators, read-only."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt, AccessLog
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import Field, QuerySet
from django.http import HttpRequest
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from core.jobs.models import Job, JobState
from core.pages.admin_classes import ModelAdmin, ReadOnlyAdmin
from core.pages.name_input import USERNAME

admin.site.unregister([User, Group])
# The site sends no mail.
admin.site.unregister(EmailAddress)
admin.site.unregister(Authenticator)


@admin.register(User)
class UserAdmin(DjangoUserAdmin, ModelAdmin):  # type: ignore[type-arg]  # not generic when it runs
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ["username", "is_active", "is_staff", "is_superuser", "date_joined", "last_login"]

    def formfield_for_dbfield(self, db_field: Field[Any, Any], request: HttpRequest, **options: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **options)
        if field is not None and db_field.name == "username":
            field.widget.attrs |= {"pattern": USERNAME, "title": "Letters, digits and @ . + - _, no spaces"}
        return field


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, ModelAdmin):
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


@admin.register(AccessLog)
class AccessLogAdmin(ReadOnlyAdmin):
    list_display = ["attempt_time", "username", "ip_address", "logout_time"]
    search_fields = ["username", "ip_address"]


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """What is to be done to which row, by its number: what is in the row is its account's."""

    list_display = [
        "kind",
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

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("jobs.change_job")

    @admin.action(description="Retry those that failed", permissions=["retry"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        failed = list(queryset.filter(state=JobState.FAILED))
        for job in failed:
            job.restart()
        messages.success(request, f"{len(failed)} failed jobs are tried again.")
