import type { Page } from '../../foundation/paging/index.ts'
import type { ProjectCall } from '../call.ts'
import { listPosts, type Post, type PostPlace } from '../posts/index.ts'
import { listStatuses, type Status } from '../statuses/index.ts'

export interface RoadmapColumn {
  readonly status: Status
  /** By votes; its next page is the next page of the list of the posts with this status. */
  readonly posts: Page<Post, PostPlace>
}

/** What the project means to do: the statuses that are on the roadmap, each with its posts that are wanted most. */
export async function readRoadmap(call: ProjectCall, limit: number): Promise<RoadmapColumn[]> {
  const statuses = (await listStatuses(call)).filter(({ onRoadmap }) => onRoadmap)
  return Promise.all(
    statuses.map(async (status) => ({
      status,
      posts: await listPosts(call, { statusIds: [status.id] }, 'top', { limit, after: undefined }),
    })),
  )
}
