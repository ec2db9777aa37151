import type { ProjectDraft } from '../../src/domain/projects/index.ts'
import { type Desk, type DeskAnswer, startDesk } from './desk.ts'

export interface Written {
  readonly id: string
  readonly number: number
}

export interface PostsDesk extends Desk {
  /** A page of the project as a moderator sees it. */
  open(path: string): Promise<DeskAnswer>
  /** A form of the project as a moderator sends it. */
  submit(path: string, form: Record<string, string | readonly string[]>): Promise<DeskAnswer>
  /** A post of the team, or of somebody who is signed in. */
  write(title: string, options?: { session?: string; body?: string }): Promise<Written>
  vote(post: Written, session: string): Promise<void>
  /* biome-ignore lint/suspicious/noExplicitAny: tests read what was answered, whatever it is */
  read(post: Written): Promise<any>
  statusId(category: string): Promise<string>
  addTag(name: string): Promise<string>
}

/** A project with a moderator at its desk, and ways to fill the board as users and servers do. */
export async function startPostsDesk(draft: Partial<ProjectDraft> = {}): Promise<PostsDesk> {
  const desk = await startDesk({ draft })
  const { ask, app, server, project } = desk
  const cookie = await desk.enter('desk@posts.example', 'moderator')
  return {
    ...desk,
    open: (path) => ask('GET', `/${project.slug}${path}`, { cookie }),
    submit: (path, form) => ask('POST', `/${project.slug}${path}`, { cookie, form }),
    write: async (title, { session, body = '' } = {}) => {
      const made = await (session
        ? app('POST', '/v1/posts', { session, body: { title, body } })
        : server('POST', '/v1/posts', { title, body }))
      if (made.status !== 201) throw new Error(JSON.stringify(made.body))
      return made.body
    },
    vote: async ({ id }, session) => {
      await app('PUT', `/v1/posts/${id}/vote`, { session })
    },
    read: async ({ id }) => (await server('GET', `/v1/posts/${id}`)).body,
    statusId: async (category) =>
      (await server('GET', '/v1/statuses')).body.data.find(
        (status: { category: string }) => status.category === category,
      ).id,
    addTag: async (name) => (await server('POST', '/v1/tags', { name })).body.id,
  }
}

/** The titles of the rows of Today, in their order. */
export function itemsIn({ text }: DeskAnswer): string[] {
  return [...text.matchAll(/class="today-what"[^>]*>(?:<span[^>]*>[^<]*<\/span>)?([^<]*)</g)].map(
    ([, title = '']) => title,
  )
}

/** The titles of the rows of the table, in their order. */
export function rowsIn({ text }: DeskAnswer): string[] {
  return [...text.matchAll(/<th scope="row" class="what"><a [^>]*>([^<]*)<\/a>/g)].map(([, title = '']) => title)
}

export function noticeIn({ text }: DeskAnswer): string {
  const notice = /<(p|div) class="notice [^>]*>(.*?)<\/\1>/s.exec(text)?.[2] ?? ''
  return notice.replace(/<[^>]*>/g, '')
}
