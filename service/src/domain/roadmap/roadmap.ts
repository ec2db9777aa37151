import type { Page } from '../../foundation/paging/index.ts'
import type { Permitted } from '../call/index.ts'
import { listPosts, type Post, type PostPlace, type Texts } from '../posts/index.ts'
import { listStatuses, type Status } from '../statuses/index.ts'

export interface RoadmapColumn {
  readonly status: Status
  /** By votes; its next page is the next page of the list of the posts with this status. */
  readonly posts: Page<Post, PostPlace>
}

/** The size limit for all texts of the roadmap together. */
const MOST_BYTES = 2_000_000

/** The project's plans: the statuses on the roadmap, each with its posts that have the most votes. */
export async function readRoadmap(
  call: Permitted<'board:read'>,
  limit: number,
  texts: Texts = 'whole',
): Promise<RoadmapColumn[]> {
  const statuses = (await listStatuses(call)).filter(({ onRoadmap }) => onRoadmap)
  const page = { limit, after: undefined, mostBytes: Math.floor(MOST_BYTES / Math.max(1, statuses.length)) }
  return Promise.all(
    statuses.map(async (status) => ({
      status,
      posts: await listPosts(call, { statusIds: [status.id] }, 'top', page, texts),
    })),
  )
}
