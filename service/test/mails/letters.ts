import { type Letter, takeMails } from '../../src/domain/mails/index.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import type { MailStage, Told } from './stage.ts'

const ANSWER =
  'We start with this next month. Tell us which views you use most: the **list**, the board or the timeline?\n\nhttps://acme.example/a-very-long-address/that-no-mail-program-can-break/because-it-has-no-space-in-it'
const TITLES = [
  'Dependencies between tasks in the timeline',
  'Let me export a board as PDF',
  'تنبيهات قبل الموعد',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenverwaltung',
]

/** One letter of every kind, by its name, as they are sent. */
export async function everyLetter(stage: MailStage): Promise<ReadonlyMap<string, Letter>> {
  const names = new Map<Id<'user'>, string>()
  const readerOf = async (name: string) => {
    const id = await stage.reader(name, { given_name: 'Ada' })
    names.set(id, name)
    return id
  }
  const write = async (path: string, body: unknown) => {
    const answer = await stage.server('POST', path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const tell = async (name: string, type: string, event: string, about: Pick<Told, 'post' | 'comment' | 'entry'>) =>
    stage.tell([await readerOf(name)], { type, event: await stage.lastEvent(event), ...about })
  const priya = await stage.reader('priya', { given_name: 'Priya' })
  await stage.app('PATCH', '/v1/me', {
    session: (await stage.signIn({ sub: 'priya', given_name: 'Priya' })).session,
    body: { name_choice: 'first_name' },
  })
  const [planned, done] = [await stage.statusNamed('Planned'), await stage.statusNamed('Done')]

  const post = await stage.newPost(TITLES[0] ?? '')
  await write(`/v1/posts/${post.id}/status`, { status_id: planned })
  await tell('status', 'status_changed', 'post.status_changed', { post: post.id })
  const changed = await stage.lastEvent('post.status_changed')
  const answer = await write(`/v1/posts/${post.id}/comments`, { body: ANSWER, is_official: true })
  await tell('answer', 'answered', 'comment.created', { post: post.id, comment: answer.id })
  const answered = await stage.lastEvent('comment.created')
  const comment = await write(`/v1/posts/${post.id}/comments`, {
    body: 'I need this for *every* release.',
    user_id: priya,
  })
  await tell('comment', 'commented', 'comment.created', { post: post.id, comment: comment.id })
  await tell('reply', 'replied', 'comment.created', { post: post.id, comment: comment.id })
  const entry = await write('/v1/changelog', {
    title: 'Dependencies are here',
    body: 'Draw a line from one task to the next. Dates move along.',
    state: 'published',
    post_ids: [post.id],
  })
  await tell('entry', 'changelog_published', 'changelog.created', { post: post.id, entry: entry.id })

  const twin = await stage.newPost('Arrows between tasks')
  await write(`/v1/posts/${twin.id}/merge`, { into_post_id: post.id })
  await tell('merged', 'merged', 'post.merged', { post: twin.id })

  for (const verdict of ['approved', 'rejected'] as const) {
    const author = await readerOf(verdict)
    const own = await write('/v1/posts', { title: TITLES[1], user_id: author })
    if (verdict === 'rejected') await write(`/v1/moderation/${own.id}/reject`, {})
    await stage.tell([author], { type: verdict, event: await stage.lastEvent('post.created'), post: own.id })
  }

  const several = await readerOf('several')
  await stage.tell([several], { type: 'status_changed', event: changed, post: post.id })
  await stage.tell([several], { type: 'answered', event: answered, post: post.id, comment: answer.id })

  const { session } = await stage.signIn({ sub: 'digest', email: 'digest@example.com', email_verified: true })
  await stage.app('PATCH', '/v1/me', { session, body: { notifications: { frequency: 'daily' } } })
  const digest = await readerOf('digest')
  await stage.tell([digest], { type: 'answered', event: answered, post: post.id, comment: answer.id })
  for (const title of TITLES.slice(2)) {
    const other = await stage.newPost(title)
    await write(`/v1/posts/${other.id}/status`, { status_id: done })
    await stage.tell([digest], {
      type: 'status_changed',
      event: await stage.lastEvent('post.status_changed'),
      post: other.id,
    })
  }
  await stage.running.database.sql`update mails set due_at = ${new Date(0)}`
  const letters = new Map<string, Letter>()
  for (const taken of await takeMails(stage.call(), 50)) {
    if (!taken.letter) continue
    const letter = await taken.letter()
    const name = names.get(taken.mail.userId) ?? ''
    if (typeof letter === 'string') throw new Error(`${name}: ${letter}`)
    letters.set(name, letter)
  }
  return letters
}
