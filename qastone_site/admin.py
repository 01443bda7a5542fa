"""What allauth and axes keep, for operators to look at."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt, AccessLog
from django.contrib import admin

from core.pages.admin_classes import ReadOnlyAdmin

# Nothing here sends mail or asks for an address.
admin.site.unregister(EmailAddress)
admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyAdmin):
    """Who has which second factor. What opens it is not shown; `manage.py remove_second_factor` removes it."""

    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type", "created_at", "last_used_at"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    exclude = ["data"]


@admin.register(AccessAttempt)
class AccessAttemptAdmin(ReadOnlyAdmin):
    """Wrong passwords and codes that count. `manage.py axes_reset_username NAME` lets somebody in again."""

    list_display = ["attempt_time", "username", "ip_address", "failures_since_start"]
    search_fields = ["username", "ip_address"]


@admin.register(AccessLog)
class AccessLogAdmin(ReadOnlyAdmin):
    """Who signed in from where."""

    list_display = ["attempt_time", "username", "ip_address", "logout_time"]
    search_fields = ["username", "ip_address"]
