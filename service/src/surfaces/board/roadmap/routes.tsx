import { readRoadmap } from '../../../domain/roadmap/index.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { RoadmapPage } from './page.tsx'

const COLUMN_LENGTH = 20

export function roadmapRoutes(routes: BoardRoutes): void {
  routes.page('/roadmap', async (view) => {
    const columns = await readRoadmap(view.call, COLUMN_LENGTH, 'beginning')
    return (
      <RoadmapPage
        view={view}
        columns={columns.map(({ status, posts }) => ({
          status,
          posts: posts.items,
          hasMore: posts.next !== undefined,
        }))}
      />
    )
  })
}
