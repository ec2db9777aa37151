import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defaultExclude, defineConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { browserScripts } from './service/browser-scripts.ts'
import { docsSite } from './service/docs-site.ts'
import { missingTools } from './service/test/harness/missing-tools.ts'
import { IN_PART, LONG } from './service/test/harness/parts.ts'
import { programs } from './service/test/harness/programs.ts'
import { styles } from './tools/styles.ts'
import { widget } from './widget/bundle.ts'

const sourceOf = (kit: string) => new URL(`kits/${kit}/src/index.ts`, import.meta.url).pathname

/** Vitest keeps modules from run to run, each by its own text. These are made of many files, so they are made anew. */
const madeOfMany: Plugin = {
  name: 'made-of-many',
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) =>
      /\?(?:browser|program)$|virtual:(?:widget|docs)$/.test(id) ? false : undefined,
    ),
}

const IN_PROCESSES = /\/foundation\/pictures\/apart\.ts$/

/** Pictures are decoded by the built scripts: a process that first takes the types out of its source computes half as much again. */
const builtPictures: Plugin = {
  name: 'built-pictures',
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (IN_PROCESSES.test(id) ? false : undefined)),
  transform(code, id) {
    const built = new URL('service/dist/main.js', import.meta.url)
    if (!IN_PROCESSES.test(id) || !existsSync(built)) return
    return { code: code.replaceAll('import.meta.url', JSON.stringify(built.href)), map: null }
  },
}

/** Files that take longest start first, so that no core waits for one of them at the end. */
class LongFirst extends BaseSequencer {
  static readonly #long =
    /(plans|process|access|backup|events|crash|demo|examples|faults|imports|mails|notifications|reference|replicas|stories|webhooks)\/[^/]+$|-plans\.test|\.browser\.test|(board|console)\/hostile|domains\/proof|idempotency\/model|java\/test\/kit|posts\/paging|privacy\/erase|server\/test\/signers|surfaces\/closing/

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(LongFirst.#long.test(moduleId))
    return (await super.sort(files)).sort((one, other) => isLong(other) - isLong(one))
  }
}

const TESTS = [
  'service/test/**/*.test.ts',
  'kits/*/test/**/*.test.ts',
  'widget/test/**/*.test.ts',
  'bench/**/*.test.ts',
]

/** These need programs of others: frameworks, proxies, package managers. `npm run test:examples` runs them. */
const WITH_PROGRAMS_OF_OTHERS = [
  'examples/test/**/*.test.ts',
  'kits/conformance/test/install.test.ts',
  'service/test/deploy/programs.test.ts',
]

/** These need servers of others: Patroni, PgBouncer, HAProxy. `npm run test:fleet` runs them. */
const WITH_SERVERS_OF_OTHERS = ['service/test/fleet/**/*.test.ts']

const OF_OTHERS = [...WITH_PROGRAMS_OF_OTHERS, ...WITH_SERVERS_OF_OTHERS]

/** What the commands of package.json run, unless they are given names of files: then, as without a command, any of ours may be named. */
const PARTS: Readonly<Record<string, { readonly include: string[]; readonly exclude: string[] }>> = {
  short: { include: TESTS, exclude: [...OF_OTHERS, ...LONG] },
  long: { include: [...LONG, ...IN_PART], exclude: [] },
  examples: { include: WITH_PROGRAMS_OF_OTHERS, exclude: [] },
  fleet: { include: WITH_SERVERS_OF_OTHERS, exclude: [] },
}
const { TEST_PART = '' } = process.env
const { include, exclude } = PARTS[TEST_PART] ?? { include: TESTS, exclude: OF_OTHERS }

export default defineConfig({
  // The kits as they are written, not as they were built last.
  resolve: { alias: { '@feedback-board/app': sourceOf('app'), '@feedback-board/server': sourceOf('server') } },
  plugins: [widget(), styles(), browserScripts(), docsSite(), programs(), madeOfMany, builtPictures],
  test: {
    include,
    exclude: [...defaultExclude, ...exclude],
    reporters: ['default', missingTools],
    globalSetup: ['service/test/harness/database.ts'],
    css: true, // pages carry their style sheet, so it has to be the real one
    // A limit ends a test that hangs. It is far above what a busy machine needs, so that it never decides a result.
    expect: { poll: { timeout: 300_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Two processes more than there are cores, because tests wait as well. Files share them, and with them the service and the Chromium that each starts once.
    // Those with servers of others load the machine until requests wait, so they run one after the other.
    maxWorkers: TEST_PART === 'fleet' ? 1 : availableParallelism() + 2,
    // A process of tests keeps all modules and makes much garbage. With room for it, V8 collects less often, and forgets no code that a later file runs again.
    execArgv: [
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      '--initial-old-space-size=512',
      '--no-flush-bytecode',
    ],
    sequence: { sequencer: LongFirst },
    isolate: false,
  },
})
