"""Rows of allauth, axes and the jobs for operators, read-only."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt, AccessLog
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from core.jobs.models import Job, JobState
from core.pages.admin_classes import ReadOnlyAdmin

# The site sends no mail.
admin.site.unregister(EmailAddress)
admin.site.unregister(Authenticator)


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
