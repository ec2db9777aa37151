/* A member has one name: camelCase here, snake_case in the API and the database. */

export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

export type SnakeCased<Value> = { [Name in keyof Value as Name extends string ? SnakeCase<Name> : never]: Value[Name] }
export type CamelCased<Json> = { [Name in keyof Json as Name extends string ? CamelCase<Name> : never]: Json[Name] }

/** Names in the code are few, and each is used again and again. */
const snakeNames = new Map<string, string>()

export function snakeCase<Name extends string>(name: Name): SnakeCase<Name> {
  let snake = snakeNames.get(name)
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    snakeNames.set(name, snake)
  }
  return snake as SnakeCase<Name> // what the type says, letter by letter
}

/** The members of JSON, by their names in the code. Members that were not sent stay absent. */
export function camelCased<Json extends object>(json: Json): CamelCased<Json> {
  const entries = Object.entries(json).map(([name, value]) => [
    name.includes('_') ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name,
    value,
  ])
  return Object.fromEntries(entries) as CamelCased<Json> // the same members under other names
}

/** The same members, as JSON and columns call them. */
export function snakeCased<Value extends object>(value: Value): SnakeCased<Value> {
  const snake: Record<string, unknown> = {}
  for (const name of Object.keys(value)) snake[snakeCase(name)] = value[name as keyof Value]
  return snake as SnakeCased<Value> // the same members under other names
}

/** The members of a change as the API calls them, for the event that says what was changed. */
export function membersOf(change: object): string[] {
  return Object.keys(change).map(snakeCase)
}
