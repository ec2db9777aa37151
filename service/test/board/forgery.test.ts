import { expect, test } from 'vitest'
import { notAuthor } from '../../src/domain/posts/index.ts'
import { turnOf } from '../harness/effort.ts'
import { FILE_ROUTES, fieldsOf, furnish, POST_ROUTES, pathOf, type World } from './routes.ts'
import { type Stage, startBoard } from './stage.ts'
import { bodyOf, codeIn, typeOf, visitorOf } from './visitor.ts'

const EVIL = 'https://evil.example'
const FORM = 'application/x-www-form-urlencoded'

/** The headers of a browser for a request that no page of this board made. */
function foreignHeaders({ boardOrigin }: Stage): Record<string, Record<string, string>> {
  const sibling = boardOrigin.replace(/\/\/[^.]+\./, '//sibling.')
  return {
    'a foreign origin': { origin: EVIL },
    'a foreign origin on another site': { origin: EVIL, 'sec-fetch-site': 'cross-site' },
    'a sibling board': { origin: sibling, 'sec-fetch-site': 'same-site' },
    'a sibling board in an old browser': { origin: sibling },
    'our origin on another site': { origin: boardOrigin, 'sec-fetch-site': 'cross-site' },
    'our origin on the same site': { origin: boardOrigin, 'sec-fetch-site': 'same-site' },
    'another scheme': { origin: boardOrigin.replace('http:', 'https:') },
    'another port': { origin: boardOrigin.replace(/:\d+$/, ':1') },
    'a longer host': { origin: `${boardOrigin}.evil.example` },
    'a trailing slash': { origin: `${boardOrigin}/` },
    'a hidden origin': { origin: 'null' },
    'a hidden origin on another site': { origin: 'null', 'sec-fetch-site': 'cross-site' },
    'a typed address': { 'sec-fetch-site': 'none' },
    'two sites': { origin: boardOrigin, 'sec-fetch-site': 'same-origin, cross-site' },
    'a foreign origin that calls itself our own': { origin: EVIL, 'sec-fetch-site': 'same-origin' },
    'a referrer alone': { referer: `${boardOrigin}/` },
    'nothing at all': {},
  }
}

/** Everything that a form of the board could have changed. */
async function stateOf({ service: { database }, project }: Stage): Promise<unknown> {
  const [row] = await database.sql`
    select (select count(*) from posts where project_id = ${project.id}) as posts,
      (select count(*) from votes where project_id = ${project.id}) as votes,
      (select count(*) from follows where project_id = ${project.id}) as follows,
      (select count(*) from files where project_id = ${project.id}) as files,
      (select count(*) from comments where project_id = ${project.id}) as comments,
      (select count(*) from events where project_id = ${project.id} and type not like 'operator.%') as events,
      (select count(*) from sessions where project_id = ${project.id}) as sessions,
      (select count(*) from sessions where project_id = ${project.id} and ended_at is not null) as ended,
      (select count(*) from used_tokens where project_id = ${project.id}) as tokens,
      (select count(*) from board_codes where project_id = ${project.id} and used_at is not null) as codes,
      (select sum(version) from users where project_id = ${project.id}) as users`
  return row
}

function bodiesOf(route: string, world: World): Record<string, { type?: string; body: string; status: number }> {
  const fields = fieldsOf(route, world)
  const form = new URLSearchParams(fields).toString()
  return {
    'a form': { type: FORM, body: form, status: 403 },
    'a form with a charset': { type: `${FORM}; charset=UTF-8`, body: form, status: 403 },
    json: { type: 'application/json', body: JSON.stringify(fields), status: 403 },
    text: { type: 'text/plain', body: JSON.stringify(fields), status: 415 },
    'a form in parts': {
      type: 'multipart/form-data; boundary=x',
      body: '--x--',
      status: FILE_ROUTES.includes(route) ? 403 : 415,
    },
    'something without a type': { body: form || 'x', status: 415 },
  }
}

test('there are forms to check', () => {
  expect(POST_ROUTES).toHaveLength(20)
})

// Guarantees for every form, also for new ones, that no other site can send it in the name of a visitor.
test('no request of another site changes anything, whatever it looks like', async () => {
  const stage = await startBoard()
  const world = await furnish(stage)
  const { signIn } = visitorOf(stage)
  const cookie = `${await signIn()}; ${world.flow.cookie}`
  const before = await stateOf(stage)
  const wrong: unknown[] = []
  for (const [place, route] of POST_ROUTES.entries()) {
    const tried = Object.entries(foreignHeaders(stage)).flatMap(([who, headers]) =>
      turnOf(Object.entries(bodiesOf(route, world)), place).map(async ([what, { type, body, status }]) => {
        const answer = await stage.board('POST', pathOf(route, world), {
          headers: { ...headers, cookie, ...(type && { 'content-type': type }) },
          body,
        })
        const isRefused = answer.status === status && (status === 415 || codeIn(answer) === 'csrf_rejected')
        if (!isRefused || answer.cookies.length > 0) wrong.push([route, who, what, answer.status, answer.cookies])
      }),
    )
    await Promise.all(tried)
  }
  expect(wrong).toEqual([])
  expect(await stateOf(stage)).toEqual(before)
})

test('every form is taken from a page of the board, with and without what new browsers say', async () => {
  const stage = await startBoard()
  const { signIn } = visitorOf(stage)
  const own = [
    { origin: stage.boardOrigin, 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: stage.boardOrigin },
  ]
  const { file } = await furnish(stage)
  for (const headers of own) {
    const world = await furnish(stage, file)
    const cookie = `${await signIn({ sub: `user-${Math.random()}` })}; ${world.flow.cookie}`
    for (const route of ['/continue/look', ...POST_ROUTES.filter((route) => route !== '/continue/look')]) {
      const answer = await stage.board('POST', pathOf(route, world), {
        headers: { ...headers, cookie, 'content-type': typeOf(fieldsOf(route, world)) },
        body: bodyOf(fieldsOf(route, world)),
      })
      const code = codeIn(answer)
      // What is asked about the team's own post is refused for whose it is, which is after all of this.
      const isTaken = [200, 201, 303].includes(answer.status) || code === notAuthor.code
      expect(isTaken, `${route} ${answer.status} ${code}`).toBe(true)
    }
  }
})

test('the refusal is a page for people and a problem for programs', async () => {
  const { board } = await startBoard()
  const page = await board('POST', '/new', { headers: { origin: EVIL, 'content-type': FORM }, body: 'title=abc' })
  expect([page.status, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
  expect(page.text).toContain('csrf_rejected')
  const json = await board('POST', '/new', { headers: { origin: EVIL, accept: 'application/json' } })
  expect([json.status, json.headers['content-type']]).toEqual([403, 'application/problem+json; charset=utf-8'])
})
