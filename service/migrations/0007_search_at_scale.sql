-- How far a post has come: 1 from 16 votes on, 2 from 64. A search looks through these classes from above and stops when it has seen
-- enough, so that a common word is not looked up in all posts of a project. Every post is in one class, so a class that lags behind the
-- votes hides nothing.
alter table posts add column reach smallint not null default 0;
update posts p set reach = (s.vote_count >= 16)::int + (s.vote_count >= 64)::int
from post_standings s where s.project_id = p.project_id and s.post_id = p.id and s.vote_count >= 16;

-- The words of a post with its project in front of each: a list of the posts of one project that have a word, which an index over
-- project and words would have to find by going through all posts of the project.
create function words_in(project_id text, words tsvector) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(array(select project_id || '/' || word from unnest(tsvector_to_array(words)) as w (word)));

-- All words, and those of the title alone.
drop index posts_by_words;
create index posts_by_words on posts using gin (words_in(project_id, search), words_in(project_id, ts_filter(search, '{a}')));
create index posts_by_words_from_16 on posts using gin (words_in(project_id, search), words_in(project_id, ts_filter(search, '{a}')))
  where reach = 1;
create index posts_by_words_from_64 on posts using gin (words_in(project_id, search), words_in(project_id, ts_filter(search, '{a}')))
  where reach = 2;
