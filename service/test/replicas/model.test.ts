import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, type PageAnswer, startBoard } from '../board/stage.ts'
import { bodyOf, type Fields, typeOf, visitorOf } from '../board/visitor.ts'
import { effort } from '../harness/effort.ts'
import { pairOfFile, startReading, untilUsed } from './servers.ts'

const pair = pairOfFile()
const PEOPLE = 3
const where = fc.nat({ max: 1 })
const who = fc.nat({ max: PEOPLE - 1 })

/** What people do, through which of two processes, and what happens to the replica. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('post', 'comment', 'vote'), who, where }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constantFrom('read', 'look', 'leave'), who, where }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('pause', 'resume', 'catchUp', 'cut') }) },
)

/** A browser: its cookies, and what it must see. */
interface Browser {
  readonly cookies: Map<string, string>
  readonly wrote: { readonly page: string; readonly text: string }[]
}

// Guarantees that nobody misses what they wrote themselves, whichever process answers and however far behind the replica is.
test('whoever wrote reads it, through every process, while the replica stops, goes on and loses its connections', async () => {
  const { replica } = pair()
  const services = [await startReading(pair(), {})]
  const [{ config }] = services as [(typeof services)[number]]
  const { apiOrigin: API_ORIGIN, boardOrigin: BOARD_ORIGIN } = config
  services.push(await startReading(pair(), {}, { API_ORIGIN, BOARD_ORIGIN }))
  const readThere = () => services.reduce((sum, { database }) => sum + (database.replicas?.counts().replica ?? 0), 0)

  const run = async (steps: readonly { what: string; who?: number; where?: number }[]) => {
    await replica.resume()
    for (const service of services) await untilUsed(service)
    const stage = await startBoard({}, {}, { service: services[0] as (typeof services)[number] })
    const { own, signIn } = visitorOf(stage)
    const browsers: Browser[] = []
    for (let person = 0; person < PEOPLE; person += 1) {
      const [name = '', value = ''] = (await signIn({ sub: `person-${person}` })).split('=')
      browsers.push({ cookies: new Map([[name, value]]), wrote: [] })
    }
    const send = async (browser: Browser, at: number, method: string, path: string, fields?: Fields) => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = {
        host: new URL(stage.boardOrigin).host,
        cookie,
        ...(fields && { ...own, 'content-type': typeOf(fields) }),
      }
      const answer = await ask(services[at]?.port ?? 0, method, path, headers, fields && bodyOf(fields))
      keepCookies(browser, answer)
      expect(answer.status, `${method} ${path} ${answer.text.slice(0, 500)}`).toBeLessThan(400)
      return answer
    }
    for (const { what, who = 0, where = 0 } of steps) {
      const browser = browsers[who] as Browser
      const text = `mark ${randomBytes(6).toString('hex')}`
      const form_id = randomBytes(16).toString('base64url')
      const mine = browser.wrote.at(-1)?.page
      const isSignedIn = browser.cookies.has('session')
      if (what === 'post' && isSignedIn) {
        const { headers } = await send(browser, where, 'POST', '/new', { form_id, title: text, body: '' })
        const page = headers.location?.match(/\/posts\/\d+/)?.[0] ?? ''
        browser.wrote.push({ page, text })
      } else if (what === 'comment' && mine && isSignedIn) {
        await send(browser, where, 'POST', `${mine}/comments`, { form_id, body: text })
        browser.wrote.push({ page: mine, text })
      } else if (what === 'vote' && mine && isSignedIn) {
        await send(browser, where, 'POST', `${mine}/vote`, { on: '0', return_to: '/' })
      } else if (what === 'leave' && isSignedIn && browser.wrote.length > 1) {
        await send(browser, where, 'POST', '/sign-out', {})
      } else if (what === 'read') {
        const { text } = await send(browser, where, 'GET', '/?sort=new')
        for (const { page } of browser.wrote) expect(text).toContain(`href="${page}`)
      } else if (what === 'look' && mine) {
        const { headers, text } = await follow((path) => send(browser, where, 'GET', path), mine)
        for (const wrote of browser.wrote) if (wrote.page === mine) expect(text, headers.location).toContain(wrote.text)
      } else if (what === 'pause') await replica.pause()
      else if (what === 'resume') await replica.resume()
      else if (what === 'catchUp') {
        await replica.resume()
        await replica.untilCaughtUp()
      } else if (what === 'cut') {
        await replica.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        )
      }
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), run), {
    numRuns: effort(4),
    endOnFailure: true,
  })
  expect(readThere()).toBeGreaterThan(0)
})

/** The address of a post continues with its title. */
async function follow(get: (path: string) => Promise<PageAnswer>, path: string): Promise<PageAnswer> {
  const answer = await get(path)
  const { location } = answer.headers
  return location === undefined ? answer : get(location.replace(/^https?:\/\/[^/]+/, ''))
}

function keepCookies({ cookies }: Browser, answer: PageAnswer): void {
  for (const line of answer.cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/Max-Age=0(?:;|$)/.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }
}
