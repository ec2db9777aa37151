import type { ComponentChildren } from 'preact'
import { Empty } from '../../../../../ui/components.tsx'
import { snakeCased } from '../../../domain/members.ts'
import type { Activity } from '../../../domain/posting/index.ts'
import { eachFlag, type Post, type PostMember } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { NextPage, Time } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { FLAG_WORDS } from './flags.ts'
import { postPath } from './pieces.tsx'
import { PostTabs } from './post-page.tsx'

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
      <PostTabs view={view} post={post} tab="/history" />
      {events.length === 0 && <Empty title="Nothing happened yet">Changes to the post appear here.</Empty>}
      <ol class="history">
        {events.map((event) => (
          <li>
            <p>
              <b>{actorOf(event)}</b> {deedOf(props, event)}
            </p>
            <p class="soft">
              <Time at={event.at} />
            </p>
            {event.previous && (
              <details class="fold">
                <summary>Text before the change</summary>
                <p>
                  <b>{event.previous.title}</b>
                </p>
                <p class="was">{event.previous.body}</p>
              </details>
            )}
          </li>
        ))}
      </ol>
      <NextPage next={next && `${postPath(view, post)}/history?cursor=${encodeURIComponent(next)}`} />
    </ProjectPage>
  )
}

function actorOf({ actor }: Activity): string {
  if (actor.kind === 'operator') return actor.email ?? 'Somebody in the team'
  if (actor.kind === 'secret_key') return actor.displayName ? `The key “${actor.displayName}”` : 'A server'
  return actor.kind === 'system' ? 'The service' : (actor.displayName ?? 'Somebody')
}

const DEEDS: Readonly<Partial<Record<Activity['type'], string>>> = {
  'post.created': 'wrote the post.',
  'post.deleted': 'deleted the post.',
  'post.approved': 'approved the post.',
  'post.rejected': 'rejected the post.',
  'post.reported': 'reported the post.',
  'comment.updated': 'changed a comment.',
  'comment.deleted': 'deleted a comment.',
  'comment.approved': 'approved a comment.',
  'comment.rejected': 'rejected a comment.',
  'comment.reported': 'reported a comment.',
}

function deedOf(props: HistoryProps, event: Activity): ComponentChildren {
  const { type, data } = event
  switch (type) {
    case 'post.status_changed':
      return `changed the status from ${statusIn(props, data.from_status_id)} to ${statusIn(props, data.to_status_id)}.`
    case 'post.merged':
      return <>merged it into {linkTo(props, data.into_post_id)}.</>
    case 'post.unmerged':
      return <>took it apart from {linkTo(props, data.from_post_id)} again.</>
    case 'post.updated':
      if (data.merged_post_id) return <>merged {linkTo(props, data.merged_post_id)} into it.</>
      if (data.unmerged_post_id) return <>took {linkTo(props, data.unmerged_post_id)} out of it again.</>
      return `changed ${membersIn(data.members)}.`
    case 'comment.created':
      return data.is_internal
        ? 'wrote an internal note.'
        : data.is_official
          ? 'answered officially.'
          : 'wrote a comment.'
    default:
      return DEEDS[type] ?? `did this: ${type}.`
  }
}

function statusIn({ statuses }: HistoryProps, id: unknown): string {
  return statuses.find((status) => status.id === id)?.name ?? 'a status that is gone'
}

function linkTo({ view, others }: HistoryProps, id: unknown): ComponentChildren {
  const other = others.find((post) => post.id === id)
  return other ? <a href={postPath(view, other)}>{other.title}</a> : 'a post that is gone'
}

const MEMBERS: Readonly<Record<PostMember, string>> = {
  title: 'the title',
  body: 'the text',
  tagIds: 'the tags',
  statusId: 'the status',
  ...eachFlag((flag) => FLAG_WORDS[flag].changed),
}
const MEMBER_WORDS: Readonly<Record<string, string>> = snakeCased(MEMBERS)

function membersIn(members: unknown): string {
  const names = Array.isArray(members) ? members.map((member) => MEMBER_WORDS[String(member)] ?? String(member)) : []
  return names.length > 0 ? new Intl.ListFormat('en').format(names) : 'it'
}
