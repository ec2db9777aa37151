import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../src/foundation/ids/index.ts'
import { formWith } from '../files/pictures.ts'
import { ROOT } from '../harness/paths.ts'
import type { Stage } from './stage.ts'
import { visitorOf } from './visitor.ts'

const BOARD = join(ROOT, 'service/src/surfaces/board')
const source = globSync('**/*.{ts,tsx}', { cwd: BOARD })
  .map((file) => readFileSync(join(BOARD, file), 'utf8'))
  .join('\n')

function pathsAfter(pattern: RegExp): string[] {
  return [...new Set([...source.matchAll(pattern)].map(([, path = '']) => path))].sort()
}

/** Every route, as the code writes it: one that is added is tested with all others, or its sample is missed. */
export const POST_ROUTES = pathsAfter(/\broutes\.(?:form|fileForm)\(\s*'([^']+)'/g)
export const FILE_ROUTES = pathsAfter(/\broutes\.fileForm\(\s*'([^']+)'/g)
/** Forms that no cookie and no page of the board has to come with. */
export const FORMS_FROM_ANYWHERE = pathsAfter(/\broutes\.openForm\(\s*'([^']+)'/g)
export const GET_ROUTES = [
  ...pathsAfter(/\b(?:routes\.(?:get|page)|text)\(\s*'([^']+)'/g),
  '/assets/board.css',
  '/assets/board.js',
  '/assets/editor.js',
  '/assets/callback.js',
  '/assets/continue.js',
  '/nothing/here',
]

export interface World {
  readonly number: number
  readonly path: string
  readonly comment: string
  readonly file: { readonly id: string; readonly url: string }
  readonly code: string
  readonly flow: { readonly token: string; readonly state: string; readonly cookie: string }
}

/** One pixel, as PNG in base64. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

/** A form of each route that would be taken. */
export function fieldsOf(route: string, world: World): Record<string, string> {
  const fields: Record<string, Record<string, string>> = {
    '/posts/:number/vote': { on: '1', return_to: '/' },
    '/posts/:number/follow': { on: '1', return_to: '/' },
    '/posts/:number/comments': { body: 'Me too', parent_id: world.comment, form_id: 'a'.repeat(22) },
    '/posts/:number/report': { reason: 'Spam' },
    '/posts/:number/comments/:comment/report': { reason: 'Spam' },
    '/posts/:number/edit': { title: 'A new title', body: 'Text', version: '1' },
    '/posts/:number/delete': {},
    '/posts/:number/comments/:comment/edit': { body: 'Me three', version: '1' },
    '/posts/:number/comments/:comment/delete': {},
    '/new': { title: 'A new idea', body: 'Text', form_id: 'b'.repeat(22) },
    '/me/notifications/read': { up_to: newId('notification') },
    '/me': { name_choice: 'custom', custom_name: 'Gracie', by_mail: '1', mail: '1' },
    '/sso/start': { return_to: '/', intent: `vote:${world.number}` },
    '/sso/callback': { token: world.flow.token, state: world.flow.state },
    '/continue/look': { code: world.code },
    '/continue': { code: world.code },
    '/mail/:link': {},
    '/mail/:link/again': {},
    '/mail/team/:link': {},
    '/mail/team/:link/again': {},
    '/sign-out': {},
    '/choices': { language: 'de', theme: 'dark', welcomed: '47DEQpj8', return_to: '/' },
    '/files': { file: PICTURE },
    '/preview': { body: 'Some *text*' },
  }
  const found = fields[route]
  if (!found) throw new Error(`There is no sample of ${route}`)
  return found
}

/** The requests that each page can get. */
export const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/': ['q', 'sort', 'status', 'tag', 'cursor'],
  '/categories/:slug': ['q', 'sort', 'status', 'tag', 'cursor'],
  '/posts/:number': ['cursor', 'merged', 'reported', 'saved', 'deleted'],
  '/posts/:number/:slug': ['cursor', 'merged', 'reported', 'saved', 'deleted'],
  '/new': ['title', 'category'],
  '/changelog': ['cursor'],
  '/me': ['saved'],
  '/me/ideas': ['cursor', 'deleted'],
  '/me/votes': ['cursor'],
  '/me/follows': ['cursor'],
  '/me/notifications': ['cursor', 'read'],
  '/files/:id': ['size'],
  '/sign-in': ['return_to', 'intent'],
  '/similar': ['title'],
}

export function pathOf(route: string, { number, comment, file, path }: World): string {
  return route
    .replace(':number/:slug', path.replace('/posts/', ''))
    .replace('/categories/:slug', '/categories/general')
    .replace(':number', String(number))
    .replace(':comment', comment)
    .replace(':id', file.id)
    .replace(':link', 'nobody')
}

/** Something on a board, and everything that a form of it can need. A picture that is there already saves decoding another. */
export async function furnish(stage: Stage, picture?: World['file']): Promise<World> {
  const { server, app, signIn } = stage
  const { start, tokenFor } = visitorOf(stage)
  const file = picture ?? (await upload(stage))
  const body = `Textus secretus ![Pictura](${file.url})`
  const { body: post } = await server('POST', '/v1/posts', { title: 'Secretum ideae', body })
  const { body: comment } = await server('POST', `/v1/posts/${post.id}/comments`, { body: 'Commentarius secretus' })
  await server('POST', '/v1/changelog', { title: 'Novum secretum', body: 'Nuntius secretus', state: 'published' })
  const { session } = await signIn({ sub: 'ada' })
  const { body: issued } = await app('POST', '/v1/board_codes', { session, body: {} })
  const { state, cookie } = await start()
  return {
    number: post.number,
    path: new URL(post.url).pathname,
    comment: comment.id,
    file,
    code: issued.code,
    flow: { token: tokenFor(state), state, cookie },
  }
}

async function upload({ server }: Stage): Promise<World['file']> {
  return (await server('POST', '/v1/files', formWith(Uint8Array.from(Buffer.from(PICTURE, 'base64'))))).body
}
