import { queryOf, textOf } from '../../pages/index.ts'
import type { ConsoleRoutes } from '../shared/routing.ts'
import { findAnything } from './find.ts'
import { SearchPage, ShortcutsPage } from './page.tsx'

const READ = { needs: ['posts:read', 'moderation:read'] } as const

/** Search, and the list of shortcuts. */
export function searchRoutes(routes: ConsoleRoutes): void {
  routes.page('/search', READ, async (call, view, request) => {
    const q = textOf(queryOf(request).q) ?? ''
    return <SearchPage view={view} q={q} found={await findAnything(call, view, q)} />
  })
  routes.page('/shortcuts', READ, async (_call, view) => <ShortcutsPage view={view} />)
}
