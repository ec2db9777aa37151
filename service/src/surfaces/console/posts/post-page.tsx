import type { ModerationItem } from '../../../domain/moderation/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Form, quantity } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import type { BulkResult } from './bulk-routes.tsx'
import { Discussion, type Talk } from './discussion.tsx'
import { Result } from './list-page.tsx'
import { AuthorLink, PostBadges, Prose, postPath, Reports, StatusDot, Verdicts } from './pieces.tsx'
import { EditForm, Side, type Typed } from './post-forms.tsx'

export interface PostProps {
  readonly view: ProjectView
  readonly post: Post
  /** Its page on the board. */
  readonly url: string
  readonly statuses: readonly Status[]
  readonly tags: readonly Tag[]
  readonly reports: ModerationItem['reports']
  /** The post that this one was merged into. */
  readonly target: Post | undefined
  readonly talk: Talk
  readonly typed: Typed
  readonly result: BulkResult | undefined
}

export function PostPage(props: PostProps) {
  const { view, post, url, result } = props
  const isOnBoard = post.moderationState === 'approved'
  return (
    <ProjectPage
      view={view}
      title={post.title}
      section="/posts"
      scripts={['posts.js']}
      actions={
        isOnBoard && (
          <a class="button" href={url}>
            See it on the board
          </a>
        )
      }
    >
      {result && <Result view={view} result={result} />}
      <p class="facts">
        <span>#{post.number}</span>
        <AuthorLink view={view} author={post.author} />
        <Ago at={post.createdAt} now={view.now} />
        {post.editedAt && <span>edited</span>}
        <StatusDot status={post.status} />
        <PostBadges post={post} />
        {post.tags.map(({ name }) => (
          <span class="tag">{name}</span>
        ))}
      </p>
      <PostTabs view={view} post={post} tab="" />
      <Decision {...props} />
      <div class="post-desk">
        <div class="post-text">
          <Prose view={view} html={post.bodyHtml} />
          {post.body === '' && <p class="soft">This post has no text.</p>}
          {!view.isReadOnly && <EditForm {...props} />}
          <Discussion {...props} />
        </div>
        {!post.mergedIntoId && !view.isReadOnly && <Side {...props} />}
      </div>
    </ProjectPage>
  )
}

/** Above what belongs to one post. */
export function PostTabs({ view, post, tab }: { view: ProjectView; post: Post; tab: '' | '/votes' | '/history' }) {
  const tabs = [
    ['', 'Post'],
    ['/votes', quantity(post.voteCount, 'vote')],
    ['/history', 'History'],
  ] as const
  return (
    <nav class="tabs" aria-label="Post">
      {tabs.map(([path, name]) => (
        <a href={postPath(view, post) + path} aria-current={path === tab ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

/** What somebody has to decide, or has decided, about the whole post. */
function Decision({ view, post, reports, target }: PostProps) {
  const path = postPath(view, post)
  if (post.mergedIntoId) {
    return (
      <div class="card warn">
        <h2>Merged into another post</h2>
        <p>
          {target ? (
            <>
              Its votes, followers and comments count for <a href={postPath(view, target)}>{target.title}</a>, and
              visitors are redirected there.
            </>
          ) : (
            'The post that it was merged into was deleted.'
          )}
        </p>
        <Form view={view} action={`${path}/unmerge`}>
          <button class="button" type="submit">
            Undo the merge
          </button>
        </Form>
      </div>
    )
  }
  if (post.moderationState === 'approved' && reports.length === 0) return null
  return (
    <div class={post.moderationState === 'rejected' ? 'card bad' : 'card warn'}>
      <h2>{TITLES[post.moderationState]}</h2>
      <Reports view={view} reports={reports} />
      <Verdicts view={view} action={`${path}/decide`} state={post.moderationState} name="the post" />
    </div>
  )
}

const TITLES = {
  approved: 'Somebody reported this post',
  pending: 'It waits for approval',
  rejected: 'It was rejected; only the author and the team can see it',
}
