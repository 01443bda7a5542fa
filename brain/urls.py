"""The pages of the brain."""

from django.urls import path

from brain.views import answers, chat, editing, notes, profile, rooms, sources

app_name = "brain"
urlpatterns = [
    path("brain/", chat.chat, name="chat"),
    path("brain/ask", chat.ask_brain, name="ask"),
    path("brain/rooms", chat.new_room, name="room-new"),
    path("brain/rooms/<str:conversation_id>/rename", rooms.room_rename, name="room-rename"),
    path("brain/rooms/<str:conversation_id>/delete", rooms.room_delete, name="room-delete"),
    path("brain/rooms/<str:conversation_id>/export.<str:form>", rooms.room_export, name="room-export"),
    path("brain/answers/<str:turn_id>", answers.answer_page, name="answer"),
    path("brain/answers/<str:turn_id>/text", answers.answer_text, name="answer-text"),
    path("brain/answers/<str:turn_id>/note", answers.answer_note, name="answer-note"),
    path("brain/notes/", notes.note_list, name="notes"),
    path("brain/notes/new", editing.note_new, name="note-new"),
    path("brain/notes/<str:note_id>", notes.note_page, name="note"),
    path("brain/notes/<str:note_id>/related", notes.note_related, name="note-related"),
    path("brain/notes/<str:note_id>/edit", editing.note_edit, name="note-edit"),
    path("brain/notes/<str:note_id>/delete", editing.note_delete, name="note-delete"),
    path("brain/profile", profile.profile_page, name="profile"),
    path("brain/profile/delete", profile.profile_delete, name="profile-delete"),
    path("brain/sources", sources.sources_page, name="sources"),
]
