import { listEntries } from '../../../domain/changelog/index.ts'
import { readPage } from '../../pages/index.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { ChangelogPage } from './page.tsx'

const ENTRIES_A_PAGE = 20

export function changelogRoutes(routes: BoardRoutes): void {
  const { cursors } = routes.context
  routes.page('/changelog', async (view, query) => {
    const kind = ['board', view.project.id, 'changelog']
    const { items, next } = await readPage(cursors, kind, query, ENTRIES_A_PAGE, (page) =>
      listEntries(view.call, {}, page),
    )
    return <ChangelogPage view={view} entries={items} next={next && `/changelog?cursor=${next}`} />
  })
}
