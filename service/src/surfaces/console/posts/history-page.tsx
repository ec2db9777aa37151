import type { ComponentChildren } from 'preact'
import { Empty } from '../../../../../ui/components.tsx'
import { type ConsoleKey, isConsoleKey } from '../../../../../ui/words/console/words.ts'
import { snakeCase, snakeCased } from '../../../domain/members.ts'
import type { Activity } from '../../../domain/posting/index.ts'
import { eachFlag, type Post, type PostMember } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { NextPage, Time } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'
import { postPath } from './pieces.tsx'
import { PostHead } from './post-page.tsx'

interface HistoryProps {
  readonly view: ProjectView
  readonly post: Post
  readonly events: readonly Activity[]
  readonly next: string | undefined
  readonly statuses: readonly Status[]
  /** Posts that the events name. */
  readonly others: readonly Post[]
}

export function HistoryPage(props: HistoryProps) {
  const { view, post, events, next } = props
  return (
    <ProjectPage view={view} title={post.title} section="/posts">
      <PostHead view={view} post={post} tab="/history" />
      {events.length === 0 && (
        <Empty title={view.words.say('posts_no_history')}>{view.words.say('posts_no_history_why')}</Empty>
      )}
      <ol class="history">
        {events.map((event) => (
          <li>
            <p>
              <b>{actorOf(view, event)}</b> {deedOf(props, event)}
            </p>
            <p class="soft">
              <Time at={event.at} />
            </p>
            {event.previous && (
              <details class="fold">
                <summary>{view.words.say('posts_text_before')}</summary>
                <p>
                  <b>{event.previous.title}</b>
                </p>
                <p class="was">{event.previous.body}</p>
              </details>
            )}
          </li>
        ))}
      </ol>
      <NextPage view={view} next={next && `${postPath(view, post)}/history?cursor=${encodeURIComponent(next)}`} />
    </ProjectPage>
  )
}

function actorOf({ words }: ProjectView, { actor }: Activity): string {
  const { displayName } = actor
  switch (actor.kind) {
    case 'operator':
      return actor.email ?? words.say('posts_actor_team')
    case 'secret_key':
      return displayName ? words.say('posts_actor_key', { displayName }) : words.say('posts_actor_server')
    case 'system':
      return words.say('posts_actor_service')
    default:
      return displayName ?? words.say('posts_actor_unknown')
  }
}

function deedOf(props: HistoryProps, event: Activity): ComponentChildren {
  const { view } = props
  const { type, data } = event
  const about = (key: ConsoleKey, postId: unknown) => (
    <Sentence view={view} of={key} with={{ post: linkTo(props, postId) }} />
  )
  switch (type) {
    case 'post.status_changed': {
      const [from, to] = [statusIn(props, data.from_status_id), statusIn(props, data.to_status_id)]
      return view.words.say('posts_did_status', { from, to })
    }
    case 'post.merged':
      return about('posts_did_merged', data.into_post_id)
    case 'post.unmerged':
      return about('posts_did_unmerged', data.from_post_id)
    case 'post.updated':
      if (data.merged_post_id) return about('posts_did_took', data.merged_post_id)
      if (data.unmerged_post_id) return about('posts_did_released', data.unmerged_post_id)
      return changeOf(view, data.members)
    case 'comment.created':
      if (data.is_internal) return view.words.say('posts_did_note')
      return view.words.say(data.is_official ? 'posts_did_answer' : 'posts_did_comment')
    default: {
      const key = `posts_did_${type}`
      return isConsoleKey(key) ? view.words.say(key) : view.words.say('posts_did_other', { type })
    }
  }
}

function statusIn({ view, statuses }: HistoryProps, id: unknown): string {
  return statuses.find((status) => status.id === id)?.name ?? view.words.say('posts_status_gone')
}

function linkTo({ view, others }: HistoryProps, id: unknown): ComponentChildren {
  const other = others.find((post) => post.id === id)
  return other ? <a href={postPath(view, other)}>{other.title}</a> : view.words.say('posts_post_gone')
}

const MEMBERS: Readonly<Record<PostMember, ConsoleKey>> = {
  title: 'posts_member_title',
  body: 'posts_member_body',
  fields: 'posts_member_fields',
  categoryId: 'posts_member_category_id',
  tagIds: 'posts_member_tag_ids',
  statusId: 'posts_member_status_id',
  ...eachFlag((flag): ConsoleKey => `posts_${snakeCase(flag)}_changed`),
}
const MEMBER_WORDS: Readonly<Record<string, ConsoleKey>> = snakeCased(MEMBERS)

function changeOf({ words }: ProjectView, members: unknown): string {
  if (!Array.isArray(members) || members.length === 0) return words.say('posts_did_change_unknown')
  const names = members.map((member) => {
    const key = MEMBER_WORDS[String(member)]
    return key ? words.say(key) : String(member)
  })
  return words.say('posts_did_change', { members: new Intl.ListFormat(words.language).format(names) })
}
