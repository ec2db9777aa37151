import { parseArgs } from 'node:util'
import type { SystemCall } from '../domain/call/index.ts'
import { listFields } from '../domain/fields/index.ts'
import {
  advanceImport,
  type ColumnMap,
  DATE_ORDERS,
  type DateOrder,
  FORMATS,
  type Format,
  type Import,
  importById,
  importJson,
  type LineFault,
  listImports,
  progressOf,
  readColumnMap,
  readFormat,
  receiveImport,
  undoImport,
} from '../domain/imports/index.ts'
import { keepHeapSmall } from '../foundation/heap/index.ts'
import { isPassing } from '../foundation/storage/index.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import type { Command, CommandResult } from './command.ts'
import { bytesOf } from './file-bytes.ts'
import { facts, when } from './layout.ts'
import { listCommand } from './list-command.ts'
import { startProgress } from './progress.ts'
import { readInput } from './read-input.ts'
import { foundOr, withProject } from './with-call.ts'
import { onlyWord, PROJECT, projectAndWord, requireProject, requireValue } from './words.ts'

const OPTIONS = {
  ...PROJECT,
  from: { type: 'string' },
  source: { type: 'string' },
  map: { type: 'string' },
  dates: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'skip-faults': { type: 'boolean' },
  notify: { type: 'boolean' },
} as const

const ONE_FILE = 'Name exactly one file, one directory of JSON files, or - for standard input.'
const ONE = 'Name exactly one import by its id (imp_…).'
const MOST_LISTED = 100
/** After so many questions without an answer a command gives up. It pauses twice as long after each: about three minutes in all. */
const MOST_UNANSWERED = 10
const PAUSE_MS = 200

export const importCommand: Command = {
  usage: `--project S --from ${FORMATS.join('|')} FILE|- [--map FILE] [--dates ${DATE_ORDERS.join('|')}] [--source NAME] [--dry-run] [--skip-faults] [--notify]`,
  summary: 'Import posts, votes, comments and people. Repeating it adds nothing twice, and goes on after a crash.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true })
    const slug = requireProject(values)
    const format = readFormatName(requireValue(values.from, `Name the format: --from ${FORMATS.join(', ')}.`))
    const file = onlyWord(positionals, ONE_FILE)
    const map = values.map === undefined ? undefined : await readMap(values.map, terminal)
    const dates = readDates(values.dates)
    const heap = keepHeapSmall()
    return withProject(terminal, slug, async (call) => {
      const tell = ({ line, detail }: LineFault) => terminal.tell(`Line ${line}: ${detail}.`)
      const progress = startProgress(terminal)
      const lines = readFormat(format, bytesOf(file), { now: call.now, map, dates, fields: await listFields(call) })
      const received = await receiveImport(call, lines, {
        source: values.source ?? format,
        isDryRun: values['dry-run'] ?? false,
        skipsFaults: values['skip-faults'] ?? false,
        notifies: values.notify ?? false,
        onFault: tell,
        onNote: tell,
        onRead: (count) => progress.say(`Read ${count} lines`),
      }).finally(progress.end)
      return received.state === 'running' ? resultOf(await runToEnd(call, received, terminal)) : resultOf(received)
    }).finally(heap.stop)
  },
}

export const listImportsCommand = listCommand({
  summary: 'List the imports, the newest first.',
  list: async (call) => (await listImports(call, { limit: MOST_LISTED, after: undefined })).items,
  toJson: importJson,
  columns: {
    id: ({ id }) => id,
    source: ({ source }) => source,
    state: ({ state }) => state,
    posts: ({ made }) => String(made.posts),
    votes: ({ made }) => String(made.votes),
    faults: ({ faultCount }) => String(faultCount),
    created: ({ createdAt }) => when(createdAt, ''),
  },
  empty: (slug) => `There are no imports. To make one: svc import --project ${slug} --from csv FILE`,
})

export const undoImportCommand: Command = {
  usage: '--project S ID',
  summary: 'Delete all that an import made, with what others added to its posts since.',
  async run(words, terminal) {
    const { slug, word: id } = projectAndWord(words, ONE)
    return withProject(terminal, slug, async (call) => {
      const missing = `The project has no import with this id (imp_…). To see them: svc import list --project ${slug}`
      const undone = await runToEnd(call, await foundOr(undoImport(call, id), missing), terminal)
      return { ...resultOf(undone), exitCode: undone.state === 'undone' ? 0 : 1 } // its faults are of no interest any more
    })
  },
}

/** The service may work on the same import meanwhile: each portion is done once. */
async function runToEnd(call: SystemCall, started: Import, terminal: Terminal): Promise<Import> {
  const progress = startProgress(terminal)
  try {
    for (let unanswered = 0; ; ) {
      // An earlier import comes first. What fails is tried again until the import itself has failed.
      const hasMoved = await advanceImport(call).catch(() => false)
      const now = await importById(call, started.id).catch((error: unknown) => {
        if (!isPassing(error) || unanswered >= MOST_UNANSWERED) throw error
        return undefined
      })
      if (now && now.state !== 'running' && now.state !== 'undoing') return now
      if (now) progress.say(now.state === 'undoing' ? 'Undoing' : 'Importing', progressOf(now))
      else if (unanswered === 0) terminal.tell('The database does not answer. Trying again.')
      unanswered = now ? 0 : unanswered + 1
      if (!hasMoved) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** unanswered)) // another process has it, or nobody answers
    }
  } finally {
    progress.end()
  }
}

function resultOf(found: Import): CommandResult {
  const isWell = found.state !== 'failed' && (found.faultCount === 0 || found.state === 'done')
  return { json: importJson(found), text: describe(found), exitCode: isWell ? 0 : 1 }
}

function describe(found: Import): string {
  const { received, made } = found
  const { changelog_entries: entries, ...others } = made
  const counted = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ') || 'nothing'
  return facts([
    ['Import', found.id],
    ['State', STATES[found.state]],
    [
      'In the file',
      counted({
        users: received.user,
        posts: received.post,
        comments: received.comment,
        votes: received.vote,
        'changelog entries': received.changelog_entry,
      }),
    ],
    ['Added', counted({ ...others, 'changelog entries': entries })],
    ['Faults', String(found.faultCount)],
    ...(found.failure === undefined ? [] : [['Why', found.failure] as const]),
  ])
}

const STATES: Readonly<Record<Import['state'], string>> = {
  receiving: 'receiving',
  checked: 'checked; nothing was changed',
  running: 'running',
  done: 'done',
  failed: 'failed',
  undoing: 'being undone',
  undone: 'undone',
}

function readFormatName(text: string): Format {
  const known = FORMATS.find((format) => format === text)
  if (known === undefined) throw new UsageError(`The formats are ${FORMATS.join(', ')}.`)
  return known
}

function readDates(text: string | undefined): DateOrder | undefined {
  const known = DATE_ORDERS.find((order) => order === text)
  if (text !== undefined && known === undefined)
    throw new UsageError('Dates are ymd (2024-01-31), dmy (31.01.2024) or mdy (1/31/2024).')
  return known
}

async function readMap(file: string, terminal: Terminal): Promise<ColumnMap> {
  const bytes = await readInput(file, 'map of the columns', terminal)
  try {
    return readColumnMap(JSON.parse(bytes?.toString() ?? ''))
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError('The map of the columns is not JSON.')
    throw error
  }
}
