-- What a board says above its ideas. Null: a text of the service in the visitor's language. Empty: nothing.
alter table projects add column welcome_note text;
alter table projects add constraint project_welcome_note_is_short check (char_length(welcome_note) <= 500);
