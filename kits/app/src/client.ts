import type { Page } from './api.ts'
import { type Answer, type CallOptions, createFeedbackConnection, type Input, type Operation } from './connection.ts'
import { type List, listOf } from './list.ts'
import type { FeedbackClientOptions } from './options.ts'

type Body<O extends Operation> = Input<O> extends { readonly body: infer Body } ? Body : never
type Query<O extends Operation> =
  Input<O> extends { readonly query?: infer Query extends object | undefined } ? Query : never
/** A query may be left out where nothing in it has to be there. */
type Queried<O extends Operation> =
  undefined extends Query<O> ? [query?: Query<O>, options?: CallOptions] : [query: Query<O>, options?: CallOptions]
type ListOf<O extends Operation> = Answer<O> extends Page<infer Item> ? List<Item> : never

export type FeedbackClient = ReturnType<typeof createFeedbackClient>

/** A client of one project's feedback board. It asks for nothing until it is used. */
export function createFeedbackClient(options: FeedbackClientOptions) {
  const { send, request, signIn, signOut } = createFeedbackConnection(options)

  // Each makes one shape of call; its types are those of the operation that it is for.
  const plain =
    <O extends Operation>(operation: O) =>
    (options?: CallOptions) =>
      send(operation, options) as Promise<Answer<O>>
  const withId =
    <O extends Operation>(operation: O) =>
    (id: string, options?: CallOptions) =>
      send(operation, { path: { id }, ...options }) as Promise<Answer<O>>
  const withBody =
    <O extends Operation>(operation: O) =>
    (body: Body<O>, options?: CallOptions) =>
      send(operation, { body, ...options }) as Promise<Answer<O>>
  const withIdAndBody =
    <O extends Operation>(operation: O) =>
    (id: string, body: Body<O>, options?: CallOptions) =>
      send(operation, { path: { id }, body, ...options }) as Promise<Answer<O>>
  const pages = (operation: Operation, query: object | undefined, input: object | undefined) =>
    listOf(
      (cursor) =>
        send(operation, { ...input, query: { ...query, ...(cursor && { cursor }) } }) as Promise<Page<unknown>>,
    )
  const list =
    <O extends Operation>(operation: O) =>
    (...[query, options]: Queried<O>) =>
      pages(operation, query, options) as ListOf<O>
  const listWithId =
    <O extends Operation>(operation: O) =>
    (id: string, ...[query, options]: Queried<O>) =>
      pages(operation, query, { path: { id }, ...options }) as ListOf<O>

  return {
    /** Any call, also those without a name of their own here: request('GET /statuses/{id}', { path: { id } }). */
    request,
    /** Signs in now, where a call that needs it would do so later, and answers with the user. */
    signIn,
    /** Ends the session and forgets it. What is under way for the user is not sent again. */
    signOut,
    project: plain('GET /project'),
    posts: {
      list: list('GET /posts'),
      get: withId('GET /posts/{id}'),
      /** What somebody may mean who types this title. */
      similar: list('GET /posts/similar'),
      create: withBody('POST /posts'),
      edit: withIdAndBody('PATCH /posts/{id}'),
      delete: withId('DELETE /posts/{id}'),
      vote: withId('PUT /posts/{id}/vote'),
      unvote: withId('DELETE /posts/{id}/vote'),
      follow: withId('PUT /posts/{id}/follow'),
      unfollow: withId('DELETE /posts/{id}/follow'),
      comments: {
        list: listWithId('GET /posts/{id}/comments'),
        create: withIdAndBody('POST /posts/{id}/comments'),
      },
    },
    comments: {
      edit: withIdAndBody('PATCH /comments/{id}'),
      delete: withId('DELETE /comments/{id}'),
    },
    reports: {
      /** Tells whoever runs the board of a post or a comment. */
      create: withBody('POST /reports'),
    },
    statuses: { list: list('GET /statuses') },
    tags: { list: list('GET /tags') },
    /** Every column of the roadmap with its first posts. */
    roadmap: (...[query, options]: Queried<'GET /roadmap'>) => request('GET /roadmap', { query, ...options }),
    changelog: {
      list: list('GET /changelog'),
      get: withId('GET /changelog/{id}'),
    },
    me: {
      get: plain('GET /me'),
      update: withBody('PATCH /me'),
      posts: list('GET /me/posts'),
      votes: list('GET /me/votes'),
      follows: list('GET /me/follows'),
      /** Everything that is kept about the user. */
      export: plain('GET /me/export'),
    },
    boardCodes: {
      /** A one-time address of the board, on which the user is signed in. Open it in the browser at once. */
      create: (options?: CallOptions) => request('POST /board_codes', { body: {}, ...options }),
    },
  }
}
