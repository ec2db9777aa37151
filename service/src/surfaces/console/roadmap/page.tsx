import { Dot, Empty } from '../../../../../ui/components.tsx'
import type { Post } from '../../../domain/posts/index.ts'
import type { RoadmapColumn } from '../../../domain/roadmap/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

interface RoadmapProps {
  readonly view: ProjectView
  readonly lanes: readonly RoadmapColumn[]
  readonly statuses: readonly Status[]
  /** Whether no status is on the roadmap. */
  readonly isEmpty: boolean
}

export function RoadmapPage({ view, lanes, statuses, isEmpty }: RoadmapProps) {
  const options = statuses.map(({ id, name }) => [id, name] as const)
  return (
    <ProjectPage
      view={view}
      title="Roadmap"
      section="/roadmap"
      scripts={['roadmap.js']}
      lead={`What visitors see on the board’s roadmap, by votes.${view.isReadOnly ? '' : ' Moving a post changes its status.'}`}
    >
      {isEmpty && <NoColumns view={view} />}
      <Form view={view} action={`${view.base}/roadmap/move`} id="roadmap" wraps>
        <div class="row between lanes-bar">
          <label class="tick">
            <input type="checkbox" name="notify" value="yes" checked /> Notify followers when a post moves
          </label>
          <p class="soft" id="roadmap-keys" hidden>
            Drag a card, or focus it and press <kbd>←</kbd> or <kbd>→</kbd>.
          </p>
        </div>
        <section class="lanes" tabindex={0} aria-label="Columns of the roadmap">
          {lanes.map(({ status, posts }) => (
            <section class="lane" aria-labelledby={`lane-${status.id}`} data-status={status.id} data-name={status.name}>
              <h2 id={`lane-${status.id}`}>
                <Dot size={10} color={status.color} /> {status.name}
              </h2>
              {!status.onRoadmap && <p class="soft">Not on the board’s roadmap</p>}
              <ol>
                {posts.items.map((post) => (
                  <Ticket view={view} post={post} options={options} />
                ))}
              </ol>
              <p class="soft none">Nothing here.</p>
              {posts.next !== undefined && (
                <p class="soft">
                  <a href={`${view.base}/posts?status=${status.id}`}>
                    All posts<span class="unseen"> with the status {status.name}</span>
                  </a>
                </p>
              )}
            </section>
          ))}
        </section>
      </Form>
    </ProjectPage>
  )
}

function Ticket(props: { view: ProjectView; post: Post; options: readonly (readonly [string, string])[] }) {
  const { view, post, options } = props
  return (
    <li class="ticket" data-post={post.id} data-votes={post.voteCount} data-title={post.title}>
      <h3>
        <a href={`${view.base}/posts/${post.number}`} dir="auto">
          {post.title}
        </a>
      </h3>
      <div class="row between">
        <p class="soft">
          {post.voteCount} {post.voteCount === 1 ? 'vote' : 'votes'}
        </p>
        <details>
          <summary aria-label={`Move “${post.title}”`}>Move</summary>
          <div class="row">
            <Select
              name={`to_${post.id}`}
              label={`Status of “${post.title}”`}
              isLabelHidden
              options={options}
              value={post.status.id}
            />
            <button class="button" type="submit" name="post" value={post.id} aria-label={`Move “${post.title}” there`}>
              Move
            </button>
          </div>
        </details>
      </div>
    </li>
  )
}

function NoColumns({ view }: { view: ProjectView }) {
  return (
    <Empty title="The roadmap has no columns">
      Each status that is on the roadmap is one.{' '}
      {view.may('project:write') ? (
        <a href={`${view.base}/statuses`}>Choose which are</a>
      ) : (
        'An admin chooses them under “Statuses and tags”.'
      )}
    </Empty>
  )
}
