-- When a secret key was used last, to the minute: whoever tidies up sees which ones nobody needs.
alter table secret_keys add column last_used_at timestamptz;
