import type { Page } from './api.ts'
import { type List, listOf } from './list.ts'
import type { AnyInput, CallOptions } from './parcel.ts'

/** The input of an operation, which is a member of the generated `Operations`. */
export type InputOf<Operation> = Omit<Operation, 'answer'> & CallOptions
export type AnswerOf<Operation> = Operation extends { answer: infer Answer } ? Answer : never
type BodyOf<Operation> = Operation extends { body?: infer Body } ? Body : never
/** A body may be left out if the operation says so. What is inferred from an optional member depends on the options of the compiler, so it decides nothing. */
type Bodied<Operation> = Operation extends { body: object }
  ? [body: BodyOf<Operation>, options?: CallOptions]
  : [body?: BodyOf<Operation>, options?: CallOptions]
type QueryOf<Operation> = Operation extends { query?: infer Query extends object | undefined }
  ? WithFields<Query>
  : never
/** Lists of posts take a filter for each field of the board: `field.<key>`. */
type WithFields<Query> = 'status_category' extends keyof NonNullable<Query>
  ? Query | (Query & { readonly [filter: `field.${string}`]: string | undefined })
  : Query
/** A query may be left out if no member of it is required. */
export type Queried<Operation> = Operation extends { query: object }
  ? [query: QueryOf<Operation>, options?: CallOptions]
  : [query?: QueryOf<Operation>, options?: CallOptions]
type ListOf<Operation> =
  AnswerOf<Operation> extends Page<infer Item> ? List<Item, AnswerOf<Operation> & Page<Item>> : never
/** The input may be left out if no member of it is required. */
export type Request<Operations> = <O extends keyof Operations>(
  operation: O,
  ...input: Record<never, never> extends InputOf<Operations[O]>
    ? [input?: InputOf<Operations[O]>]
    : [input: InputOf<Operations[O]>]
) => Promise<AnswerOf<Operations[O]>>

/** Functions that each make one kind of call; their types come from the operation. */
export function callsOf<Operations>(send: (operation: string, input?: AnyInput) => Promise<unknown>) {
  type Name = keyof Operations & string
  const plain =
    <O extends Name>(operation: O) =>
    (options?: CallOptions) =>
      send(operation, options) as Promise<AnswerOf<Operations[O]>>
  const withId =
    <O extends Name>(operation: O) =>
    (id: string, options?: CallOptions) =>
      send(operation, { path: { id }, ...options }) as Promise<AnswerOf<Operations[O]>>
  const withBody =
    <O extends Name>(operation: O) =>
    (body: BodyOf<Operations[O]>, options?: CallOptions) =>
      send(operation, { body, ...options }) as Promise<AnswerOf<Operations[O]>>
  const withIdAndBody =
    <O extends Name>(operation: O) =>
    (id: string, ...[body, options]: Bodied<Operations[O]>) =>
      send(operation, { path: { id }, body, ...options }) as Promise<AnswerOf<Operations[O]>>
  const pages = (operation: string, query: object | undefined, input: AnyInput | undefined) =>
    listOf(
      (cursor) =>
        send(operation, { ...input, query: { ...query, ...(cursor && { cursor }) } }) as Promise<Page<unknown>>,
    )
  const list =
    <O extends Name>(operation: O) =>
    (...[query, options]: Queried<Operations[O]>) =>
      pages(operation, query, options) as ListOf<Operations[O]>
  const listWithId =
    <O extends Name>(operation: O) =>
    (id: string, ...[query, options]: Queried<Operations[O]>) =>
      pages(operation, query, { path: { id }, ...options }) as ListOf<Operations[O]>
  // One function for all operations; the operation decides the types of its input and answer.
  return { request: send as Request<Operations>, plain, withId, withBody, withIdAndBody, list, listWithId }
}
