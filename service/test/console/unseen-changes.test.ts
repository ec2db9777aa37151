import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'

type Form = Readonly<Record<string, string>>

interface Shared {
  /** The page that has the form, and where the form is sent. */
  readonly page: string
  readonly action: string
  /** What does not fit, and what does. */
  readonly wrong: Form
  readonly right: Form
  /** Another path of the API at which somebody else changes the same thing meanwhile. */
  readonly api: string
  readonly meanwhile: Record<string, unknown>
}

/** One of each form that is filled from something which others change too. */
async function startForms() {
  const desk = await startDesk()
  const cookie = await desk.enter('admin@acme.example', 'admin')
  const { server, project } = desk
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode', body: '' })
  const { body: comment } = await server('POST', `/v1/posts/${post.id}/comments`, { body: 'First' })
  const { body: entry } = await server('POST', '/v1/changelog', { title: 'It is dark', body: '' })
  const { body: tag } = await server('POST', '/v1/tags', { name: 'Mobile' })
  const settings = { slug: project.slug, language: 'english', accent_color: '#14614a' }
  const said = `/posts/${post.number}/comments/${comment.id}/edit`
  const forms: Record<string, Shared> = {
    settings: {
      page: '/settings',
      action: '/settings',
      wrong: { ...settings, name: '' },
      right: { ...settings, name: 'Mine' },
      api: '/v1/project',
      meanwhile: { name: 'Theirs' },
    },
    addresses: {
      page: '/setup?step=addresses',
      action: '/setup/addresses',
      wrong: { sign_in_url: 'no address' },
      right: { sign_in_url: 'https://mine.example/in' },
      api: '/v1/project',
      meanwhile: { sign_in_url: 'https://theirs.example/in' },
    },
    post: {
      page: `/posts/${post.number}`,
      action: `/posts/${post.number}/edit`,
      wrong: { title: '', body: '' },
      right: { title: 'Mine', body: '' },
      api: `/v1/posts/${post.id}`,
      meanwhile: { title: 'Theirs' },
    },
    comment: {
      page: `/posts/${post.number}?edit=${comment.id}`,
      action: said,
      wrong: { changed: '' },
      right: { changed: 'Mine' },
      api: `/v1/comments/${comment.id}`,
      meanwhile: { body: 'Theirs' },
    },
    entry: {
      page: `/changelog/${entry.id}`,
      action: `/changelog/${entry.id}`,
      wrong: { act: 'save', title: '', body: '' },
      right: { act: 'save', title: 'Mine', body: '' },
      api: `/v1/changelog/${entry.id}`,
      meanwhile: { title: 'Theirs' },
    },
    'entry, looked at first': {
      page: `/changelog/${entry.id}`,
      action: `/changelog/${entry.id}`,
      wrong: { act: 'preview', title: 'Mine', body: '' },
      right: { act: 'save', title: 'Mine', body: '' },
      api: `/v1/changelog/${entry.id}`,
      meanwhile: { title: 'Theirs again' },
    },
    tag: {
      page: '/statuses',
      action: '/tags/change',
      wrong: { id: tag.id, name: 'Mine', color: 'red' },
      right: { id: tag.id, name: 'Mine', color: '#445566' },
      api: `/v1/tags/${tag.id}`,
      meanwhile: { name: 'Theirs' },
    },
  }
  const open = (path: string) => desk.ask('GET', `/${project.slug}${path}`, { cookie })
  const send = (path: string, form: Form) => desk.ask('POST', `/${project.slug}${path}`, { cookie, form })
  return { desk, forms, open, send }
}

/** The version that a form of a page names, and for a page with several forms of a kind the one of `id`. */
function versionIn(page: string, action: string, id = ''): string {
  const form = page.split('<form').find((form) => form.split('>')[0]?.includes(`${action}"`) && form.includes(id))
  return /name="version" value="(-?\d+)"/.exec(form ?? '')?.[1] ?? 'none'
}

// Guarantees that correcting a refused form does not silently undo what somebody else saved meanwhile.
test('a refused form keeps the version it was filled from; only somebody who was told of a change can overwrite it', async () => {
  const { desk, forms, open, send } = await startForms()
  for (const [name, { page, action, wrong, right, api, meanwhile }] of Object.entries(forms)) {
    const [member = '', theirs] = Object.entries(meanwhile)[0] ?? []
    const read = async () => (await desk.server('GET', api)).body[member]
    const version = versionIn((await open(page)).text, action, right.id)
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+$/)])
    expect((await desk.server('PATCH', api, meanwhile)).status).toBe(200)
    const refused = await send(action, { ...wrong, version })
    const isTold = refused.text.includes('Somebody else changed') // which may be said before all else that is wrong
    expect([name, isTold || versionIn(refused.text, action, right.id) === version]).toEqual([name, true])
    const told = await send(action, { ...right, version })
    expect([name, told.status, await read()]).toEqual([name, 409, theirs])
    expect(told.text).toContain('Somebody else changed')
    const newest = versionIn(told.text, action, right.id)
    expect([name, (await send(action, { ...right, version: newest })).status]).toEqual([name, 303])
    expect([name, await read()]).not.toEqual([name, theirs])
  }
})
