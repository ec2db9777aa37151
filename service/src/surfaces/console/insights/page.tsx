import { Empty } from '../../../../../ui/components.tsx'
import {
  BASES,
  type BaseKind,
  type InsightSort,
  type People,
  type PostInsight,
  type Share,
  SORTS,
} from '../../../domain/insights/index.ts'
import type { Segment } from '../../../domain/segments/index.ts'
import { InsightTabs } from '../accounts/list-page.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, CsvLink, NextPage, Select } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'

/** The spans of the page, in days. */
export const INSIGHT_SPANS = [30, 90, 365] as const
const MOST_TIES = 3

/** What the page shows. */
export interface Asked {
  readonly sort: InsightSort
  readonly base: BaseKind
  readonly segment: string | undefined
  /** Undefined: ever. */
  readonly days: (typeof INSIGHT_SPANS)[number] | undefined
}

interface InsightsProps {
  readonly view: ProjectView
  readonly asked: Asked
  readonly posts: readonly PostInsight[]
  readonly people: People
  readonly segments: readonly Segment[]
  readonly isSegmentGone: boolean
  readonly next: string | undefined
}

export function InsightsPage(props: InsightsProps) {
  const { view, asked, posts, people, next } = props
  const { words, base } = view
  return (
    <ProjectPage
      view={view}
      title={words.say('insights_title')}
      section="/insights"
      guide="insights"
      isWide
      lead={words.say('insights_lead')}
      actions={posts.length > 0 && <CsvLink view={view} href={`${base}/insights.csv?${paramsOf(asked)}`} />}
    >
      <InsightTabs view={view} here="/insights" />
      <Filter {...props} />
      {props.isSegmentGone && <p class="notice">{words.say('insights_segment_gone')}</p>}
      <p class="soft insights-base">
        {words.say('insights_base', { people: words.number(people.people), accounts: words.number(people.accounts) })}{' '}
        {words.say(`insights_base_${asked.base}_${asked.days === undefined ? 'ever' : 'lately'}`)}{' '}
        {people.isComplete ? <Counted {...props} /> : words.say('insights_counting')}{' '}
        {people.areFew && words.say('insights_few')}
      </p>
      {view.project.accountTrait === undefined && <NoAccounts view={view} />}
      {posts.length === 0 ? (
        <Empty title={words.say('insights_none')}>{words.say('insights_none_why')}</Empty>
      ) : (
        <Posts view={view} posts={posts} />
      )}
      <NextPage
        view={view}
        next={next && `${base}/insights?${paramsOf(asked)}&${new URLSearchParams({ cursor: next })}`}
      />
    </ProjectPage>
  )
}

function Counted({ view, people }: InsightsProps) {
  return (
    <>
      {view.words.say('insights_counted')} <Ago at={people.countedAt} now={view.now} />.
    </>
  )
}

function Filter({ view, asked, segments }: InsightsProps) {
  const { words, base } = view
  return (
    <form method="get" action={`${base}/insights`} class="row end insights-filter">
      <Select
        name="sort"
        label={words.say('insights_order')}
        options={SORTS.map((sort) => [sort, words.say(`insights_by_${sort}`)] as const)}
        value={asked.sort}
      />
      <Select
        name="base"
        label={words.say('insights_share_of')}
        options={BASES.map((base) => [base, words.say(`insights_of_${base}`)] as const)}
        value={asked.base}
      />
      <SegmentAndSpan view={view} asked={asked} segments={segments} />
      <button class="button" type="submit">
        {words.say('segments_show')}
      </button>
    </form>
  )
}

interface SegmentAndSpanProps extends Pick<InsightsProps, 'view' | 'segments'> {
  readonly asked: { readonly segment: string | undefined; readonly days: number | undefined }
}

/** Of whom, and since when. */
export function SegmentAndSpan({ view: { words }, asked, segments }: SegmentAndSpanProps) {
  return (
    <>
      <Select
        name="segment"
        label={words.say('segments_segment')}
        options={[['', words.say('segments_any')], ...segments.map(({ id, name }) => [id, name] as const)]}
        value={asked.segment}
      />
      <Select
        name="days"
        label={words.say('numbers_period')}
        options={[
          ['', words.say('insights_ever')],
          ...INSIGHT_SPANS.map((days) => [String(days), words.say('numbers_days', { n: days })] as const),
        ]}
        value={asked.days === undefined ? '' : String(asked.days)}
      />
    </>
  )
}

function NoAccounts({ view }: { view: ProjectView }) {
  const { words, base } = view
  return (
    <p class="card">
      {words.say('insights_no_accounts')}{' '}
      {view.may('project:write') && <a href={`${base}/settings`}>{words.say('insights_name_accounts')}</a>}
    </p>
  )
}

function Posts({ view, posts }: Pick<InsightsProps, 'view' | 'posts'>) {
  const { words, base, project } = view
  const most = Math.max(...posts.map(({ share }) => share.high))
  const numberOf = new Map(posts.map(({ id, number }) => [id, number]))
  const hasAccounts = project.accountTrait !== undefined
  const hasValue = hasAccounts && project.valueTrait !== undefined
  const count = { class: 'number' }
  return (
    <Table
      label={words.say('insights_title')}
      class="insights"
      columns={[
        { name: words.say('insights_post'), isHeading: true },
        { name: words.say('insights_voters'), ...count },
        ...(hasAccounts ? [{ name: words.say('insights_accounts'), ...count }] : []),
        ...(hasValue
          ? [
              { name: words.say('insights_value'), ...count },
              { name: words.say('insights_value_then'), ...count },
            ]
          : []),
        { name: words.say('insights_share') },
        { name: words.say('insights_ties') },
      ]}
      rows={posts.map((post) => [
        <>
          <a href={`${base}/posts/${post.number}`} dir="auto">
            {post.title}
          </a>{' '}
          <span class="soft">#{post.number}</span>
        </>,
        words.number(post.voters),
        ...(hasAccounts ? [words.number(post.accounts)] : []),
        ...(hasValue ? [words.number(Math.round(post.value)), words.number(Math.round(post.valueAtVote))] : []),
        <Interval view={view} share={post.share} most={most} />,
        tiesOf(view, post, numberOf),
      ])}
    />
  )
}

function tiesOf({ words }: ProjectView, { tiesWith }: PostInsight, numberOf: ReadonlyMap<string, number>): string {
  const ties = tiesWith.slice(0, MOST_TIES).map((id) => `#${numberOf.get(id)}`)
  if (ties.length === 0) return words.say('insights_no_ties')
  const more = tiesWith.length - ties.length
  return more === 0 ? `≈ ${ties.join(', ')}` : words.say('insights_more_ties', { ties: ties.join(', '), n: more })
}

/** A bar for the share, and a line with ends for the interval. The text beside it says the same. */
export function Interval({ view: { words }, share, most }: { view: ProjectView; share: Share; most: number }) {
  const x = (part: number) => Math.round((part / most) * 960) / 10
  const [low, high] = [x(share.low), x(share.high)]
  return (
    <span class="interval">
      <svg viewBox="0 0 100 14" width="100" height="14" aria-hidden="true">
        <rect class="share" x="0" y="3" width={x(share.estimate)} height="8" />
        <path class="whisker" d={`M${low} 7H${high}M${low} 3.5v7M${high} 3.5v7`} />
      </svg>
      <span>
        {words.say('insights_interval', {
          share: percent(share.estimate),
          low: percent(share.low),
          high: percent(share.high),
        })}
      </span>
    </span>
  )
}

function percent(part: number): string {
  const points = part * 100
  return points < 10 ? points.toFixed(1) : points.toFixed(0)
}

function paramsOf({ sort, base, segment, days }: Asked): URLSearchParams {
  return new URLSearchParams({
    sort,
    ...(base !== 'seen' && { base }),
    ...(segment !== undefined && { segment }),
    ...(days !== undefined && { days: String(days) }),
  })
}
