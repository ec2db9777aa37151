import { Empty } from '../../../../../ui/components.tsx'
import type { Answers, Day, Numbers, SegmentedPost } from '../../../domain/numbers/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Bars, Legend } from './plots/bars.tsx'
import { OverTime, type Point } from './plots/over-time.tsx'
import { NUMBER } from './plots/plot.tsx'

/** In days. */
export const SPANS = [30, 90, 365] as const
const SPAN_WORDS: Readonly<Record<number, string>> = { 30: '30 days', 90: '90 days', 365: 'A year' }
const MOST_SEGMENTS = 5
const MOST_POSTS = 10

type Count = 'posts' | 'votes' | 'comments' | 'signIns'
const COUNTS: readonly (readonly [Count, string])[] = [
  ['posts', 'Posts'],
  ['votes', 'Votes'],
  ['comments', 'Comments'],
  ['signIns', 'Sign-ins'],
]

interface OverviewProps {
  readonly view: ProjectView
  readonly span: number
  readonly numbers: Numbers
  readonly trait: string | undefined
  readonly segmented: readonly SegmentedPost[]
  readonly segment: string | undefined
}

export function OverviewPage({ view, span, numbers, trait, segmented, segment }: OverviewProps) {
  const now = numbers.days.slice(-span)
  const before = numbers.days.slice(0, -span)
  const isEmpty = now.every(({ posts, votes, comments, signIns }) => posts + votes + comments + signIns === 0)
  return (
    <ProjectPage view={view} title="Overview" section="" actions={<Spans view={view} span={span} />}>
      <ul class="figures">
        {COUNTS.map(([count, name]) => (
          <Figure name={name} now={sum(now, count)} before={before.length < span ? undefined : sum(before, count)} />
        ))}
      </ul>
      {isEmpty && (
        <Empty title="Nothing has happened yet">
          Posts, votes, comments and sign-ins show here as they come. <a href={`${view.base}/setup`}>Set up sign-in</a>,
          then share your board.
        </Empty>
      )}
      <div class="plots">
        {COUNTS.map(([count, name]) => (
          <OverTime
            id={`over-time-${count}`}
            title={name}
            unit={name.toLowerCase()}
            points={pointsOf(now, count, span)}
          />
        ))}
        <Refusals refusals={numbers.refusals} base={view.base} />
        <FirstAnswers answers={numbers.answers} />
      </div>
      {view.may('users:read_addresses') && (
        <Segments view={view} span={span} trait={trait} segmented={segmented} segment={segment} />
      )}
    </ProjectPage>
  )
}

function Spans({ view, span }: { view: ProjectView; span: number }) {
  return (
    <nav class="spans" aria-label="Span">
      {SPANS.map((days) => (
        <a href={`${view.base}?days=${days}`} aria-current={days === span ? 'true' : undefined}>
          {SPAN_WORDS[days]}
        </a>
      ))}
    </nav>
  )
}

function Figure({ name, now, before }: { name: string; now: number; before: number | undefined }) {
  const change = before === undefined || before === 0 ? undefined : Math.round(((now - before) / before) * 100)
  return (
    <li>
      <span class="soft">{name}</span>
      <b>{NUMBER.format(now)}</b>
      <span class="soft">
        {change === undefined
          ? ' '
          : `${change > 0 ? '+' : ''}${NUMBER.format(change)} % compared with the period before`}
      </span>
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

function Refusals({ refusals, base }: { refusals: Numbers['refusals']; base: string }) {
  if (refusals.length === 0) {
    return (
      <figure class="plot">
        <h2>Refused sign-ins</h2>
        <p class="soft">None. When a token is refused, the reason appears here.</p>
      </figure>
    )
  }
  return (
    <Bars
      id="refusals"
      title="Refused sign-ins"
      lead={
        <>
          By reason. <a href={`${base}/sign-ins`}>The log</a> says when it happened and what to do.
        </>
      }
      parts={['Refused']}
      bars={refusals.map(({ code, refusals }) => ({ label: code, values: [refusals] }))}
    />
  )
}

const WAITS: readonly (readonly [label: string, days: number])[] = [
  ['Within a day', 1],
  ['Within 3 days', 3],
  ['Within a week', 7],
  ['Within a month', 30],
  ['Later', Number.POSITIVE_INFINITY],
]

function FirstAnswers({ answers: { waitedDays, asked } }: { answers: Answers }) {
  const within = WAITS.map(([label, days], place) => {
    const least = WAITS[place - 1]?.[1] ?? 0
    return { label, values: [waitedDays.filter((waited) => waited <= days && (place === 0 || waited > least)).length] }
  })
  const sorted = [...waitedDays].sort((one, other) => one - other)
  const median = sorted[Math.floor((sorted.length - 1) / 2)]
  const waiting = asked - waitedDays.length
  return (
    <Bars
      id="answers"
      title="Time to the first answer"
      lead={
        median === undefined
          ? 'The team has not answered a post from this period yet.'
          : `Half of the answered posts waited less than ${wordsOf(median)}. ${NUMBER.format(waiting)} still wait.`
      }
      parts={['Posts']}
      bars={[...within, { label: 'Not yet', values: [waiting] }]}
    />
  )
}

function wordsOf(days: number): string {
  if (days < 1 / 24) return 'an hour'
  if (days < 2) return `${Math.ceil(days * 24)} hours`
  return `${Math.ceil(days)} days`
}

function Segments({ view, span, trait, segmented, segment }: Omit<OverviewProps, 'numbers'>) {
  const { allowedTraits } = view.project
  if (trait === undefined) {
    return (
      <section class="part">
        <h2>Who votes for what</h2>
        <p class="soft">
          Send a trait such as <code>plan</code> with your sign-in tokens and allow it under{' '}
          <a href={`${view.base}/settings`}>Settings</a>: then this shows what paying customers want most.
        </p>
      </section>
    )
  }
  const totals = new Map<string | undefined, number>()
  for (const { segments } of segmented) {
    for (const [name, votes] of segments) totals.set(name, (totals.get(name) ?? 0) + votes)
  }
  const names = [...totals].sort(([, one], [, other]) => other - one).map(([name]) => name)
  const shown = names.slice(0, MOST_SEGMENTS)
  const chosen = names.find((name) => name === segment)
  const votesOf = ({ segments, voteCount }: SegmentedPost) =>
    chosen === undefined ? voteCount : (segments.get(chosen) ?? 0)
  const posts = [...segmented].sort((one, other) => votesOf(other) - votesOf(one)).slice(0, MOST_POSTS)
  const parts = [...shown.map((name) => name ?? 'not said'), ...(names.length > shown.length ? ['others'] : [])]
  const valuesOf = (post: SegmentedPost) => {
    const known = shown.map((name) => post.segments.get(name) ?? 0)
    const others =
      [...post.segments.values()].reduce((all, votes) => all + votes, 0) - known.reduce((all, votes) => all + votes, 0)
    return names.length > shown.length ? [...known, others] : known
  }
  return (
    <section class="part">
      <form class="row end" method="get" action={view.base}>
        <input type="hidden" name="days" value={span} />
        <Select
          name="trait"
          label="By trait"
          value={trait}
          options={allowedTraits.map((name) => [name, name] as const)}
        />
        <Select
          name="segment"
          label="Sort by"
          value={chosen ?? ''}
          options={[['', 'everybody'], ...names.flatMap((name) => (name === undefined ? [] : [[name, name] as const]))]}
        />
        <button class="button" type="submit">
          Show
        </button>
      </form>
      {posts.length === 0 ? (
        <p class="soft">Nobody has voted yet.</p>
      ) : (
        <>
          <Legend parts={parts} />
          <Bars
            id="segments"
            title={`Who votes for what, by ${trait}`}
            lead="The fifty posts with the most votes. Updated every ten minutes."
            parts={parts}
            bars={posts.map((post) => ({ label: post.title, values: valuesOf(post) }))}
          />
        </>
      )}
    </section>
  )
}
