-- The colour of a project's board, as #rrggbb. Pages make it darker or lighter where it could not be read.
alter table projects add column accent_color text not null default '#14614a';
