import { authorName } from '../../../../../ui/words/names.ts'
import { viewerOf } from '../../../domain/call/index.ts'
import type { Comment } from '../../../domain/comments/index.ts'
import { CommentBody } from '../../../domain/posting/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { limitsOf, Written } from '../../pages/index.ts'
import { FILE_FORM, PictureField } from '../editor/picture-field.tsx'
import { EditorTemplate } from '../editor/tools.tsx'
import { WritesAs } from '../shared/name-choices.tsx'
import { NextPage, SignInNeedsScript } from '../shared/pieces.tsx'
import { AuthorLine, CommentCount } from '../shared/posts.tsx'
import type { View } from '../shared/view.ts'
import { placeOf } from './answer.tsx'
import { OwnComment, type Returned } from './own.tsx'
import { Report } from './report.tsx'
import { Cancel, Unfold } from './unfold.tsx'

/** The id of the field of a comment, or of the answer to one. */
export function fieldFor(parentId: string | undefined): string {
  return parentId === undefined ? 'comment' : `reply-${parentId}`
}

interface DiscussionProps {
  readonly view: View
  readonly post: Post
  /** Its text stands under the idea; here is only its place. */
  readonly answer: Comment | undefined
  readonly comments: readonly Comment[]
  readonly next: string | undefined
  readonly returned: Returned | undefined
}

export function Discussion({ view, post, answer, comments, next, returned }: DiscussionProps) {
  const { words } = view
  const replies = Map.groupBy(comments, ({ parentId }) => parentId)
  const isAlone = (comment: Comment) => !comments.some(({ id }) => id === comment.parentId)
  const roots = comments.filter((comment) => comment.parentId === undefined || isAlone(comment))
  const show = (comment: Comment) => (
    <CommentView view={view} comment={comment} post={post} returned={returned} isAbove={comment.id === answer?.id} />
  )
  return (
    <section class="discussion" aria-labelledby="discussion">
      <div class="row between">
        <h2 id="discussion">{words.say('comments_title')}</h2>
        <CommentCount view={view} post={post} />
      </div>
      {comments.length === 0 && <p class="soft">{words.say('no_comments')}</p>}
      <ol class="comments">
        {roots.map((comment) => (
          <li>
            {show(comment)}
            {replies.has(comment.id) && (
              <ol>
                {replies.get(comment.id)?.map((reply) => (
                  <li>{show(reply)}</li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
      <NextPage view={view} next={next} />
      <EditorTemplate view={view} />
      {post.commentsLocked ? (
        <p class="notice">{words.say('comments_locked')}</p>
      ) : (
        <CommentForm view={view} post={post} parent={undefined} returned={returned} />
      )}
    </section>
  )
}

interface CommentProps {
  readonly view: View
  readonly comment: Comment
  readonly post: Post
  readonly returned: Returned | undefined
  /** Whether its text stands under the idea. */
  readonly isAbove: boolean
}

function CommentView({ view, comment, post, returned, isAbove }: CommentProps) {
  const { words } = view
  const viewer = viewerOf(view.call)
  const isOwn = viewer !== undefined && viewer.id === comment.author.id
  if (comment.isDeleted) return <p class="comment gone">{words.say('comment_deleted')}</p>
  return (
    <div
      class={comment.isOfficial && !isAbove ? 'comment official' : 'comment'}
      id={isAbove ? placeOf(comment) : comment.id}
    >
      {comment.isOfficial && <p class="label">{words.say('official_answer')}</p>}
      <AuthorLine view={view} author={comment.author} at={comment.createdAt} />
      {comment.moderationState === 'pending' && <p class="notice">{words.say('comment_pending')}</p>}
      {isAbove ? (
        <p class="soft">
          <a href={`#${comment.id}`}>{words.say('answer_above')}</a>
        </p>
      ) : (
        <Written html={comment.bodyHtml} />
      )}
      <div class="row acts">
        {comment.parentId === undefined && !post.commentsLocked && (
          <Unfold kind="reply" label={words.say('reply')} isOpen={returned?.form === fieldFor(comment.id)}>
            <CommentForm view={view} post={post} parent={comment} returned={returned} />
          </Unfold>
        )}
        {isOwn ? (
          <OwnComment view={view} post={post} comment={comment} returned={returned} />
        ) : (
          <Report view={view} post={post} path={`/posts/${post.number}/comments/${comment.id}`} />
        )}
      </div>
    </div>
  )
}

interface CommentFormProps {
  readonly view: View
  readonly post: Post
  readonly parent: Comment | undefined
  readonly returned: Returned | undefined
}

function CommentForm({ view, post, parent, returned }: CommentFormProps) {
  const { words } = view
  const id = fieldFor(parent?.id)
  const text = returned?.form === id ? returned.body : undefined
  return (
    <form
      class="stack"
      method="post"
      action={`/posts/${post.number}/comments`}
      enctype={FILE_FORM}
      data-draft={`${post.number}:${id}`}
    >
      {view.formId && <input type="hidden" name="form_id" value={view.formId} />}
      {parent && <input type="hidden" name="parent_id" value={parent.id} />}
      <label for={id}>
        {parent
          ? words.say('reply_label', { name: authorName(words, parent.author.displayName) })
          : words.say('comment_label')}
      </label>
      <textarea
        id={id}
        name="body"
        required
        data-post={post.number}
        {...limitsOf(CommentBody)}
        rows={parent ? 2 : 4}
        placeholder={words.say('comment_placeholder')}
        aria-invalid={(text !== undefined && view.typedName === undefined) || undefined}
      >
        {text}
      </textarea>
      <PictureField view={view} id={id} />
      <WritesAs view={view} />
      <SignInNeedsScript view={view} />
      <p class="row">
        <button class="button main" type="submit">
          {words.say('comment_submit')}
        </button>
        {parent && <Cancel view={view} post={post} />}
        <span class="soft">{words.say('markdown_hint')}</span>
      </p>
    </form>
  )
}
