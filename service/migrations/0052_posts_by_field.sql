-- serves 0050
-- one by one
-- For posts with a certain value. The id of a field belongs to one project, so the project is not part of it. A post without values costs nothing.
create index concurrently if not exists posts_by_field_value on posts using gin (field_values jsonb_path_ops) where field_values is not null;
