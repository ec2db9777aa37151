import type { Comment } from '../../../domain/comments/index.ts'
import type { ModerationItem } from '../../../domain/moderation/index.ts'
import { CommentBody } from '../../../domain/posting/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { EditorTemplate } from '../shared/editor.tsx'
import { Field, Form, NextPage, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Said } from './comment.tsx'
import { postPath, statusOptions } from './pieces.tsx'
import type { Typed } from './post-forms.tsx'

/** A page of the discussion of a post. */
export interface Talk {
  readonly comments: readonly Comment[]
  /** By the ids of the reported comments. */
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
      <h2 id="discussion">{view.words.say('posts_discussion')}</h2>
      {comments.length === 0 && <p class="soft">{view.words.say('posts_no_comments')}</p>}
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
      <NextPage view={view} next={next && `${path}?cursor=${encodeURIComponent(next)}`} />
      {!view.isReadOnly && <EditorTemplate view={view} />}
      {!post.mergedIntoId && <Write {...props} />}
    </section>
  )
}

/** The writer chooses between a public answer and an internal note first. */
function Write({ view, post, statuses, talk, typed }: DiscussionProps) {
  const parent = talk.comments.find(({ id, parentId, isDeleted }) => id === talk.replyTo && !parentId && !isDeleted)
  const isNote = typed.isNote ?? parent?.isInternal ?? false
  return (
    <Form view={view} action={`${postPath(view, post)}/comments`} class="form write" id="write">
      <h3>
        {parent
          ? view.words.say('posts_reply_to', { displayName: parent.author.displayName })
          : view.words.say('posts_write')}
      </h3>
      {parent && <input type="hidden" name="parent_id" value={parent.id} />}
      <fieldset class="kinds">
        <legend class="unseen">{view.words.say('posts_who_reads')}</legend>
        <label class="row tight plain-label">
          <input type="radio" name="kind" value="answer" checked={!isNote} disabled={parent?.isInternal ?? false} />{' '}
          {view.words.say('posts_official')}
        </label>
        <label class="row tight plain-label">
          <input type="radio" name="kind" value="note" checked={isNote} /> {view.words.say('posts_note')}
        </label>
      </fieldset>
      <Field
        name="text"
        label={view.words.say('shared_text')}
        value={typed.comment}
        rows={4}
        required
        data-people={`${postPath(view, post)}/people`}
        {...limitsOf(CommentBody)}
        hint={view.words.say('posts_write_hint')}
      />
      {!parent && <WithStatus view={view} post={post} statuses={statuses} typed={typed} />}
      <p class="row tight">
        <button class="button main" type="submit">
          {view.words.say('posts_send')}
        </button>
        {parent && <a href={postPath(view, post)}>{view.words.say('shared_cancel')}</a>}
      </p>
    </Form>
  )
}

/** Most answers explain a change of status: one step, and followers are notified once. */
function WithStatus({ view, post, statuses, typed }: Omit<DiscussionProps, 'talk'>) {
  const others = statuses.filter(({ id }) => id !== post.status.id)
  return (
    <div class="row end">
      <Select
        name="status_id"
        label={view.words.say('posts_also_status')}
        options={[['', view.words.say('posts_keep_status', { name: post.status.name })], ...statusOptions(others)]}
        value={typed.statusId ?? ''}
      />
      <label class="row tight plain-label">
        <input type="checkbox" name="notify" value="1" checked={typed.notify ?? true} />{' '}
        {view.words.say('posts_notify_status')}
      </label>
    </div>
  )
}
