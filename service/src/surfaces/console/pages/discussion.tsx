import type { Comment } from '../../../domain/comments/index.ts'
import { LONGEST_COMMENT } from '../../../domain/posting/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { Ago, Badge, Field, Form, More } from '../pieces.tsx'
import type { ProjectView } from '../view.ts'
import type { Typed } from './post-forms.tsx'
import { AuthorLink, Prose, postPath, Verdicts } from './post-pieces.tsx'

interface DiscussionProps {
  readonly view: ProjectView
  readonly post: Post
  readonly comments: readonly Comment[]
  readonly next: string | undefined
  readonly replyTo: string | undefined
  readonly typed: Typed
}

export function Discussion(props: DiscussionProps) {
  const { view, post, comments, next } = props
  const answers = Map.groupBy(comments, ({ parentId }) => parentId)
  const isAlone = ({ parentId }: Comment) => !comments.some(({ id }) => id === parentId)
  const roots = comments.filter((comment) => comment.parentId === undefined || isAlone(comment))
  const path = postPath(view, post)
  return (
    <section class="discussion" aria-labelledby="discussion">
      <h2 id="discussion">Discussion</h2>
      {comments.length === 0 && <p class="soft">Nobody has said anything yet.</p>}
      <ol class="comments">
        {roots.map((comment) => (
          <li>
            <Said {...props} comment={comment} />
            {answers.has(comment.id) && (
              <ol>
                {answers.get(comment.id)?.map((answer) => (
                  <li>
                    <Said {...props} comment={answer} />
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
      <More next={next && `${path}?cursor=${encodeURIComponent(next)}`} />
      {!post.mergedIntoId && <Write {...props} />}
    </section>
  )
}

function kindOf(comment: Comment): string {
  if (comment.isInternal) return 'comment note'
  return comment.isOfficial ? 'comment official' : 'comment'
}

function Said({ view, post, comment }: DiscussionProps & { comment: Comment }) {
  if (comment.isDeleted) return <p class="comment gone">A comment that was deleted</p>
  const path = `${postPath(view, post)}/comments/${comment.id}`
  const name = `the comment of ${comment.author.displayName}`
  return (
    <article class={kindOf(comment)} id={comment.id} aria-label={name}>
      <p class="facts">
        <AuthorLink view={view} author={comment.author} />
        <Ago at={comment.createdAt} now={view.now} />
        {comment.isInternal && <Badge kind="warn">Internal note, not public</Badge>}
        {comment.isOfficial && !comment.isInternal && <Badge kind="good">Official answer</Badge>}
        {comment.moderationState === 'pending' && <Badge kind="warn">Waiting</Badge>}
        {comment.editedAt && <span>edited</span>}
      </p>
      <Prose html={comment.bodyHtml} />
      {comment.moderationState === 'pending' && (
        <Verdicts view={view} action={`${path}/decide`} state="pending" name={name} />
      )}
      <p class="row tight small-acts">
        {comment.parentId === undefined && !post.mergedIntoId && (
          <a href={`${postPath(view, post)}?reply=${comment.id}#write`} aria-label={`Answer ${name}`}>
            Answer
          </a>
        )}
        <a href={`${path}/delete`} aria-label={`Delete ${name}`}>
          Delete
        </a>
      </p>
    </article>
  )
}

/** The public answer and the internal note are told apart before a word is typed. */
function Write({ view, post, comments, replyTo, typed }: DiscussionProps) {
  const parent = comments.find(({ id, parentId, isDeleted }) => id === replyTo && !parentId && !isDeleted)
  const isNote = typed.isNote ?? parent?.isInternal ?? false
  return (
    <Form view={view} action={`${postPath(view, post)}/comments`} class="form write" id="write">
      <h3>{parent ? `Answer to ${parent.author.displayName}` : 'Write'}</h3>
      {parent && <input type="hidden" name="parent_id" value={parent.id} />}
      <fieldset class="kinds">
        <legend class="unseen">Who can read it</legend>
        <label class="row tight plain-label">
          <input type="radio" name="kind" value="answer" checked={!isNote} disabled={parent?.isInternal ?? false} />{' '}
          Official answer
        </label>
        <label class="row tight plain-label">
          <input type="radio" name="kind" value="note" checked={isNote} /> Internal note
        </label>
      </fieldset>
      <Field
        name="text"
        label="Text"
        value={typed.comment}
        rows={4}
        required
        maxlength={LONGEST_COMMENT}
        hint="An answer is on the board at once; a note is for the team alone. Markdown works."
      />
      <p class="row tight">
        <button class="button main" type="submit">
          Send
        </button>
        {parent && <a href={postPath(view, post)}>Cancel</a>}
      </p>
    </Form>
  )
}
