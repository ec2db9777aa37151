import { expect, test } from 'vitest'
import { SHARES, shareOf } from '../harness/effort.ts'
import { fieldsOf, furnish, GET_ROUTES, POST_ROUTES, pathOf, QUERIES } from './routes.ts'
import { type PageAnswer, type Stage, startBoard } from './stage.ts'
import { visitorOf } from './visitor.ts'

const FORM = 'application/x-www-form-urlencoded'

/** As they stand in a form or an address, already encoded where anything can be. */
const HOSTILE: readonly string[] = [
  '',
  '+',
  '%00',
  'a%00b',
  '%ED%A0%80', // half of a surrogate pair
  '%ED%B0%80x%ED%A0%80',
  '%F0%9F%98', // cut off
  '%FF%FE',
  '%C0%AF',
  '%',
  '%zz',
  '%u0041',
  '%E2%80%AEabc',
  '%EF%BB%BFabc',
  '%0D%0ASet-Cookie:%20a=b',
  "';drop%20table%20posts;--",
  '%5C',
  '%5C%00%5C',
  '{}',
  '[]',
  'null',
  'true',
  '-1',
  '0',
  '1.5',
  '1e400',
  '99999999999999999999',
  '__proto__',
  'constructor',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
  '((((((((((',
  "a:*%20%26%20|%20!%20(%20'%20:A",
  '%F0%9F%98%80'.repeat(300),
  'x'.repeat(5_000),
]
const LONG = 'x'.repeat(200_000)

/** What can be done to one field of a form or a query. */
function variants(fields: Record<string, string>, name: string, isForm: boolean): string[] {
  const others = Object.entries(fields).filter(([other]) => other !== name)
  const rest = new URLSearchParams(others).toString()
  const made = HOSTILE.map((value) => `${name}=${value}`)
  made.push(`${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`, `${name}.a=1`, name, `${name}=1&`.repeat(1_500))
  if (isForm) made.push(`${name}=${LONG}`, `${name}=${'%00'.repeat(60_000)}`)
  return made.map((field) => (rest ? `${rest}&${field}` : field)).filter((text) => isForm || text.length < 12_000)
}

/** Few addresses with all of these parameters. */
function together(parameters: readonly string[]): string[] {
  const queries: string[] = []
  for (const parameter of parameters) {
    const last = queries.at(-1)
    if (last === undefined || last.length + parameter.length > 8_000) queries.push(parameter)
    else queries[queries.length - 1] = `${last}&${parameter}`
  }
  return queries
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += 16) await Promise.all(items.slice(at, at + 16).map(work))
}

function expectTaken({ status, headers }: PageAnswer, what: string): void {
  expect(status, what).toBeLessThan(500)
  expect(status, what).toBeGreaterThanOrEqual(200)
  expect(headers['request-id'], what).toMatch(/^req_/)
}

function expectNoFailure({ service }: Stage): void {
  expect(service.logged.filter((line) => line.includes('internal_error') || line.includes('"level":"error"'))).toEqual(
    [],
  )
}

// Guarantees that no value in any field of any form, also of new ones, causes a 500.
test('no hostile value in any field of any form reaches a 500', async () => {
  const stage = await startBoard()
  const world = await furnish(stage)
  const { signIn, own } = visitorOf(stage)
  let asked = 0
  let places = 0
  for (const route of POST_ROUTES.filter((route) => route !== '/sign-out')) {
    const cookie = `${await signIn({ sub: `user of ${route}` })}; ${world.flow.cookie}`
    const fields = fieldsOf(route, world)
    for (const name of Object.keys(fields)) {
      await inTurns(shareOf(variants(fields, name, true), places++), async (body) => {
        asked += 1
        const headers = { ...own, cookie, 'content-type': FORM }
        expectTaken(await stage.board('POST', pathOf(route, world), { headers, body }), `${route} ${body.slice(0, 80)}`)
      })
    }
  }
  expect(asked * SHARES).toBeGreaterThan(800)
  expectNoFailure(stage)
})

test('no hostile value in any part of any address reaches a 500', async () => {
  const stage = await startBoard()
  const world = await furnish(stage)
  const cookie = await visitorOf(stage).signIn()
  const paths: string[] = []
  let places = 0
  for (const route of GET_ROUTES) {
    for (const name of QUERIES[route] ?? [])
      paths.push(...shareOf(variants({}, name, false), places++).map((query) => `${pathOf(route, world)}?${query}`))
  }
  for (const value of HOSTILE.filter((value) => value.length < 8_000)) {
    paths.push(`/posts/${value}`, `/posts/1/${value}`, `/posts/${value}/${value}`, `/${value}`, `/assets/${value}`)
  }
  expect(paths.length * SHARES).toBeGreaterThan(900)
  await inTurns(paths, async (path) => {
    for (const headers of [{}, { cookie }]) expectTaken(await stage.board('GET', path, { headers }), path.slice(0, 100))
  })
  expectNoFailure(stage)
})

// What follows the path is read before the route is known. Many values in one address: none of them keeps the others from being read.
test('a page that reads no parameter answers with every hostile one as without', async () => {
  const stage = await startBoard()
  const world = await furnish(stage)
  const cookie = await visitorOf(stage).signIn()
  const values = HOSTILE.filter((value) => value.length < 8_000).map((value, place) => `p${place}=${value}`)
  const queries = together([...values, ...variants({}, 'anything', false).slice(HOSTILE.length)])
  const routes = GET_ROUTES.filter((route) => QUERIES[route] === undefined)
  expect(routes.length).toBeGreaterThan(20)
  await inTurns(routes, async (route) => {
    for (const headers of [{}, { cookie }]) {
      const { status } = await stage.board('GET', pathOf(route, world), { headers })
      for (const query of queries) {
        const answer = await stage.board('GET', `${pathOf(route, world)}?${query}`, { headers })
        expectTaken(answer, `${route} ${query.slice(0, 80)}`)
        expect(answer.status, `${route} ${query.slice(0, 80)}`).toBe(status)
      }
    }
  })
  expectNoFailure(stage)
})

test('no hostile value in the path of a form reaches a 500', async () => {
  const stage = await startBoard()
  const world = await furnish(stage)
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  const routes = POST_ROUTES.filter((route) => route.includes(':'))
  for (const [place, route] of routes.entries()) {
    await inTurns(shareOf(HOSTILE, place), async (value) => {
      const paths = [route.replace(':number', value).replace(':comment', world.comment)]
      if (route.includes(':comment')) paths.push(route.replace(':number', '1').replace(':comment', value))
      for (const path of paths) expectTaken(await form(path, fieldsOf(route, world), { cookie }), path.slice(0, 100))
    })
  }
  expectNoFailure(stage)
})

test('no body of any kind reaches a 500', async () => {
  const stage = await startBoard()
  const world = await furnish(stage)
  const { signIn, own } = visitorOf(stage)
  const cookie = await signIn()
  const bodies: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    [undefined, 'x'],
    ['', 'x'],
    [FORM, undefined],
    [FORM, '&&&==='],
    [FORM, '\0\x01\xff'],
    ['application/json', undefined],
    ['application/json', ''],
    ['application/json', '{'],
    ['application/json', 'null'],
    ['application/json', '7'],
    ['application/json', '"text"'],
    ['application/json', '[]'],
    ['application/json', '[null]'],
    ['application/json', '{"a":1,"a":2}'],
    ['application/json', '{"__proto__":{"token":"x","state":"y"}}'],
    ['application/json', '{"token":{},"state":[],"code":{},"title":{},"body":[],"reason":{},"return_to":{},"on":[]}'],
    ['application/json', '{"title":"\\u0000","body":"\\ud800","code":"\\u0000"}'],
    ['application/json', '['.repeat(50_000)],
    ['application/json; charset=utf-16', '{}'],
    ['text/plain', 'title=x'],
    ['text/html', '<p>'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--x--'],
    ['application/xml', '<a/>'],
    ['not a type', 'x'],
    [`${FORM}; charset=\xff`, 'title=x'],
    [FORM, 'x'.repeat(300_000)],
  ]
  for (const [place, route] of POST_ROUTES.filter((route) => route !== '/sign-out').entries()) {
    await inTurns(shareOf(bodies, place), async ([type, body]) => {
      const headers = { ...own, cookie, ...(type !== undefined && { 'content-type': type }) }
      const answer = await stage.board('POST', pathOf(route, world), { headers, ...(body !== undefined && { body }) })
      expectTaken(answer, `${route} ${type} ${body?.slice(0, 40)}`)
      if (body !== undefined && body.length > 262_144) expect(answer.status).toBe(413)
    })
    const packed = { ...own, cookie, 'content-type': FORM, 'content-encoding': 'gzip' }
    expect((await stage.board('POST', pathOf(route, world), { headers: packed, body: 'x' })).status, route).toBe(415)
  }
  const lost = await stage.board('POST', '/no/such/form', { headers: { 'content-type': 'text/plain' }, body: 'x' })
  expect(lost.status).toBe(404)
  expectNoFailure(stage)
})

test('no hostile cookie or header reaches a 500', async () => {
  const stage = await startBoard()
  const { own } = visitorOf(stage)
  const values = [
    '',
    '=',
    ';',
    ';;;=;',
    '\xff',
    '\xa0',
    'x'.repeat(8_000),
    '%00',
    '"',
    '\\',
    'svc_ses_',
    '{}',
    '__proto__=1',
    ',,,;q=x',
  ]
  await inTurns(values, async (value) => {
    for (const cookie of [value, `session=${value}`, `sso-0123456789abcdef=${value}`, `session=a; session=${value}`]) {
      expectTaken(await stage.board('GET', '/', { headers: { cookie } }), cookie)
      const headers = { ...own, cookie, 'content-type': FORM }
      expectTaken(await stage.board('POST', '/sso/start', { headers, body: '' }), cookie)
    }
    for (const name of ['accept-language', 'accept', 'if-none-match', 'referer', 'user-agent', 'sec-fetch-site'])
      expectTaken(await stage.board('GET', '/', { headers: { [name]: value } }), `${name}: ${value}`)
  })
  expectNoFailure(stage)
})

test('an unknown method of a page is a 404', async () => {
  const stage = await startBoard()
  const world = await furnish(stage)
  for (const method of ['OPTIONS', 'TRACE', 'PUT', 'PATCH', 'DELETE']) {
    for (const path of ['/', world.path, '/posts/1/vote', '/sso/start', '/continue']) {
      const { status, headers } = await stage.board(method, path)
      expect([status, headers['access-control-allow-origin']], `${method} ${path}`).toEqual([404, undefined])
    }
  }
  for (const path of POST_ROUTES.filter((route) => !GET_ROUTES.includes(route)))
    expect((await stage.board('GET', pathOf(path, world))).status, path).toBeLessThanOrEqual(404)
})

test('JSON that is nested 5,000 deep is refused by every form', async () => {
  const stage = await startBoard()
  const world = await furnish(stage)
  const { signIn, own } = visitorOf(stage)
  const cookie = await signIn()
  const deep = '['.repeat(5_000) + ']'.repeat(5_000)
  const headers = { ...own, cookie, 'content-type': 'application/json', accept: 'application/json' }
  for (const route of POST_ROUTES) {
    const body = `${JSON.stringify(fieldsOf(route, world)).slice(0, -1)},"a":${deep}}`.replace('{,', '{')
    const answer = await stage.board('POST', pathOf(route, world), { headers, body })
    expect([route, answer.status, JSON.parse(answer.text).code]).toEqual([route, 400, 'invalid_json'])
  }
})
