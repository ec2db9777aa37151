import { expect, test } from 'vitest'
import { commandLine } from '../harness/command-line.ts'
import { startProject } from '../harness/project.ts'
import { ownEntries } from './own-entries.ts'

const svc = (...words: string[]) => commandLine(words)

test('a project is made and changed with its language and approval, as the API shows it', async () => {
  const slug = `cli${process.pid}-${Date.now().toString(36)}`
  const made = await svc(
    'project',
    'create',
    '--name',
    'Acme',
    '--slug',
    slug,
    '--language',
    'german',
    '--approval',
    '--json',
  )
  expect(made.json().project).toMatchObject({ language: 'german', requires_approval: true })
  const changed = await svc('project', 'update', slug, '--language', 'french', '--no-approval', '--json')
  expect(changed.json()).toMatchObject({ language: 'french', requires_approval: false })
  const plain = await svc('project', 'update', slug, '--name', 'Globex', '--json')
  expect(plain.json()).toMatchObject({ name: 'Globex', language: 'french', requires_approval: false })
  expect((await svc('project', 'show', slug)).text).toMatch(/Language +french\nApproval +not needed/)
  const wrong = await svc('project', 'update', slug, '--language', 'klingon', '--json')
  expect([wrong.code, wrong.json().errors[0].pointer]).toEqual([1, '/language'])
  const both = await svc('project', 'update', slug, '--approval', '--no-approval')
  expect([both.code, both.told]).toEqual([2, expect.stringContaining('[--approval|--no-approval]')])
  const missing = await svc('project', 'update', `${slug}-not`, '--name', 'X', '--json')
  expect([missing.code, missing.json().code]).toEqual([1, 'not_found'])
})

test('the command line erases as the API does, and all it does is in the audit log', async () => {
  const { project, server, app, signIn } = await startProject()
  const { session, userId } = await signIn({ sub: 'ada', given_name: 'Ada' })
  const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
  const words = ['--project', project.slug, userId, '--json']
  expect((await svc('user', 'ban', '--reason', 'spam', ...words)).json()).toMatchObject({ ban_reason: 'spam' })
  expect((await svc('user', 'erase', ...words)).json()).toEqual({ id: userId, state: 'erased' })
  expect((await svc('user', 'erase', ...words)).code).toBe(1)
  expect((await app('GET', `/v1/posts/${post.id}`)).body).toMatchObject({
    title: 'Dark mode',
    author: { display_name: 'deleted user' },
  })
  await svc('project', 'update', project.slug, '--name', 'Globex')
  const made = (
    await svc('secret-key', 'create', '--project', project.slug, '--name', 'K', '--scope', 'posts:read', '--json')
  ).json()
  await svc('secret-key', 'revoke', '--project', project.slug, made.secret_key.id)
  await svc('signing-key', 'retire', '--project', project.slug, 'key-1')
  await svc('signing-key', 'revoke', '--project', project.slug, 'key-1')
  const entries = await ownEntries(server)
  expect(entries.slice(0, 7).map(({ action, actor }) => [action, actor.kind])).toEqual(
    [
      'signing_key.revoked',
      'signing_key.retired',
      'secret_key.revoked',
      'secret_key.created',
      'project.updated',
      'user.erased',
      'user.banned',
    ].map((action) => [action, 'system']),
  )
})
