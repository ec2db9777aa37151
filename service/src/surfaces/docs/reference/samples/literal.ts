/** How a language writes values. */
export interface Style {
  readonly text: (text: string) => string
  readonly words: { readonly true: string; readonly false: string; readonly null: string }
  readonly map: readonly [open: string, close: string]
  readonly list: readonly [open: string, close: string]
  /** Between the bracket and a member on the same line. */
  readonly inner?: string
  readonly member: (name: string, value: string) => string
  readonly indent: string
  /** After the last member, if each stands on its own line. */
  readonly lastComma: string
}

const WIDTH = 72

/** A value in the words of a language: on one line if it fits, otherwise one member on each. */
export function literal(value: unknown, style: Style, depth = 0): string {
  if (typeof value === 'string') return style.text(value)
  if (value === true || value === false || value === null) return style.words[`${value}`]
  if (typeof value !== 'object') return String(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item) => literal(item, style, depth + 1))
    : Object.entries(value ?? {}).map(([name, member]) => style.member(name, literal(member, style, depth + 1)))
  return bracketed(parts, isList ? style.list : style.map, { ...style, ...(isList && { inner: '' }) }, depth)
}

/** Parts between brackets, such as members or arguments. */
export function bracketed(
  parts: readonly string[],
  [open, close]: readonly [string, string],
  { inner = '', indent, lastComma }: Pick<Style, 'inner' | 'indent' | 'lastComma'>,
  depth = 0,
): string {
  if (parts.length === 0) return open + close
  const line = `${open}${inner}${parts.join(', ')}${inner}${close}`
  if (line.length + depth * indent.length <= WIDTH && !line.includes('\n')) return line
  const lines = parts.map((part) => `${indent.repeat(depth + 1)}${part}`)
  return `${open}\n${lines.join(',\n')}${lastComma}\n${indent.repeat(depth)}${close}`
}

/** As JSON writes it, for people. */
export const JSON_STYLE: Style = {
  text: (text) => JSON.stringify(text),
  words: { true: 'true', false: 'false', null: 'null' },
  map: ['{', '}'],
  list: ['[', ']'],
  inner: ' ',
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  indent: '  ',
  lastComma: '',
}

/** Between single quotes. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** Between double quotes, as JSON and many languages write it. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text)
}

/** Every line but empty ones. */
export function indented(text: string, by: string): string {
  return text.replaceAll(/^(?=.)/gm, by)
}
