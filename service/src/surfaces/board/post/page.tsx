import { Instant } from '../../../../../ui/components.tsx'
import type { Comment } from '../../../domain/comments/index.ts'
import type { Field } from '../../../domain/fields/index.ts'
import type { Outcome } from '../../../domain/outcomes/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { isVotingClosed } from '../../../domain/statuses/index.ts'
import { FieldList, Written } from '../../pages/index.ts'
import { Page } from '../shared/layout.tsx'
import { FollowButton, VoteButton } from '../shared/mark-buttons.tsx'
import { Back } from '../shared/pieces.tsx'
import { AuthorLine, CategoryLink, entryPath, excerptOf, ImportedVotes, postPath, TagLinks } from '../shared/posts.tsx'
import { pictureOf } from '../shared/preview.ts'
import { StatusPill } from '../shared/statuses.tsx'
import type { View } from '../shared/view.ts'
import { Answer } from './answer.tsx'
import { Discussion } from './discussion.tsx'
import { OwnIdea, type Returned } from './own.tsx'
import { Report } from './report.tsx'
import { Share } from './share.tsx'

interface PostPageProps {
  readonly view: View
  readonly post: Post
  readonly outcome: Outcome
  readonly comments: readonly Comment[]
  readonly next: string | undefined
  readonly returned: Returned | undefined
  /** Whether it can no longer be changed; undefined if it is not the visitor's own. */
  readonly isFixed: boolean | undefined
  /** Whether there are several categories, so that the page names its own. */
  readonly hasCategories: boolean
  readonly fields: readonly Field[]
}

export function PostPage(props: PostPageProps) {
  const { view, post, outcome, comments, next, returned, isFixed, fields } = props
  const { answer } = outcome
  const facts = {
    title: post.title,
    description: excerptOf(post.body),
    canonical: `${view.origin}${postPath(post)}`,
    picture: pictureOf(post),
    current: 'posts',
    live: 'post',
    isIndexed: post.moderationState === 'approved',
  } as const
  return (
    <Page view={view} facts={facts}>
      <article class="wide post">
        <Back view={view} />
        <div class="split">
          <div class="idea">
            <Waiting view={view} post={post} />
            <header class="head">
              <VoteButton view={view} post={post} isLarge />
              <div>
                <h1>
                  <bdi>{post.title}</bdi>
                </h1>
                <AuthorLine view={view} author={post.author} at={post.createdAt} />
                <Standing {...props} />
              </div>
            </header>
            <Written html={post.bodyHtml} />
            <FieldList
              fields={fields}
              values={post.fields}
              words={{ yes: view.words.say('field_yes'), no: view.words.say('field_no') }}
              speech={view.words}
            />
            {isFixed !== undefined && (
              <div class="row acts">
                <OwnIdea view={view} post={post} returned={returned} isFixed={isFixed} fields={fields} />
              </div>
            )}
            {answer && <Answer view={view} answer={answer} isBelow={comments.some(({ id }) => id === answer.id)} />}
          </div>
          <Side view={view} post={post} isOwn={isFixed !== undefined} />
          <Discussion view={view} post={post} answer={answer} comments={comments} next={next} returned={returned} />
        </div>
      </article>
    </Page>
  )
}

/** Its status, since when, and where to read what shipped. */
function Standing({ view: { words }, view, post, outcome, hasCategories }: PostPageProps) {
  const { statusSince, entry } = outcome
  const isDone = post.status.category === 'done'
  const since = statusSince ?? (isDone ? entry?.publishedAt : undefined)
  return (
    <p class="facts standing">
      <StatusPill view={view} status={post.status} />
      {hasCategories && <CategoryLink words={words} category={post.category} />}
      {since && (
        <Instant at={since}>{words.say(isDone ? 'shipped_on' : 'status_since', { date: words.date(since) })}</Instant>
      )}
      {entry && (
        <a class="shipped-link" href={entryPath(entry)}>
          {words.say('read_update')}
        </a>
      )}
      <ImportedVotes view={view} post={post} />
      {isVotingClosed(post.status.category) && <span>{words.say('voting_closed')}</span>}
      {post.editedAt && <span>{words.say('edited')}</span>}
    </p>
  )
}

/** The tags and actions of an idea. */
function Side({ view, post, isOwn }: { view: View; post: Post; isOwn: boolean }) {
  const { words } = view
  return (
    <div class="side">
      {post.tags.length > 0 && (
        <p class="facts">
          <TagLinks tags={post.tags} />
        </p>
      )}
      <FollowButton view={view} post={post} about="follow-hint" />
      <p id="follow-hint" class="soft">
        {words.say('follow_title')}
      </p>
      <Share view={view} post={post} />
      {!isOwn && <Report view={view} post={post} path={`/posts/${post.number}`} />}
    </div>
  )
}

function Waiting({ view, post }: { view: View; post: Post }) {
  if (post.moderationState === 'approved') return null
  const key = post.moderationState === 'pending' ? 'post_pending' : 'post_rejected'
  return <p class="notice">{view.words.say(key)}</p>
}
