import { onFirstUse } from '../../../../../ui/on-first-use.ts'
import type { ConsoleWords } from '../../../../../ui/words/console/words.ts'
import type { OperatorCall, Project } from '../../../domain/call/index.ts'
import { COUNTED, type DecisionQuery, EFFORT, isValueKnown, type Measure } from '../../../domain/decisions/index.ts'
import type { Field } from '../../../domain/fields/index.ts'
import { isVotingClosed, type Status } from '../../../domain/statuses/index.ts'
import { type Query, textOf, textsIn } from '../../pages/index.ts'
import { INSIGHT_SPANS } from '../insights/page.tsx'

/** Posts of every status. */
export const ANY_STATUS = 'any'
const DAY_MS = 24 * 60 * 60 * 1000

/** A column of the table beside the post itself. */
export type ColumnName = Measure | 'ties' | 'new' | 'status' | 'category'

/** Columns that are shown only to those who choose them: with all of them the table is wider than most screens. */
const NOT_AT_FIRST: ReadonlySet<ColumnName> = new Set(['accounts', 'ties', 'status', 'category'])

/** What the page shows. All of it is in the address, so that a link shows the same to somebody else. */
export interface AskedDecision {
  readonly sort: Measure
  readonly segment: string | undefined
  /** Undefined: ever. */
  readonly days: (typeof INSIGHT_SPANS)[number] | undefined
  /** The id of a status, or `any`. Undefined: those of posts that are neither done nor closed. */
  readonly status: string | undefined
  readonly category: string | undefined
  readonly columns: readonly ColumnName[]
  /** The axes of the plot. */
  readonly x: Measure
  readonly y: Measure
  /** The number of the post whose point was chosen. */
  readonly post: number | undefined
  /** The id of the saved view that it began with. */
  readonly view: string | undefined
  /** The place in the list. Undefined: its beginning. */
  readonly cursor: string | undefined
}

/** What posts of this project can be measured by. */
export function measuresOf(project: Project, estimates: readonly Field[]): readonly Measure[] {
  const counted = COUNTED.filter(
    (one) => (one !== 'accounts' || project.accountTrait !== undefined) && (one !== 'value' || isValueKnown(project)),
  )
  const fields = estimates.map(({ key }): Measure => `field.${key}`)
  return [...counted, ...fields, ...(fields.includes(`field.${EFFORT}`) ? (['by_effort'] as const) : [])]
}

/** All columns that the table can have, in their order. */
export function columnsOf(measures: readonly Measure[], hasCategories: boolean): readonly ColumnName[] {
  return [...measures, 'ties', 'new', 'status', ...(hasCategories ? (['category'] as const) : [])]
}

/** Unknown names are left out: people edit addresses, and fields may be gone. */
export function askedDecision(query: Query, project: Project, estimates: readonly Field[]): AskedDecision {
  const measures = measuresOf(project, estimates)
  const named = (value: unknown) => measures.find((one) => one === value)
  const gain = isValueKnown(project) ? 'value' : 'votes'
  const wanted = new Set(textsIn(query.col))
  const all = columnsOf(measures, true)
  const chosen = all.filter((name) => wanted.has(name))
  return {
    sort: named(query.sort) ?? gain,
    segment: textOf(query.segment),
    days: INSIGHT_SPANS.find((days) => String(days) === query.days),
    status: textOf(query.status),
    category: textOf(query.category),
    columns: chosen.length > 0 ? chosen : all.filter((name) => !NOT_AT_FIRST.has(name)),
    x: named(query.x) ?? named(`field.${EFFORT}`) ?? 'votes',
    y: named(query.y) ?? (estimates.length === 0 && gain === 'votes' ? 'share' : gain),
    post: /^[1-9]\d{0,8}$/.test(textOf(query.post) ?? '') ? Number(query.post) : undefined,
    view: textOf(query.view),
    cursor: textOf(query.cursor),
  }
}

/** What a saved view keeps. */
export function keptParams({ sort, segment, days, status, category, columns, x, y }: AskedDecision): URLSearchParams {
  const params = new URLSearchParams({
    sort,
    ...(segment !== undefined && { segment }),
    ...(days !== undefined && { days: String(days) }),
    ...(status !== undefined && { status }),
    ...(category !== undefined && { category }),
    x,
    y,
  })
  for (const column of columns) params.append('col', column)
  return params
}

/** The whole state of the page, for links within it. */
export function decisionParams(asked: AskedDecision): URLSearchParams {
  const params = keptParams(asked)
  if (asked.view !== undefined) params.set('view', asked.view)
  if (asked.post !== undefined) params.set('post', String(asked.post))
  if (asked.cursor !== undefined) params.set('cursor', asked.cursor)
  return params
}

function undecided(statuses: readonly Status[]): string[] {
  return statuses.filter(({ category }) => !isVotingClosed(category)).map(({ id }) => id)
}

/** A span begins at midnight, so that everybody who asks on one day asks for the same. */
export function decisionQuery({ now }: OperatorCall, asked: AskedDecision, statuses: readonly Status[]): DecisionQuery {
  const { sort, segment, days, status, category } = asked
  const today = Math.floor(now.getTime() / DAY_MS)
  return {
    sort,
    segment,
    category,
    ...(status !== ANY_STATUS && { statuses: status === undefined ? undecided(statuses) : [status] }),
    ...(days !== undefined && { from: new Date((today - days) * DAY_MS) }),
  }
}

export function nameOfMeasure(words: ConsoleWords, project: Project, estimates: readonly Field[], measure: Measure) {
  if (measure === 'by_effort')
    return words.say(isValueKnown(project) ? 'decide_value_by_effort' : 'decide_votes_by_effort')
  const counted = COUNTED.find((one) => one === measure)
  if (counted) return words.say(`decide_${counted}`)
  return estimates.find(({ key }) => measure === `field.${key}`)?.label ?? measure
}

const short = onFirstUse(() => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }))
const exact = onFirstUse(() => new Intl.NumberFormat('en', { maximumFractionDigits: 2 }))

/** A number of the table: a share in percent, others with at most two decimals. */
export function sayMeasure(measure: Measure, number: number): string {
  return measure === 'share' ? `${exact().format(Math.round(number * 1000) / 10)}%` : exact().format(number)
}

/** A number beside an axis. */
export function sayTick(measure: Measure, number: number): string {
  return measure === 'share' ? `${exact().format(number * 100)}%` : short().format(number)
}
