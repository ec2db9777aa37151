import { Type } from 'typebox'
import {
  type Account,
  listAccounts,
  type People,
  type PostInsight,
  readAccount,
  readInsights,
  SORTS,
} from '../../domain/insights/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { SEGMENT_LISTS } from '../http/index.ts'
import { endpoint } from './endpoint.ts'
import { answerPage, PAGE_QUERY, Paged, PageQuery } from './paging.ts'
import { OneOf, Shared, TimeOf } from './schema.ts'

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

const PostInsightSchema = Shared(
  'PostInsight',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('post'), description: 'The post’s id.' }),
      number: Type.Integer({ description: 'Its number.' }),
      title: Type.String({ description: 'Its title.' }),
      status_id: Type.String({ pattern: idPattern('status'), description: 'Its status.' }),
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
    },
    { description: 'Who wants a post.' },
  ),
)

const BaseSchema = Type.Object(
  {
    people: Type.Integer({
      description:
        'How many people there are: known to the service, not banned; of the segment; and, with `from` or `to`, known before `to` and signed in since `from`. The service does not know who only looked at the board.',
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
        segment: Type.Optional(Type.String({ description: 'Only votes of people of this segment, by its id.' })),
        from: Type.Optional(TimeOf('Only votes since then, of people who signed in since then.')),
        to: Type.Optional(TimeOf('Only votes before then, of people who were known before then.')),
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(PostInsightSchema, 'Posts and who wants them.', { base: BaseSchema }) },
  },
  limit: (admission, { project }) => admission.limit(SEGMENT_LISTS, project.id),
  problems: [cursorInvalid, notFound],
  handler: async (call, request, _, context) => {
    const { sort = 'votes', segment, from, to } = request.query
    const query = {
      sort,
      segment,
      from: from === undefined ? from : new Date(from),
      to: to === undefined ? to : new Date(to),
    }
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
    return { ...page, base: baseJson(people) }
  },
})

const AccountSchema = Shared(
  'Account',
  Type.Object(
    {
      name: Type.String({ description: 'What its people have as the account trait.' }),
      people: Type.Integer({ description: 'How many people it has. Banned and erased people do not count.' }),
      value: Type.Number({ description: 'Its value: the largest that one of its people has as the value trait.' }),
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
    querystring: PageQuery,
    response: { 200: Paged(AccountSchema, 'Accounts.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPage(context, call, request, (page) => listAccounts(call, page), accountJson),
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
  handler: async (call, { params }) => accountJson(await readAccount(call, params.name)),
})

function insightJson({
  id,
  number,
  title,
  statusId,
  voters,
  accounts,
  value,
  valueAtVote,
  share,
  tiesWith,
}: PostInsight) {
  const { estimate, low, high } = share
  return {
    id,
    number,
    title,
    status_id: statusId,
    voters,
    accounts,
    value,
    value_at_vote: valueAtVote,
    share: { estimate, low, high },
    ties_with: [...tiesWith],
  }
}

function baseJson({ people, accounts, countedAt, isComplete }: People) {
  return { people, accounts, counted_at: countedAt.toISOString(), is_complete: isComplete }
}

function accountJson({ name, people, value }: Account) {
  return { name, people, value }
}
