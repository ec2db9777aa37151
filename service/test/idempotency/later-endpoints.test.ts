import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'
import { committedNotes, startNotes } from './notes.ts'

// Guarantees that every endpoint has this behaviour: the handler of these notes does not know the key.
test('a user’s POST runs once for a key, and its answer is said again whole', async () => {
  const project = await startProject()
  const notes = await startNotes(project)
  const { session, userId } = await project.signIn()
  const first = await notes.post(session, 'k')
  expect(first).toMatchObject({
    status: 201,
    replayed: false,
    location: '/v1/notes/1',
    body: { number: 1, by: userId },
  })
  expect(await notes.post(session, 'k')).toEqual({ ...first, replayed: true })
  expect((await notes.post(session, 'other')).body.number).toBe(2)
  expect([notes.runs, await committedNotes(project)]).toEqual([2, 2])
})

test('a key belongs to the user: another one has it for themselves, and a second session of the same one shares it', async () => {
  const project = await startProject()
  const notes = await startNotes(project)
  const ada = await project.signIn({ sub: 'ada' })
  const grace = await project.signIn({ sub: 'grace' })
  const adaAgain = await project.signIn({ sub: 'ada' })
  expect((await notes.post(ada.session, 'k')).body.by).toBe(ada.userId)
  expect(await notes.post(grace.session, 'k')).toMatchObject({ replayed: false, body: { by: grace.userId } })
  expect(await notes.post(adaAgain.session, 'k')).toMatchObject({ replayed: true, body: { by: ada.userId } })
})

test('an ended session gets an error instead of the kept answer', async () => {
  const project = await startProject()
  const notes = await startNotes(project)
  const { session } = await project.signIn()
  await notes.post(session, 'k')
  expect((await notes.post(session, 'k')).replayed).toBe(true)
  await project.app('DELETE', '/v1/sessions/current', { session })
  expect(await notes.post(session, 'k')).toMatchObject({
    status: 401,
    replayed: false,
    body: { code: 'session_ended' },
  })
})

test.each([
  ['broken', 500, 'internal_error'],
  ['unavailable', 503, 'unavailable'],
] as const)('a failure of ours (%s) is not kept and leaves nothing; the retry runs', async (mood, status, code) => {
  const project = await startProject()
  const notes = await startNotes(project)
  const { session } = await project.signIn()
  notes.mood = mood
  expect(await notes.post(session, 'k')).toMatchObject({ status, replayed: false, body: { code } })
  expect(await committedNotes(project)).toBe(0)
  notes.mood = 'open'
  expect(await notes.post(session, 'k')).toMatchObject({ status: 201, replayed: false })
  expect(await committedNotes(project)).toBe(1)
})

test('a refusal of the endpoint undoes its work, and is kept even when the reason for it is gone', async () => {
  const project = await startProject()
  const notes = await startNotes(project)
  const { session } = await project.signIn()
  notes.mood = 'closed'
  const first = await notes.post(session, 'k')
  expect(first).toMatchObject({ status: 409, replayed: false, body: { code: 'notes_closed' } })
  notes.mood = 'open'
  expect(await notes.post(session, 'k')).toEqual({ ...first, replayed: true })
  expect([notes.runs, await committedNotes(project)]).toEqual([1, 0])
})

test('whether a key was used comes before the shape of the body', async () => {
  const project = await startProject()
  const notes = await startNotes(project)
  const { session } = await project.signIn()
  await notes.post(session, 'k')
  expect((await notes.post(session, 'k', { text: 1 })).body.code).toBe('idempotency_key_reused')
  expect((await notes.post(session, 'k', { path: '/v1/notes?x' })).body.code).toBe('idempotency_key_reused')
  expect((await notes.post(session, 'new', { text: 1 })).body.code).toBe('invalid_request')
  expect((await notes.post(session, 'new')).status).toBe(201)
})

// The contract's order: 422, 409 and replay, then the limits of project and user.
test('an answer that is there is repeated, and a used key refused, without being counted as another write', async () => {
  const project = await startProject()
  const notes = await startNotes(project, { factor: 2 / 60 })
  const { session } = await project.signIn()
  expect((await notes.post(session, 'one')).status).toBe(201)
  expect((await notes.post(session, 'one')).replayed).toBe(true)
  expect((await notes.post(session, 'one', { text: 'other' })).status).toBe(422)
  expect((await notes.post(session, 'two')).status).toBe(201)
  expect(await notes.post(session, 'three')).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect((await notes.post(session, 'one')).replayed).toBe(true)
  expect([notes.runs, await committedNotes(project)]).toEqual([2, 2])
})
