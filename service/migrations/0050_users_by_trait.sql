-- serves 0044
-- one by one
-- The traits below the id of their project, so that the people of one project are found whatever other projects have.
create index concurrently if not exists users_by_trait on users using gin (jsonb_set('{}', array[project_id], traits) jsonb_path_ops);
