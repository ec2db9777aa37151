-- `domain` is what a project asks for; `verified_domain` is what its board is served at, once a TXT record proved it or an operator
-- vouched for it. Several projects may ask for one domain, and one of them has it.
alter table projects
  add column domain_claimed_at timestamptz,
  add column verified_domain text,
  add column domain_verified_at timestamptz,
  -- What the TXT record must hold: 244 random bits, as gen_random_uuid makes them from the system's randomness.
  add column domain_challenge text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

-- Domains that boards are served at today stay as they are.
update projects
set domain_claimed_at = updated_at, verified_domain = domain, domain_verified_at = now()
where domain is not null;

alter table projects
  drop constraint project_domain_is_unique,
  add constraint project_verified_domain_is_unique unique (verified_domain),
  add constraint project_domain_is_verified_at_a_time check ((verified_domain is null) = (domain_verified_at is null));

-- Where boards were before. For 24 hours their tokens are accepted, and the address leads to the new one; later rows only explain.
create table former_board_addresses (
  project_id text not null references projects (id) on delete cascade,
  -- A slug, or a domain, which has a dot.
  name text not null,
  -- Whether tokens named it as their audience; otherwise it only led to the board's own domain.
  was_canonical boolean not null,
  left_at timestamptz not null,
  primary key (project_id, name)
);
create index former_board_addresses_by_name on former_board_addresses (name, left_at);
create index former_board_addresses_by_time on former_board_addresses (left_at);

-- Where the service that started last is reached, for commands that run beside it in another environment.
create table service_places (
  is_only_row boolean primary key default true,
  api_origin text not null,
  board_origin text not null,
  started_at timestamptz not null,
  constraint service_places_has_one_row check (is_only_row)
);
