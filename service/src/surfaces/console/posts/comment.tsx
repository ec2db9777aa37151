import type { Comment } from '../../../domain/comments/index.ts'
import type { ModerationItem } from '../../../domain/moderation/index.ts'
import { CommentBody } from '../../../domain/posting/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { Ago, Badge, Field, Form } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { AuthorLink, Prose, postPath, Reports, Verdicts } from './pieces.tsx'
import type { Typed } from './post-forms.tsx'

interface SaidProps {
  readonly view: ProjectView
  readonly post: Post
  readonly comment: Comment
  readonly reports: ModerationItem['reports']
  /** Set if the comment is being edited: with the typed text, if that was refused. */
  readonly edit: { readonly typed: Typed['changed'] } | undefined
  /** The cursor of the page that shows it, to come back to. */
  readonly cursor: string | undefined
}

function kindOf(comment: Comment): string {
  if (comment.isInternal) return 'comment note'
  return comment.isOfficial ? 'comment official' : 'comment'
}

/** A comment, its reports, and the actions of the team. */
export function Said({ view, post, comment, reports, edit, cursor }: SaidProps) {
  if (comment.isDeleted) return <p class="comment gone">{view.words.say('posts_comment_gone')}</p>
  const path = `${postPath(view, post)}/comments/${comment.id}`
  const name = view.words.say('posts_comment_by', { displayName: comment.author.displayName })
  const to = (what: 'reply' | 'edit', anchor: string) =>
    `${postPath(view, post)}?${new URLSearchParams({ ...(cursor && { cursor }), [what]: comment.id })}#${anchor}`
  return (
    <article class={kindOf(comment)} id={comment.id} aria-label={name}>
      <p class="facts">
        <AuthorLink view={view} author={comment.author} />
        <Ago at={comment.createdAt} now={view.now} />
        {comment.isInternal && <Badge kind="warn">{view.words.say('posts_note_badge')}</Badge>}
        {comment.isOfficial && !comment.isInternal && <Badge kind="good">{view.words.say('posts_official')}</Badge>}
        {comment.moderationState === 'pending' && <Badge kind="warn">{view.words.say('posts_pending_badge')}</Badge>}
        {reports.length > 0 && <Badge kind="bad">{view.words.say('posts_reported_badge')}</Badge>}
        {comment.editedAt && <span>{view.words.say('posts_edited')}</span>}
      </p>
      {(!edit || edit.typed !== undefined) && <Prose view={view} html={comment.bodyHtml} />}
      <Reports view={view} reports={reports} />
      {edit && <Change {...{ view, post, comment, cursor }} typed={edit.typed} />}
      {!edit && (comment.moderationState === 'pending' || reports.length > 0) && (
        <Verdicts view={view} action={`${path}/decide`} state={comment.moderationState} name={name} />
      )}
      {!view.isReadOnly && (
        <p class="row tight small-acts">
          {comment.parentId === undefined && !post.mergedIntoId && (
            <a href={to('reply', 'write')} aria-label={view.words.say('posts_reply_label', { name })}>
              {view.words.say('posts_reply')}
            </a>
          )}
          {!edit && (
            <a href={to('edit', comment.id)} aria-label={view.words.say('posts_edit_label', { name })}>
              {view.words.say('shared_edit')}
            </a>
          )}
          <a href={`${path}/delete`} aria-label={view.words.say('posts_delete_label', { name })}>
            {view.words.say('shared_delete')}
          </a>
        </p>
      )}
    </article>
  )
}

type ChangeProps = Pick<SaidProps, 'view' | 'post' | 'comment' | 'cursor'> & { readonly typed: Typed['changed'] }

/** Holds the version that was read, so that a concurrent change is not overwritten unseen. */
function Change({ view, post, comment, cursor, typed }: ChangeProps) {
  const path = postPath(view, post)
  return (
    <Form view={view} action={`${path}/comments/${comment.id}/edit`} class="form">
      <input type="hidden" name="version" value={typed?.version ?? comment.version} />
      {cursor && <input type="hidden" name="cursor" value={cursor} />}
      <Field
        name="changed"
        label={view.words.say('posts_comment_text', { displayName: comment.author.displayName })}
        value={typed?.text ?? comment.body}
        rows={5}
        required
        data-people={`${path}/people`}
        {...limitsOf(CommentBody)}
        hint={
          comment.author.isTeam
            ? view.words.say('posts_comment_edited_hint')
            : view.words.say('posts_comment_edited_hint_other')
        }
      />
      <p class="row tight">
        <button class="button main" type="submit">
          {view.words.say('shared_save')}
        </button>
        <a href={`${path}${cursor ? `?${new URLSearchParams({ cursor })}` : ''}#${comment.id}`}>
          {view.words.say('shared_cancel')}
        </a>
      </p>
    </Form>
  )
}
