import {
  type StaticDecode,
  type TCodec,
  type TOptional,
  type TProperties,
  type TSchema,
  type TString,
  type TUnsafe,
  Type,
} from 'typebox'

/* Plain type lists and enums instead of unions: the serialiser writes them directly, but tries each part of a union. */

interface Options {
  readonly description?: string
}

/** A value or null. */
export function Nullable<Schema extends TSchema & { type: string }>(
  schema: Schema,
  options: Options = {},
): TUnsafe<StaticDecode<Schema> | null> {
  if (Type.IsCodec(schema)) throw new Error('What is read by a codec cannot be null as well: nothing would read it')
  return Type.Unsafe<StaticDecode<Schema> | null>({ ...schema, type: [schema.type, 'null'], ...options })
}

/** One of a few words. */
export function OneOf<const Word extends string>(words: readonly Word[], options: Options = {}): TUnsafe<Word> {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...options })
}

/** One of a few words, or null. */
export function OneOfOrNull<const Word extends string>(
  words: readonly Word[],
  options: Options = {},
): TUnsafe<Word | null> {
  return Type.Unsafe<Word | null>({ type: ['string', 'null'], enum: [...words, null], ...options })
}

/** Thrown by a codec; the message says what the value must be. */
export class Unreadable extends Error {}

/** The longest way to write a moment. */
export const INSTANT_LENGTH = 40

/** A moment in a request, which is read as a Date. */
export function Instant(options: Options = {}): TCodec<TString, Date> {
  return Type.Codec(Type.String({ format: 'date-time', maxLength: INSTANT_LENGTH, ...options }))
    .Decode(readInstant)
    .Encode((time) => time.toISOString())
}

/** The format accepts leap seconds, which `Date` cannot represent. */
export function readInstant(text: string): Date {
  const time = new Date(text)
  const [date, hour] = [text.slice(0, 10), text.slice(11, 13)]
  if (Number.isNaN(time.getTime()) || !isOfCalendar(date) || hour === '24') {
    throw new Unreadable('must be an RFC 3339 timestamp of a day and an hour that exist')
  }
  return time
}

/** `new Date` reads 30 February as 2 March. An import reads millions of dates, so this makes no `Date`. */
function isOfCalendar(date: string): boolean {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))]
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return (
    day <= (month === 2 ? (isLeapYear ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31)
  )
}

/** The same schema with another description. */
export function withDescription<Schema extends TSchema>(
  schema: Schema,
  options: Readonly<Record<string, string>>,
): Schema {
  const all = { ...Object.getOwnPropertyDescriptors(schema), ...Object.getOwnPropertyDescriptors(options) }
  return Object.create(Object.prototype, all) as Schema // all that it had
}

/** The same members, each of which may be left out. */
export function optional<Members extends TProperties>(
  members: Members,
): { [Name in keyof Members]: TOptional<Members[Name]> } {
  const entries = Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof Members]: TOptional<Members[Name]> } // the same names
}
