import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'

export { Instant, Nullable, OneOf, OneOfOrNull, optional, withDescription } from '../../foundation/schemas/index.ts'

/** An instant in an answer. */
export const Time = Type.String({ format: 'date-time' })

/** An instant in an answer, and what happened then. */
export const TimeOf = (description: string) => Type.String({ format: 'date-time', description })

/** The member of the document that says whom a part is for. Without it, a part is for everybody who may call the operation. */
export const AUDIENCE = 'x-audience'

/** Describes a member or parameter that only servers send or see: in words, and for generators of clients. */
export const forServers = (description: string) => ({ description: `Servers: ${description}`, [AUDIENCE]: 'server' })

/** Shapes that several endpoints answer with; each stands once in the description, under its name. */
export const sharedSchemas = new Map<string, TSchema>()

export function Shared<Schema extends TSchema>(name: string, schema: Schema): TUnsafe<Static<Schema>> {
  sharedSchemas.set(name, { ...schema, $id: name } as TSchema) // a schema with a name is a schema
  return Type.Unsafe<Static<Schema>>({ $ref: `${name}#` })
}
