import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, type PageAnswer, startBoard } from '../board/stage.ts'
import { bodyOf, type Fields, typeOf, visitorOf } from '../board/visitor.ts'
import { effort } from '../harness/effort.ts'
import { ANY_LAG, pairOfFile, startReading, untilUsed } from './servers.ts'

const pair = pairOfFile()
const PEOPLE = 3
const where = fc.nat({ max: 1 })
const who = fc.nat({ max: PEOPLE - 1 })

/** What people do, through which of two processes, and what happens to the replica. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ what: fc.constantFrom('post', 'comment', 'vote'), who, where }) },
  { weight: 8, arbitrary: fc.record({ what: fc.constantFrom('read', 'look', 'leave'), who, where }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('pause', 'pause', 'resume', 'cut') }) },
)

/** A replica answers those who are not signed in. So one person writes, leaves, and reads while the replica knows nothing of it. */
const FIRST_STEPS = ['pause', 'post', 'comment', 'leave', 'read', 'look'].map((what) => ({ what }))

/** A browser: its cookies, and what it must see. */
interface Browser {
  readonly cookies: Map<string, string>
  readonly wrote: { readonly page: string; readonly text: string; readonly isTitle: boolean }[]
}

// Guarantees that nobody misses what they wrote themselves, whichever process answers and however far behind the replica is.
test('whoever wrote reads it, through every process, while the replica stops, goes on and loses its connections', async () => {
  const { replica } = pair()
  const services = [await startReading(pair(), ANY_LAG)]
  const [{ config }] = services as [(typeof services)[number]]
  const { apiOrigin: API_ORIGIN, boardOrigin: BOARD_ORIGIN } = config
  services.push(await startReading(pair(), ANY_LAG, { API_ORIGIN, BOARD_ORIGIN }))
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
    const readList = async (browser: Browser, at: number) => {
      const { text } = await send(browser, at, 'GET', '/?sort=new')
      for (const wrote of browser.wrote) if (wrote.isTitle) expect(text).toContain(wrote.text)
    }
    const readPost = async (browser: Browser, at: number, page: string) => {
      const { text } = await follow((path) => send(browser, at, 'GET', path), page)
      for (const wrote of browser.wrote) if (wrote.page === page) expect(text).toContain(wrote.text)
    }
    /** As a browser does after a form, through the other process, where a replica is ready to answer. */
    const readOwn = async (browser: Browser, at: number, page: string) => {
      const other = services[1 - at]
      if (other) await untilUsed(other)
      await readList(browser, 1 - at)
      await readPost(browser, 1 - at, page)
    }
    for (const { what, who = 0, where = 0 } of [...FIRST_STEPS, ...steps] as typeof steps) {
      const browser = browsers[who] as Browser
      const text = `mark ${randomBytes(6).toString('hex')}`
      const form_id = randomBytes(16).toString('base64url')
      const mine = browser.wrote.at(-1)?.page
      const isSignedIn = browser.cookies.has('session')
      if (what === 'post' && isSignedIn) {
        const { headers } = await send(browser, where, 'POST', '/new', { form_id, title: text, body: '' })
        const page = headers.location?.match(/\/posts\/\d+/)?.[0] ?? ''
        browser.wrote.push({ page, text, isTitle: true })
        await readOwn(browser, where, page)
      } else if (what === 'comment' && mine && isSignedIn) {
        await send(browser, where, 'POST', `${mine}/comments`, { form_id, body: text })
        browser.wrote.push({ page: mine, text, isTitle: false })
        await readOwn(browser, where, mine)
      } else if (what === 'vote' && mine && isSignedIn) {
        await send(browser, where, 'POST', `${mine}/vote`, { on: '0', return_to: '/' })
      } else if (what === 'leave' && isSignedIn && browser.wrote.length > 1) {
        await send(browser, where, 'POST', '/sign-out', {})
      } else if (what === 'read') {
        await readList(browser, where)
      } else if (what === 'look' && mine) {
        await readPost(browser, where, mine)
      } else if (what === 'resume') await replica.resume()
      else if (what === 'pause') {
        await replica.resume()
        await replica.untilCaughtUp() // with a transaction half applied, it could not answer with a list
        await replica.pause()
      } else if (what === 'cut') {
        await replica.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        )
      }
    }
    await replica.resume()
    await replica.untilCaughtUp()
    for (const [at, service] of services.entries()) {
      await untilUsed(service)
      await readList({ cookies: new Map(), wrote: [] }, at) // a visitor
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), run), {
    numRuns: effort(3),
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
