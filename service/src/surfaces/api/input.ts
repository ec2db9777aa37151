import { type TProperties, type TSchema, Type } from 'typebox'
import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import { forServers, Instant, Nullable, optional, withDescription } from './schema.ts'

/** The longest text of a post or a comment, every character of it escaped. */
export const TEXT_BODY_LIMIT = 131_072

/** Members that only a server may send, and may leave out. */
export function serverMembers<Members extends TProperties>(members: Members) {
  const entries = Object.entries(members).map(([name, schema]) => [
    name,
    withDescription(schema, forServers(lower(schema))),
  ])
  return optional(Object.fromEntries(entries) as Members) // the same members in other words
}

function lower(schema: TSchema): string {
  const { description = '' } = schema as { description?: string } // as JSON Schema says
  return description.charAt(0).toLowerCase() + description.slice(1)
}

/** Members that only a server may send are unknown members to an app. */
export function refuseMembersBut(body: object, known: readonly string[]): void {
  const errors = Object.keys(body)
    .filter((name) => !known.includes(name))
    .map((name) => ({ pointer: `/${name}`, detail: 'may be sent only by a server' }))
  if (errors.length > 0) throw new Problem(invalidRequest, { errors })
}

/** The member, if it was sent, so that absent members stay as they are. */
export function present<Value, Name extends string>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]?: Value }) // one member of that name
}

/** The body of a POST without parameters; an absent body arrives as null. */
export const NoBody = Nullable(Type.Object({}, { additionalProperties: false }), {
  description: 'The body may be empty.',
})

/** The members of a body that say who wrote it, and when, where a server writes for somebody. */
export const BYLINE_MEMBERS = {
  user_id: Type.Optional(Type.String(forServers('the user who wrote it. Without one, your team did.'))),
  sub: Type.Optional(Type.String(forServers('the author by your own user id, instead of `user_id`.'))),
  created_at: Type.Optional(Instant(forServers('when it was written, for an import.'))),
}

export function readByline(body: { user_id?: string; sub?: string; created_at?: Date }) {
  return { ...readAuthor(body), ...present('createdAt', body.created_at) }
}

/** The kept answer to a text that a server wrote for a user is removed when the user is erased. */
export function writerOf(payload: unknown): string | undefined {
  return (payload as { author: { id: string | null } }).author.id ?? undefined // what the JSON of a post or comment has
}

function readAuthor(body: { user_id?: string; sub?: string }) {
  if (body.user_id !== undefined && body.sub !== undefined) {
    throw new Problem(invalidRequest, { errors: [{ pointer: '/sub', detail: 'must not be sent with user_id' }] })
  }
  if (body.user_id !== undefined) return { author: { userId: body.user_id } }
  return body.sub === undefined ? {} : { author: { sub: body.sub } }
}
