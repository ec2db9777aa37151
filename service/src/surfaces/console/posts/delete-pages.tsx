import type { Comment } from '../../../domain/comments/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Form } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Prose, postPath } from './pieces.tsx'

/** Asks before a post is deleted, and says what is deleted with it. */
export function DeletePostPage({ view, post }: { view: ProjectView; post: Post }) {
  const path = postPath(view, post)
  return (
    <ProjectPage view={view} title={view.words.say('posts_delete_title')} section="/posts">
      <div class="card bad">
        <h2>{post.title}</h2>
        <p>
          {view.words.say('posts_delete_does', {
            voteCount: view.words.say('shared_votes', { n: post.voteCount }),
            commentCount: view.words.say('shared_comments', { n: post.commentCount }),
          })}
        </p>
        <p>{view.words.say('posts_delete_instead')}</p>
        <Form view={view} action={`${path}/delete`} class="row tight">
          <button class="button danger" type="submit">
            {view.words.say('posts_delete_yes')}
          </button>
          <a class="button" href={`${path}/merge`}>
            {view.words.say('posts_merge_instead')}
          </a>
          <a class="button" href={path}>
            {view.words.say('shared_cancel')}
          </a>
        </Form>
      </div>
    </ProjectPage>
  )
}

export function ConfirmCommentPage({ view, post, comment }: { view: ProjectView; post: Post; comment: Comment }) {
  const path = postPath(view, post)
  return (
    <ProjectPage view={view} title={view.words.say('posts_delete_comment_title')} section="/posts">
      <div class="card bad">
        <h2>{view.words.say('posts_comment_text', { displayName: comment.author.displayName })}</h2>
        <Prose view={view} html={comment.bodyHtml} />
        <p>{view.words.say('posts_delete_comment_does')}</p>
        <Form view={view} action={`${path}/comments/${comment.id}/delete`} class="row tight">
          <button class="button danger" type="submit">
            {view.words.say('posts_delete_comment_yes')}
          </button>
          <a class="button" href={path}>
            {view.words.say('shared_cancel')}
          </a>
        </Form>
      </div>
    </ProjectPage>
  )
}
