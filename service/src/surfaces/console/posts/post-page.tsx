import type { Category } from '../../../domain/categories/index.ts'
import type { Field } from '../../../domain/fields/index.ts'
import type { ModerationItem } from '../../../domain/moderation/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import { FieldList } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Form } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
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
  readonly categories: readonly Category[]
  readonly fields: readonly Field[]
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
      scripts={view.isReadOnly ? ['posts.js'] : ['posts.js', 'editor.js']}
      actions={
        isOnBoard && (
          <a class="button" href={url}>
            {view.words.say('posts_open_board')}
          </a>
        )
      }
    >
      {result && <Result view={view} result={result} />}
      <PostHead view={view} post={post} tab="" />
      <Decision {...props} />
      <div class="post-desk">
        <div class="post-text">
          <Prose view={view} html={post.bodyHtml} />
          {post.body === '' && <p class="soft">{view.words.say('posts_no_text')}</p>}
          {(view.isReadOnly || post.mergedIntoId) && <Values {...props} />}
          {!view.isReadOnly && <EditForm {...props} />}
          <Discussion {...props} />
        </div>
        {!post.mergedIntoId && !view.isReadOnly && <Side {...props} />}
      </div>
    </ProjectPage>
  )
}

/** Where they cannot be changed. */
function Values({ view: { words }, post, fields }: PostProps) {
  const sayings = { yes: words.say('fields_yes'), no: words.say('fields_no') }
  return <FieldList fields={fields} values={post.fields} words={sayings} speech={words} />
}

/** The head of all pages of one post. */
export function PostHead({ view, post, tab }: { view: ProjectView; post: Post; tab: '' | '/votes' | '/history' }) {
  const tabs = [
    ['', view.words.say('posts_post')],
    ['/votes', view.words.say('shared_votes', { n: post.voteCount })],
    ['/history', view.words.say('posts_history')],
  ] as const
  return (
    <>
      <p class="facts">
        <span>#{post.number}</span>
        <AuthorLink view={view} author={post.author} />
        <Ago at={post.createdAt} now={view.now} />
        {post.editedAt && <span>{view.words.say('posts_edited')}</span>}
        <StatusDot status={post.status} />
        <PostBadges view={view} post={post} />
        {post.importedVoteCount > 0 && (
          <span>{view.words.say('shared_imported_votes', { n: post.importedVoteCount })}</span>
        )}
        {post.tags.map(({ name }) => (
          <span class="tag">{name}</span>
        ))}
      </p>
      <nav class="tabs" aria-label={view.words.say('posts_post')}>
        {tabs.map(([path, name]) => (
          <a href={postPath(view, post) + path} aria-current={path === tab ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
    </>
  )
}

/** The decision about the whole post that is needed or was made. */
function Decision({ view, post, reports, target }: PostProps) {
  const path = postPath(view, post)
  if (post.mergedIntoId) {
    return (
      <div class="card warn">
        <h2>{view.words.say('posts_merged_title')}</h2>
        <p>
          {target ? (
            <Sentence
              view={view}
              of="posts_merged_into"
              with={{ link: <a href={postPath(view, target)}>{target.title}</a> }}
            />
          ) : (
            view.words.say('posts_merged_gone')
          )}
        </p>
        <Form view={view} action={`${path}/unmerge`}>
          <button class="button" type="submit">
            {view.words.say('posts_unmerge')}
          </button>
        </Form>
      </div>
    )
  }
  if (post.moderationState === 'approved' && reports.length === 0) return null
  return (
    <div class={post.moderationState === 'rejected' ? 'card bad' : 'card warn'}>
      <h2>{view.words.say(TITLES[post.moderationState])}</h2>
      <Reports view={view} reports={reports} />
      <Verdicts
        view={view}
        action={`${path}/decide`}
        state={post.moderationState}
        name={view.words.say('posts_the_post')}
      />
    </div>
  )
}

const TITLES = {
  approved: 'posts_reported_title',
  pending: 'posts_pending_title',
  rejected: 'posts_rejected_title',
} as const
