-- RFC 7638 over the four members that are kept: the same key is the same whichever kid it comes with. Where a project had one key under
-- several kids before, the oldest has it; revoking one of those revokes all.
alter table signing_keys add column thumbprint text collate "C";
update signing_keys k set thumbprint = rtrim(translate(encode(sha256(convert_to(
    '{"crv":"P-256","kty":"EC","x":"' || (jwk->>'x') || '","y":"' || (jwk->>'y') || '"}', 'UTF8')), 'base64'), '+/', '-_'), '=')
  where not exists (
    select 1 from signing_keys older
    where older.project_id = k.project_id and older.jwk = k.jwk and (older.created_at, older.kid) < (k.created_at, k.kid));
alter table signing_keys add constraint signing_key_is_unique unique (project_id, thumbprint);

-- Set where somebody ended the sessions that a key began. No new one can begin after it: the key is revoked by then.
alter table signing_keys add column sessions_ended_at timestamptz
  constraint only_a_revoked_key_ends_its_sessions check (sessions_ended_at is null or status = 'revoked');
-- Almost always empty, so asking it at each use of a session costs next to nothing.
create index signing_keys_with_ended_sessions on signing_keys (project_id, kid) where sessions_ended_at is not null;

-- The key whose token began it, also by way of a one-time code. Absent: it is from before this was kept.
alter table sessions add column kid text collate "C";
create index sessions_by_key on sessions (project_id, kid, expires_at) where kid is not null;
alter table board_codes add column kid text collate "C";

-- Which rule a refused token broke: what it asks for, and what it found, without the token and without anything about a person.
alter table rejected_sign_ins add column rule text, add column expected text, add column found text,
  add constraint rejected_sign_in_is_short check (char_length(rule) <= 64 and char_length(expected) <= 300 and char_length(found) <= 300);

-- Somebody who was removed. What they did keeps its name in the audit logs; whoever is invited with the same address is somebody else.
alter table operators add column removed_at timestamptz;
alter table operators add constraint nobody_removed_has_rights check (removed_at is null or not (owns_all or is_vouched));
-- Sessions in which an operator did not show who they are since then do not open the project.
alter table operator_roles add column confirmed_since timestamptz;
create index operator_sessions_by_operator on operator_sessions (operator_id);

-- Who made an invitation: it ends when they may invite no more. Absent: it is from before this was kept, and lasts its week.
alter table operator_invitations add column invited_by text references operators (id) on delete cascade;
create index operator_invitations_by_inviter on operator_invitations (invited_by);
-- Sign-outs and removals end them.
create index operator_links_by_operator on operator_links (operator_id) where operator_id is not null;
