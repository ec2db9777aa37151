-- serves 0044
-- The account of the voter and its value when the vote was cast, in projects that name these traits. Null: unknown.
alter table votes add column account text, add column account_value numeric;
