-- The page of a post shows the team's last answer and since when it has its status, however long its discussion is.
create index official_comments_of_post on comments (project_id, post_id, created_at, id) where is_official;
create index status_changes_of_post on events_kept (project_id, post_id, id) where type = 'post.status_changed';
