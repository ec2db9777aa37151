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
    return await inTransaction(call, (call) => store(call, ahead(readExport(open())), checked, slug ?? checked.slug))
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

async function store(
  call: ServiceCall,
  parts: AsyncIterable<Part>,
  { leftOut }: Checked,
  slug: string,
): Promise<ImportedProject> {
  let own: { readonly call: ProjectCall; readonly learn: Learn } | undefined
  let records = 0
  for await (const part of parts) {
    if (!('records' in part)) continue
    records += part.records.length
    if (own) await storePortion(own.call, part, own.learn)
    else {
      const { logo_id: logoId, ...record } = part.records[0] ?? {}
      const past = { ...record, logo_id: leftOut.has(logoId) ? null : logoId }
      const made = await storing(part, () => newProject(call, past, slug))
      own = { call: made, learn: openLearning(made) }
    }
  }
  if (!own) throw faultAt(undefined, 'The file has no project.')
  if (await hasLostMerges(own.call)) throw faultAt(undefined, 'A post is merged into one that is not in the file.')
  return { project: own.call.project, records, leftOut: leftOut.size }
}

/** Reads the next part while the one before is stored. */
async function* ahead(parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  let next = parts.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = parts.next()
      next.catch(() => {}) // it is reported when its turn comes
      yield value
    }
  } finally {
    await parts.return(undefined)
  }
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

async function storePortion(call: ProjectCall, portion: Portion, learn: Learn): Promise<void> {
  const { type, records, line } = portion
  for (const [column, table] of Object.entries(kindOf(type).refersTo ?? {})) {
    const ids = new Set(records.flatMap(({ [column]: id }) => (id === null || id === undefined ? [] : [String(id)])))
    if (!(await areThere(call, table, [...ids]))) {
      throw faultAt(undefined, `${between(portion)}: ${column} names a record that is not in the file.`)
    }
  }
  await storing({ type, records, line }, async () => insertRecords(call, type, await rendered(call, type, records)))
  if (type === 'post') await learn(...records.filter(isPublic).map(({ title, body }) => `${title} ${body}`))
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
