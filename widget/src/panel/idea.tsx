import { useEffect, useRef } from 'preact/hooks'
import type { Comment, Post } from '../../../kits/app/src/index.ts'
import { type Act, Acts } from './acts.tsx'
import { DeleteForm, EditIdeaForm, ReportForm, TextForm } from './forms.tsx'
import { useLoaded, usePages, useTools } from './hooks.ts'
import { each } from './lists.ts'
import { AuthorLine, FollowButton, NextPage, StatusPill, VoteButton, Waiting } from './pieces.tsx'
import { rich } from './rich.ts'

/** One idea and its discussion. */
export function Idea({ id }: { id: string }) {
  const { desk, words } = useTools()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, fault, change } = useLoaded(id, (client) => client.request('GET /posts/{id}', { path: { id } }))
  const post = data && { ...data, ...desk.state.told.get(id) }
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
            <StatusPill status={post.status} />
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
      <AuthorLine author={post.author} at={post.created_at} isEdited={post.edited_at !== null} />
      <div class="prose" dir="auto">
        {rich(post.body_html)}
      </div>
      <FollowButton post={post} />
      <IdeaActs post={post} change={change} />
      <Discussion post={post} />
    </article>
  )
}

function IdeaActs({ post, change }: { post: Post; change: (post: Post) => void }) {
  const { desk, go } = useTools()
  const { me } = desk.state
  const isOwn = me?.id === post.author.id
  // An idea with votes of others cannot be changed. With comments of others neither, but only the service knows that, and refuses.
  const canChange = isOwn && post.vote_count === Number(post.has_voted)
  const can: readonly Act[] = !me ? [] : canChange ? ['edit', 'delete'] : isOwn ? [] : ['report']
  const remove = () => desk.client.request('DELETE /posts/{id}', { path: { id: post.id } })
  const removed = () => {
    go({ view: 'posts' })
    desk.again()
  }
  return (
    <Acts can={can}>
      {(act, done) => {
        if (act === 'edit') return <EditIdeaForm post={post} change={change} done={done} />
        if (act === 'delete') {
          return <DeleteForm question="delete_idea_ask" said="your_idea_deleted" {...{ remove, removed, done }} />
        }
        return <ReportForm about={{ post_id: post.id }} done={done} />
      }}
    </Acts>
  )
}

interface Comments {
  add(comment: Comment): void
  put(id: string, comment: Comment | undefined): void
}

function Discussion({ post }: { post: Post }) {
  const { words } = useTools()
  const list = usePages(post.id, (client, page) =>
    client.request('GET /posts/{id}/comments', { path: { id: post.id }, query: { limit: 50, ...page } }),
  )
  const hasAnswers = (id: string) => {
    for (const { parent_id } of list.items ?? []) if (parent_id === id) return true
    return false
  }
  return (
    <section class="discussion">
      <h4>{words.say('comments_title')}</h4>
      {!list.items && <Waiting fault={list.fault} />}
      {list.items?.length === 0 && <p class="soft">{words.say('no_comments')}</p>}
      {list.items && (
        <ol>
          {each(threaded(list.items), (comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              post={post}
              comments={list}
              hasAnswers={hasAnswers(comment.id)}
            />
          ))}
        </ol>
      )}
      <NextPage more={list.more} isLoading={list.isLoadingMore} />
      {post.comments_locked ? (
        <p class="soft">{words.say('comments_locked')}</p>
      ) : (
        <CommentForm post={post} comments={list} />
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

interface CommentProps {
  readonly comment: Comment
  readonly post: Post
  readonly comments: Comments
  readonly hasAnswers: boolean
}

function CommentItem({ comment, post, comments, hasAnswers }: CommentProps) {
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
      <AuthorLine author={comment.author} at={comment.created_at} isEdited={comment.edited_at !== null} />
      <div class="prose" dir="auto">
        {rich(comment.body_html)}
      </div>
      {comment.moderation_state === 'pending' && <p class="soft">{words.say('comment_pending')}</p>}
      <CommentActs comment={comment} post={post} comments={comments} hasAnswers={hasAnswers} />
    </li>
  )
}

function CommentActs({ comment, post, comments, hasAnswers }: CommentProps) {
  const { desk, words } = useTools()
  const { id } = comment
  const { me } = desk.state
  const isOwn = me?.id === comment.author.id
  const can: Act[] = []
  if (!comment.parent_id && !post.comments_locked) can[can.length] = 'reply'
  if (me && isOwn && !post.comments_locked) can[can.length] = 'edit'
  if (me) can[can.length] = isOwn ? 'delete' : 'report'
  const save = (body: string) => desk.client.request('PATCH /comments/{id}', { path: { id }, body: { body } })
  const remove = () => desk.client.request('DELETE /comments/{id}', { path: { id } })
  const removed = () => comments.put(id, hasAnswers ? { ...comment, is_deleted: true } : undefined)
  return (
    <Acts can={can}>
      {(act, done) => {
        if (act === 'reply') return <CommentForm post={post} comments={comments} parent={comment} done={done} />
        if (act === 'delete') {
          return <DeleteForm question="delete_comment_ask" said="your_comment_deleted" {...{ remove, removed, done }} />
        }
        if (act === 'report') return <ReportForm about={{ comment_id: id }} done={done} />
        return (
          <TextForm
            name={`edit-${id}`}
            text={comment.body}
            thread={post.id}
            most={5_000}
            label={words.say('edit_comment_label')}
            submit={words.say('me_save')}
            invalid="comment_invalid"
            send={save}
            sent={(changed) => {
              comments.put(id, changed)
              desk.say(changed.moderation_state === 'pending' ? 'comment_pending' : 'me_saved')
            }}
            done={done}
          />
        )
      }}
    </Acts>
  )
}

interface CommentFormProps {
  readonly post: Post
  readonly comments: Comments
  readonly parent?: Comment
  readonly done?: () => void
}

function CommentForm({ post, comments, parent, done }: CommentFormProps) {
  const { desk, words } = useTools()
  const send = (body: string) =>
    desk.client.request('POST /posts/{id}/comments', {
      path: { id: post.id },
      body: { body, ...(parent && { parent_id: parent.id }) },
    })
  const sent = (comment: Comment) => {
    desk.emit('comment', { post_id: post.id, comment_id: comment.id })
    desk.hasWritten()
    comments.add(comment)
    desk.say(comment.moderation_state === 'pending' ? 'comment_pending' : 'comment_added')
  }
  return (
    <TextForm
      name={`comment-${parent?.id ?? post.id}`}
      thread={post.id}
      most={5_000}
      label={parent ? words.say('reply_label', { name: parent.author.display_name }) : words.say('comment_label')}
      hint={words.say('comment_placeholder')}
      submit={words.say('comment_submit')}
      invalid="comment_invalid"
      send={send}
      sent={sent}
      done={done}
    />
  )
}
