import { readFileSync } from 'node:fs'
import { FeedbackError } from '@feedback-board/app'
import { expect, onTestFinished, test } from 'vitest'
import { createNativeApp, messageFor } from '../../../examples/native-app/src/app.ts'
import { createClientProject } from '../../../kits/transport/test/client-project.ts'
import { useBoardCode } from '../../src/domain/board-codes/inside.ts'
import { type Acme, startAcme } from './acme.ts'

const source = (name: string) =>
  readFileSync(new URL(`../../../examples/native-app/src/${name}`, import.meta.url), 'utf8')

/** The app on somebody's phone, and what it gave to the system's browser. */
function installOn({ client, origin }: Acme) {
  const opened: string[] = []
  const app = createNativeApp({
    acmeOrigin: origin,
    apiOrigin: client.service.origin,
    projectKey: client.project.publishableKey,
    openUrl: async (url) => opened.push(url),
  })
  return { app, opened }
}

test('somebody signs in with their account, reads, votes, writes, comments and signs out', async () => {
  const acme = await startAcme()
  const { server } = acme.client
  const { body: dark } = await server('POST', '/v1/posts', { title: 'Dark mode' })
  const { app } = installOn(acme)
  expect(await app.signIn('acme-1')).toEqual(['Signed in as Acme user'])
  expect((await app.ideas()).lines).toEqual(['△ 0 Dark mode (Open)'])
  await app.vote(dark.id)
  expect(await app.ideas()).toEqual({ ids: [dark.id], lines: ['▲ 1 Dark mode (Open)'], more: undefined })
  expect(await app.similar('a dark mo')).toEqual(['▲ 1 Dark mode (Open)'])

  const draft = { key: 'draft-1', title: 'Offline mode', body: 'On the train.' }
  const id = await app.write(draft)
  expect(await app.write(draft)).toBe(id) // after a restart that lost the answer
  await app.comment(id, 'Reading is enough.')
  expect(await app.idea(id)).toEqual(['▲ 1 Offline mode (Open)', 'On the train.', 'Acme user: Reading is enough.'])
  await app.unvote(dark.id)
  expect((await server('GET', `/v1/posts/${dark.id}`)).body.vote_count).toBe(0)
  expect((await server('GET', '/v1/users/by_sub/acme-1')).body).toMatchObject({ given_name: 'Ada' })

  expect(await app.signOut()).toEqual(['Signed out'])
  expect(messageFor(await app.vote(dark.id).catch((error) => error))).toBe('Please sign in first.')
  await app.signIn('acme-2')
  await app.vote(dark.id)
  expect((await server('GET', '/v1/users/by_sub/acme-2')).body).toMatchObject({ given_name: 'Bob' })
})

test('the board opens in the system’s browser with a code that is theirs, and works once', async () => {
  const acme = await startAcme()
  const { app, opened } = installOn(acme)
  await app.signIn('acme-3')
  await app.openBoard()
  const [, code = ''] = opened[0]?.split(`${acme.boardOrigin}/continue#code=`) ?? []
  expect(await useBoardCode(acme.client.call(), code)).toMatchObject({ sub: 'acme-3' })
  await expect(useBoardCode(acme.client.call(), code)).rejects.toMatchObject({ kind: { code: 'code_invalid' } })
})

test('whatever goes wrong has words for the person who looks at the screen', async () => {
  const acme = await startAcme()
  const { app } = installOn(acme)
  await expect(app.signIn('acme-99')).rejects.toThrow('does not know')
  await app.signIn('acme-4')
  const saidOf = async (work: Promise<unknown>) => messageFor(await work.catch((error) => error))
  expect(await saidOf(app.write({ key: 'k', title: 'x' }))).toMatch(/character/)
  expect(await saidOf(app.idea('pst_00000000000000000000000000'))).toMatch(/not/i)
  const { body: user } = await acme.client.server('GET', '/v1/users/by_sub/acme-4')
  await acme.client.server('POST', `/v1/users/${user.id}/ban`, {})
  expect(await saidOf(app.comment('pst_00000000000000000000000000', 'Hello'))).toBe(
    'You cannot take part on this board.',
  )
  expect(messageFor(new FeedbackError('network_error', 'No answer came.'))).toContain('offline')
  expect(messageFor(new Error('a bug'))).toBe('Something went wrong. Please try again.')
})

// Guarantees that the file can be copied: beside the published kit, in an empty project, it runs as it is.
test('it runs from a copy, in a project that installed the kit', async () => {
  const acme = await startAcme()
  const copy = createClientProject('app')
  onTestFinished(copy.remove)
  for (const name of ['app.ts', 'main.ts']) copy.write(name, source(name))
  const environment = {
    ACME_ORIGIN: acme.origin,
    FEEDBACK_API_ORIGIN: acme.client.service.origin,
    FEEDBACK_PROJECT_KEY: acme.client.project.publishableKey,
  }
  copy.write('environment.js', `Object.assign(process.env, ${JSON.stringify(environment)})`)
  const printed = await copy.node('--import', './environment.js', 'main.ts')
  expect(printed.trim().split('\n')).toEqual([
    'Signed in as Acme user',
    'Similar:',
    'Ideas:',
    '▲ 1 Offline mode (Open)',
    'The new one:',
    '▲ 1 Offline mode (Open)',
    'On the train there is no net.',
    'Acme user: Reading is enough.',
    expect.stringContaining(`Open within a minute: ${acme.boardOrigin}/continue#code=`),
    'Signed out',
  ])
})

test('the code to copy is one short file that needs neither a page nor Node', () => {
  const code = source('app.ts').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  expect(code.split('\n').length).toBeLessThan(150)
  expect([...code.matchAll(/from '(.+)'/g)].map(([, name]) => name)).toEqual(['@feedback-board/app'])
  expect(code).not.toMatch(/\b(document|window|process|Buffer|localStorage|crypto)\b/)
})
