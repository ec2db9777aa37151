import type { Comment } from '../../../domain/comments/index.ts'
import type { ModerationItem } from '../../../domain/moderation/index.ts'
import { CommentBody } from '../../../domain/posting/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { Field, Form, NextPage, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Said } from './comment.tsx'
import { postPath, statusOptions } from './pieces.tsx'
import type { Typed } from './post-forms.tsx'

/** A page of what was said about a post. */
export interface Talk {
  readonly comments: readonly Comment[]
  /** By the comments that they are about. */
  readonly reports: ReadonlyMap<string, ModerationItem['reports']>
  readonly cursor: string | undefined
  readonly next: string | undefined
  /** The comment that is being answered, and the one that is being changed. */
  readonly replyTo: string | undefined
  readonly editing: string | undefined
}

interface DiscussionProps {
  readonly view: ProjectView
  readonly post: Post
  readonly statuses: readonly Status[]
  readonly talk: Talk
  readonly typed: Typed
}

export function Discussion(props: DiscussionProps) {
  const { view, post, talk } = props
  const { comments, next } = talk
  const answers = Map.groupBy(comments, ({ parentId }) => parentId)
  const isAlone = ({ parentId }: Comment) => !comments.some(({ id }) => id === parentId)
  const roots = comments.filter((comment) => comment.parentId === undefined || isAlone(comment))
  const path = postPath(view, post)
  const said = (comment: Comment) => (
    <Said
      view={view}
      post={post}
      comment={comment}
      reports={talk.reports.get(comment.id) ?? []}
      edit={comment.id === talk.editing ? { typed: props.typed.changed } : undefined}
      cursor={talk.cursor}
    />
  )
  return (
    <section class="discussion" aria-labelledby="discussion">
      <h2 id="discussion">Discussion</h2>
      {comments.length === 0 && <p class="soft">There are no comments yet.</p>}
      <ol class="comments">
        {roots.map((comment) => (
          <li>
            {said(comment)}
            {answers.has(comment.id) && (
              <ol>
                {answers.get(comment.id)?.map((answer) => (
                  <li>{said(answer)}</li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
      <NextPage next={next && `${path}?cursor=${encodeURIComponent(next)}`} />
      {!post.mergedIntoId && <Write {...props} />}
    </section>
  )
}

/** The public answer and the internal note are told apart before a word is typed. */
function Write({ view, post, statuses, talk, typed }: DiscussionProps) {
  const parent = talk.comments.find(({ id, parentId, isDeleted }) => id === talk.replyTo && !parentId && !isDeleted)
  const isNote = typed.isNote ?? parent?.isInternal ?? false
  return (
    <Form view={view} action={`${postPath(view, post)}/comments`} class="form write" id="write">
      <h3>{parent ? `Answer to ${parent.author.displayName}` : 'Answer, or write a note'}</h3>
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
        {...limitsOf(CommentBody)}
        hint="An answer is public at once; only the team sees a note. You can use Markdown."
      />
      {!parent && <WithStatus post={post} statuses={statuses} typed={typed} />}
      <p class="row tight">
        <button class="button main" type="submit">
          Send
        </button>
        {parent && <a href={postPath(view, post)}>Cancel</a>}
      </p>
    </Form>
  )
}

/** Most answers explain a change of status: one step, and followers are notified once. */
function WithStatus({ post, statuses, typed }: Pick<DiscussionProps, 'post' | 'statuses' | 'typed'>) {
  const others = statuses.filter(({ id }) => id !== post.status.id)
  return (
    <div class="row end">
      <Select
        name="status_id"
        label="Status, in the same step"
        options={[['', `Stays ${post.status.name}`], ...statusOptions(others)]}
        value={typed.statusId ?? ''}
      />
      <label class="row tight plain-label">
        <input type="checkbox" name="notify" value="1" checked={typed.notify ?? true} /> Notify followers about the
        status
      </label>
    </div>
  )
}
