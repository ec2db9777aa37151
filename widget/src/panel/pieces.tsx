import { type Author, FeedbackError, type Post } from '../../../kits/app/src/index.ts'
import { Ago, Ballot, Empty, More, Status } from '../../../ui/components.tsx'
import { authorName, statusName } from '../../../ui/words/names.ts'
import type { WordKey } from '../../../ui/words/words.ts'
import { useTools } from './hooks.ts'
import { each } from './lists.ts'
import type { Marked } from './marks.ts'

export function VoteButton({
  post,
}: {
  post: Marked & {
    readonly title: string
    readonly status: Pick<Post['status'], 'category'>
    readonly moderation_state?: Post['moderation_state']
  }
}) {
  const { desk, words } = useTools()
  const isOn = desk.marks.isOn('vote', post)
  const count = desk.marks.votesFor(post)
  const isClosed = post.status.category === 'done' || post.status.category === 'closed'
  const isOpen = !isClosed && desk.canWrite() && (post.moderation_state ?? 'approved') === 'approved'
  const label = words.say(isOn ? 'voted_for' : 'vote_for', { title: post.title })
  return (
    <Ballot
      type="button"
      isOn={isOn}
      aria-label={`${label}. ${words.say('votes', { n: count })}`}
      disabled={!isOpen}
      title={isClosed ? words.say('voting_closed') : undefined}
      onClick={() => desk.marks.toggle('vote', post)}
    >
      <span>{words.number(count)}</span>
    </Ballot>
  )
}

/** `title` in a list, where the button alone does not say which idea it is about. */
export function FollowButton({ post, title }: { post: Marked; title?: string }) {
  const { desk, words } = useTools()
  const isOn = desk.marks.isOn('follow', post)
  return (
    <button
      type="button"
      class="button"
      aria-pressed={isOn}
      aria-label={title && `${words.say(isOn ? 'following' : 'follow')}: ${title}`}
      disabled={!desk.canWrite()}
      onClick={() => desk.marks.toggle('follow', post)}
    >
      {words.say(isOn ? 'following' : 'follow')}
    </button>
  )
}

export function Icon({ path, size = 20, turns }: { path: string; size?: number; turns?: boolean }) {
  return (
    <svg class={turns ? 'turns' : ''} viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

/** How long ago it was. */
export function AgoNow({ at }: { at: string }) {
  const { words } = useTools()
  return <Ago at={new Date(at)} now={new Date()} words={words} />
}

export function AuthorLine({ author, at, isEdited }: { author: Author; at: string; isEdited: boolean }) {
  const { words } = useTools()
  return (
    <p class="facts">
      <b dir="auto">{authorName(words, author.display_name)}</b>
      {author.is_team && <span class="badge">{words.say('team')}</span>}
      <AgoNow at={at} />
      {isEdited && <span>{words.say('edited')}</span>}
    </p>
  )
}

/** A post in a list: its votes beside its name, which opens it. */
export function PostCard({ post }: { post: Post }) {
  const { desk, words } = useTools()
  post = { ...post, ...desk.state.told.get(post.id) }
  return (
    <li class="card">
      <VoteButton post={post} />
      <div>
        <h3>
          <TitleButton post={post} />
        </h3>
        <p class="facts">
          {post.is_pinned && <span class="badge">{words.say('pinned')}</span>}
          <StatusPill status={post.status} />
          {post.comment_count > 0 && <span>{words.say('comments', { n: post.comment_count })}</span>}
          {post.is_following !== null && <FollowButton post={post} title={post.title} />}
        </p>
      </div>
    </li>
  )
}

/** The letters have the direction of the title, and the place has that of the panel. */
export function TitleButton({ post }: { post: Pick<Post, 'id' | 'title'> }) {
  const { go } = useTools()
  return (
    <button type="button" class="title" onClick={() => go({ post: post.id })}>
      <bdi>{post.title}</bdi>
    </button>
  )
}

/** Shown while something is loaded, if it cannot be loaded, or if it does not exist. */
export function Waiting({ fault }: { fault: unknown }) {
  const { desk, words, go } = useTools()
  const isGone = fault instanceof FeedbackError && fault.status === 404
  if (fault) {
    return (
      <div class="empty" role="alert">
        <p>{words.say(isGone ? 'not_found_title' : navigator.onLine ? 'unavailable' : 'offline_title')}</p>
        <p>
          <button type="button" class="button" onClick={isGone ? () => go({ view: 'posts' }) : desk.again}>
            {words.say(isGone ? 'back_to_list' : 'try_again')}
          </button>
        </p>
      </div>
    )
  }
  return (
    <div class="bones" role="status">
      <span class="unseen">{words.say('loading')}</span>
      {each([1, 2, 3, 4], (line) => (
        <i key={line} />
      ))}
    </div>
  )
}

export function Nothing({ title, lead }: { title: WordKey; lead: WordKey }) {
  const { words, desk } = useTools()
  return (
    <Empty level="h3" title={words.say(title)}>
      {words.say(lead, { project: desk.state.project?.name ?? '' })}
    </Empty>
  )
}

export function NextPage({ more, isLoading }: { more: (() => Promise<void>) | undefined; isLoading: boolean }) {
  const { words } = useTools()
  if (!more) return null
  /** Keyboard focus moves to the first new item. */
  const goOn = async ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const last = currentTarget.parentElement?.previousElementSibling?.lastElementChild
    await more()
    const next = last?.nextElementSibling
    if (next instanceof HTMLElement) {
      next.tabIndex = -1
      next.focus()
    }
  }
  return <More text={words.say('next_page')} aria-busy={isLoading} onClick={goOn} />
}

/** Before the first text: the name that will be shown, because it cannot be changed afterwards. */
export function WritesAs() {
  const { desk, words } = useTools()
  const { me, project } = desk.state
  if (desk.isGuest() && !desk.hasSignIn) {
    return (
      <p class="notice">
        {words.say('sign_in_needed', { project: project?.name ?? '' })}{' '}
        {project && (
          <a href={project.board_origin} target="_blank" rel="noopener">
            {words.say('open_board')}
          </a>
        )}
      </p>
    )
  }
  if (!me || me.name_locked) return null
  return (
    <p class="soft">
      {words.say('writes_as', { name: me.display_name })} {words.say('me_name_lead')}
    </p>
  )
}

/** The button that sends a form; for a guest it leads to the sign-in first. */
export function Send({ isSending, text }: { isSending: boolean; text: string }) {
  const { desk, words } = useTools()
  return (
    <button type="submit" class="button main" aria-busy={isSending} disabled={!desk.canWrite()}>
      {desk.isGuest() ? words.say('sign_in_to_send') : text}
    </button>
  )
}

/** Shown if something was published since this browser last showed the changelog. */
export function Unread() {
  const { words } = useTools()
  return <i class="news" role="img" aria-label={words.say('news_unread')} />
}

export function StatusPill({ status }: { status: Post['status'] }) {
  const { words } = useTools()
  return <Status status={{ color: status.color, name: statusName(words, status) }} />
}

const STEPS = { open: 1, planned: 2, in_progress: 3, done: 4, closed: 0 } as const

/** The progress of an idea: open, planned, in progress, done. The name of its status says the same. */
export function Steps({ status }: { status: Post['status'] }) {
  const { words } = useTools()
  const reached = STEPS[status.category]
  return (
    <p class="steps">
      {reached > 0 &&
        each([1, 2, 3, 4], (step) => <i key={step} class={step <= reached ? 'on' : ''} aria-hidden="true" />)}
      {statusName(words, status)}
    </p>
  )
}
