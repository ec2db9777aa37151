import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseUrl } from '../harness/database-url.ts'
import { paste } from '../harness/guides.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { MAIN, ROOT } from '../harness/paths.ts'
import { preparedDataDirectory, temporaryDirectory } from '../harness/process.ts'
import { startProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'

/** The blocks of a guide in one language. */
function samplesIn(guide: string, language: string): string[] {
  const text = readFileSync(join(ROOT, 'docs/guides', guide), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  )
}

/** Runs the samples in a directory of their own, without a word of failure. */
async function run(samples: readonly string[], environment: Record<string, string>): Promise<string[]> {
  const TMPDIR = await temporaryDirectory()
  const [, ...said] = await paste(['cd "$TMPDIR"', ...samples], { ...environment, MAIN, TMPDIR })
  expect(said.join('')).not.toContain('FAILED')
  return said
}

test('the samples of “Take everything with you” work', async () => {
  const database = await ownDatabase()
  const service = await startService({}, undefined, database.connection)
  const { secretKey, server } = await startProject({ service, draft: { slug: 'acme' } })
  for (const title of ['Dark mode', 'Night mode']) await server('POST', '/v1/posts', { title })
  const said = await run(samplesIn('take-everything-with-you.md', 'sh'), {
    DATABASE_URL: databaseUrl({ database: database.connection.database }),
    SECRET_KEY: secretKey,
    API_ORIGIN: service.origin,
  })
  const [, , read = '', seal = '', imported = '', table = ''] = said
  expect(read).toContain('"format":"feedback-board-project"')
  expect(read.trimEnd().split('\n').at(-1)?.trim()).toBe('2')
  const [end = '', sum = ''] = seal.trim().split('\n')
  expect(JSON.parse(end).data.sha256).toBe(sum.split(' ')[0])
  expect(imported).toContain('acme-moved')
  expect(table).toContain('number,title,body,status')
})

// Guarantees that the timer of one guide runs beside the service of the other.
test('the unit of the nightly backup has the user and the settings of the service, and its directory is made', () => {
  const [install = '', , backup = ''] = samplesIn('backups.md', 'text')
  const service = readFileSync(join(ROOT, 'deploy/systemd/feedback-board.service'), 'utf8')
  const valueIn = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  for (const name of ['User', 'WorkingDirectory', 'EnvironmentFile'])
    expect([name, valueIn(backup, name)]).toEqual([name, valueIn(service, name)])
  expect(install).toContain(`-o ${valueIn(service, 'User')} /var/backups/feedback`)
  const script = /^\/bin\/sh -c '([^']*)'$/.exec(valueIn(backup, 'ExecStart'))?.[1] ?? ''
  expect(script.split(/&& |; /).map((command) => command.split(' ').slice(0, 4).join(' ').trim())).toEqual([
    'file=/var/backups/feedback/$$(date +%%F).gz',
    'npx svc backup "$$file"',
    'npx svc backup --verify',
    'find /var/backups/feedback -name "*.gz"',
  ])
})

test('the samples of “Backups and a restore drill” work, and so does the line for cron', async () => {
  const production = await ownDatabase({ isMigrated: false })
  const [, cron = ''] = samplesIn('backups.md', 'text')
  const everyNight = cron
    .replace('15 3 * * * ', '')
    .replaceAll('\\%', '%')
    .replaceAll('/var/backups/feedback', '.')
    .replace('cd /srv/feedback-board && ', '')
  expect(everyNight).toMatch(/^npx svc backup/)
  const said = await run(
    ['npx svc project create --name Acme --slug acme', ...samplesIn('backups.md', 'sh'), everyNight],
    {
      DATA_DIR: await preparedDataDirectory(),
      NEW_DATABASE_URL: databaseUrl({ database: production.connection.database }),
    },
  )
  const [, backedUp = '', drilled = '', moved = '', nightly = ''] = said
  expect(backedUp).toContain('its checksum is right')
  expect(drilled).toContain('Everything is restored')
  expect(drilled).toContain('acme')
  expect(moved).toContain('Everything is restored')
  expect(nightly).toContain('The backup is in')
})
