import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue } from '../../src/surfaces/api/index.ts'
import { causesOf } from '../../src/surfaces/docs/causes.ts'
import { jsonText } from '../harness/json-text.ts'
import { narrowings } from '../harness/openapi-narrowing.ts'
import { expandParts } from '../harness/openapi-parts.ts'
import { ROOT } from '../harness/paths.ts'
import { sharedService } from '../harness/service.ts'

/** Generated, committed, compared: `npm run reference` writes them, and this fails when the code says something else. */
const REFERENCE = 'docs/reference'

const MOST_BYTES = 400_000

/** As tools get it. */
async function currentDocument() {
  const { origin } = await sharedService()
  const answer = await fetch(`${origin}/v1/openapi.json`)
  return JSON.parse((await answer.text()).replaceAll(origin, 'http://localhost:4000'))
}

test('docs/reference/openapi.json is what the code answers, and stays small', async () => {
  const text = jsonText(await currentDocument())
  expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES)
  await expect(text).toMatchFileSnapshot(join(ROOT, REFERENCE, 'openapi.json'))
})

// Guarantees that sharing only saves room: whoever follows the references reads what the routes say.
test('the document with its references followed is the one that is made from the routes', async () => {
  const { openapi, origin } = await sharedService()
  const written = JSON.parse(JSON.stringify(openapi()).replaceAll(origin, 'http://localhost:4000'))
  expect(expandParts(await currentDocument())).toEqual(written)
})

test('docs/reference/errors.md is the catalogue', async () => {
  const sections = [...Map.groupBy(catalogue, ({ status }) => status)].map(([status, kinds]) => {
    const rows = kinds.map(({ code, title, remedy }) => `| \`${code}\` | ${title} | ${remedy}${causesIn(code)} |`)
    return `## ${status}\n\n| code | meaning | what to do |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  const text = `# Error codes\n\nGenerated from the code by \`npm run reference\`. A code never changes its meaning; within v1 codes are only added.\n\n${sections.join('\n')}`
  await expect(text).toMatchFileSnapshot(join(ROOT, REFERENCE, 'errors.md'))
})

/** A link from the reference to the guide. */
function causesIn(code: string): string {
  const causes = causesOf(code)
  return causes ? ` [${causes.title}](${causes.document.replace('docs/', '../')})` : ''
}

test('the guide that an error leads to names its code', () => {
  const led = catalogue.map(({ code }) => ({ code, document: causesOf(code)?.document.split('#')[0] }))
  const silent = led.filter(
    ({ code, document }) => document && !readFileSync(join(ROOT, document), 'utf8').includes(`\`${code}\``),
  )
  expect(silent).toEqual([])
  expect(led.filter(({ document }) => document).length).toBeGreaterThan(15)
})

/** What was promised by mistake, and corrected before anybody could rely on it. */
const CORRECTED = new Set([
  // Lists answer with a cursor where there is a next page; these two said that there never is one.
  'GET /signing_keys: 200.next_cursor: type null became string|null',
  'GET /rejected_sign_ins: 200.next_cursor: type null became string|null',
  // Events name who did something as all of the service does: a server. No release had events yet.
  'GET /events: 200.data[].actor.kind: secret_key is gone',
  // Sending again what is being sent needs no refusal. No release had it.
  'POST /deliveries/{id}/redeliver: 409.code: delivery_under_way is gone',
  // An instant in a request has this length everywhere; a leap second was a failure of the service. No release had it.
  'GET /insights/posts: query from: maxLength became 40',
  'GET /insights/posts: query to: maxLength became 40',
])

/** Each of them was compared with those before it when it was made, so the newest stand for all. `npm run test:long` compares with all. */
const NEWEST = process.env.TEST_LONG ? undefined : 5

// Guarantees the promise of v1: what a client could rely on in any commit, it can rely on now.
test('nothing in openapi.json was removed or narrowed since earlier commits', async ({ skip }) => {
  const current = expandParts(await currentDocument())
  const commits = history()
  if (!commits) return skip('there is no git history here to compare with')
  for (const commit of commits.slice(0, NEWEST)) {
    const earlier = expandParts(JSON.parse(git('show', `${commit}:${REFERENCE}/openapi.json`)))
    const lost = narrowings(earlier, current).filter((loss) => !CORRECTED.has(loss))
    expect({ commit, lost }).toEqual({ commit, lost: [] })
  }
})

function history(): string[] | undefined {
  try {
    return git('log', '--format=%H', '--diff-filter=AM', '--', `${REFERENCE}/openapi.json`).split('\n').filter(Boolean)
  } catch {
    return undefined
  }
}

function git(...words: string[]): string {
  return execFileSync('git', words, {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString()
}
