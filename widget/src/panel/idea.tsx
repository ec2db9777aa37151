import { useEffect, useRef, useState } from 'preact/hooks'
import type { Comment, Post } from '../../../kits/app/src/index.ts'
import { Status } from '../../../ui/components.tsx'
import { useLoaded, usePages, useTools } from './hooks.ts'
import { each } from './lists.ts'
import { AuthorLine, FollowButton, NextPage, VoteButton, Waiting, WritesAs } from './pieces.tsx'
import { rich } from './rich.ts'

/** One idea and what is said about it. */
export function Idea({ id }: { id: string }) {
  const { words } = useTools()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: post, fault } = useLoaded(id, (client) => client.request('GET /posts/{id}', { path: { id } }))
  const isThere = post !== undefined
  useEffect(() => {
    if (isThere) heading.current?.focus({ preventScroll: true })
  }, [isThere])
  if (!post) return <Waiting fault={fault} />
  return (
    <article>
      <div class="opening">
        <VoteButton post={post} />
        <div>
          <h3 class="heading" tabIndex={-1} dir="auto" ref={heading}>
            {post.title}
          </h3>
          <p class="facts">
            <Status status={post.status} />
            {each(post.tags, (tag) => (
              <span class="badge" key={tag.id}>
                {tag.name}
              </span>
            ))}
          </p>
        </div>
      </div>
      {post.moderation_state !== 'approved' && (
        <p class="notice">{words.say(post.moderation_state === 'pending' ? 'post_pending' : 'post_rejected')}</p>
      )}
      <AuthorLine author={post.author} at={post.created_at} />
      <div class="prose" dir="auto">
        {rich(post.body_html)}
      </div>
      <FollowButton post={post} />
      <Discussion post={post} />
    </article>
  )
}

function Discussion({ post }: { post: Post }) {
  const { words } = useTools()
  const list = usePages(post.id, (client, page) =>
    client.request('GET /posts/{id}/comments', { path: { id: post.id }, query: { limit: 50, ...page } }),
  )
  return (
    <section class="discussion">
      <h4>{words.say('comments_title')}</h4>
      {!list.items && <Waiting fault={list.fault} />}
      {list.items?.length === 0 && <p class="soft">{words.say('no_comments')}</p>}
      {list.items && (
        <ol>
          {each(threaded(list.items), (comment) => (
            <CommentItem key={comment.id} comment={comment} />
          ))}
        </ol>
      )}
      <NextPage more={list.more} isLoading={list.isLoadingMore} />
      {post.comments_locked ? (
        <p class="soft">{words.say('comments_locked')}</p>
      ) : (
        <CommentForm post={post} add={list.add} />
      )}
    </section>
  )
}

/** Answers below their comments, as far as those are loaded. */
function threaded(comments: readonly Comment[]): Comment[] {
  const ids = new Set<string>()
  for (const { id } of comments) ids.add(id)
  const sorted: Comment[] = []
  for (const comment of comments) {
    if (comment.parent_id && ids.has(comment.parent_id)) continue
    sorted[sorted.length] = comment
    for (const answer of comments) if (answer.parent_id === comment.id) sorted[sorted.length] = answer
  }
  return sorted
}

function CommentItem({ comment }: { comment: Comment }) {
  const { words } = useTools()
  const kind = `${comment.parent_id ? 'answer' : ''} ${comment.is_official ? 'official' : ''}`
  if (comment.is_deleted) {
    return (
      <li class={kind}>
        <p class="soft">{words.say('comment_deleted')}</p>
      </li>
    )
  }
  return (
    <li class={kind}>
      {comment.is_official && <p class="badge">{words.say('official_answer')}</p>}
      <AuthorLine author={comment.author} at={comment.created_at} />
      <div class="prose" dir="auto">
        {rich(comment.body_html)}
      </div>
      {comment.moderation_state === 'pending' && <p class="soft">{words.say('comment_pending')}</p>}
    </li>
  )
}

function CommentForm({ post, add }: { post: Post; add: (comment: Comment) => void }) {
  const { desk, words } = useTools()
  const body = desk.state.texts[post.id] ?? ''
  const [isSending, setSending] = useState(false)
  const send = async (event: Event) => {
    event.preventDefault()
    if (isSending) return
    if (!body.trim()) return desk.say('comment_invalid', true)
    setSending(true)
    await desk.act(
      () => desk.client.request('POST /posts/{id}/comments', { path: { id: post.id }, body: { body } }),
      (comment) => {
        desk.emit('comment', { post_id: post.id, comment_id: comment.id })
        desk.hasWritten()
        desk.write(post.id, '')
        add(comment)
        desk.say(comment.moderation_state === 'pending' ? 'comment_pending' : 'comment_added')
      },
      'comment_invalid',
    )
    setSending(false)
  }
  return (
    <form class="form" noValidate onSubmit={send}>
      <label for="comment">{words.say('comment_label')}</label>
      <textarea
        id="comment"
        rows={3}
        maxlength={5_000}
        value={body}
        placeholder={words.say('comment_placeholder')}
        onInput={(event) => desk.write(post.id, event.currentTarget.value)}
      />
      <WritesAs />
      <button type="submit" class="button main" aria-busy={isSending} disabled={!desk.canWrite()}>
        {words.say('comment_submit')}
      </button>
    </form>
  )
}
