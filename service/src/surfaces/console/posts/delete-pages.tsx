import type { Comment } from '../../../domain/comments/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Form, quantity } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Prose, postPath } from './pieces.tsx'

/** Asks before a post is deleted, and says what is deleted with it. */
export function DeletePostPage({ view, post }: { view: ProjectView; post: Post }) {
  const path = postPath(view, post)
  return (
    <ProjectPage view={view} title="Delete this post?" section="/posts">
      <div class="card bad">
        <h2>{post.title}</h2>
        <p>
          It disappears from the board with {quantity(post.voteCount, 'vote')} and{' '}
          {quantity(post.commentCount, 'comment')}. This cannot be undone.
        </p>
        <p>If it says the same as another post, merge it instead: votes and comments stay.</p>
        <Form view={view} action={`${path}/delete`} class="row tight">
          <button class="button danger" type="submit">
            Delete the post
          </button>
          <a class="button" href={`${path}/merge`}>
            Merge instead
          </a>
          <a class="button" href={path}>
            Keep it
          </a>
        </Form>
      </div>
    </ProjectPage>
  )
}

export function ConfirmCommentPage({ view, post, comment }: { view: ProjectView; post: Post; comment: Comment }) {
  const path = postPath(view, post)
  return (
    <ProjectPage view={view} title="Delete this comment?" section="/posts">
      <div class="card bad">
        <h2>Comment of {comment.author.displayName}</h2>
        <Prose view={view} html={comment.bodyHtml} />
        <p>It disappears from the board. Answers to it stay. This cannot be undone.</p>
        <Form view={view} action={`${path}/comments/${comment.id}/delete`} class="row tight">
          <button class="button danger" type="submit">
            Delete the comment
          </button>
          <a class="button" href={path}>
            Keep it
          </a>
        </Form>
      </div>
    </ProjectPage>
  )
}
