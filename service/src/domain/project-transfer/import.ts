import type { JsonObject } from '../../foundation/json/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { FileFault } from '../../foundation/sealed-file/index.ts'
import { codeOf } from '../../foundation/storage/index.ts'
import {
  inProject,
  inTransaction,
  type Project,
  type ProjectCall,
  type ProjectDraft,
  type ServiceCall,
} from '../call/index.ts'
import { camelCased } from '../members.ts'
import { countVotesOf } from '../posts/inside.ts'
import { makeProject, setPast } from '../projects/inside.ts'
import { type Learn, openLearning } from '../search/inside.ts'
import { areThere, hasLostMerges, insertRecords, typedSettings } from './import-store.ts'
import { refuseOtherThanPictures } from './pictures.ts'
import { exportInvalid } from './problems.ts'
import { faultAt, type Part, type Portion, readExport } from './read.ts'
import { kindOf, type RecordType } from './records.ts'
import { rendered } from './render.ts'

export interface ImportedProject {
  readonly project: Project
  readonly records: number
  /** How many pictures were gone when the file was written. */
  readonly leftOut: number
}

/** A value that does not fit its column, or a rule of a table that is broken. */
const UNFIT = /^(?:22|23|54)/
/** Of ids that other records refer to: some megabytes. */
const MOST_REMEMBERED = 50_000

/**
 * Makes a new project of an export. The file is read twice: first it is checked as a whole, then it is stored in one transaction. So a file with any fault changes
 * nothing. Ids stay, except the project's own.
 */
export async function importProject(
  call: ServiceCall,
  open: () => AsyncIterable<Buffer>,
  slug?: string,
): Promise<ImportedProject> {
  try {
    const checked = await check(open())
    return await inTransaction(call, (call) => store(call, readExport(open()), checked, slug ?? checked.slug))
  } catch (error) {
    throw error instanceof FileFault ? new Problem(exportInvalid, { detail: error.message }) : error
  }
}

interface Checked {
  readonly slug: string
  readonly leftOut: ReadonlySet<unknown>
}

async function check(lines: AsyncIterable<Buffer>): Promise<Checked> {
  let slug = ''
  let leftOut: readonly string[] = []
  for await (const part of readExport(lines)) {
    if ('slug' in part) slug = part.slug
    else if ('fileIds' in part) leftOut = part.fileIds
    else if (part.type === 'file') await refuseOtherThanPictures(part)
  }
  return { slug, leftOut: new Set(leftOut) }
}

/** A project that is being filled. */
interface Filling {
  readonly call: ProjectCall
  readonly learn: Learn
  readonly areThere: AreThere
}

async function store(
  call: ServiceCall,
  parts: AsyncIterable<Part>,
  { leftOut }: Checked,
  slug: string,
): Promise<ImportedProject> {
  let own: Filling | undefined
  let records = 0
  let stored = Promise.resolve() // the portion before; meanwhile the next one is read and rendered
  try {
    for await (const part of parts) {
      if (!('records' in part)) continue
      records += part.records.length
      if (own) {
        const { call } = own
        const ready = await rendered(call, part.type, part.records).catch(async (error) => {
          await stored // if it failed, the transaction takes no more statements, and this is the reason
          throw error
        })
        await stored
        stored = storePortion(own, { ...part, records: ready })
        stored.catch(() => {}) // it is reported when its turn comes
      } else own = await beginProject(call, part, leftOut, slug)
    }
    await stored
  } finally {
    await stored.catch(() => {}) // no statement comes after the end of the transaction
  }
  if (!own) throw faultAt(undefined, 'The file has no project.')
  if (await hasLostMerges(own.call)) throw faultAt(undefined, 'A post is merged into one that is not in the file.')
  return { project: own.call.project, records, leftOut: leftOut.size }
}

async function beginProject(
  call: ServiceCall,
  part: Portion,
  leftOut: ReadonlySet<unknown>,
  slug: string,
): Promise<Filling> {
  const { logo_id: logoId, ...record } = part.records[0] ?? {}
  const past = { ...record, logo_id: leftOut.has(logoId) ? null : logoId }
  const made = await storing(part, () => newProject(call, past, slug))
  return { call: made, learn: openLearning(made), areThere: openReferences(made) }
}

/** The settings follow the same rules as those that somebody types in. The domain must be proven again. */
async function newProject(call: ServiceCall, record: JsonObject, slug: string): Promise<ProjectCall> {
  const { logo_id: _, created_at: __, updated_at: ___, version: ____, ...settings } = await typedSettings(call, record)
  const given = Object.entries(settings).map(([name, value]) => [name, value ?? undefined])
  const { notificationDefaults, ...draft } = camelCased(Object.fromEntries(given)) as Omit<ProjectDraft, 'slug'> // its columns are the members of a draft
  const defaults = camelCased(notificationDefaults)
  const project = await makeProject(call, { ...draft, notificationDefaults: defaults, slug }, async () => {})
  const own = inProject(call, project)
  await setPast(own, record)
  return own
}

async function storePortion({ call, learn, areThere }: Filling, portion: Portion): Promise<void> {
  const { type, records } = portion
  const { refersTo = {}, notIds = [] } = kindOf(type)
  for (const [column, table] of Object.entries(refersTo)) {
    const ids = columnOf(records, column).filter((id) => !notIds.includes(id))
    if (!(await areThere(table, ids))) {
      throw faultAt(undefined, `${between(portion)}: ${column} names a record that is not in the file.`)
    }
  }
  await storing(portion, () => insertRecords(call, type, records))
  if (type === 'standing') await countVotesOf(call, columnOf(records, 'post_id'))
  if (type === 'post') await learn(...records.filter(isPublic).map(({ title, body }) => `${title} ${body}`))
}

function columnOf(records: readonly JsonObject[], column: string): string[] {
  return records.flatMap(({ [column]: value }) => (value === null || value === undefined ? [] : [String(value)]))
}

type AreThere = (table: string, ids: readonly string[]) => Promise<boolean>

/** Whether all ids are in the project. Those that were found are not looked for again, as far as they are worth their memory. */
function openReferences(call: ProjectCall): AreThere {
  const found = new Set<string>() // an id says of which kind it is
  return async (table, ids) => {
    const wanted = [...new Set(ids)].filter((id) => !found.has(id))
    if (wanted.length === 0) return true
    if (found.size > MOST_REMEMBERED) found.clear()
    if (!(await areThere(call, table, wanted))) return false
    for (const id of wanted) found.add(id)
    return true
  }
}

function isPublic({ moderation_state: state, deleted_at: deletedAt }: JsonObject): boolean {
  return state === 'approved' && deletedAt === null
}

/** Says where in the file the values are that the database refused. */
async function storing<Result>(portion: Portion, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !UNFIT.test(codeOf(error) ?? '')) throw error
    throw faultAt(undefined, `${between(portion)}: ${error.message}.`)
  }
}

function between({ type, line, records }: { type: RecordType; line: number; records: readonly JsonObject[] }): string {
  const last = line + records.length - 1
  return last === line ? `Line ${line} (${type})` : `One of the lines ${line} to ${last} (${type})`
}
