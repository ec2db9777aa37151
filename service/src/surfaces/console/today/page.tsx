import { Empty } from '../../../../../ui/components.tsx'
import type { Status } from '../../../domain/statuses/index.ts'
import type { Section, TodayItem } from '../../../domain/today/index.ts'
import { postPath } from '../posts/pieces.tsx'
import { EditorTemplate } from '../shared/editor.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { NextPage, upTo99, waitingIn } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { type AnswerDraft, Beside, type Chosen } from './chosen.tsx'
import { Age, SmallBars } from './pieces.tsx'

export interface Part {
  readonly section: Section
  readonly items: readonly TodayItem[]
  /** Undefined if the section is shown alone. */
  readonly count: number | undefined
}

export interface TodayProps {
  readonly view: ProjectView
  /** The section that is shown alone. */
  readonly section: Section | undefined
  readonly parts: readonly Part[]
  readonly next: string | undefined
  readonly cursor: string | undefined
  readonly votes: ReadonlyMap<string, readonly number[]>
  readonly traits: ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>
  readonly statuses: readonly Status[]
  readonly chosen: Chosen | undefined
  /** Whether the address names the chosen item. A phone shows it alone then. */
  readonly isAsked: boolean
  readonly typed: AnswerDraft
}

const MOST_TRAITS = 2
/** Bars of one or two votes stay small, even if no post of the list has more. */
const LEAST_OF_HIGHEST_BAR = 4

export function TodayPage(props: TodayProps) {
  const { view, section, parts, next, chosen, isAsked } = props
  const { words } = view
  const title = section ? words.say(`today_${section}`) : words.say('today_title')
  const shown = parts.filter(({ items }) => items.length > 0)
  return (
    <ProjectPage
      view={view}
      title={title}
      section=""
      guide="today"
      isWide
      scripts={['inbox.js', ...(view.isReadOnly ? [] : (['today.js', 'editor.js'] as const))]}
      {...(section && { lead: words.say(`today_${section}_lead`) })}
      actions={
        section && (
          <a class="button" href={view.base}>
            {words.say('today_all')}
          </a>
        )
      }
    >
      <div
        id="offer"
        class="offer"
        role="status"
        data-live={`${view.base}/live`}
        data-waiting={waitingIn(view.waiting)}
        data-new={words.say('today_new')}
        data-show={words.say('today_show_new')}
      />
      {shown.length === 0 && !chosen ? (
        <Empty title={words.say('today_empty_title')}>{words.say('today_empty')}</Empty>
      ) : (
        <div class={isAsked ? 'today asked' : 'today'}>
          <div class="today-list">
            {shown.map((part, place) => (
              <Rows {...props} part={part} isFirst={place === 0} />
            ))}
            {shown.length === 0 && <p class="soft">{words.say('today_empty')}</p>}
            <NextPage view={view} next={next && `${view.base}?show=${section}&cursor=${encodeURIComponent(next)}`} />
          </div>
          {chosen && <Beside {...props} chosen={chosen} follower={followerOf(shown, chosen.item.id)} />}
          {!view.isReadOnly && <EditorTemplate view={view} />}
        </div>
      )}
    </ProjectPage>
  )
}

/** The item that comes next when this one is decided. */
function followerOf(parts: readonly Part[], id: string): string {
  const ids = [...new Set(parts.flatMap(({ items }) => items.map((item) => item.id)))]
  const place = ids.indexOf(id)
  return place < 0 ? (ids[0] ?? '') : (ids[place + 1] ?? ids[place - 1] ?? '')
}

function Rows(props: TodayProps & { part: Part; isFirst: boolean }) {
  const { view, section: alone, part, isFirst } = props
  const { section, items, count } = part
  const { words } = view
  return (
    <section class="today-part" aria-labelledby={`part-${section}`}>
      {alone === undefined && (
        <h2 id={`part-${section}`}>
          {words.say(`today_${section}`)}{' '}
          {isFirst && (
            <span class="bars-key" aria-hidden="true">
              {words.say('today_bars')}
            </span>
          )}{' '}
          <span class="count">{upTo99(view, count ?? items.length)}</span>
        </h2>
      )}
      <ol>
        {items.map((item) => (
          <li>
            <Row {...props} item={item} />
          </li>
        ))}
      </ol>
      {section === 'duplicates' && (
        <a class="today-more" href={`${view.base}/duplicates`}>
          {words.say('duplicates_compare')}
        </a>
      )}
      {alone === undefined && section !== 'duplicates' && count !== undefined && count > items.length && (
        <a class="today-more" href={`${view.base}?show=${section}`} aria-describedby={`part-${section}`}>
          {words.say('today_show_all', { count: upTo99(view, count) })}
        </a>
      )}
    </section>
  )
}

function Row({ view, section, cursor, votes, traits, chosen, item }: TodayProps & { item: TodayItem }) {
  const { words } = view
  const { id, post, comment, other } = item
  const { author, createdAt } = comment ?? post
  const query = new URLSearchParams({ ...(section && { show: section }), ...(cursor && { cursor }), item: id })
  const values = (author.id && traits.get(author.id)) ?? []
  const most = Math.max(LEAST_OF_HIGHEST_BAR, ...[...votes.values()].flat())
  return (
    <a
      class="today-row"
      href={`${view.base}?${query}`}
      aria-current={chosen?.item.id === id ? 'true' : undefined}
      data-item={id}
      data-page={`${postPath(view, post)}${comment ? `#${comment.id}` : ''}`}
    >
      <span class="today-votes">
        {words.number(post.voteCount)}
        <span class="unseen"> {words.say('today_votes', { n: post.voteCount })}</span>
      </span>
      <SmallBars view={view} values={votes.get(post.id) ?? []} most={most} />
      <span class="today-what" dir="auto">
        {comment && <span class="soft">{words.say('today_comment_on')} </span>}
        {post.title}
        {other && <span class="soft"> {words.say('today_like', { title: other.title })}</span>}
      </span>
      <span class="today-who">
        <span>{author.displayName}</span>
        {values.slice(0, MOST_TRAITS).map(([name, value]) => (
          <span class="trait" title={name}>
            {value}
          </span>
        ))}
      </span>
      <Age view={view} at={createdAt} />
    </a>
  )
}
