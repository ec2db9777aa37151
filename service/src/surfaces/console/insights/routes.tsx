import type { OperatorCall } from '../../../domain/call/index.ts'
import { BASES, type InsightQuery, type PostInsight, readInsights, SORTS } from '../../../domain/insights/index.ts'
import { listSegments } from '../../../domain/segments/index.ts'
import type { Columns } from '../../http/index.ts'
import { type Query, queryOf, readPage, textOf } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { download } from '../shared/download.ts'
import type { ConsoleRoutes } from '../shared/routing.ts'
import { type Asked, INSIGHT_SPANS, InsightsPage } from './page.tsx'

const READ = { needs: ['insights:read', 'segments:read'] } as const
const POSTS_A_PAGE = 25
const DAY_MS = 24 * 60 * 60 * 1000

const COLUMNS: Columns<PostInsight> = {
  number: ({ number }) => number,
  title: ({ title }) => title,
  voters: ({ voters }) => voters,
  accounts: ({ accounts }) => accounts,
  value: ({ value }) => value,
  value_at_vote: ({ valueAtVote }) => valueAtVote,
  share: ({ share }) => share.estimate,
  share_low: ({ share }) => share.low,
  share_high: ({ share }) => share.high,
}

/** Posts by who wants them. */
export function insightRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/insights', READ, async (call, view, request) => {
    const query = queryOf(request)
    const given = askedIn(query)
    const segments = await listSegments(call)
    const asked = { ...given, segment: segments.find(({ id }) => id === given.segment)?.id }
    const found = await readPage(
      context.cursors,
      ['console insights', call.project.id, asked],
      query,
      POSTS_A_PAGE,
      async (page) => {
        const insights = await readInsights(call, insightQuery(call, asked), page)
        return { ...insights, items: [insights] }
      },
    )
    const [insights] = found.items
    if (!insights) throw new Error('A page was read')
    return (
      <InsightsPage
        view={view}
        asked={asked}
        posts={insights.items}
        people={insights.people}
        segments={segments}
        isSegmentGone={given.segment !== asked.segment}
        next={found.next}
      />
    )
  })
  routes.page('/insights.csv', READ, (call, _, request, reply) => {
    const asked = insightQuery(call, askedIn(queryOf(request)))
    // Through the call itself: whoever asks for numbers has that noted, which a replica does not take.
    return download(context, call, request, reply, {
      name: 'insights',
      columns: COLUMNS,
      list: (_, page) => readInsights(call, asked, page),
    })
  })
}

function askedIn(query: Query): Asked {
  const segment = textOf(query.segment)
  return {
    sort: SORTS.find((sort) => sort === query.sort) ?? 'votes',
    base: BASES.find((base) => base === query.base) ?? 'seen',
    segment: segment === '' ? undefined : segment,
    days: INSIGHT_SPANS.find((days) => String(days) === query.days),
  }
}

/** A span begins at midnight, so that everybody who asks on one day asks for the same. */
function insightQuery({ now }: OperatorCall, { sort, base, segment, days }: Asked): InsightQuery {
  if (days === undefined) return { sort, base, segment }
  const today = Math.floor(now.getTime() / DAY_MS)
  return { sort, base, segment, from: new Date((today - days) * DAY_MS) }
}
