import { expect, test } from 'vitest'
import { fieldsOf, furnish, pathOf } from '../board/routes.ts'
import { startBoard } from '../board/stage.ts'
import { visitorOf } from '../board/visitor.ts'
import { BOARD_CALLERS, BOARD_ROUTES, type BoardCaller, mayOnBoard } from './pages.ts'

/** Where somebody is sent, or told, who has to sign in first. */
const asksToSignIn = (status: number, location: string | undefined) =>
  status === 401 || (status === 303 && location?.startsWith('/sign-in') === true)

// Guarantees that the table of docs/reference/access.md is true of the board: for each page and form, and each kind of visitor.
test.each(BOARD_CALLERS)('the board answers a %s as docs/reference/access.md says', async (caller: BoardCaller) => {
  const stage = await startBoard({ isPrivate: caller.endsWith('private board') })
  const { form, signIn } = visitorOf(stage)
  const wrong: unknown[] = []
  let world = await furnish(stage)
  let isUsed = false
  for (const { method, path, needs } of BOARD_ROUTES) {
    const cookie = caller.startsWith('user') ? await signIn() : undefined // each: one of the forms signs out
    if (isUsed) world = await furnish(stage, world.file) // forms that are taken delete what others need
    const flow = path === '/sso/callback' && method === 'POST' ? world.flow.cookie : undefined
    const headers = { ...((cookie ?? flow) && { cookie: [cookie, flow].filter(Boolean).join('; ') }) }
    const target = pathOf(path, world)
    const answer = await (method === 'GET'
      ? stage.board('GET', target, { headers })
      : form(target, fieldsOf(path, world), headers))
    const isAsked = asksToSignIn(answer.status, answer.headers.location)
    isUsed = method === 'POST' && !isAsked
    if (answer.status >= 500 || isAsked === mayOnBoard(caller, needs))
      wrong.push({ method, path, needs, status: answer.status, location: answer.headers.location })
  }
  expect(wrong).toEqual([])
  expect(BOARD_ROUTES.length).toBeGreaterThan(30)
})
