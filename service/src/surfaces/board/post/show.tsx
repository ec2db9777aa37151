import type { JSX } from 'preact'
import { isSignedIn, permit } from '../../../domain/call/index.ts'
import { listCommentsOf } from '../../../domain/comments/index.ts'
import { listFields } from '../../../domain/fields/index.ts'
import { outcomeOf } from '../../../domain/outcomes/index.ts'
import { isInDiscussion } from '../../../domain/posting/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { type Query, readPage } from '../../pages/index.ts'
import { shownCategories } from '../shared/categories.ts'
import type { BoardContext } from '../shared/context.ts'
import { postPath } from '../shared/posts.tsx'
import type { ReaderView } from '../shared/view.ts'
import type { Returned } from './own.tsx'
import { PostPage } from './page.tsx'

const COMMENTS_A_PAGE = 100

/** The page of an idea. A refused form is shown at its place. */
export async function postPage(
  context: BoardContext,
  view: ReaderView,
  query: Query,
  post: Post,
  returned?: Returned,
): Promise<JSX.Element> {
  const path = postPath(post)
  const { call } = view
  const isOwn = isSignedIn(call) && call.actor.user.id === post.author.id
  const [{ items, next }, outcome, isFixed, categories, fields] = await Promise.all([
    readPage(context.cursors, ['board', view.project.id, path], query, COMMENTS_A_PAGE, (page) =>
      listCommentsOf(call, post.id, page),
    ),
    outcomeOf(call, post),
    isOwn ? isInDiscussion(permit(call, 'board:take_part'), post.id) : undefined,
    shownCategories(call),
    isOwn || Object.keys(post.fields).length > 0 ? listFields(call) : [],
  ])
  return (
    <PostPage
      view={view}
      post={post}
      outcome={outcome}
      comments={items}
      next={next && `${path}?cursor=${next}`}
      returned={returned}
      isFixed={isFixed}
      hasCategories={categories.length > 0}
      fields={fields}
    />
  )
}
