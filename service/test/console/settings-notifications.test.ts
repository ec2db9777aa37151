import { expect, test } from 'vitest'
import { mailingService } from '../mails/stage.ts'
import { startDesk } from './desk.ts'

test('the console sets what people are told who chose nothing, and what somebody chose stays', async () => {
  const desk = await startDesk({ service: await mailingService() })
  const cookie = await desk.enter()
  const [ada, bob] = [await desk.signIn({ sub: 'ada' }), await desk.signIn({ sub: 'bob' })]
  await desk.app('PATCH', '/v1/me', { session: ada.session, body: { notifications: { comments: true } } })
  const chosen = async (session: string) => (await desk.app('GET', '/v1/me', { session })).body.notifications
  const page = `/${desk.project.slug}/settings`
  const { text } = await desk.ask('GET', page, { cookie })
  expect(text).toContain('People who chose on the board keep their choice')
  const [, version = ''] = /name="version" value="(\d+)"/.exec(text) ?? []
  const form = { status_changes: 'yes', frequency: 'weekly', email: 'yes', version }
  const saved = await desk.ask('POST', `${page}/notifications`, { cookie, form })
  expect(saved.headers.location).toContain('done=settings_saved')
  const told = { email: true, frequency: 'weekly', status_changes: true, comments: false, changelog: false }
  await expect.poll(() => chosen(bob.session)).toEqual(told)
  expect(await chosen(ada.session)).toEqual({ ...told, comments: true })

  const late = await desk.ask('POST', `${page}/notifications`, { cookie, form }) // somebody else saved meanwhile
  expect(late.status).toBe(409)
  const { body } = await desk.server('GET', '/v1/audit_log')
  // Operators of the whole installation who enter meanwhile are noted here as well.
  const [updated] = body.data.filter(({ action }: { action: string }) => action === 'project.updated')
  expect(updated).toMatchObject({ data: { members: ['notification_defaults'] } })
})

test('while mail is off nothing about mail is offered, and what was chosen about it stays', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter()
  const page = `/${desk.project.slug}/settings`
  const { text } = await desk.ask('GET', page, { cookie })
  expect(text).toContain('Mail is off on this service')
  expect(text).not.toContain('name="frequency"')
  const [, version = ''] = /name="version" value="(\d+)"/.exec(text) ?? []
  await desk.ask('POST', `${page}/notifications`, { cookie, form: { comments: 'yes', version } })
  const { body } = await desk.server('GET', '/v1/project')
  expect(body.notification_defaults).toEqual({
    email: true,
    frequency: 'instant',
    status_changes: false,
    comments: true,
    changelog: false,
  })
})
