-- A client's project: one board, one set of keys. Its id is the `iss` of its sign-in tokens.
create table projects (
  id text primary key,
  name text not null,
  slug text not null,
  is_private boolean not null default false,
  sign_in_url text,
  -- The board's own domain; absent, the board lives at the slug's address.
  domain text,
  allowed_origins text[] not null default '{}',
  allowed_traits text[] not null default '{}',
  -- Not a secret: it names the project to the API and stands in the client's pages.
  publishable_key text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint project_slug_is_unique unique (slug),
  constraint project_domain_is_unique unique (domain),
  constraint project_publishable_key_is_unique unique (publishable_key)
);

-- Keys of a client's server. The key itself is shown once; what is kept cannot be turned back into it.
create table secret_keys (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  name text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (project_id, id),
  constraint secret_key_hash_is_unique unique (secret_hash)
);
