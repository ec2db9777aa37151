-- serves 0061
-- one by one
create index concurrently if not exists search_words_by_length on search_words (project_id, length(word), word);
