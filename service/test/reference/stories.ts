import { type NamedKind, SAMPLES, type Sampler, UNHEARD, type World, worldOf } from '../access/samples.ts'
import { settled } from '../events/settled.ts'
import type { TestProject } from '../harness/project.ts'

/** What things in examples are called, in the order in which they are made. */
const NAMES: Readonly<Record<NamedKind, readonly string[]>> = {
  post: ['Dark mode', 'A dark theme', 'Keyboard shortcuts'],
  status: ['Next quarter', 'Beta'],
  category: ['Ideas', 'Bugs', 'Beta'],
  field: ['Browser', 'Customer'],
  segment: ['Paying customers', 'Large teams'],
  account: ['Acme'],
  tag: ['Mobile', 'Billing'],
  person: ['user-1042', 'user-1043'],
  entry: ['Dark mode is here', 'Faster search'],
}

const ADA = { given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com', email_verified: true }
const GRACE = { given_name: 'Grace', family_name: 'Hopper', email: 'grace@example.com', email_verified: true }

/** A project as a reader would have it, with two people who have names. */
export async function storyWorld(project: TestProject): Promise<World> {
  const made = new Map<NamedKind, number>()
  const nameOf = (kind: NamedKind) => {
    const place = made.get(kind) ?? 0
    made.set(kind, place + 1)
    return NAMES[kind][place] ?? `${NAMES[kind][0]} ${place + 1}`
  }
  const signIn: TestProject['signIn'] = async (claims) => {
    const person = await project.signIn({ ...(claims?.sub === 'ada' ? ADA : GRACE), locale: 'en', ...claims })
    await project.app('PATCH', '/v1/me', { session: person.session, body: { name_choice: 'first_name' } })
    return person
  }
  return worldOf({ ...project, signIn }, nameOf)
}

const planned = async ({ server }: World): Promise<string> => {
  const { body } = await server('GET', '/v1/statuses')
  return body.data.find(({ category }: { category: string }) => category === 'planned').id
}

/** A post of Ada with a status, a vote and a comment. */
const busyPost = async (world: World): Promise<string> => {
  const { app, server, session } = world
  const { body } = await app('POST', '/v1/posts', {
    session,
    body: { title: 'Dark mode', body: 'My *eyes* hurt at night.' },
  })
  const person = await world.signIn({ sub: 'user-1042' })
  await app('PUT', `/v1/posts/${body.id}/vote`, { session: person.session })
  await app('POST', `/v1/posts/${body.id}/comments`, { session: person.session, body: { body: 'Yes, please!' } })
  await server('POST', `/v1/posts/${body.id}/status`, { status_id: await planned(world) })
  return body.id
}

const onBusyPost: Sampler = async (world) => ({ params: { id: await busyPost(world) } })
const afterBusyPost: Sampler = async (world) => {
  await busyPost(world)
  return {}
}
const NOTE = { note: 'Asked for it in a support chat.' }

/** Where the samples of the tests of access would tell a reader little. */
const STORIES: Readonly<Record<string, Sampler>> = {
  ...SAMPLES,
  exchangeSignInToken: async ({ signToken }) => ({ body: { token: signToken({ sub: 'user-1042', ...GRACE }) } }),
  listPosts: async (world) => {
    await busyPost(world)
    return { query: { status: await planned(world), sort: 'top', limit: '20' } }
  },
  downloadPosts: async (world) => {
    await busyPost(world)
    return { query: { status: await planned(world) } }
  },
  findSimilarPosts: async (world) => {
    await busyPost(world)
    return { query: { title: 'dark mo' } }
  },
  getPost: onBusyPost,
  createPost: async ({ sub, tag }, as) => ({
    body: {
      title: 'Dark mode',
      body: 'My *eyes* hurt at night.',
      ...(as === 'server' && { sub: await sub(), tag_ids: [await tag()] }),
    },
  }),
  editPost: async ({ ownPost }) => ({ params: { id: await ownPost() }, body: { title: 'Dark mode on the phone' } }),
  listCommentsOfPost: onBusyPost,
  listPeopleOfPost: onBusyPost,
  listActivityOfPost: onBusyPost,
  listVoters: onBusyPost,
  createComment: async ({ post, sub }, as) => ({
    params: { id: await post() },
    body: { body: 'On the phone too, please.', ...(as === 'server' && { sub: await sub() }) },
  }),
  listComments: async (world) => ({ query: { post: await busyPost(world) } }),
  changeStatusOfPost: async (world) => ({
    params: { id: await world.post() },
    body: { status_id: await planned(world), comment: 'We begin with the phone.' },
  }),
  createReport: async ({ post }) => ({ body: { post_id: await post(), reason: 'Advertising' } }),
  listModerationItems: async ({ reported }) => {
    await reported()
    return {}
  },
  castVoteFor: async ({ post, user }) => ({ params: { id: await post(), user_id: await user() }, body: NOTE }),
  castVoteForSub: async ({ post, sub }) => ({ params: { id: await post(), sub: await sub() }, body: NOTE }),
  listMyPosts: afterBusyPost,
  listMyVotes: async (world) => {
    await world.app('PUT', `/v1/posts/${await busyPost(world)}/vote`, { session: world.session })
    return {}
  },
  listMyFollows: afterBusyPost,
  exportMe: afterBusyPost,
  getRoadmap: afterBusyPost,
  createStatus: async () => ({ body: { name: 'Under review', category: 'open', color: '#1d5a8c' } }),
  editStatus: async ({ status }) => ({ params: { id: await status() }, body: { on_roadmap: true } }),
  createSegment: async () => ({
    body: {
      name: 'Large paying teams',
      rules: {
        all: [
          { trait: 'plan', op: 'in', value: ['pro', 'enterprise'] },
          { trait: 'seats', op: 'at_least', value: 50 },
        ],
      },
    },
  }),
  createField: async ({ newField, server }) => {
    await server('DELETE', `/v1/fields/${await newField()}`) // there is room for one more
    const options = [{ label: 'Web' }, { label: 'Phone' }]
    return { body: { label: 'Where it happens', kind: 'select', options, required: true } }
  },
  createCategory: async () => ({ body: { name: 'Integrations', visible_to: 'users', template: 'What happened?' } }),
  createTag: async () => ({ body: { name: 'Mobile', color: '#14614a' } }),
  listTags: async ({ tag }) => {
    await tag()
    return {}
  },
  listChangelog: async ({ entry }) => {
    await entry()
    return {}
  },
  createChangelogEntry: async (world) => ({
    body: {
      title: 'Dark mode is here',
      body: 'Choose it in your settings.',
      state: 'published',
      post_ids: [await busyPost(world)],
    },
  }),
  editChangelogEntry: async ({ entry }) => ({
    params: { id: await entry() },
    body: { title: 'Dark mode, now on the phone' },
  }),
  putUserBySub: async () => ({
    params: { sub: 'user-1042' },
    body: { ...GRACE, locale: 'en', traits: { plan: 'pro' } },
  }),
  banUser: async ({ user }) => ({ params: { id: await user() }, body: { reason: 'Advertising' } }),
  endUserSessions: async ({ user }) => ({ params: { id: await user() } }),
  createMailSuppression: async () => ({ body: { email: 'grace@example.com', reason: 'bounced' } }),
  listMailSuppressions: async ({ suppression }) => {
    await suppression()
    return {}
  },
  listRejectedSignIns: async ({ exchange, signToken }) => {
    await exchange(signToken({ aud: 'https://elsewhere.example' }))
    return {}
  },
  checkToken: async ({ signToken }) => ({ body: { token: signToken(), audience: 'app' } }),
  listEvents: async (world) => {
    await busyPost(world)
    await settled(world.service.database)
    return { query: { limit: '20' } }
  },
  listAuditLog: afterBusyPost,
  listImports: async ({ checkedImport }) => {
    await checkedImport()
    return {}
  },
  listWebhooks: async ({ webhook }) => {
    await webhook()
    return {}
  },
  createWebhook: async () => ({
    body: { url: UNHEARD, events: ['post.created', 'post.status_changed'], description: 'For our chat' },
  }),
  listDeliveries: async ({ delivery, server }) => {
    const { body } = await server('GET', `/v1/deliveries/${await delivery()}`)
    return { params: { id: body.webhook_id }, query: { state: 'failed' } }
  },
  redeliver: async ({ delivery, service }) => {
    const id = await delivery()
    // The clocks of the database and of the service differ by moments, so that either could be first.
    await service.database
      .sql`update webhook_deliveries set created_at = created_at - interval '5 minutes' where id = ${id}`
    return { params: { id } }
  },
  previewText: async () => ({ body: { body: 'My *eyes* hurt at night.' } }),
}

export function storyOf(operationId: string): Sampler {
  const story = STORIES[operationId]
  if (!story) throw new Error(`There is no sample for ${operationId}`)
  return story
}
