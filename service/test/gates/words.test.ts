import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/paths.ts'

const CONSOLE = 'service/src/surfaces/console'
const BOARD = 'service/src/surfaces/board'
const CATALOGUE = 'ui/words/console/en'

/** Samples of code are the same in every language. */
const SAMPLES = `${CONSOLE}/setup/samples/`
/** Messages for the developers of a client's app; `tell` writes them to the browser's console. */
const FOR_DEVELOPERS = ['widget/src/trouble/', 'widget/src/loader/tell.ts']

/** Attributes, and props of our components, that a person sees or hears. */
const SEEN = new Set(
  'title aria-label aria-description placeholder label data-label hint lead alt text what about fault summary question does yes'.split(
    ' ',
  ),
)
/** Elements whose text is code. */
const CODE = new Set(['code', 'pre', 'kbd'])
/** Keys and ids; names and examples that are the same in every language. */
const NAMES = /^(?:\{\w+\}|[a-z]+(?:[_-][a-z]+)+|https?:\/\/\S+|\{".*\}|Content-Security-Policy|[\w-]+\.(?:js|pem))$/

interface Node {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

function treeOf(file: string): Node {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const { program, errors } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  expect(errors).toEqual([])
  return program as unknown as Node // every node of an ESTree has a type and a start
}

function nameIn(node: unknown): string {
  return isNode(node) ? String(node.name ?? node.value) : ''
}

/** The parts of a literal or a template that stand in the source. */
function partsOf(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type !== 'TemplateLiteral') return []
  return childrenOf(node).flatMap((part) => (part.type === 'TemplateElement' ? [cookedOf(part)] : []))
}

function cookedOf({ value }: Node): string {
  return (value as { readonly cooked: string }).cooked // as ESTree says
}

/** What an expression can become, as far as the source says it. */
function resultsOf(node: Node): string[] {
  switch (node.type) {
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].filter(isNode).flatMap(resultsOf)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return node.operator === '===' || node.operator === '!=='
        ? []
        : [node.left, node.right].filter(isNode).flatMap(resultsOf)
    case 'JSXExpressionContainer':
      return isNode(node.expression) ? resultsOf(node.expression) : []
    default:
      return partsOf(node)
  }
}

/** Texts that a person sees and the file itself holds. */
function textsIn(file: string): string[] {
  const found: string[] = []
  const keep = (texts: readonly string[]) =>
    found.push(...texts.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text) && !NAMES.test(text)))
  const visit = (node: Node, isCode: boolean): void => {
    const isCodeBelow =
      isCode ||
      (node.type === 'JSXElement' && isNode(node.openingElement) && CODE.has(nameIn(node.openingElement.name)))
    if (node.type === 'JSXText' && !isCode) keep([String(node.value)])
    if (node.type === 'JSXAttribute') {
      if (SEEN.has(nameIn(node.name)) && isNode(node.value)) keep(resultsOf(node.value))
    } else if (node.type === 'Property') {
      if (SEEN.has(nameIn(node.key)) && isNode(node.value)) keep(resultsOf(node.value))
    }
    for (const child of childrenOf(node)) {
      const isContent = node.type === 'JSXElement' || node.type === 'JSXFragment'
      if (isContent && child.type === 'JSXExpressionContainer' && !isCodeBelow) keep(resultsOf(child))
      visit(child, isCodeBelow)
    }
  }
  visit(treeOf(file), false)
  return found
}

function isForDevelopers(file: string, { type, callee }: Node): boolean {
  if (type === 'NewExpression') return nameIn(callee) === 'Error'
  if (type !== 'CallExpression' || !isNode(callee)) return false
  const isConsole = callee.type === 'MemberExpression' && nameIn(callee.object) === 'console'
  return isConsole || (file.startsWith('widget/') && nameIn(callee) === 'tell')
}

/** Literals anywhere that begin or end as sentences do. */
function sentencesIn(file: string): string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration' || isForDevelopers(file, node)) return
    const [first = '', ...rest] = partsOf(node)
    const text = [first, ...rest].join('…')
    if (/^\p{Lu}[\p{Ll}’]+ \p{L}/u.test(text) || /\p{Ll} \p{Ll}.*[.?!]$/u.test(text)) found.push(text)
    childrenOf(node).forEach(visit)
  }
  visit(treeOf(file))
  return found
}

function sources(pattern: string, ...leftOut: readonly string[]): string[] {
  return globSync(pattern, { cwd: ROOT })
    .filter((file) => !leftOut.some((path) => file.startsWith(path)) && !file.endsWith('.d.ts'))
    .sort()
}

// Guarantees that a translation of the catalogue translates all of it: no page and no script has a text of its own.
test('every text of console, board and widget is in a catalogue', () => {
  const files = [
    ...sources(`${CONSOLE}/**/*.{ts,tsx}`, SAMPLES),
    ...sources(`${BOARD}/**/*.{ts,tsx}`),
    ...sources('widget/src/**/*.{ts,tsx}', ...FOR_DEVELOPERS),
  ]
  expect(files.length).toBeGreaterThan(150)
  const outside = files.flatMap((file) =>
    [...new Set([...textsIn(file), ...sentencesIn(file)])].map((text) => `${file}: ${text}`),
  )
  expect(outside).toEqual([])
})

// Guarantees that the catalogue stays as small as the console: what no page says any more is not translated either.
test('every key of the console’s catalogue is used, stands once and begins with the name of its file', () => {
  const literals = new Set<string>()
  const templates: { readonly start: string; readonly end: string }[] = []
  const visit = (node: Node): void => {
    const parts = partsOf(node)
    const [start = ''] = parts
    if (parts.length === 1) literals.add(start)
    else if (/^[a-z]+_/.test(start)) templates.push({ start, end: parts.at(-1) ?? '' })
    childrenOf(node).forEach(visit)
  }
  // Mails to operators, the pages of their links and messages in chats speak as the console does.
  const speaking = sources('service/src/surfaces/{console,mails,messages,board/mail}/**/*.{ts,tsx}')
  for (const file of speaking) visit(treeOf(file))
  const faults = sources(`${CATALOGUE}/*.json`).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const keys = [...text.matchAll(/^ {2}"([^"]+)":/gm)].map(([, key = '']) => key)
    expect(keys.length).toBe(Object.keys(JSON.parse(text)).length)
    const prefix = `${basename(file, '.json').replaceAll('-', '_')}_`
    const isUsed = (key: string) =>
      literals.has(key) || templates.some(({ start, end }) => key.startsWith(start) && key.endsWith(end))
    return keys.filter((key) => !key.startsWith(prefix) || !isUsed(key)).map((key) => `${file}: ${key}`)
  })
  expect(faults).toEqual([])
})
