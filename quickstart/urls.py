"""The pages of the quickstart."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from quickstart.views import asking, coverage, questions, reading


class AnyId(StringConverter):
    """Ids are whatever their authors wrote, slashes and line breaks too."""

    regex = r"[\s\S]+"


register_converter(AnyId, "any_id")

app_name = "quickstart"
urlpatterns = [
    path("ask/", asking.ask_page, name="ask"),
    path("ask/feedback", asking.feedback, name="feedback"),
    path("ask/start-over", asking.start_over, name="start-over"),
    path("ask/entries/<any_id:entry_id>", reading.entry_page, name="entry"),
    path("ask/skills/", reading.skill_list, name="skills"),
    path("ask/skills/<any_id:skill_id>/file", reading.skill_file, name="skill-file"),
    path("ask/skills/<any_id:skill_id>", reading.skill_page, name="skill"),
    path("ask/coverage/", coverage.coverage_page, name="coverage"),
    path("ask/coverage.md", coverage.coverage_text, name="coverage-text"),
    path("ask/coverage.json", coverage.coverage_json, name="coverage-json"),
    path("ask/questions/", questions.questions_page, name="questions"),
    path("ask/questions/dismiss", questions.dismiss, name="questions-dismiss"),
]
