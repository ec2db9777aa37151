import type { ProjectDraft } from '../../src/domain/projects/index.ts'
import { type Answer, startProject, type TestProject } from '../harness/project.ts'

export interface Discussion extends TestProject {
  readonly postId: string
  newPost(members?: object): Promise<string>
  /** As a user, or as a server without a session; what is sent is the whole body. */
  say(body: object | string, session?: string, postId?: string): Promise<Answer>
  /** The texts that somebody sees, oldest first; a place without a text is `-`. */
  texts(session?: string, postId?: string): Promise<string[]>
  textsForServer(postId?: string): Promise<string[]>
  count(postId?: string): Promise<number>
}

type Listed = { body: string; is_deleted: boolean }

/** A project with a public post of its team, and short ways to talk about it. */
export async function startDiscussion(
  options: { draft?: Partial<ProjectDraft>; now?: () => Date; project?: TestProject } = {},
): Promise<Discussion> {
  const project = options.project ?? (await startProject(options))
  const { app, server } = project
  const newPost = async (members: object = {}) =>
    (await server('POST', '/v1/posts', { title: 'Dark mode', ...members })).body.id as string
  const postId = await newPost()
  const shown = ({ body }: Answer) => body.data.map((one: Listed) => (one.is_deleted ? '-' : one.body))
  return {
    ...project,
    postId,
    newPost,
    say: (body, session, to = postId) => {
      const members = typeof body === 'string' ? { body } : body
      return session === undefined
        ? server('POST', `/v1/posts/${to}/comments`, members)
        : app('POST', `/v1/posts/${to}/comments`, { session, body: members })
    },
    texts: async (session, of = postId) =>
      shown(await app('GET', `/v1/posts/${of}/comments?limit=100`, session === undefined ? {} : { session })),
    textsForServer: async (of = postId) => shown(await server('GET', `/v1/posts/${of}/comments?limit=100`)),
    count: async (of = postId) => (await server('GET', `/v1/posts/${of}`)).body.comment_count,
  }
}

export async function inParallel<Result>(times: number, work: (n: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => work(n)))
}
