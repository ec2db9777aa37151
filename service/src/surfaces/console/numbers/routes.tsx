import { readNumbers, readVotesByTrait } from '../../../domain/numbers/index.ts'
import { queryOf, textOf } from '../../pages/index.ts'
import type { ConsoleRoutes } from '../shared/routing.ts'
import { NumbersPage, SPANS } from './page.tsx'

/** The page of numbers. */
export function numberRoutes(routes: ConsoleRoutes): void {
  routes.page('/numbers', { needs: 'numbers:read' }, async (call, view, request) => {
    const query = queryOf(request)
    const days = SPANS.find((span) => String(span) === query.days) ?? 30
    const asked = textOf(query.trait)
    const trait = call.project.allowedTraits.find((trait) => trait === asked) ?? call.project.allowedTraits[0]
    const [numbers, byTrait] = await Promise.all([
      readNumbers(call, days),
      trait === undefined ? [] : readVotesByTrait(call, trait),
    ])
    return (
      <NumbersPage
        view={view}
        span={days}
        numbers={numbers}
        trait={trait}
        byTrait={byTrait}
        value={textOf(query.segment)}
      />
    )
  })
}
