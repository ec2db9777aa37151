import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MAIN, MIGRATIONS, ROOT } from '../harness/paths.ts'
import { temporaryDirectory } from '../harness/process.ts'
import { SCHEMA_VERSION } from '../harness/service.ts'

/** What a later release may change in the tables that every request uses. */
export const LATER = [
  'alter table users add column later text;',
  'alter table posts add column later boolean not null default false;',
  'alter table post_standings add column later integer not null default 0;',
  'alter table sessions add column later timestamptz;',
  'alter table votes add constraint vote_is_later check (created_at is not null) not valid;',
  '-- one by one\nalter table votes validate constraint vote_is_later;\ncreate index concurrently if not exists events_later on posts (project_id, later);',
]

/** The program of a later release: this build, with more migrations. */
export async function laterBuild(): Promise<string> {
  const directory = await temporaryDirectory()
  const service = join(directory, 'service')
  await mkdir(service)
  await cp(dirname(MAIN), join(service, 'dist'), { recursive: true })
  await cp(MIGRATIONS, join(service, 'migrations'), { recursive: true })
  await cp(join(ROOT, 'service/package.json'), join(service, 'package.json'))
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
  const four = (number: number) => String(number).padStart(4, '0')
  for (const [place, text] of LATER.entries()) {
    const name = `${four(SCHEMA_VERSION + place + 1)}_later.sql`
    await writeFile(join(service, 'migrations', name), `-- serves ${four(SCHEMA_VERSION)}\n${text}`)
  }
  return join(service, 'dist/main.js')
}
