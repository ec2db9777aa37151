import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/paths.ts'

const SRC = join(ROOT, 'service/src')
const files = globSync('**/*.{ts,tsx}', { cwd: SRC })
  .filter((file) => !file.endsWith('.d.ts'))
  .sort()
const text = (file: string) => readFileSync(join(SRC, file), 'utf8')
const code = (file: string) => text(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

interface Import {
  readonly from: string
  /** A path below src, or the name of a package. */
  readonly to: string
  readonly own: boolean
  /** Types are gone at run time. */
  readonly typeOnly: boolean
}

const STATEMENT = /(?:\b(?:import|export)\s+([^'";]*?)\s*from\s*|\bimport\s*\(?\s*)'([^']+)'/g

const imports: Import[] = files.flatMap((from) =>
  [...code(from).matchAll(STATEMENT)].map(([, clause = '', specifier = '']) => {
    const own = specifier.startsWith('.')
    const to = own ? relative(SRC, resolve(SRC, dirname(from), specifier.replace(/\?.*$/, ''))) : specifier
    const typeOnly = clause.startsWith('type ') || /^\{(\s*type [^,}]+,?)+\s*\}$/.test(clause)
    return { from, to, own, typeOnly }
  }),
)
const ours = imports.filter(({ own, to }) => own && !to.startsWith('..'))

/** `domain/projects/store.ts` is in the room `domain/projects`; a file directly in a layer is a room of its own. */
const roomOf = (file: string) => {
  const parts = file.split('/')
  return parts.length > 2 ? parts.slice(0, 2).join('/') : file
}
const layerOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '')
const arrows = (list: Import[]) => list.map(({ from, to }) => `${from} → ${to}`)

test('there is something to check', () => {
  expect(files.length).toBeGreaterThan(30)
  expect(ours.length).toBeGreaterThan(60)
})

test('imports go from surfaces to the domain to the foundation, never upward', () => {
  const below: Record<string, string[]> = {
    surfaces: ['surfaces', 'domain', 'foundation'],
    domain: ['domain', 'foundation'],
    foundation: ['foundation'],
  }
  expect(
    arrows(ours.filter(({ from, to }) => layerOf(from) in below && !below[layerOf(from)]?.includes(layerOf(to)))),
  ).toEqual([])
})

test('surfaces do not know each other; they share surfaces/http, and those with pages surfaces/pages', () => {
  const shared = ['surfaces/http', 'surfaces/pages']
  const crossing = ours.filter(
    ({ from, to }) => layerOf(from) === 'surfaces' && layerOf(to) === 'surfaces' && roomOf(from) !== roomOf(to),
  )
  expect(arrows(crossing.filter(({ to }) => !shared.includes(roomOf(to))))).toEqual([])
})

/** Where SQL may stand. */
const isStore = (file: string) => /(?:^|[/-])store\.ts$/.test(file)
/** Parts of statements that a room lends to the stores of others. */
const isFragments = (file: string) => /^domain\/[^/]+\/fragments\.ts$/.test(file)

/** What a room offers to other rooms alone: it asks for no proof. */
const isInside = (file: string) => /^domain\/[^/]+\/inside\.ts$/.test(file)

test('a room is entered by its index.ts alone; by other rooms of the domain through inside.ts, by stores through fragments.ts', () => {
  const trespassing = ours.filter(
    ({ from, to }) =>
      roomOf(from) !== roomOf(to) &&
      to.split('/').length > 2 &&
      !/^[^/]+\/[^/]+\/index\.ts$/.test(to) &&
      !(isInside(to) && layerOf(from) === 'domain') &&
      !(isFragments(to) && (isStore(from) || isFragments(from))),
  )
  expect(arrows(trespassing)).toEqual([])
})

// Guarantees that one file of a room shows which parts of its SQL other rooms use.
test('a room exports parts of statements only in its fragments.ts', () => {
  const lent = files
    .filter((file) => /^domain\/[^/]+\/(?:index|inside)\.ts$/.test(file))
    .flatMap((door) =>
      [...code(door).matchAll(/export \{([^}]*)\} from '\.\/([^']+)'/g)].flatMap(([, names = '', from = '']) => {
        const source = join(dirname(door), from)
        if (isFragments(source)) return [`${door} exports ${from}`]
        if (!isStore(source)) return []
        const functions = code(source).matchAll(/^export function (\w+)[\s\S]*?\)(?:: ([^\n]*))? \{$/gm)
        return [...functions]
          .filter(([, name = '', answer]) => !answer?.startsWith('Promise<') && new RegExp(`\\b${name}\\b`).test(names))
          .map(([, name]) => `${door} exports ${name} of ${from}`)
      }),
    )
  expect(lent).toEqual([])
})

/** Where the packages begin that others import by name. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@feedback-board/app': 'kits/app/src/index.ts',
  '@feedback-board/server': 'kits/server/src/index.ts',
  '@feedback-board/widget': 'kits/widget/src/index.ts',
}

test('no package has a circle of imports, types included', () => {
  const all = globSync(
    [
      '{bench,generator,ui}/**/*.{ts,tsx}',
      '{examples,kits}/*/src/**/*.{ts,tsx}',
      '{service,widget}/src/**/*.{ts,tsx}',
      '{service,tools,widget}/*.ts',
    ],
    { cwd: ROOT },
  )
  const next = new Map(
    all.map((file) => {
      const specifiers = readFileSync(join(ROOT, file), 'utf8').matchAll(STATEMENT)
      const targets = [...specifiers].map(([, , specifier = '']) =>
        specifier.startsWith('.')
          ? relative(ROOT, resolve(ROOT, dirname(file), specifier.replace(/\?.*$/, '')))
          : PACKAGES[specifier],
      )
      return [file, targets.filter((target) => target !== undefined)] as const
    }),
  )
  expect(new Set(all.map((file) => file.split('/')[0]))).toEqual(
    new Set(['bench', 'examples', 'generator', 'kits', 'service', 'tools', 'ui', 'widget']),
  )
  expect([...next.values()].flat().length).toBeGreaterThan(2_000)
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    for (const target of next.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of all) visit(file, [])
  expect(cycles).toEqual([])
})

test('within board and console a name stands for one thing', () => {
  for (const surface of ['surfaces/board', 'surfaces/console']) {
    const exported = files
      .filter((file) => roomOf(file) === surface)
      .flatMap((file) =>
        [...code(file).matchAll(/^export (?:async )?(?:function|const|interface|type|class) (\w+)/gm)].map(
          ([, name = '']) => ({ name, file }),
        ),
      )
    expect(exported.length).toBeGreaterThan(50)
    const twice = [...Map.groupBy(exported, ({ name }) => name)].filter(([, places]) => places.length > 1)
    expect(twice.map(([name, places]) => [name, ...places.map(({ file }) => file)])).toEqual([])
  }
})

test('only the process imports the composition root', () => {
  expect(arrows(ours.filter(({ from, to }) => to === 'service.ts' && from !== 'serve.ts'))).toEqual([])
})

test('fastify stands in surfaces and the composition root alone', () => {
  expect(
    arrows(
      imports.filter(({ from, to }) => /^@?fastify/.test(to) && layerOf(from) !== 'surfaces' && from !== 'service.ts'),
    ),
  ).toEqual([])
})

test('SQL stands in files whose name ends in store.ts, in fragments.ts and in foundation/storage alone', () => {
  const allowed = (file: string) =>
    isStore(file) ||
    isFragments(file) ||
    file.startsWith('foundation/storage/') ||
    file.startsWith('surfaces/operations/')
  expect(files.filter((file) => /\bsql(<[^`]*>)?`/.test(code(file)) && !allowed(file))).toEqual([])
})

test('a table is written only by the room that owns it', () => {
  const writers = new Map<string, Set<string>>()
  for (const file of files.filter((name) => name.startsWith('domain/'))) {
    for (const [, table = ''] of code(file).matchAll(
      /\b(?:insert into|(?<!for |key )update(?! set\b)|delete from)\s+([a-z_]+)/g,
    )) {
      writers.set(table, (writers.get(table) ?? new Set()).add(roomOf(file)))
    }
  }
  expect(writers.size).toBeGreaterThan(0)
  expect([...writers].filter(([, rooms]) => rooms.size > 1).map(([table, rooms]) => [table, ...rooms])).toEqual([])
})

test('the environment is read in main.ts alone', () => {
  expect(files.filter((file) => /process\.env\b/.test(code(file)) && file !== 'main.ts')).toEqual([])
})

test('the domain has no clock: the instant is the call’s', () => {
  const clocks =
    /\bDate\.now\(|\bnew Date\(\)|performance\.now|\bsetTimeout\(|\bsetInterval\(|(?<!\bget )\bnow\(\)|current_timestamp/
  expect(files.filter((file) => file.startsWith('domain/') && clocks.test(code(file)))).toEqual([])
})

// Guarantees that an address which somebody typed in is called by foundation/egress alone. The object storage is the operator's.
test('the service calls others by HTTP in foundation/egress and foundation/objects alone', () => {
  const calling =
    /\bfetch\(|import (?!type )[^']*\b(?:request|get|Agent)\b[^']*'node:https?'|'node:(?:http2|https)'|\bimport\('undici'\)/
  const isBrowser = (file: string) => /(?:client[^/]*|worker)\.ts$|\/samples\//.test(file)
  expect(files.filter((file) => calling.test(code(file)) && !isBrowser(file))).toEqual([
    'foundation/egress/lines.ts',
    'foundation/objects/objects.ts',
  ])
})

test('no file is longer than 400 lines', () => {
  expect(files.filter((file) => text(file).split('\n').length > 400)).toEqual([])
})

// Guarantees that a benchmark can change without a test of the service.
test('tests of the service, the kits and the widget import nothing from bench', () => {
  const tests = globSync(['service/test/**/*.{ts,tsx}', 'kits/*/test/**/*.ts', 'widget/test/**/*.ts'], { cwd: ROOT })
  expect(tests.length).toBeGreaterThan(200)
  const importing = tests.filter((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(STATEMENT)].some(([, , specifier = '']) =>
      relative(ROOT, resolve(ROOT, dirname(file), specifier)).startsWith('bench/'),
    ),
  )
  expect(importing).toEqual([])
})
