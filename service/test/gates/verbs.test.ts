import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/paths.ts'

const SRC = join(ROOT, 'service/src')

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

interface Fn {
  readonly name: string
  readonly node: Node
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const isFunction = ({ type }: Node) => /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const nameIn = (value: unknown) => (isNode(value) && value.type === 'Identifier' ? String(value.name) : '')

function parse(file: string): Node {
  return parseSync(file, readFileSync(join(SRC, file), 'utf8')).program as unknown as Node // every node has a type
}

/** All functions, named by what they are declared as or kept in. */
function functionsIn(node: Node, name = ''): Fn[] {
  const own = node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' ? nameIn(node.id) : ''
  const found = childrenOf(node).flatMap((child) => functionsIn(child, isFunction(node) ? '' : own || name))
  return isFunction(node) ? [{ name: own || name, node }, ...found] : found
}

function all(node: Node): Node[] {
  return [node, ...childrenOf(node).flatMap(all)]
}

const namesCalled = (node: Node) =>
  all(node).flatMap((part) => (part.type === 'CallExpression' ? [nameIn(part.callee)] : []))
const WRITES = /\b(?:insert into|update(?! set\b)|delete from)\s+[a-z$]/

/** The functions of the domain that change what is stored, by themselves or by others that they call; also by the names that doors give them. */
function writingVerbs(): Set<string> {
  const files = globSync('domain/**/*.ts', { cwd: SRC })
  const functions = files.flatMap((file) => functionsIn(parse(file))).filter(({ name }) => name !== '')
  const sqlOf = (node: Node) =>
    all(node).flatMap(({ type, value }) => (type === 'TemplateElement' ? [rawOf(value)] : []))
  const writing = new Set(functions.filter(({ node }) => WRITES.test(sqlOf(node).join(' '))).map(({ name }) => name))
  const calls = functions.map(({ name, node }) => ({ name, called: namesCalled(node) }))
  for (let size = -1; size !== writing.size; ) {
    size = writing.size
    for (const { name, called } of calls) if (called.some((one) => writing.has(one))) writing.add(name)
  }
  for (const file of files.filter((name) => /\/(?:index|inside)\.ts$/.test(name)))
    for (const { type, local, exported } of all(parse(file)))
      if (type === 'ExportSpecifier' && writing.has(nameIn(local))) writing.add(nameIn(exported))
  return writing
}

const rawOf = (value: unknown) => String((value as { raw?: unknown }).raw) // of a template

/** How many writing verbs run at most, one after the other. Functions inside are looked at by themselves. */
function mostRun(node: Node | undefined, isVerb: (name: string) => boolean): string[] {
  if (!node || isFunction(node)) return []
  const run = (part: unknown) => mostRun(isNode(part) ? part : undefined, isVerb)
  const longest = (...ways: string[][]) => ways.reduce((one, other) => (other.length > one.length ? other : one), [])
  switch (node.type) {
    case 'ConditionalExpression':
      return [...run(node.test), ...longest(run(node.consequent), run(node.alternate))]
    case 'SwitchStatement':
      return [...run(node.discriminant), ...longest(...(node.cases as Node[]).map(run))] // as ESTree has it
    case 'TryStatement':
      return [...longest(run(node.block), run(node.handler)), ...run(node.finalizer)]
    case 'BlockStatement':
      return inTurn(node.body as Node[], run, longest) // as ESTree has it
    case 'CallExpression': {
      const inside = childrenOf(node).flatMap(run)
      return isVerb(nameIn(node.callee)) ? [...inside, nameIn(node.callee)] : inside
    }
    case 'IfStatement':
      return [...run(node.test), ...longest(run(node.consequent), run(node.alternate))]
    default:
      return childrenOf(node).flatMap(run)
  }
}

/** After a branch that ends the function nothing follows. */
function inTurn(
  [first, ...rest]: readonly Node[],
  run: (part: unknown) => string[],
  longest: (...ways: string[][]) => string[],
): string[] {
  if (!first) return []
  const after = inTurn(rest, run, longest)
  if (first.type !== 'IfStatement' || !endsWithReturn(first.consequent)) return [...run(first), ...after]
  return [...run(first.test), ...longest(run(first.consequent), [...run(first.alternate), ...after])]
}

function endsWithReturn(part: unknown): boolean {
  if (!isNode(part)) return false
  if (part.type === 'BlockStatement') return endsWithReturn((part.body as Node[]).at(-1)) // as ESTree has it
  return part.type === 'ReturnStatement' || part.type === 'ThrowStatement'
}

const callers = globSync(['surfaces/**/*.{ts,tsx}', 'cli/**/*.ts'], { cwd: SRC }).sort()
/** They keep what they counted, which can be counted again at any time. */
const COUNTING = [
  ...['readNumbers', 'readVotesByTrait', 'countSegment', 'countMatches', 'readInsights'],
  ...['listAccounts', 'readAccount', 'listPeopleOf'],
]

// Guarantees that what belongs together commits together: a second verb could fail, or never run, after the first one was stored.
test('no surface and no command runs two verbs that write', () => {
  const writing = writingVerbs()
  for (const verb of COUNTING) writing.delete(verb)
  expect(writing.size).toBeGreaterThan(150)
  expect(
    ['writePost', 'changePostStatus', 'eraseUser', 'issueSecretKey', 'castVote'].filter((name) => !writing.has(name)),
  ).toEqual([])
  expect(['getPost', 'listStatuses', 'findUsers'].filter((name) => writing.has(name))).toEqual([])
  const found: string[] = []
  for (const file of callers) {
    const program = parse(file)
    const imported = new Set(
      (program.body as Node[]) // as ESTree has it
        .filter(({ type, source }) => type === 'ImportDeclaration' && /\/domain\//.test(String((source as Node).value)))
        .flatMap(({ specifiers }) => (specifiers as Node[]).map(({ local }) => nameIn(local))),
    )
    for (const { name, node } of functionsIn(program)) {
      const run = mostRun(isNode(node.body) ? node.body : undefined, (verb) => imported.has(verb) && writing.has(verb))
      if (run.length > 1) found.push(`${file} ${name}: ${run.join(', ')}`)
    }
  }
  expect(found).toEqual([])
})

test('no surface and no command opens a transaction', () => {
  const opening = globSync(['surfaces/**/*.{ts,tsx}', 'cli/**/*.ts', 'demo/**/*.ts'], { cwd: SRC }).filter((file) =>
    all(parse(file)).some(
      ({ type, callee }) =>
        type === 'CallExpression' &&
        (nameIn(callee) === 'inTransaction' || (isNode(callee) && nameIn(callee.property) === 'transaction')),
    ),
  )
  expect(opening).toEqual([])
})
