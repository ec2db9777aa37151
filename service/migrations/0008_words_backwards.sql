-- Whoever mistyped one letter of a word has either its beginning or its end right: both are looked up by an index.
create index search_words_backwards on search_words (project_id, reverse(word));
