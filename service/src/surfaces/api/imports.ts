import { Type } from 'typebox'
import {
  IMPORT_STATES,
  ImportSource,
  importById,
  importJson,
  importState,
  importUnreadable,
  listImports,
  MADE,
  MOST_RUNNING,
  MOST_UPLOAD_BYTES,
  MOST_WAITING,
  RECORD_TYPES,
  readFormat,
  receiveImport,
  startImport,
  undoImport,
} from '../../domain/imports/index.ts'
import { limitReached } from '../../domain/labels/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { bodyTooLarge, notFound } from '../../foundation/problems/index.ts'
import { bytesOfLines, IMPORTS } from '../http/index.ts'
import { countUse } from './admit.ts'
import { endpoint } from './endpoint.ts'
import { NoBody } from './input.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { Nullable, OneOf, Shared, TimeOf } from './schema.ts'

const TAGS = ['Imports']
const ImportParams = Type.Object({ id: Type.String({ description: 'The import’s id.' }) })
const counts = <Name extends string>(names: readonly Name[], description: string) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer({ description: `How many: ${name}.` })])), {
    description,
  })

const LineNote = Type.Object(
  {
    line: Type.Integer({ description: 'The line, from 1.' }),
    detail: Type.String({ description: 'What there is to say about it.' }),
  },
  { description: 'About a line.' },
)

const Import = Shared(
  'Import',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('import'), description: 'The import’s id.' }),
      source: Type.String({ description: 'Where the records come from.' }),
      state: OneOf(IMPORT_STATES, {
        description:
          '`receiving`: its records are being read. `checked`: nothing was changed; start it, or it is given up after a day. `running` and `undoing` go on by themselves. `failed`: see `failure`. `undone`: taken back, or given up before it started.',
      }),
      progress: Type.Number({ minimum: 0, maximum: 1, description: 'How much of the run is done, from 0 to 1.' }),
      received: counts(RECORD_TYPES, 'The valid records that were received, by type.'),
      made: counts(MADE, 'What the import added. Records that were imported before add nothing.'),
      fault_count: Type.Integer({
        description:
          'How many faults were found. One fault can be about several lines, such as all votes for a post that is missing.',
      }),
      faults: Type.Array(LineNote, {
        description: 'The first thousand faults, in the order of the lines; in a list of imports, the first ten.',
      }),
      notes: Type.Array(LineNote, {
        description:
          'What cannot be carried over whole, such as a text that is too long, or an answer to a comment that is missing; the first thousand, in the order of the lines; in a list of imports, the first ten.',
      }),
      notifies: Type.Boolean({ description: 'Whether people, the team and webhooks are told of what it adds.' }),
      failure: Nullable(Type.String(), { description: 'Why it failed; otherwise null.' }),
      created_at: TimeOf('When its first record came.'),
      finished_at: Nullable(TimeOf(''), { description: 'When it ended, or when its undo ended; until then null.' }),
    },
    { description: 'The import.' },
  ),
)

export const list = endpoint({
  access: 'imports:write',
  schema: {
    operationId: 'listImports',
    summary: 'List the imports',
    description: 'The newest first.',
    tags: TAGS,
    querystring: PageQuery,
    response: { 200: Paged(Import, 'Imports.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPage(context, call, request, (page) => listImports(call, page), importJson),
})

export const get = endpoint({
  access: 'imports:write',
  schema: {
    operationId: 'getImport',
    summary: 'Read an import',
    tags: TAGS,
    params: ImportParams,
    response: { 200: Import },
  },
  problems: [notFound],
  handler: async (call, { params }) => importJson(await importById(call, params.id)),
})

const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

const RECORDS =
  'Lines of JSON, one record each: `user`, `post`, `comment`, `vote` or `changelog_entry`; the import guide lists their members. Their order does not matter. Records are known by `source` and `external_id`, so sending a file again adds nothing twice. The answer comes when all lines were read and checked. Without faults the import then runs by itself; with faults, or with `dry_run`, it is `checked`, nothing was changed, and you can start it.'
const BOUNDS = `A request takes at most ${MOST_UPLOAD_BYTES / 1_048_576} MB within 30 seconds; for larger files use \`svc import\`. At most ${MOST_WAITING} imports of a project wait for their records or to be started; start or undo one to make room. At most ${MOST_RUNNING} run, one after the other. The service reads one import of a project at a time: after a 429, try again. An \`Idempotency-Key\` is not needed, and not kept.`

export const create = endpoint({
  access: 'imports:write',
  takesLines: MOST_UPLOAD_BYTES,
  isNeverKept: true,
  schema: {
    operationId: 'createImport',
    summary: 'Import records',
    description: `${RECORDS} ${BOUNDS}`,
    tags: TAGS,
    querystring: Type.Object(
      {
        source: ImportSource,
        dry_run: flag('Only check the records.'),
        skip_faults: flag('Run although some lines are faulty; these are left out.'),
        notify: flag('Tell people, the team and webhooks of everything, as if it happened now. False if absent.'),
      },
      { additionalProperties: false },
    ),
    body: Type.Unsafe<unknown>({ type: 'string', description: 'The records, one a line.' }),
    response: { 201: Import },
  },
  problems: [importUnreadable, bodyTooLarge, limitReached, importState],
  handler: async (call, request, reply, context) => {
    const {
      source,
      dry_run: isDryRun = false,
      skip_faults: skipsFaults = false,
      notify: notifies = false,
    } = request.query
    const admit = () => countUse(context, reply, IMPORTS, call.project.id) // one that is refused does not count
    const options = { source, isDryRun, skipsFaults, notifies, admit }
    const made = await receiveImport(call, readFormat('ndjson', bytesOfLines(request), { now: call.now }), options)
    reply.code(201).header('location', `/v1/imports/${made.id}`)
    return importJson(made)
  },
})

export const start = endpoint({
  access: 'imports:write',
  schema: {
    operationId: 'startImport',
    summary: 'Start an import that was checked',
    description: 'What is faulty is left out.',
    tags: TAGS,
    params: ImportParams,
    body: NoBody,
    response: { 200: Import },
  },
  problems: [notFound, importState, limitReached],
  handler: async (call, { params }) => importJson(await startImport(call, params.id)),
})

export const undo = endpoint({
  access: 'imports:write',
  schema: {
    operationId: 'undoImport',
    summary: 'Undo an import',
    description:
      'Deletes all that the import made, with what others added to its posts since and answered to its comments. People stay if they signed in, if a server vouched for them, or if they did something else; statuses and tags stay if other posts have them. Afterwards the same records can be imported again. An import that was not started has made nothing: it is given up, and its records are deleted.',
    tags: TAGS,
    params: ImportParams,
    body: NoBody,
    response: { 200: Import },
  },
  problems: [notFound, importState],
  handler: async (call, { params }) => importJson(await undoImport(call, params.id)),
})
