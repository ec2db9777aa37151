import { CommentBody } from '../../../domain/posting/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { Section, TodayItem, TraitShare } from '../../../domain/today/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { AuthorLink, PostBadges, Prose, postPath, Reports, StatusDot, statusOptions } from '../posts/pieces.tsx'
import { Ago, Field, Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

/** The item beside the list, and what helps to decide about it. */
export interface Chosen {
  readonly item: TodayItem
  readonly similar: readonly Post[]
  /** The similar post that it probably repeats. */
  readonly other: Post | undefined
  readonly voters: { readonly trait: string; readonly shares: readonly TraitShare[] } | undefined
  readonly traits: readonly (readonly [name: string, value: string])[]
}

/** What was typed into a form that was refused. */
export interface AnswerDraft {
  readonly text?: string
  readonly statusId?: string
}

interface BesideProps {
  readonly view: ProjectView
  readonly section: Section | undefined
  readonly cursor: string | undefined
  readonly statuses: readonly Status[]
  readonly chosen: Chosen
  readonly typed: AnswerDraft
  /** The item that comes next. */
  readonly follower: string
}

export function Beside(props: BesideProps) {
  const { view, section, chosen } = props
  const { words } = view
  const { item, traits, voters } = chosen
  const { post, comment } = item
  const { author, createdAt, bodyHtml } = comment ?? post
  return (
    <article class="beside" aria-labelledby="chosen" data-beside={item.id}>
      <a class="today-back" href={section ? `${view.base}?show=${section}` : view.base}>
        {words.say('today_back')}
      </a>
      <h2 id="chosen" dir="auto">
        {comment && <span class="soft">{words.say('today_comment_on')} </span>}
        <a href={`${postPath(view, post)}${comment ? `#${comment.id}` : ''}`}>{post.title}</a>
      </h2>
      <p class="facts">
        <AuthorLink view={view} author={author} />
        {traits.map(([name, value]) => (
          <span class="trait">
            {name} {value}
          </span>
        ))}
        <Ago at={createdAt} now={view.now} />
        {!comment && <span>{words.say('shared_votes', { n: post.voteCount })}</span>}
        {!comment && <StatusDot status={post.status} />}
        <PostBadges view={view} post={post} />
      </p>
      <Prose view={view} html={bodyHtml} />
      {item.reportCount > 0 && (
        <div>
          <p class="label">{words.say('today_report_count', { n: item.reportCount })}</p>
          <Reports view={view} reports={item.reports} />
        </div>
      )}
      {voters && <Voters view={view} {...voters} />}
      <Verdicts {...props} />
      <Similar {...props} />
      {!comment && !post.mergedIntoId && <Composer {...props} />}
    </article>
  )
}

/** Every form of the panel sends its item, and the item that comes next. */
function Place({ section, cursor, chosen, follower }: BesideProps) {
  const members = { subject: chosen.item.id, show: section ?? '', cursor: cursor ?? '', next: follower }
  return (
    <>
      {Object.entries(members).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

function Verdicts(props: BesideProps) {
  const { view, chosen } = props
  const { words } = view
  const { isPending, reportCount, post, comment } = chosen.item
  const state = (comment ?? post).moderationState
  const approval =
    state !== 'approved' || isPending ? 'today_approve' : reportCount > 0 ? 'today_dismiss' : 'today_seen'
  return (
    <Form view={view} action={`${view.base}/today/decide`} class="row tight">
      <Place {...props} />
      <button class="button" type="submit" name="verdict" value="approve" data-approve data-command>
        {words.say(approval)}
      </button>
      {state !== 'rejected' && (
        <button class="button" type="submit" name="verdict" value="reject" data-reject data-command>
          {words.say('today_reject')}
        </button>
      )}
    </Form>
  )
}

function Voters({ view: { words }, trait, shares }: NonNullable<Chosen['voters']> & { view: ProjectView }) {
  const sum = shares.reduce((total, { votes }) => total + votes, 0)
  return (
    <div class="shares">
      <p class="label" id="shares">
        {words.say('today_voters_by', { trait })}
      </p>
      <svg class="share-bar" viewBox={`0 0 ${sum} 1`} preserveAspectRatio="none" aria-hidden="true">
        {shares.map(({ votes }, place) => (
          <rect class={`piece-${place % 6}`} x={startOf(shares, place)} width={votes} height={1} />
        ))}
      </svg>
      <ul aria-labelledby="shares">
        {shares.map(({ value, votes }, place) => (
          <li>
            <span class={`swatch piece-${place % 6}`} aria-hidden="true" /> {value ?? words.say('today_not_said')}{' '}
            <span class="soft">{words.say('today_percent', { n: Math.round((votes / sum) * 100) })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function startOf(shares: readonly TraitShare[], place: number): number {
  return shares.slice(0, place).reduce((total, { votes }) => total + votes, 0)
}

/** Similar posts: each has a button that merges the chosen post into it. A key presses the first one. */
function Similar(props: BesideProps) {
  const { view, chosen } = props
  const { words } = view
  if (chosen.similar.length === 0) return null
  return (
    <section class="similar" aria-labelledby="similar">
      <h3 id="similar">{words.say('today_similar')}</h3>
      <ul>
        {chosen.similar.map((post) => (
          <li class="row between">
            <span dir="auto">
              <a href={postPath(view, post)}>{post.title}</a>{' '}
              <span class="soft">{words.say('shared_votes', { n: post.voteCount })}</span>
            </span>
            <span class="row tight">
              <Form view={view} action={`${view.base}/today/merge`}>
                <Place {...props} />
                <input type="hidden" name="into" value={post.id} />
                <button
                  class="button"
                  type="submit"
                  data-merge
                  data-command
                  aria-label={words.say('today_merge_into', { title: post.title })}
                >
                  {words.say('today_merge')}
                </button>
              </Form>
              {post.id === chosen.other?.id && (
                <Form view={view} action={`${view.base}/today/distinct`}>
                  <Place {...props} />
                  <input type="hidden" name="other" value={post.id} />
                  <button class="button" type="submit">
                    {words.say('today_not_same')}
                  </button>
                </Form>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An answer, a status, or both in one step. */
function Composer(props: BesideProps) {
  const { view, chosen, statuses, typed } = props
  const { words } = view
  const { post } = chosen.item
  const others = statuses.filter(({ id }) => id !== post.status.id)
  return (
    <Form view={view} action={`${view.base}/today/answer`} class="form composer">
      <Place {...props} />
      <Field
        name="text"
        label={words.say('today_answer_label')}
        value={typed.text}
        rows={3}
        data-people={`${postPath(view, post)}/people`}
        {...limitsOf(CommentBody)}
        minlength={0}
        hint={words.say('today_answer_hint')}
      />
      <div class="row end">
        <Select
          name="status_id"
          label={words.say('today_status')}
          options={[['', words.say('today_keep', { status: post.status.name })], ...statusOptions(others)]}
          value={typed.statusId ?? ''}
        />
        <label class="row tight plain-label">
          <input type="checkbox" name="notify" value="1" checked /> {words.say('today_notify')}
        </label>
        <button class="button main" type="submit">
          {words.say('today_answer')}
        </button>
      </div>
    </Form>
  )
}
