import type { OperatorCall } from '../../../domain/call/index.ts'
import { type Post, postByNumber } from '../../../domain/posts/index.ts'
import { findUsers, type User } from '../../../domain/users/index.ts'
import { castVoteFor, listVoters, type Voter } from '../../../domain/votes/index.ts'
import type { PageRequest } from '../../../foundation/paging/index.ts'
import type { Columns } from '../../http/index.ts'
import { membersOf, type Query, queryOf, readPage, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { download, traitColumns } from '../shared/download.ts'
import { sayFault } from '../shared/form-errors.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { numberOf } from './post-routes.tsx'
import type { VotingFor } from './vote-for.tsx'
import { VotersPage } from './voters-page.tsx'

type Caller = OperatorCall<'posts:read' | 'votes:read'>

const READ = { needs: ['posts:read', 'votes:read'] } as const
const WRITE = { needs: ['posts:read', 'votes:read', 'votes:write', 'users:read'] } as const
const VOTERS_A_PAGE = 50

/** The voters of a post, and votes for people who asked elsewhere. */
export function voterRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, post: Post, query: Query, voting?: VotingFor) => {
    const list = ['console', call.project.id, 'voters', post.id]
    const { items, next } = await readPage(context.cursors, list, query, VOTERS_A_PAGE, (page) =>
      listVoters(call, post.id, page),
    )
    return <VotersPage view={view} post={post} voters={items} next={next} voting={voting} />
  }
  routes.page('/posts/:number/votes', READ, async (call, view, request) =>
    show(call, view, await postByNumber(call, numberOf(request)), queryOf(request)),
  )
  routes.page('/posts/:number/votes.csv', READ, async (call, _, request, reply) => {
    const { id, number } = await postByNumber(call, numberOf(request))
    const list = (reading: typeof call, page: PageRequest<never>) => listVoters(reading, id, page)
    const columns: Columns<Voter> = {
      name: ({ user }) => user.displayName,
      user_id: ({ user }) => user.id,
      voted_at: ({ votedAt }) => votedAt,
      note: ({ note }) => note,
      ...traitColumns(call, ({ traits }: Voter) => traits),
    }
    return download(context, call, request, reply, { name: `votes-${number}`, columns, list })
  })
  routes.form('/posts/:number/votes', WRITE, async (call, request, reply) => {
    const post = await postByNumber(call, numberOf(request))
    const { who, note, user_id: chosen } = membersOf(request)
    const typed = { who: textIn(who).trim(), note: textIn(note).trim() }
    const view = await projectView(context, call, request)
    const again = (view: ProjectView, matches: readonly User[] = []) =>
      show(call, view, post, {}, { ...typed, matches })
    const { users } = typed.who === '' ? { users: [] } : await findUsers(call, typed.who)
    const meant = users.filter(({ id, state }) => state !== 'erased' && (!chosen || id === chosen))
    const [user, ...others] = meant
    if (!user) return again(withFault(view, view.words.say('posts_vote_nobody')))
    if (others.length > 0) return again(view, meant)
    try {
      await castVoteFor(call, post.id, { userId: user.id }, typed.note ? { note: typed.note } : {})
      return goTo(reply, `/console/${call.project.slug}/posts/${post.number}/votes`, 'vote_cast')
    } catch (error) {
      return again(withFault(view, sayFault(reply, error)))
    }
  })
}
