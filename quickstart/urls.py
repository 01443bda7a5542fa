"""The pages of the quickstart."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from quickstart.views import (
    ask_pages,
    chosen_entries,
    chosen_skills,
    content_pages,
    coverage_pages,
    entry_list,
    skill_list,
    upload_pages,
    waiting_question_pages,
)


class AnyId(StringConverter):
    """Ids are arbitrary author-chosen texts, slashes and line breaks included."""

    regex = r"[\s\S]+"


register_converter(AnyId, "any_id")

app_name = "quickstart"
urlpatterns = [
    path("ask/", ask_pages.ask_page, name="ask"),
    path("ask/feedback", ask_pages.feedback, name="feedback"),
    path("ask/pick", ask_pages.pick, name="pick"),
    path("ask/entries/", entry_list.entry_list, name="entries"),
    # Below "entries/" it would be an entry's id.
    path("ask/chosen-entries", chosen_entries.chosen, name="entries-chosen"),
    path("ask/entries/<any_id:entry_id>", content_pages.entry_page, name="entry"),
    path("ask/skills/", skill_list.skill_list, name="skills"),
    path("ask/chosen-skills", chosen_skills.chosen, name="skills-chosen"),
    path("ask/skills/<any_id:skill_id>/file", content_pages.skill_file, name="skill-file"),
    path("ask/skills/<any_id:skill_id>", content_pages.skill_page, name="skill"),
    path("ask/upload/skills", upload_pages.upload_skills, name="upload-skills"),
    path("ask/upload/entries", upload_pages.upload_entries, name="upload-entries"),
    path("ask/coverage/", coverage_pages.coverage_page, name="coverage"),
    path("ask/coverage.md", coverage_pages.coverage_text, name="coverage-text"),
    path("ask/coverage.json", coverage_pages.coverage_json, name="coverage-json"),
    path("ask/questions/", waiting_question_pages.questions_page, name="questions"),
    path("ask/questions/accept", waiting_question_pages.accept, name="questions-accept"),
    path("ask/questions/dismiss", waiting_question_pages.dismiss, name="questions-dismiss"),
]
