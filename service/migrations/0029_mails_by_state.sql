-- The console lists the mails of one state, and says what keeps mails back.
create index mails_by_state on mails (project_id, state, id);
create index mails_kept_back on mails (project_id, reason, due_at) where state = 'sending' and reason is not null;
