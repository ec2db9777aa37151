import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effort } from '../harness/effort.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { Model, type ModelComment, type ModelPost } from './model.ts'
import { type NotifiedProject, notified, startNotified } from './told.ts'

/** Numbers choose among what there is: the person, the post, the comment and so on of that place. */
const ACTIONS = [
  'write',
  'follow',
  'unfollow',
  'vote',
  'comment',
  'reply',
  'answer',
  'note',
  'edit',
  'status',
  'quietly',
] as const
const RARE = [
  'merge',
  'approve',
  'approvePost',
  'reject',
  'rejectPost',
  'deleteComment',
  'deletePost',
  'announce',
  'choose',
  'ban',
] as const
const step = fc.record({
  action: fc.constantFrom(...ACTIONS, ...RARE),
  person: fc.nat(3),
  post: fc.nat(5),
  other: fc.nat(5),
  comment: fc.nat(7),
  value: fc.nat(4),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Board extends NotifiedProject {
  readonly model: Model
  readonly sessions: ReadonlyMap<string, string>
  readonly statuses: readonly string[]
}

async function startBoard(within: TestProject, requiresApproval: boolean): Promise<Board> {
  const project = await startProject({ service: within.service, draft: { requiresApproval } })
  const signedIn = await Promise.all(['ada', 'bob', 'cleo', 'dan'].map((sub) => project.signIn({ sub })))
  const { body } = await project.server('GET', '/v1/statuses')
  return {
    ...(await notified(project)),
    model: new Model(signedIn.map(({ userId }) => userId)),
    sessions: new Map(signedIn.map(({ userId, session }) => [userId, session])),
    statuses: body.data.map(({ id }: { id: string }) => id),
  }
}

const chosen = <Item>(items: readonly Item[], place: number) => items[place % items.length]

/** Does it in both worlds. What the service refuses did not happen. */
async function play(board: Board, { action, ...places }: Step, requiresApproval: boolean): Promise<void> {
  const { model, server, statuses } = board
  const person = chosen(model.people, places.person) ?? ''
  const asPerson = async (method: string, path: string, body?: unknown) => {
    const answer = await board.app(method, path, { session: board.sessions.get(person) ?? '', body })
    return answer.status < 300 ? (answer.body ?? {}) : undefined
  }
  const asTeam = async (method: string, path: string, body?: unknown) => {
    const answer = await server(method, path, body)
    return answer.status < 300 ? (answer.body ?? {}) : undefined
  }
  const state = requiresApproval ? 'pending' : 'approved'
  if (action === 'write') {
    const written = await asPerson('POST', '/v1/posts', { title: 'An idea', body: '' })
    if (!written) return
    const marks = { followers: new Set([person]), voters: new Set([person]) }
    model.posts.push({
      id: written.id,
      author: person,
      status: written.status.id,
      state,
      isDeleted: false,
      isMerged: false,
      ...marks,
    })
    return
  }
  const [post, other] = [chosen(model.posts, places.post), chosen(model.posts, places.other)]
  const comment = chosen(model.comments, places.comment)
  if (!post || !other) return
  const said = (id: string, facts: Partial<ModelComment>, at: ModelPost = post) => {
    const usual = { author: undefined, parent: undefined, isOfficial: false, isInternal: false }
    const made: ModelComment = {
      id,
      post: at,
      ...usual,
      state: 'approved',
      isDeleted: false,
      wasPublic: false,
      ...facts,
    }
    model.comments.push(made)
    if (made.author) at.followers.add(made.author)
    if (made.state === 'approved') model.publish(made, false)
  }
  switch (action) {
    case 'follow':
      if (await asPerson('PUT', `/v1/posts/${post.id}/follow`)) post.followers.add(person)
      return
    case 'unfollow':
      if (await asPerson('DELETE', `/v1/posts/${post.id}/follow`)) post.followers.delete(person)
      return
    case 'vote':
      if (await asPerson('PUT', `/v1/posts/${post.id}/vote`)) post.voters.add(person)
      return
    case 'comment': {
      const made = await asPerson('POST', `/v1/posts/${post.id}/comments`, { body: 'Yes' })
      if (made) said(made.id, { author: person, state })
      return
    }
    case 'reply': {
      if (!comment) return
      const path = `/v1/posts/${comment.post.id}/comments`
      const made = await asPerson('POST', path, { body: 'Yes', parent_id: comment.id })
      if (made) said(made.id, { author: person, state, parent: comment }, comment.post)
      return
    }
    case 'answer':
    case 'note': {
      const [isOfficial, isInternal] = [action === 'answer', action === 'note']
      const made = await asTeam('POST', `/v1/posts/${post.id}/comments`, {
        body: 'Soon',
        is_official: isOfficial,
        is_internal: isInternal,
      })
      if (made) said(made.id, { isOfficial, isInternal })
      return
    }
    case 'edit':
      if (comment?.author !== person) return
      if (await asPerson('PATCH', `/v1/comments/${comment.id}`, { body: `Yes ${places.value}` }))
        comment.state = requiresApproval ? await stateOf(board, comment) : comment.state
      return
    case 'status':
    case 'quietly': {
      const [status, notify] = [chosen(statuses, places.value) ?? '', action === 'status']
      if (await asTeam('POST', `/v1/posts/${post.id}/status`, { status_id: status, notify }))
        model.changeStatus(post, status, notify)
      return
    }
    case 'merge':
      if (await asTeam('POST', `/v1/posts/${post.id}/merge`, { into_post_id: other.id })) model.merge(post, other)
      return
    case 'approve':
    case 'reject': {
      const verdict = action === 'approve' ? 'approved' : 'rejected'
      if (comment && (await asTeam('POST', `/v1/moderation/${comment.id}/${action}`))) model.decide(comment, verdict)
      return
    }
    case 'approvePost':
      if (await asTeam('POST', `/v1/moderation/${post.id}/approve`)) model.decide(post, 'approved')
      return
    case 'rejectPost':
      if (await asTeam('POST', `/v1/moderation/${post.id}/reject`)) model.decide(post, 'rejected')
      return
    case 'deleteComment':
      if (comment && (await asTeam('DELETE', `/v1/comments/${comment.id}`))) comment.isDeleted = true
      return
    case 'deletePost':
      if (await asTeam('DELETE', `/v1/posts/${post.id}`)) post.isDeleted = true
      return
    case 'announce': {
      const about = [...new Set([post, other])]
      const entry = { title: 'News', body: 'Now', state: 'published', post_ids: about.map(({ id }) => id) }
      if (await asTeam('POST', '/v1/changelog', entry)) model.announce(about)
      return
    }
    case 'choose': {
      const [kind, name] = chosen(
        [
          ['statusChanges', 'status_changes'] as const,
          ['comments', 'comments'] as const,
          ['changelog', 'changelog'] as const,
        ],
        places.value,
      ) ?? ['comments', 'comments']
      const wants = places.other % 2 === 0
      if (await asPerson('PATCH', '/v1/me', { notifications: { [name]: wants } })) model.choose(person, kind, wants)
      return
    }
    case 'ban':
      if (places.value === 0 && (await asTeam('POST', `/v1/users/${person}/ban`, {}))) model.banned.add(person)
  }
}

async function stateOf({ server }: Board, { id }: ModelComment): Promise<ModelComment['state']> {
  return (await server('GET', `/v1/comments/${id}`)).body.moderation_state
}

async function listedFor(board: Board, person: string): Promise<string[]> {
  const { body } = await board.app('GET', '/v1/me/notifications?limit=100', {
    session: board.sessions.get(person) ?? '',
  })
  return body.data
    .map(
      ({ type, post, comment }: { type: string; post: { id: string }; comment: { id: string } | null }) =>
        `${type} ${post.id} ${comment?.id ?? '-'}`,
    )
    .sort()
}

test('whatever happens on a board, each person is told what the model says, once', async () => {
  const within = await startNotified()
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 15, maxLength: 40 }),
      async (requiresApproval, steps) => {
        const board = await startBoard(within, requiresApproval)
        const first = { post: 0, other: 0, comment: 0, value: 0 }
        const begin = [0, 1].flatMap((person) => [
          { ...first, action: 'write', person } as const,
          { ...first, action: 'approvePost', person, post: person } as const,
        ])
        for (const step of [...begin, ...steps]) {
          await play(board, step, requiresApproval)
          await board.tell()
        }
        for (const person of board.model.people.filter((person) => !board.model.banned.has(person)))
          expect(await listedFor(board, person)).toEqual(board.model.listOf(person))
      },
    ),
    { numRuns: effort(6), endOnFailure: true },
  )
})
