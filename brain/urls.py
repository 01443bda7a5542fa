"""The pages of the brain."""

from django.urls import path

from brain.views import (
    answer_pages,
    chat_page,
    chosen_notes,
    conversation_pages,
    external_source_pages,
    note_form_pages,
    note_pages,
    profile_pages,
    upload_notes,
)

app_name = "brain"
urlpatterns = [
    path("brain/", chat_page.chat, name="chat"),
    path("brain/ask", chat_page.ask_brain, name="ask"),
    path("brain/conversations", chat_page.conversation_new, name="conversation-new"),
    path(
        "brain/conversations/<str:conversation_id>/rename",
        conversation_pages.conversation_rename,
        name="conversation-rename",
    ),
    path(
        "brain/conversations/<str:conversation_id>/delete",
        conversation_pages.conversation_delete,
        name="conversation-delete",
    ),
    path(
        "brain/conversations/<str:conversation_id>/export.<str:form>",
        conversation_pages.conversation_export,
        name="conversation-export",
    ),
    path("brain/answers/<str:turn_id>", answer_pages.answer_page, name="answer"),
    path("brain/answers/<str:turn_id>/text", answer_pages.answer_text, name="answer-text"),
    path("brain/answers/<str:turn_id>/note", answer_pages.answer_note, name="answer-note"),
    path("brain/notes/", note_pages.note_list, name="notes"),
    path("brain/notes/new", note_form_pages.note_new, name="note-new"),
    path("brain/notes/upload", upload_notes.upload, name="notes-upload"),
    path("brain/notes/chosen", chosen_notes.chosen, name="notes-chosen"),
    path("brain/notes/<str:note_id>", note_pages.note_page, name="note"),
    path("brain/notes/<str:note_id>/related", note_pages.note_related, name="note-related"),
    path("brain/notes/<str:note_id>/edit", note_form_pages.note_edit, name="note-edit"),
    path("brain/notes/<str:note_id>/delete", note_form_pages.note_delete, name="note-delete"),
    path("brain/profile", profile_pages.profile_page, name="profile"),
    path("brain/profile/delete", profile_pages.profile_delete, name="profile-delete"),
    path("brain/sources", external_source_pages.sources_page, name="sources"),
]
