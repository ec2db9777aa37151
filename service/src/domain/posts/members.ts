import { type StaticDecode, type TBoolean, type TSchema, Type } from 'typebox'
import { type SnakeCased, snakeCase, snakeCased } from '../members.ts'
import { Markdown, Title } from '../texts/index.ts'

/* Every member of a post that somebody can set stands here. API, statements, console, history and export use this list. */

export const PostBody = Markdown(10_000)

/** The members that the author writes. */
export const POST_TEXTS = { title: Title, body: PostBody }

/** The values of fields, by their keys. The author gives those that everyone sees; the team gives all. */
export const POST_VALUES = {
  fields: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    description:
      'Values of fields, by their keys. `GET /fields` lists the fields. A text for `text` and `url`, a number for `number`, true or false for `checkbox`, a day such as `2026-11-17` for `date`, the value of an option for `select`, a list of them for `multi_select`. Null removes a value. Fields that are not named keep their values.',
  }),
}

/** The members that the team decides with a yes or a no. Each is a column of posts, false at first. */
export const POST_FLAGS = {
  isPinned: Type.Boolean({ description: 'Whether the board shows it separately, above its lists.' }),
  commentsLocked: Type.Boolean({ description: 'Whether users can no longer comment.' }),
}

/** The flags that lists can be narrowed to. Each has an index of the posts for which it is true. */
export const POST_FLAG_FILTERS = {
  isPinned: Type.Boolean({ description: 'True: only pinned posts. False: only posts that are not pinned.' }),
} satisfies { [Flag in PostFlag]?: TBoolean }

export const MOST_TAGS_OF_POST = 20

/** All members that the team decides. */
export const POST_DECISIONS = {
  statusId: Type.String({ description: 'Its status.' }),
  categoryId: Type.String({ description: 'Its category.' }),
  tagIds: Type.Array(Type.String(), {
    maxItems: MOST_TAGS_OF_POST,
    uniqueItems: true,
    description: 'All of its tags.',
  }),
  ...POST_FLAGS,
}

export type Values<Schemas extends Readonly<Record<string, TSchema>>> = {
  readonly [Name in keyof Schemas]: StaticDecode<Schemas[Name]>
}

export type PostTexts = Values<typeof POST_TEXTS>
export type PostDecisions = Values<typeof POST_DECISIONS>
/** As somebody sends them: they are checked by `domain/fields`. */
export type PostValues = Values<typeof POST_VALUES>
export type PostMember = keyof PostTexts | keyof PostValues | keyof PostDecisions
export type PostFlag = keyof typeof POST_FLAGS
export type PostFlags = Values<typeof POST_FLAGS>

export const FLAG_NAMES = Object.keys(POST_FLAGS) as PostFlag[] // its own keys

/** A record with a value for each flag. */
export function eachFlag<Value>(make: (flag: PostFlag) => Value): Readonly<Record<PostFlag, Value>> {
  return Object.fromEntries(FLAG_NAMES.map((flag) => [flag, make(flag)])) as Record<PostFlag, Value> // each was named
}

export const NO_FLAGS: PostFlags = eachFlag(() => false)
const NO_FLAGS_JSON: { -readonly [Name in keyof SnakeCased<PostFlags>]: boolean } = snakeCased(NO_FLAGS)
export const COLUMN_OF = eachFlag(snakeCase)
export const FLAG_COLUMNS = FLAG_NAMES.map((flag) => COLUMN_OF[flag])

/* A list of posts makes these for each of them, so they are plain loops. */

export function flagsIn(row: SnakeCased<PostFlags>): PostFlags {
  const flags: { -readonly [Flag in PostFlag]: boolean } = { ...NO_FLAGS }
  for (const flag of FLAG_NAMES) flags[flag] = row[COLUMN_OF[flag]]
  return flags
}

export function flagsJson(post: PostFlags): SnakeCased<PostFlags> {
  const json = { ...NO_FLAGS_JSON }
  for (const flag of FLAG_NAMES) json[COLUMN_OF[flag]] = post[flag]
  return json
}
