import { Empty } from '../../../../../ui/components.tsx'
import type { Answers, Day, Numbers, PostByTrait } from '../../../domain/numbers/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Bars, Legend } from './plots/bars.tsx'
import { ByDay, type Point } from './plots/by-day.tsx'

/** The spans of the page, in days. */
export const SPANS = [30, 90, 365] as const
/** Changes from a smaller number than this are mostly chance. */
const LEAST_BEFORE = 10
const LEAST_ANSWERED = 3
const MOST_VALUES = 5
const MOST_POSTS = 10

const COUNTS = [
  ['posts', 'numbers_posts'],
  ['votes', 'numbers_votes'],
  ['comments', 'numbers_comments'],
  ['signIns', 'numbers_sign_ins'],
] as const
type Count = (typeof COUNTS)[number][0]

interface NumbersProps {
  readonly view: ProjectView
  readonly span: number
  readonly numbers: Numbers
  readonly trait: string | undefined
  readonly byTrait: readonly PostByTrait[]
  /** The value of the trait by whose votes the posts are sorted. */
  readonly value: string | undefined
}

export function NumbersPage({ view, span, numbers, trait, byTrait, value }: NumbersProps) {
  const { words } = view
  const now = numbers.days.slice(-span)
  const before = numbers.days.slice(0, -span)
  const isEmpty = now.every(({ posts, votes, comments, signIns }) => posts + votes + comments + signIns === 0)
  return (
    <ProjectPage
      view={view}
      title={words.say('numbers_title')}
      section="/numbers"
      guide="numbers"
      scripts={['numbers.js']}
      actions={<Spans view={view} span={span} />}
    >
      <ul class="figures">
        {COUNTS.filter(([count]) => sum(numbers.days, count) > 0).map(([count, name]) => (
          <Figure
            view={view}
            span={span}
            name={words.say(name)}
            now={sum(now, count)}
            before={before.length < span ? undefined : sum(before, count)}
          />
        ))}
      </ul>
      {isEmpty && (
        <Empty title={words.say('numbers_empty_title')}>
          {words.say('numbers_empty')}{' '}
          {view.may('signing_keys:write') && <a href={`${view.base}/setup`}>{words.say('numbers_set_up')}</a>}
        </Empty>
      )}
      <div class="plots">
        {COUNTS.filter(([count]) => sum(now, count) > 0).map(([count, name]) => (
          <ByDay view={view} id={`by-day-${count}`} title={words.say(name)} points={pointsOf(now, count, span)} />
        ))}
        <Refusals view={view} refusals={numbers.refusals} />
        <FirstAnswers view={view} answers={numbers.answers} />
      </div>
      {view.may('users:read_addresses') && (
        <VotesByTrait view={view} span={span} trait={trait} byTrait={byTrait} value={value} />
      )}
    </ProjectPage>
  )
}

function Spans({ view, span }: { view: ProjectView; span: number }) {
  return (
    <nav class="spans" aria-label={view.words.say('numbers_period')}>
      {SPANS.map((days) => (
        <a href={`${view.base}/numbers?days=${days}`} aria-current={days === span ? 'true' : undefined}>
          {view.words.say('numbers_days', { n: days })}
        </a>
      ))}
    </nav>
  )
}

interface FigureProps extends Pick<NumbersProps, 'view' | 'span'> {
  readonly name: string
  readonly now: number
  /** The number of the period before; undefined: not counted yet. */
  readonly before: number | undefined
}

function Figure({ view: { words }, span, name, now, before }: FigureProps) {
  const change = before === undefined || before < LEAST_BEFORE ? undefined : Math.round(((now - before) / before) * 100)
  return (
    <li>
      <span class="soft">{name}</span>
      <b>{words.number(now)}</b>
      {before !== undefined && (
        <span class="soft">
          {change === undefined
            ? words.say('numbers_before', { n: before, days: span })
            : words.say(change > 0 ? 'numbers_more' : 'numbers_change', { n: change, days: span })}
        </span>
      )}
    </li>
  )
}

function sum(days: readonly Day[], count: Count): number {
  return days.reduce((total, day) => total + day[count], 0)
}

/** A year is shown by weeks, because 365 days are too dense. */
function pointsOf(days: readonly Day[], count: Count, span: number): Point[] {
  const length = span > 90 ? 7 : 1
  const points: Point[] = []
  for (let end = days.length; end > 0; end -= length) {
    const group = days.slice(Math.max(0, end - length), end)
    if (group.length === length) points.unshift({ day: group[0]?.day ?? '', value: sum(group, count) })
  }
  return points
}

function Refusals({ view, refusals }: { view: ProjectView; refusals: Numbers['refusals'] }) {
  const { words, base } = view
  if (refusals.length === 0) return null
  return (
    <Bars
      view={view}
      id="refusals"
      title={words.say('numbers_refusals')}
      lead={view.may('signing_keys:read') && <a href={`${base}/sign-ins`}>{words.say('numbers_refusals_log')}</a>}
      parts={[words.say('numbers_refused')]}
      bars={refusals.map(({ code, refusals }) => ({ label: code, values: [refusals] }))}
    />
  )
}

const WAITS = [
  ['numbers_within_day', 1],
  ['numbers_within_3_days', 3],
  ['numbers_within_week', 7],
  ['numbers_within_month', 30],
  ['numbers_later', Number.POSITIVE_INFINITY],
] as const

function FirstAnswers({ view, answers: { waitedDays, asked } }: { view: ProjectView; answers: Answers }) {
  const { words } = view
  if (waitedDays.length === 0) return null
  const within = WAITS.map(([label, days], place) => {
    const least = WAITS[place - 1]?.[1] ?? 0
    return {
      label: words.say(label),
      values: [waitedDays.filter((waited) => waited <= days && (place === 0 || waited > least)).length],
    }
  })
  const sorted = [...waitedDays].sort((one, other) => one - other)
  const median = sorted[Math.floor((sorted.length - 1) / 2)]
  const waiting = asked - waitedDays.length
  return (
    <Bars
      view={view}
      id="answers"
      title={words.say('numbers_answers')}
      lead={
        median === undefined || sorted.length < LEAST_ANSWERED
          ? words.say('numbers_waiting', { n: waiting })
          : `${words.say('numbers_median', { time: wordsOf(view, median) })} ${words.say('numbers_waiting', { n: waiting })}`
      }
      parts={[words.say('numbers_posts')]}
      bars={[...within, { label: words.say('numbers_not_yet'), values: [waiting] }]}
    />
  )
}

function wordsOf({ words }: ProjectView, days: number): string {
  return days < 2
    ? words.say('numbers_hours', { n: Math.ceil(days * 24) })
    : words.say('numbers_days', { n: Math.ceil(days) })
}

function VotesByTrait({ view, span, trait, byTrait, value }: Omit<NumbersProps, 'numbers'>) {
  const { allowedTraits } = view.project
  const { words } = view
  if (trait === undefined) {
    return (
      <section class="part">
        <h2>{words.say('numbers_votes_title')}</h2>
        <p class="soft">
          {words.say('numbers_no_trait')}{' '}
          {view.may('project:write') && <a href={`${view.base}/settings`}>{words.say('numbers_settings')}</a>}
        </p>
      </section>
    )
  }
  const totals = new Map<string | undefined, number>()
  for (const { byValue } of byTrait) {
    for (const [name, votes] of byValue) totals.set(name, (totals.get(name) ?? 0) + votes)
  }
  const names = [...totals].sort(([, one], [, other]) => other - one).map(([name]) => name)
  const shown = names.slice(0, MOST_VALUES)
  const chosen = names.find((name) => name === value)
  const votesOf = ({ byValue, voteCount }: PostByTrait) =>
    chosen === undefined ? voteCount : (byValue.get(chosen) ?? 0)
  const posts = [...byTrait].sort((one, other) => votesOf(other) - votesOf(one)).slice(0, MOST_POSTS)
  const parts = [
    ...shown.map((name) => name ?? words.say('numbers_not_set')),
    ...(names.length > shown.length ? [words.say('numbers_others')] : []),
  ]
  const valuesOf = (post: PostByTrait) => {
    const known = shown.map((name) => post.byValue.get(name) ?? 0)
    const others =
      [...post.byValue.values()].reduce((all, votes) => all + votes, 0) - known.reduce((all, votes) => all + votes, 0)
    return names.length > shown.length ? [...known, others] : known
  }
  return (
    <section class="part">
      <form class="row end" method="get" action={`${view.base}/numbers`}>
        <input type="hidden" name="days" value={span} />
        <Select
          name="trait"
          label={words.say('numbers_by')}
          value={trait}
          options={allowedTraits.map((name) => [name, name] as const)}
        />
        <Select
          name="segment"
          label={words.say('numbers_sort')}
          value={chosen ?? ''}
          options={[
            ['', words.say('numbers_everyone')],
            ...names.flatMap((name) => (name === undefined ? [] : [[name, name] as const])),
          ]}
        />
        <button class="button" type="submit">
          {words.say('numbers_show')}
        </button>
      </form>
      {posts.length === 0 ? (
        <p class="soft">{words.say('numbers_no_votes')}</p>
      ) : (
        <>
          <Legend parts={parts} />
          <Bars
            view={view}
            id="by-trait"
            title={words.say('numbers_votes_by', { trait })}
            lead={words.say('numbers_votes_lead')}
            parts={parts}
            bars={posts.map((post) => ({ label: post.title, values: valuesOf(post) }))}
          />
        </>
      )}
    </section>
  )
}
