import { Dot, Empty } from '../../../../../ui/components.tsx'
import type { Post } from '../../../domain/posts/index.ts'
import type { RoadmapColumn } from '../../../domain/roadmap/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Form, Select } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
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
      title={view.words.say('roadmap_title')}
      section="/roadmap"
      guide="roadmap"
      isWide
      scripts={['roadmap.js']}
      lead={view.words.say(view.isReadOnly ? 'roadmap_lead_viewer' : 'roadmap_lead')}
    >
      {isEmpty && <NoColumns view={view} />}
      <Form view={view} action={`${view.base}/roadmap/move`} id="roadmap" wraps>
        <div class="row between lanes-bar">
          <label class="tick">
            <input type="checkbox" name="notify" value="yes" checked /> {view.words.say('roadmap_notify')}
          </label>
          <p
            class="soft"
            id="roadmap-keys"
            data-moving={view.words.say('roadmap_moving')}
            data-moved={view.words.say('roadmap_moved')}
            data-moved-back={view.words.say('roadmap_moved_back')}
            data-undo={view.words.say('shared_undo')}
            data-not-moved={view.words.say('roadmap_not_moved')}
            data-no-left={view.words.say('roadmap_no_left')}
            data-no-right={view.words.say('roadmap_no_right')}
            hidden
          >
            <Sentence view={view} of="roadmap_keys" />
          </p>
        </div>
        <nav class="lane-links" aria-label={view.words.say('roadmap_go_to')}>
          {lanes.map(({ status }) => (
            <a href={`#lane-${status.id}`}>
              <Dot size={10} color={status.color} /> {status.name}
            </a>
          ))}
        </nav>
        <section class="lanes" tabindex={0} aria-label={view.words.say('roadmap_columns')}>
          {lanes.map(({ status, posts }) => (
            <section class="lane" aria-labelledby={`lane-${status.id}`} data-status={status.id} data-name={status.name}>
              <h2 id={`lane-${status.id}`}>
                <Dot size={10} color={status.color} /> {status.name}
              </h2>
              {!status.onRoadmap && <p class="soft">{view.words.say('roadmap_off')}</p>}
              <ol>
                {posts.items.map((post) => (
                  <Ticket view={view} post={post} options={options} />
                ))}
              </ol>
              <p class="soft none">{view.words.say('roadmap_none')}</p>
              {posts.next !== undefined && (
                <p class="soft">
                  <a href={`${view.base}/posts?status=${status.id}`}>
                    <Sentence
                      view={view}
                      of="roadmap_all"
                      with={{ status: status.name, hidden: (text) => <span class="unseen">{text}</span> }}
                    />
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
        <p class="soft">{view.words.say('shared_votes', { n: post.voteCount })}</p>
        <details>
          <summary aria-label={view.words.say('roadmap_move_label', { title: post.title })}>
            {view.words.say('roadmap_move')}
          </summary>
          <div class="row">
            <Select
              name={`to_${post.id}`}
              label={view.words.say('roadmap_status_of', { title: post.title })}
              isLabelHidden
              options={options}
              value={post.status.id}
            />
            <button
              class="button"
              type="submit"
              name="post"
              value={post.id}
              aria-label={view.words.say('roadmap_move_yes', { title: post.title })}
            >
              {view.words.say('roadmap_move')}
            </button>
          </div>
        </details>
      </div>
    </li>
  )
}

function NoColumns({ view }: { view: ProjectView }) {
  return (
    <Empty title={view.words.say('roadmap_empty')}>
      <Sentence
        view={view}
        of={view.may('project:write') ? 'roadmap_empty_why' : 'roadmap_empty_why_viewer'}
        with={{ link: (text) => <a href={`${view.base}/statuses`}>{text}</a> }}
      />
    </Empty>
  )
}
