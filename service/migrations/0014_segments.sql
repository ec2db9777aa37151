-- Whose votes the top posts have, by a trait of the voters. Kept for some minutes: the top posts of a large project have hundreds of
-- thousands of votes, and nobody who looks shall wait for them each time.
create table project_segments (
  project_id text not null references projects (id) on delete cascade,
  trait text not null,
  counted_at timestamptz not null,
  -- [{"post": id, "value": the trait's, or null, "votes": number}]
  counts jsonb not null,
  primary key (project_id, trait)
);
