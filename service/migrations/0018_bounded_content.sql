-- How many words each project's dictionary has. Whoever adds or removes words holds this row, so the count is exact and the bound on it holds.
create table search_dictionaries (
  project_id text primary key references projects (id) on delete cascade,
  word_count integer not null
);

-- Words of texts that are gone, until a job has looked which of them no public post has any more.
create table words_to_forget (
  project_id text not null references projects (id) on delete cascade,
  id bigint generated always as identity,
  words text[] not null,
  primary key (project_id, id)
);
create index words_to_forget_in_turn on words_to_forget (id);

-- Up to now a dictionary had every word of every post.
delete from search_words where length(word) > 40;
delete from search_words w using (
  select project_id, word, row_number() over (partition by project_id order by length(word), word) as place from search_words
) as n where n.place > 50000 and w.project_id = n.project_id and w.word = n.word;
insert into search_dictionaries (project_id, word_count) select project_id, count(*) from search_words group by project_id;

-- Words by what they hold. In this form the project can be looked up by this index and by no other, so that PostgreSQL uses it also while it
-- knows nothing about the table. Little waits to be put in order, since every search goes through what waits.
drop index search_words_by_trigram;
create index search_words_by_trigram on search_words using gin ((array[project_id]), word gin_trgm_ops) with (gin_pending_list_limit = 128);

-- To write out the words of a post takes milliseconds. Where PostgreSQL took it for cheap, it did so for every post of a project instead of
-- looking the word up.
alter function words_in(text, tsvector) cost 1000;

-- HTML that was made before there was a bound on it, or with styles that our policy blocks. A job renders it again; after that these indexes
-- are empty.
create function is_html_outdated(body text, body_html text) returns boolean language sql immutable strict parallel safe
  return octet_length(body_html) > greatest(4096, 8 * octet_length(body)) or body_html like '%<th style="text-align:%';
create index posts_to_render on posts (id) where is_html_outdated(body, body_html);
create index comments_to_render on comments (id) where is_html_outdated(body, body_html);
create index changelog_entries_to_render on changelog_entries (id) where is_html_outdated(body, body_html);
