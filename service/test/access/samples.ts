import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { type Id, type IdKind, idPattern, newId } from '../../src/foundation/ids/index.ts'
import { formWith, png } from '../files/pictures.ts'
import { type TestProject, withProvenDomain } from '../harness/project.ts'

/** A request that its endpoint answers with success, made of objects that are there. */
export interface Sample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A project with a signed-in user, and ways to make what a sample needs. Everything made is new, so that it can be spent. */
export interface World extends TestProject {
  readonly session: string
  readonly userId: string
  post(): Promise<string>
  ownPost(): Promise<string>
  comment(): Promise<string>
  ownComment(): Promise<string>
  user(): Promise<string>
  /** Always the same one: a project has few. */
  status(): Promise<string>
  newStatus(): Promise<string>
  tag(): Promise<string>
  suppression(): Promise<string>
  newTag(): Promise<string>
  /** Always the same one: a project has few. */
  category(): Promise<string>
  field(): Promise<string>
  newField(): Promise<string>
  newCategory(): Promise<string>
  /** Always the same one: a project has few. */
  segment(): Promise<string>
  newSegment(): Promise<string>
  /** The name of an account. */
  account(): Promise<string>
  sub(): Promise<string>
  entry(): Promise<string>
  /** There may be two at most. */
  oneActiveKey(): Promise<void>
  retiringKid(): Promise<string>
  reported(): Promise<string>
  /** Two posts that the service took for the same. */
  duplicates(): Promise<readonly [string, string]>
  merged(): Promise<string>
  webhook(): Promise<string>
  delivery(): Promise<string>
  checkedImport(): Promise<string>
}

let things = 0
const PRO = { all: [{ trait: 'plan', op: 'is', value: 'pro' }] }
const POST_LINE = { type: 'post', external_id: '1', title: 'Dark mode' }

export function linesWith(...records: object[]): Blob {
  return new Blob(
    records.map((record) => `${JSON.stringify(record)}\n`),
    { type: 'application/x-ndjson' },
  )
}

/** Nobody listens there. */
export const UNHEARD = 'http://127.0.0.1:9/hook'

/** What is made, for its name. */
export type NamedKind = 'post' | 'status' | 'tag' | 'category' | 'field' | 'segment' | 'account' | 'person' | 'entry'

const thing = () => `Thing ${process.pid} ${++things}`

export async function worldOf(project: TestProject, name: (kind: NamedKind) => string = thing): Promise<World> {
  const { server, app, signIn } = project
  const { session, userId } = await signIn({ sub: 'ada' })
  const { service, project: own } = project
  await service.database.sql`
    update projects set domain = ${`${own.slug}.acme.example`}, domain_claimed_at = ${own.createdAt} where id = ${own.id}`
  await withProvenDomain(service, own)
  const made = async (answer: Promise<{ status: number; body: { id?: string; kid?: string } }>): Promise<string> => {
    const { status, body } = await answer
    if (status !== 201) throw new Error(`Not made: ${status} ${JSON.stringify(body)}`)
    return body.id ?? body.kid ?? ''
  }
  const post = () => made(server('POST', '/v1/posts', { title: name('post') }))
  const newStatus = () =>
    made(server('POST', '/v1/statuses', { name: name('status'), category: 'planned', color: '#123456' }))
  const newTag = () => made(server('POST', '/v1/tags', { name: name('tag') }))
  /** A project has few: the oldest makes room. */
  const newCategory = async () => {
    const { body } = await server('GET', '/v1/categories?limit=100')
    const own = body.data.filter(
      ({ is_default, id }: { is_default: boolean; id: string }) => !is_default && id !== kept,
    )
    for (const { id } of own.slice(0, -10)) await server('DELETE', `/v1/categories/${id}?move_to=${body.data[0].id}`)
    return made(server('POST', '/v1/categories', { name: name('category') }))
  }
  let kept: string | undefined
  let keptField: string | undefined
  /** A project has few: the oldest makes room. */
  const newField = async () => {
    const { body } = await server('GET', '/v1/fields?limit=100')
    const own = body.data.filter(({ id }: { id: string }) => id !== keptField)
    for (const { id } of own.slice(0, -10)) await server('DELETE', `/v1/fields/${id}`)
    return made(server('POST', '/v1/fields', { label: name('field'), kind: 'text' }))
  }
  let keptSegment: string | undefined
  /** A project has few: the oldest makes room. */
  const newSegment = async () => {
    const { body } = await server('GET', '/v1/segments?limit=100')
    const own = body.data.filter(({ id }: { id: string }) => id !== keptSegment)
    for (const { id } of own.slice(0, -10)) await server('DELETE', `/v1/segments/${id}`)
    return made(server('POST', '/v1/segments', { name: name('segment'), rules: PRO }))
  }
  const oneActiveKey = async () => {
    const { body } = await server('GET', '/v1/signing_keys?limit=100')
    for (const { kid, status } of body.data) {
      if (status === 'active' && kid !== project.kid) await server('POST', `/v1/signing_keys/${kid}/revoke`)
    }
  }
  /** A project has few: the oldest makes room. */
  const roomForWebhooks = async () => {
    const { body } = await server('GET', '/v1/webhooks')
    for (const { id } of body.data.slice(0, -10)) await server('DELETE', `/v1/webhooks/${id}`)
  }
  const webhook = async () => {
    await roomForWebhooks()
    const { body } = await server('POST', '/v1/webhooks', { url: UNHEARD, events: ['*'] })
    return body.webhook.id as Id<'webhook'> // as the API calls it
  }
  /** Few may wait. */
  const roomForImports = async () => {
    const { body } = await server('GET', '/v1/imports')
    const waiting = body.data.filter(({ state }: { state: string }) => state === 'checked')
    for (const { id } of waiting.slice(2)) await server('POST', `/v1/imports/${id}/undo`, {})
  }
  const world: World = {
    ...project,
    session,
    userId,
    post,
    ownPost: () => made(app('POST', '/v1/posts', { session, body: { title: name('post') } })),
    comment: async () => made(server('POST', `/v1/posts/${await post()}/comments`, { body: 'Soon.' })),
    ownComment: async () =>
      made(app('POST', `/v1/posts/${await post()}/comments`, { session, body: { body: 'Please.' } })),
    sub: async () => {
      const sub = name('person')
      await signIn({ sub })
      return sub
    },
    user: async () => (await signIn({ sub: name('person') })).userId,
    status: once(() => newStatus()),
    newStatus,
    tag: once(() => newTag()),
    suppression: () =>
      made(server('POST', '/v1/mail_suppressions', { email: `s${++things}@example.com`, reason: 'bounced' })),
    newTag,
    category: once(async () => {
      kept = await newCategory()
      return kept
    }),
    newCategory,
    field: once(async () => {
      keptField = await newField()
      return keptField
    }),
    newField,
    segment: once(async () => {
      keptSegment = await newSegment()
      return keptSegment
    }),
    newSegment,
    account: once(async () => {
      await server('GET', '/v1/accounts') // all are counted now
      const account = name('account')
      await service.database.sql`
        insert into accounts (project_id, name, people, value) values (${own.id}, ${account}, 1, 0) on conflict do nothing`
      return account
    }),
    entry: () => made(server('POST', '/v1/changelog', { title: name('entry'), body: 'New.', state: 'published' })),
    oneActiveKey,
    retiringKid: async () => {
      await oneActiveKey()
      const kid = await made(server('POST', '/v1/signing_keys', newJwk()))
      await server('POST', `/v1/signing_keys/${kid}/retire`) // two active keys are the most there may be
      return kid
    },
    reported: async () => {
      const id = await post()
      await app('POST', '/v1/reports', { session, body: { post_id: id, reason: 'Spam.' } })
      return id
    },
    duplicates: async () => {
      // A second later: the clocks of the database and of the service may differ by a moment, and examples have times in their order.
      const [one = '', other = ''] = [await post(), await post()].sort()
      await service.database.sql`
        insert into duplicate_suggestions (project_id, post_id, other_id, score, found_at) values (${own.id}, ${one}, ${other}, 92, now() + interval '1 second')`
      return [one, other]
    },
    merged: async () => {
      const id = await post()
      await server('POST', `/v1/posts/${id}/merge`, { into_post_id: await post() })
      return id
    },
    webhook,
    checkedImport: async () => {
      await roomForImports()
      return made(server('POST', '/v1/imports?source=elsewhere&dry_run=true', linesWith(POST_LINE)))
    },
    delivery: async () => {
      const id = newId('delivery')
      await service.database.sql`
        insert into webhook_deliveries (project_id, id, webhook_id, event_id, event_type, state, due_at, created_at)
        values (${own.id}, ${id}, ${await webhook()}, ${newId('event')}, 'post.created', 'failed', now(), now())`
      return id
    },
  }
  return world
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

function newJwk() {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { jwk: publicKey.export({ format: 'jwk' }), kid: `k-${randomUUID()}` }
}

export type Sampler = (world: World, as: 'app' | 'server') => Promise<Sample>
const onPost: Sampler = async ({ post }) => ({ params: { id: await post() } })
const onUser: Sampler = async ({ user }) => ({ params: { id: await user() }, body: {} })
const onDuplicates: Sampler = async ({ duplicates }) => {
  const [post_id, other_post_id] = await duplicates()
  return { body: { post_id, other_post_id } }
}
const nothing: Sampler = async () => ({})

/** One for each operation of the API; a test fails when one is missing. */
export const SAMPLES: Readonly<Record<string, Sampler>> = {
  getVersion: nothing,
  getOpenapi: nothing,
  exchangeSignInToken: async ({ signToken }) => ({ body: { token: signToken({ sub: `new-${++things}` }) } }),
  endCurrentSession: nothing,
  getMe: nothing,
  updateMe: async () => ({ body: { notifications: { email: false } } }),
  listMyPosts: nothing,
  listMyVotes: nothing,
  listMyFollows: nothing,
  listMyNotifications: nothing,
  readMyNotifications: async () => ({ body: { up_to: newId('notification') } }),
  exportMe: nothing,
  exportProject: nothing,
  createBoardCode: async () => ({ body: {} }),
  getProject: nothing,
  createFile: async () => ({ body: formWith(Uint8Array.from(await png())) }),
  previewText: async () => ({ body: { body: 'Some *text*.' } }),
  listPeopleOfPost: onPost,
  putLogo: async () => ({ body: formWith(Uint8Array.from(await png())) }),
  removeLogo: nothing,
  updateProject: async () => ({ body: { requires_approval: false } }),
  verifyDomain: nothing,
  listPosts: async ({ status, category, tag, userId }) => ({
    query: {
      status: await status(),
      category: await category(),
      tag: await tag(),
      author: userId,
      q: 'thing',
      sort: 'top',
    },
  }),
  downloadPosts: async ({ status, tag }) => ({ query: { status: await status(), tag: await tag(), sort: 'top' } }),
  findSimilarPosts: async () => ({ query: { title: 'thing' } }),
  getPost: onPost,
  createPost: async ({ status, category, tag, userId }, as) => ({
    body: {
      title: 'A new thing',
      body: 'Text',
      category_id: await category(),
      ...(as === 'server' && { status_id: await status(), tag_ids: [await tag()], user_id: userId }),
    },
  }),
  editPost: async ({ ownPost }) => ({ params: { id: await ownPost() }, body: { title: 'Another title' } }),
  deletePost: async ({ ownPost }) => ({ params: { id: await ownPost() } }),
  listCommentsOfPost: onPost,
  createComment: async ({ comment, userId, server }, as) => {
    const parent = await comment()
    const { body } = await server('GET', `/v1/comments/${parent}`)
    return {
      params: { id: body.post_id },
      body: { body: 'Yes.', parent_id: parent, ...(as === 'server' && { user_id: userId }) },
    }
  },
  listComments: async ({ post, userId }) => ({ query: { post: await post(), author: userId } }),
  getComment: async ({ comment }) => ({ params: { id: await comment() } }),
  editComment: async ({ ownComment }) => ({ params: { id: await ownComment() }, body: { body: 'Rather not.' } }),
  deleteComment: async ({ ownComment }) => ({ params: { id: await ownComment() } }),
  changeStatusOfPost: async ({ post, status }) => ({
    params: { id: await post() },
    body: { status_id: await status(), comment: 'Next month.' },
  }),
  mergePost: async ({ post }) => ({ params: { id: await post() }, body: { into_post_id: await post() } }),
  unmergePost: async ({ merged }) => ({ params: { id: await merged() } }),
  listActivityOfPost: onPost,
  createReport: async ({ post }) => ({ body: { post_id: await post(), reason: 'Spam.' } }),
  listModerationItems: nothing,
  approveModerationItem: async ({ reported }) => ({ params: { id: await reported() } }),
  rejectModerationItem: async ({ reported }) => ({ params: { id: await reported() } }),
  listDuplicates: nothing,
  dismissDuplicate: onDuplicates,
  reopenDuplicate: onDuplicates,
  listStatuses: nothing,
  getStatus: async ({ status }) => ({ params: { id: await status() } }),
  createStatus: async () => ({
    body: { name: `Status ${++things}`, category: 'closed', color: '#00ff00' },
  }),
  editStatus: async ({ status }) => ({ params: { id: await status() }, body: { on_roadmap: true } }),
  deleteStatus: async ({ newStatus }) => ({ params: { id: await newStatus() } }),
  listCategories: nothing,
  getCategory: async ({ category }) => ({ params: { id: await category() } }),
  createCategory: async ({ newCategory, server }) => {
    await server('DELETE', `/v1/categories/${await newCategory()}`) // there is room for one more
    return { body: { name: `Category ${++things}`, visible_to: 'users', template: 'What happened?' } }
  },
  editCategory: async ({ category }) => ({ params: { id: await category() }, body: { description: 'Ideas' } }),
  deleteCategory: async ({ newCategory, category }) => ({
    params: { id: await newCategory() },
    query: { move_to: await category() },
  }),
  listFields: nothing,
  getField: async ({ field }) => ({ params: { id: await field() } }),
  createField: async ({ newField, category, server }) => {
    await server('DELETE', `/v1/fields/${await newField()}`) // there is room for one more
    return {
      body: {
        label: `Field ${++things}`,
        kind: 'select',
        options: [{ label: 'Web' }, { label: 'Phone' }],
        categories: [await category()],
      },
    }
  },
  editField: async ({ field }) => ({ params: { id: await field() }, body: { visible_to: 'team' } }),
  deleteField: async ({ newField }) => ({ params: { id: await newField() } }),
  listPostInsights: nothing,
  listAccounts: nothing,
  getAccount: async ({ account }) => ({ params: { name: await account() } }),
  listSegments: nothing,
  getSegment: async ({ segment }) => ({ params: { id: await segment() } }),
  createSegment: async ({ newSegment, server }) => {
    await server('DELETE', `/v1/segments/${await newSegment()}`) // there is room for one more
    return { body: { name: `Segment ${++things}`, rules: PRO } }
  },
  editSegment: async ({ segment }) => ({ params: { id: await segment() }, body: { rules: PRO } }),
  deleteSegment: async ({ newSegment }) => ({ params: { id: await newSegment() } }),
  countSegment: async ({ segment }) => ({ params: { id: await segment() } }),
  previewSegment: async () => ({ body: { rules: PRO } }),
  listSegmentUsers: async ({ segment }) => ({ params: { id: await segment() } }),
  listTags: nothing,
  getTag: async ({ tag }) => ({ params: { id: await tag() } }),
  createTag: async () => ({ body: { name: `Tag ${++things}` } }),
  editTag: async ({ tag }) => ({ params: { id: await tag() }, body: { color: '#0000ff' } }),
  listMailSuppressions: nothing,
  createMailSuppression: async () => ({ body: { email: `new${++things}@example.com`, reason: 'bounced' } }),
  deleteMailSuppression: async ({ suppression }) => ({ params: { id: await suppression() } }),
  deleteTag: async ({ newTag }) => ({ params: { id: await newTag() } }),
  getRoadmap: nothing,
  listChangelog: nothing,
  getChangelogEntry: async ({ entry }) => ({ params: { id: await entry() } }),
  createChangelogEntry: async ({ post }) => ({ body: { title: 'News today', post_ids: [await post()] } }),
  editChangelogEntry: async ({ entry, post }) => ({
    params: { id: await entry() },
    body: { post_ids: [await post()] },
  }),
  deleteChangelogEntry: async ({ entry }) => ({ params: { id: await entry() } }),
  listUsers: nothing,
  getUser: async ({ user }) => ({ params: { id: await user() } }),
  getUserBySub: async ({ sub }) => ({ params: { sub: await sub() } }),
  listAuditLog: nothing,
  listChanges: async () => ({ query: { wait: '0' } }),
  listEvents: async () => ({ query: { type: 'post.created', since: '2026-01-01T00:00:00Z', wait: '0' } }),
  castVote: onPost,
  withdrawVote: onPost,
  followPost: onPost,
  unfollowPost: onPost,
  listVoters: onPost,
  // It is not an id of an existing user: the same sub in another project is another person.
  putUserBySub: async () => ({ params: { sub: randomUUID() }, body: { given_name: 'Ada' } }),
  castVoteFor: async ({ post, user }) => ({ params: { id: await post(), user_id: await user() } }),
  castVoteForSub: async ({ post, sub }) => ({ params: { id: await post(), sub: await sub() } }),
  withdrawVoteForSub: async ({ post, sub }) => ({ params: { id: await post(), sub: await sub() } }),
  withdrawVoteFor: async ({ post, user }) => ({ params: { id: await post(), user_id: await user() } }),
  banUser: onUser,
  unbanUser: onUser,
  eraseUser: onUser,
  endUserSessions: onUser,
  listSigningKeys: nothing,
  addSigningKey: async ({ oneActiveKey }) => {
    await oneActiveKey()
    return { body: newJwk() }
  },
  retireSigningKey: async ({ retiringKid }) => ({ params: { kid: await retiringKid() } }),
  revokeSigningKey: async ({ retiringKid }) => ({ params: { kid: await retiringKid() } }),
  checkToken: async ({ signToken }) => ({ body: { token: signToken(), audience: 'app' } }),
  listRejectedSignIns: nothing,
  listImports: nothing,
  createImport: async () => ({ query: { source: 'elsewhere' }, body: linesWith(POST_LINE) }),
  getImport: async ({ checkedImport }) => ({ params: { id: await checkedImport() } }),
  startImport: async ({ checkedImport }) => ({ params: { id: await checkedImport() } }),
  undoImport: async ({ checkedImport, server }) => {
    const id = await checkedImport()
    await server('POST', `/v1/imports/${id}/start`, {})
    return { params: { id } }
  },
  listWebhooks: nothing,
  createWebhook: async ({ webhook, server, tag, category }) => {
    await server('DELETE', `/v1/webhooks/${await webhook()}`) // there is room for one more
    return {
      body: {
        url: UNHEARD,
        events: ['post.created'],
        conditions: { tag_ids: [await tag()], category_ids: [await category()] },
      },
    }
  },
  getWebhook: async ({ webhook }) => ({ params: { id: await webhook() } }),
  editWebhook: async ({ webhook }) => ({ params: { id: await webhook() }, body: { description: 'For the chat' } }),
  deleteWebhook: async ({ webhook }) => ({ params: { id: await webhook() } }),
  rotateWebhookSecret: async ({ webhook }) => ({ params: { id: await webhook() } }),
  testWebhook: async ({ webhook }) => ({ params: { id: await webhook() } }),
  listDeliveries: async ({ webhook }) => ({
    params: { id: await webhook() },
    query: { state: 'failed', type: 'post.created' },
  }),
  getDelivery: async ({ delivery }) => ({ params: { id: await delivery() } }),
  redeliver: async ({ delivery }) => ({ params: { id: await delivery() } }),
  redeliverFailed: async ({ webhook }) => ({
    params: { id: await webhook() },
    body: { since: '2026-01-01T00:00:00Z' },
  }),
  replayWebhook: async ({ webhook }) => ({ params: { id: await webhook() }, body: { after: '2026-01-01T00:00:00Z' } }),
}

const KINDS: readonly IdKind[] = [
  'project',
  'user',
  'post',
  'comment',
  'status',
  'tag',
  'category',
  'field',
  'segment',
  'changelogEntry',
  'mailSuppression',
  'webhook',
  'delivery',
  'event',
  'import',
]

/** Whether a text names an object of a project: by an id of ours, or by the kid or sub that the project gave it. */
export function isName(text: unknown): boolean {
  return (
    typeof text === 'string' &&
    (/^(?:k-[0-9a-f]{8}-|thing )/i.test(text) || KINDS.some((kind) => new RegExp(idPattern(kind)).test(text)))
  )
}

/** Names of things that a request creates; they do not exist before. */
const NEW_NAMES = ['body.kid', 'body.name', 'body.label', 'body.title']

/** The places of a sample that name objects, as paths of members. */
export function idsIn({ params, query, body }: Sample): string[][] {
  const places: string[][] = []
  const walk = (value: unknown, path: string[]) => {
    if (isName(value)) places.push(path)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name])
    }
  }
  walk({ params, query, body }, [])
  return places.filter((path) => !NEW_NAMES.includes(path.join('.')))
}

/** The path of a request under /v1, with its query. */
export function pathOf(template: string, { params = {}, query = {} }: Sample): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? 'missing').toWellFormed()),
  )
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}
