from django.db import migrations, models
from django.db.models import Q

SCOPES = ["stones:read", "stones:write", "inbox:read", "inbox:send", "kb:read", "brain:ask", "brain:write"]


class Migration(migrations.Migration):
    dependencies = [("inbox", "0008_search_less_of_each_text")]

    operations = [
        migrations.RemoveConstraint("agenttoken", "token_scopes_known"),
        migrations.AddConstraint(
            "agenttoken",
            models.CheckConstraint(condition=Q(scopes__contained_by=SCOPES), name="token_scopes_known"),
        ),
    ]
