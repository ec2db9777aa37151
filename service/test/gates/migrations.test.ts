import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '../harness/paths.ts'
import { faultsOf } from './migration-rules.ts'

/** Before this one no build could run beside a newer one. */
const FIRST = 41

// Guarantees that a release can be started beside the one before it: see docs/decisions/0110.
test('every migration says which builds it serves, and keeps no request waiting', () => {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && Number(name.slice(0, 4)) >= FIRST)
  const faults = files.flatMap((name) =>
    faultsOf(Number(name.slice(0, 4)), readFileSync(join(MIGRATIONS, name), 'utf8')).map(
      (fault) => `${name}: ${fault}`,
    ),
  )
  expect(faults).toEqual([])
})

const HEAD = '-- serves 0040\n'
const ONE_BY_ONE = `${HEAD}-- one by one\n`

test.each([
  'create table things (project_id text not null references projects (id) on delete cascade, id text not null);\ncreate index things_by_id on things (id);',
  'alter table posts add column is_pinned boolean not null default false, add column weight numeric(3, 1);',
  "alter table posts add column kinds text[] not null default '{}'::text[];",
  'alter table posts add constraint post_weight check (weight > 0) not valid;',
  '-- unused since 0038\nalter table posts drop column reach;',
  'alter index posts_by_tag set (fastupdate = off);',
  '-- few rows: one a project\nupdate projects set version = 1;',
  'create or replace function f() returns trigger language plpgsql as $$\nbegin\n  update posts set id = id;\n  return null;\nend $$;',
])('a migration may %s', (sql) => {
  expect(faultsOf(41, HEAD + sql)).toEqual([])
})

test.each([
  'create unique index concurrently if not exists posts_by_weight on posts (project_id, weight);',
  'drop index concurrently if exists posts_by_weight;',
  'alter table posts validate constraint post_weight;',
  "select gin_clean_pending_list('posts_by_tag');",
])('one by one it may %s', (sql) => {
  expect(faultsOf(41, ONE_BY_ONE + sql)).toEqual([])
})

test.each([
  ['does not say whom it serves', 'select 1;'],
  ['serves only builds that know it', '-- serves 0041\nalter table posts add column a int;'],
  ['builds an index that writes wait for', `${HEAD}create index posts_by_weight on posts (weight);`],
  ['drops an index that readers wait for', `${HEAD}drop index posts_by_weight;`],
  ['adds a column that older builds leave out', `${HEAD}alter table posts add column a int not null;`],
  ['writes every row for a default', `${HEAD}alter table posts add column a uuid default gen_random_uuid();`],
  ['writes every row for a generated column', `${HEAD}alter table posts add a int generated always as (1) stored;`],
  ['checks every row', `${HEAD}alter table posts add constraint a check (weight > 0);`],
  ['checks every row of a new reference', `${HEAD}alter table posts add column a text references users (id);`],
  ['reads every row for not null', `${HEAD}alter table posts alter column weight set not null;`],
  ['writes every row for another type', `${HEAD}alter table posts alter column weight type bigint;`],
  ['removes what a served build uses', `${HEAD}alter table posts drop column reach;`],
  ['removes what was used too lately', `${HEAD}-- unused since 0041\nalter table posts drop column reach;`],
  [
    'changes two indexes',
    `${HEAD}alter index posts_by_tag set (fastupdate = off);\nalter index posts_by_words set (fastupdate = off);`,
  ],
  ['renames', `${HEAD}alter table posts rename column reach to range;`],
  ['drops a table', `${HEAD}drop table follows;`],
  ['changes many rows', `${HEAD}update posts set weight = 1;`],
  ['holds two tables', `${HEAD}alter table posts add a int;\nalter table users add a int;`],
  ['holds a table', `${HEAD}lock table posts;`],
  ['does one by one what cannot be repeated', `${ONE_BY_ONE}alter table posts add column a int;`],
  ['builds an index of a partitioned table', `${ONE_BY_ONE}create index concurrently if not exists a on events (id);`],
  ['makes an index one by one that stops writes', `${ONE_BY_ONE}create index posts_by_weight on posts (weight);`],
])('a migration that %s is refused', (_, text) => {
  expect(faultsOf(41, text)).toHaveLength(1)
})
