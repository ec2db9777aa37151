import { idPattern } from '../../foundation/ids/index.ts'
import { isObject, type JsonObject } from '../../foundation/json/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { isViewQuery } from '../decisions/index.ts'
import { isFieldKey, isStoredOptions, isStoredValues } from '../fields/index.ts'
import { isAccountOfVote } from '../insights/index.ts'
import { isColor } from '../labels/index.ts'
import { readRules } from '../segments/index.ts'
import { isKid, parseKeyUpload } from '../signing-keys/index.ts'
import { isSlug, type Text } from '../texts/index.ts'
import { isChoices } from './choices.ts'
import { FORMAT, FORMAT_VERSION, LEFT_OUT } from './export.ts'
import { exportInvalid } from './problems.ts'
import { kindOf, RECORD_TYPES, type RecordType } from './records.ts'
import { openWhole } from './whole.ts'

const MOST_RECORDS = 1_000
const MOST_BYTES = 100_000
const UTF_8 = new TextDecoder('utf-8', { fatal: true })
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d[\d.:+Z-]*)?$/
const BYTES = /^\\x(?:[0-9a-f]{2})+$/

/** Records of one kind that follow each other in the file. */
export interface Portion {
  readonly type: RecordType
  readonly records: readonly JsonObject[]
  /** The number of the first line. */
  readonly line: number
}

interface Head {
  readonly slug: string
  readonly counts: JsonObject
}

/** The pictures that were gone when the file was written. */
export interface LeftOut {
  readonly fileIds: readonly string[]
}

export type Part = Head | Portion | LeftOut

/** Reads an export and checks its records, each by itself and then all together. Faults are told with their line. The head comes first. */
export async function* readExport(lines: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const whole = openWhole()
  let leftOut: LeftOut | undefined
  let head: Head | undefined
  let number = 0
  let bytes = 0
  let portion: { type: RecordType; records: JsonObject[]; line: number; members: string } | undefined
  const counts: Partial<Record<RecordType, number>> = {}
  for await (const line of lines) {
    number += 1
    const { type, data } = parse(line, number)
    if (!head) {
      head = headIn(type, data)
      yield head
      continue
    }
    if (leftOut) throw faultAt(number, 'No record comes after those that were left out.')
    if (type === LEFT_OUT && portion) {
      leftOut = leftOutIn(data, number)
      continue
    }
    const known = typeIn(type, number, portion?.type)
    const members = Object.keys(data).join(' ')
    const fault = faultIn(known, data)
    if (fault) throw faultAt(number, fault)
    whole.take(known, data)
    bytes += line.length
    counts[known] = (counts[known] ?? 0) + 1
    if (
      portion &&
      portion.type === known &&
      portion.members === members &&
      portion.records.length < MOST_RECORDS &&
      bytes < MOST_BYTES
    ) {
      portion.records.push(data)
      continue
    }
    if (portion) yield portion
    portion = { type: known, records: [data], line: number, members }
    bytes = line.length
  }
  if (!head) throw faultAt(1, 'The head is missing.')
  if (portion) yield portion
  if (leftOut) {
    counts.file = (counts.file ?? 0) + leftOut.fileIds.length
    yield leftOut
  }
  refuseOtherCounts(head.counts, counts)
  const fault = whole.fault(leftOut?.fileIds ?? [])
  if (fault) throw faultAt(undefined, fault)
}

/** Without a line, it is about the file as a whole. */
export function faultAt(line: number | undefined, fault: string): Problem {
  return new Problem(exportInvalid, { detail: line === undefined ? fault : `Line ${line}: ${fault}` })
}

function parse(line: Buffer, number: number): { type: unknown; data: JsonObject } {
  try {
    const { type, data } = JSON.parse(UTF_8.decode(line))
    if (isObject(data)) return { type, data }
  } catch {
    // the same fault as a line of another form
  }
  throw faultAt(number, 'This is not a record: {"type": …, "data": {…}} in UTF-8.')
}

function headIn(type: unknown, { format, version, project, counts }: JsonObject): Head {
  if (type !== 'head' || format !== FORMAT) throw faultAt(1, 'This is not the head of a project’s export.')
  if (version !== FORMAT_VERSION) {
    throw faultAt(
      1,
      `The export has the format version ${Number(version)}; this build reads version ${FORMAT_VERSION}. Use a newer build.`,
    )
  }
  const slug = isObject(project) ? project.slug : undefined
  if (typeof slug !== 'string' || !isObject(counts)) throw faultAt(1, 'The head has no project or no counts.')
  return { slug, counts }
}

function leftOutIn({ file_ids: ids }: JsonObject, line: number): LeftOut {
  if (!Array.isArray(ids) || ids.some((id) => typeof id !== 'string'))
    throw faultAt(line, 'file_ids must be a list of ids.')
  return { fileIds: ids }
}

/** Records come in the order of the list, so that those that they refer to are there. */
function typeIn(type: unknown, line: number, before: RecordType | undefined): RecordType {
  const known = RECORD_TYPES.find((one) => one === type)
  if (!known) throw faultAt(line, 'This build does not know this kind of record. Use a newer build.')
  if (before === undefined && known !== 'project') throw faultAt(line, 'The first record must be the project.')
  if (before === 'project' && known === 'project') throw faultAt(line, 'There is more than one project.')
  if (before !== undefined && RECORD_TYPES.indexOf(known) < RECORD_TYPES.indexOf(before))
    throw faultAt(line, `A record of the kind ${known} cannot come after one of the kind ${before}.`)
  return known
}

function refuseOtherCounts(expected: JsonObject, found: Partial<Record<RecordType, number>>): void {
  for (const type of RECORD_TYPES) {
    const there = found[type] ?? 0
    if ((expected[type] ?? 0) !== there) {
      throw faultAt(
        undefined,
        `The head announces ${Number(expected[type] ?? 0)} records of the kind ${type}; the file has ${there}.`,
      )
    }
  }
}

/** Columns that hold a time or a day. */
const IS_TIME = /(?:^|_)(?:at|day)$|^idle_since$/
/** Longer than every text of a record, other than a picture. */
const LONGEST_TEXT = 65_536

/** What the database does not check by its types and constraints. */
function faultIn(type: RecordType, data: JsonObject): string | undefined {
  const checks = CHECKS.get(type)
  for (const [name, value] of Object.entries(data)) {
    const member = checks?.members.get(name)
    if (!member) return 'It has a member that this build does not know. Use a newer build.'
    if (member.isTime && value !== null && !(typeof value === 'string' && TIME.test(value)))
      return `${name} is not a time.`
    if (type !== 'file' && typeof value === 'string' && value.length > LONGEST_TEXT) return `${name} is too long.`
    const { text } = member
    if (text && !(typeof value === 'string' && [...value].length <= text.maxLength)) {
      return `${name} must be a text of at most ${text.maxLength} characters.`
    }
  }
  if (checks?.id && !(typeof data.id === 'string' && checks.id.test(data.id))) return 'id is not an id of this kind.'
  return RULES[type]?.(data)
}

interface Checks {
  readonly members: ReadonlyMap<string, { readonly isTime: boolean; readonly text: Text | undefined }>
  readonly id: RegExp | undefined
}

/** Made once: there are millions of records. */
const CHECKS: ReadonlyMap<RecordType, Checks> = new Map(
  RECORD_TYPES.map((type) => {
    const { columns, id, texts = {} } = kindOf(type)
    const members = new Map(columns.map((name) => [name, { isTime: IS_TIME.test(name), text: texts[name] }]))
    return [type, { members, id: id && new RegExp(idPattern(id)) }]
  }),
)

const RULES: { readonly [Type in RecordType]?: (data: JsonObject) => string | undefined } = {
  project: ({ notification_defaults: defaults }) =>
    isChoices(defaults) ? undefined : 'notification_defaults is wrong.',
  status: colored,
  segment: ({ rules }) => faultInRules(rules),
  category: ({ slug }) => (typeof slug === 'string' && isSlug(slug) ? undefined : 'slug is wrong.'),
  field: ({ key, options }) => {
    if (typeof key !== 'string' || !isFieldKey(key)) return 'key is wrong.'
    return isStoredOptions(options) ? undefined : 'options are wrong.'
  },
  view: ({ query }) => (isViewQuery(query) ? undefined : 'query must be the query of an address.'),
  post: ({ field_values: values }) =>
    (values ?? null) === null || isStoredValues(values) ? undefined : 'field_values are wrong.',
  tag: colored,
  user: ({ traits, notification_choices: choices }) => {
    if (!isObject(traits)) return 'traits must be an object.'
    return isChoices(choices) ? undefined : 'notification_choices is wrong.'
  },
  signing_key: ({ kid, jwk, thumbprint }) => {
    if (typeof kid !== 'string' || !isKid(kid)) return 'kid is not the id of a signing key.'
    try {
      const key = parseKeyUpload({ jwk })
      if (!isObject(jwk) || Object.keys(jwk).length !== Object.keys(key.jwk).length)
        return 'jwk has other members than a public key.'
      return key.thumbprint === thumbprint ? undefined : 'thumbprint is not that of the key.'
    } catch {
      return 'jwk is not a public P-256 key.'
    }
  },
  file: ({ large, small }) =>
    [large, small].every((bytes) => typeof bytes === 'string' && BYTES.test(bytes))
      ? undefined
      : 'The picture is not there in both sizes.',
  vote: ({ account = null, account_value: value = null }) =>
    isAccountOfVote(account, value) ? undefined : 'account or account_value is wrong.',
  event: ({ data }) => (isObject(data) ? undefined : 'data must be an object.'),
}

function faultInRules(rules: unknown): string | undefined {
  try {
    readRules(rules)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.detail ?? 'rules are wrong.'
    throw error
  }
}

function colored({ color }: JsonObject): string | undefined {
  return typeof color === 'string' && isColor(color) ? undefined : 'color must be a colour such as #14614a.'
}
