import { Type } from 'typebox'
import {
  ACCOUNT_SORTS,
  accountJson,
  accountPostJson,
  BASES,
  insightJson,
  LONGEST_ACCOUNT,
  listAccounts,
  MOST_COUNTED,
  OUTCOMES,
  type People,
  peopleJson,
  readAccount,
  readInsights,
  readPostsOf,
  SORTS,
} from '../../domain/insights/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { SEGMENT_LISTS } from '../http/index.ts'
import { endpoint } from './endpoint.ts'
import { answerPage, PAGE_QUERY, Paged } from './paging.ts'
import { Instant, Nullable, OneOf, Shared, TimeOf } from './schema.ts'

const TAGS = ['Insights']

const ShareSchema = Type.Object(
  {
    estimate: Type.Number({ description: 'The share of `base.people` who voted for it: from 0 to 1.' }),
    low: Type.Number({ description: 'The lower end of the 95 % interval.' }),
    high: Type.Number({ description: 'The upper end of the 95 % interval.' }),
  },
  {
    description:
      'How many of the people want it. People of one account count as one group, so an account whose people all vote alike makes the interval wider.',
  },
)

/** The members of a post that every answer about posts begins with. */
const POST = {
  id: Type.String({ pattern: idPattern('post'), description: 'The post’s id.' }),
  number: Type.Integer({ description: 'Its number.' }),
  title: Type.String({ description: 'Its title.' }),
  status_id: Type.String({ pattern: idPattern('status'), description: 'Its status.' }),
}
const LastVote = Nullable(Type.String({ format: 'date-time' }), {
  description: 'When one of its people voted last; null: never, or not counted yet.',
})

const GainedSchema = Type.Object(
  {
    voters: Type.Integer({ description: 'How many people voted since then.' }),
    accounts: Type.Integer({ description: 'Accounts of these people of which nobody had voted before.' }),
    value: Type.Number({
      description: 'The value of these accounts when they voted; today’s where that was not known.',
    }),
    is_more: Type.Boolean({ description: 'Whether only the newest 1,000 votes were counted.' }),
  },
  { description: 'Only with `gained_since`: what it gained since then.' },
)

const PostInsightSchema = Shared(
  'PostInsight',
  Type.Object(
    {
      ...POST,
      voters: Type.Integer({ description: 'How many people voted for it. Banned and erased people do not count.' }),
      accounts: Type.Integer({ description: 'How many accounts these people belong to.' }),
      value: Type.Number({
        description: 'The value of these accounts today. Each counts once, however many of its people voted.',
      }),
      value_at_vote: Type.Number({
        description: 'The value of the accounts when they first voted, as far as it was known then.',
      }),
      share: ShareSchema,
      ties_with: Type.Array(Type.String({ pattern: idPattern('post') }), {
        description: 'Posts of the same page whose share differs by no more than chance.',
      }),
      gained: Type.Optional(GainedSchema),
    },
    { description: 'Who wants a post.' },
  ),
)

const BaseSchema = Type.Object(
  {
    kind: OneOf(BASES, { description: 'Who they are: the `base` that was asked for.' }),
    people: Type.Integer({
      description:
        'How many people there are: not banned, and of the segment. `seen`: known to the service; with `from` or `to`, known before `to` and signed in since `from`. `active`: voted, posted or commented in the span. The service does not know who looked at the board without signing in.',
    }),
    accounts: Type.Integer({ description: 'How many accounts they belong to.' }),
    counted_at: TimeOf('When they were counted.'),
    is_complete: Type.Boolean({
      description:
        'False: not all posts are counted yet, because this was asked for the first time or a trait was changed.',
    }),
  },
  { description: 'The people whose votes were counted.' },
)

export const posts = endpoint({
  access: 'insights:read',
  schema: {
    operationId: 'listPostInsights',
    summary: 'Rank posts by who wants them',
    description:
      'Posts with at least one vote, the most first. `share` ranks by the votes that are beyond chance. Without filters the numbers follow each vote within seconds. With a segment or a span they are at most ten minutes old, and the 500 first posts of each order are kept.',
    tags: TAGS,
    querystring: Type.Object(
      {
        ...PAGE_QUERY,
        sort: Type.Optional(OneOf(SORTS, { description: 'The order; `votes` if absent.' })),
        base: Type.Optional(
          OneOf(BASES, {
            description:
              'Of whom it is a share: `seen`, those who signed in; `active`, those who voted, posted or commented. `seen` if absent.',
          }),
        ),
        segment: Type.Optional(Type.String({ description: 'Only votes of people of this segment, by its id.' })),
        from: Type.Optional(Instant({ description: 'Only votes since then, of people of the base since then.' })),
        to: Type.Optional(Instant({ description: 'Only votes before then, of people of the base before then.' })),
        gained_since: Type.Optional(Instant({ description: 'Posts also have what they gained since then.' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(PostInsightSchema, 'Posts and who wants them.', { base: BaseSchema }) },
  },
  limit: (admission, { project }) => admission.limit(SEGMENT_LISTS, project.id),
  problems: [cursorInvalid, notFound],
  handler: async (call, request, _, context) => {
    const { sort = 'votes', base, segment, from, to, gained_since: gainedSince } = request.query
    const query = { sort, base, segment, from, to, gainedSince }
    let people: People | undefined
    const page = await answerPage(
      context,
      call,
      request,
      async (page) => {
        const found = await readInsights(call, query, page)
        people = found.people
        return found
      },
      insightJson,
    )
    if (!people) throw new Error('A page was read')
    return { ...page, base: peopleJson(people) }
  },
})

const AccountPostSchema = Type.Object({
  ...POST,
  outcome: OneOf(OUTCOMES, {
    description: 'What became of it: `promised` is planned or in progress, `declined` is closed.',
  }),
  voters: Type.Integer({ description: 'How many people of the account voted for it.' }),
  votes: Type.Integer({ description: 'How many people voted for it.' }),
  last_voted_at: LastVote,
})

const AccountSchema = Shared(
  'Account',
  Type.Object(
    {
      name: Type.String({ description: 'What its people have as the account trait.' }),
      people: Type.Integer({ description: 'How many people it has. Banned and erased people do not count.' }),
      value: Type.Number({ description: 'Its value: the largest that one of its people has as the value trait.' }),
      post_count: Type.Integer({ description: `How many posts they voted for; ${MOST_COUNTED}: so many or more.` }),
      last_voted_at: LastVote,
      posts: Type.Optional(
        Type.Array(AccountPostSchema, {
          description:
            'Only of a single account: of the 1,000 posts that they voted for last, up to 50 of each outcome, those first that most of them want.',
        }),
      ),
    },
    { description: 'A customer: people with the same value of the account trait.' },
  ),
)

export const accounts = endpoint({
  access: 'insights:read',
  schema: {
    operationId: 'listAccounts',
    summary: 'List the accounts',
    description: 'The most valuable first. There are none until the project names its `account_trait`.',
    tags: TAGS,
    querystring: Type.Object(
      {
        ...PAGE_QUERY,
        sort: Type.Optional(OneOf(ACCOUNT_SORTS, { description: 'The order; `value` if absent.' })),
        name: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: LONGEST_ACCOUNT,
            description: 'Only accounts whose name begins with this, by name.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(AccountSchema, 'Accounts.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPage(
      context,
      call,
      request,
      (page) => listAccounts(call, { sort: request.query.sort ?? 'value', prefix: request.query.name }, page),
      accountJson,
    ),
})

export const account = endpoint({
  access: 'insights:read',
  schema: {
    operationId: 'getAccount',
    summary: 'Read an account',
    tags: TAGS,
    params: Type.Object({ name: Type.String({ description: 'The account’s name.' }) }),
    response: { 200: AccountSchema },
  },
  problems: [notFound],
  handler: async (call, { params }) => {
    const account = await readAccount(call, params.name)
    const { posts } = await readPostsOf(call, account)
    return { ...accountJson(account), posts: posts.map(accountPostJson) }
  },
})
