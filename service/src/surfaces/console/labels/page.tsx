import type { ComponentChildren } from 'preact'
import { Dot, Empty } from '../../../../../ui/components.tsx'
import { LabelName } from '../../../domain/labels/index.ts'
import { STATUS_CATEGORIES, type Status } from '../../../domain/statuses/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Badge, Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

/** Counts stop at this number. */
export const MOST_COUNTED = 1000

/** What a form of this page said, to be shown again where it was refused. */
export interface TypedLabel {
  readonly id: string
  /** Which version they saw; absent: the newest. */
  readonly version: number | undefined
  readonly name: string
  readonly color: string
  readonly category: string
  readonly onRoadmap: boolean
  readonly isTag: boolean
}

interface LabelsProps {
  readonly view: ProjectView
  readonly statuses: readonly Status[]
  readonly tags: readonly Tag[]
  readonly counts: ReadonlyMap<string, number>
  readonly typed: TypedLabel | undefined
}

const CATEGORY_NAMES: Readonly<Record<Status['category'], string>> = {
  open: 'open',
  planned: 'planned',
  in_progress: 'in progress',
  done: 'done',
  closed: 'closed',
}
const CATEGORIES = STATUS_CATEGORIES.map((category) => [category, CATEGORY_NAMES[category]] as const)
const NEW_COLOR = '#64748b'

export function LabelsPage({ view, statuses, tags, counts, typed }: LabelsProps) {
  const { base } = view
  const newStatus = typed?.id === '' && !typed.isTag ? typed : undefined
  const newTag = typed?.id === '' && typed.isTag ? typed : undefined
  return (
    <ProjectPage
      view={view}
      title="Statuses and tags"
      section="/statuses"
      lead="A status says how far a post is, in your words. A tag says what it is about. Voting ends in done and closed."
    >
      <section class="part">
        <h2>Statuses</h2>
        <ul class="rows labels">
          {statuses.map((status, place) => (
            <StatusRow
              view={view}
              status={status}
              count={counts.get(status.id) ?? 0}
              typed={typed?.id === status.id ? typed : undefined}
              isFirst={place === 0}
              isLast={place === statuses.length - 1}
            />
          ))}
        </ul>
        <details class="adder" open={newStatus !== undefined}>
          <summary class="button">Add a status</summary>
          <Form view={view} action={`${base}/statuses/add`} class="card top">
            <StatusFields label={newStatus ?? { name: '', color: NEW_COLOR, category: 'planned', onRoadmap: true }} />
            <p>
              <button class="button main" type="submit">
                Add the status
              </button>
            </p>
          </Form>
        </details>
      </section>
      <section class="part">
        <h2>Tags</h2>
        {tags.length === 0 && (
          <Empty title="No tags yet">Tags such as “mobile” or “billing” help visitors and you to find posts.</Empty>
        )}
        <ul class="rows labels">
          {tags.map((tag) => (
            <TagRow
              view={view}
              tag={tag}
              count={counts.get(tag.id) ?? 0}
              typed={typed?.id === tag.id ? typed : undefined}
            />
          ))}
        </ul>
        <details class="adder" open={newTag !== undefined}>
          <summary class="button">Add a tag</summary>
          <Form view={view} action={`${base}/tags/add`} class="card top">
            <NameAndColor label={newTag ?? { name: '', color: NEW_COLOR }} />
            <p>
              <button class="button main" type="submit">
                Add the tag
              </button>
            </p>
          </Form>
        </details>
      </section>
    </ProjectPage>
  )
}

interface StatusRowProps {
  readonly view: ProjectView
  readonly status: Status
  readonly count: number
  readonly typed: TypedLabel | undefined
  readonly isFirst: boolean
  readonly isLast: boolean
}

function StatusRow({ view, status, count, typed, isFirst, isLast }: StatusRowProps) {
  const { base } = view
  const { id, name, category, color, onRoadmap } = status
  const shown = typed?.name ? typed : status
  return (
    <li id={id}>
      <div>
        <Dot size={10} color={color} /> <b dir="auto">{name}</b> <Badge>{CATEGORY_NAMES[category]}</Badge>{' '}
        {onRoadmap && <Badge kind="good">on the roadmap</Badge>}
        <p class="soft">
          <Posts href={`${base}/posts?status=${id}`} count={count} name={name} />
        </p>
      </div>
      <Form view={view} action={`${base}/statuses/move`} class="row">
        <input type="hidden" name="id" value={id} />
        <button
          class="button arrow"
          type="submit"
          name="by"
          value="up"
          disabled={isFirst}
          aria-label={`Move ${name} up`}
        >
          ↑
        </button>
        <button
          class="button arrow"
          type="submit"
          name="by"
          value="down"
          disabled={isLast}
          aria-label={`Move ${name} down`}
        >
          ↓
        </button>
      </Form>
      <Edit
        view={view}
        path={`${base}/statuses`}
        label={{ id, name, version: shown.version ?? status.version }}
        isOpen={typed !== undefined}
        isUsed={count > 0}
        about="A status can be deleted only if no post has it. Posts that wait for approval, are merged or were deleted count too."
      >
        <StatusFields label={shown} />
      </Edit>
    </li>
  )
}

function TagRow(props: { view: ProjectView; tag: Tag; count: number; typed: TypedLabel | undefined }) {
  const { view, tag, count, typed } = props
  const { id, name, color } = tag
  const shown = typed?.name ? typed : tag
  const { base } = view
  return (
    <li id={id}>
      <div>
        <Dot size={10} color={color} /> <b dir="auto">{name}</b>
        <p class="soft">
          <Posts href={`${base}/posts?tag=${id}`} count={count} name={name} />
        </p>
      </div>
      <Edit
        view={view}
        path={`${base}/tags`}
        label={{ id, name, version: shown.version ?? tag.version }}
        isOpen={typed !== undefined}
        isUsed={false}
        about={count === 0 ? 'No post has it.' : `${countOf(count)} will lose it. Nothing else about them changes.`}
      >
        <NameAndColor label={shown} />
      </Edit>
    </li>
  )
}

interface EditProps {
  readonly view: ProjectView
  /** Of its forms. */
  readonly path: string
  readonly label: Pick<Tag, 'name' | 'version'> & { readonly id: string }
  readonly isOpen: boolean
  readonly isUsed: boolean
  /** What deleting it means. */
  readonly about: string
  readonly children: ComponentChildren
}

/** Its fields, and how to be rid of it. */
function Edit({ view, path, label: { id, name, version }, isOpen, isUsed, about, children }: EditProps) {
  return (
    <details open={isOpen}>
      <summary aria-label={`Edit ${name}`}>Edit</summary>
      <div class="card top">
        <Form view={view} action={`${path}/change`} class="inner">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="version" value={version} />
          {children}
          <p>
            <button class="button main" type="submit" aria-label={`Save ${name}`}>
              Save
            </button>
          </p>
        </Form>
        <Form
          view={view}
          action={`${path}/delete`}
          class="row between removal"
          asks={{ question: `Delete “${name}”?`, does: about, yes: 'Delete it' }}
        >
          <input type="hidden" name="id" value={id} />
          <p class="soft">{about}</p>
          <button class={isUsed ? 'button' : 'button danger'} type="submit" aria-label={`Delete ${name}`}>
            Delete
          </button>
        </Form>
      </div>
    </details>
  )
}

function NameAndColor({ label }: { label: { readonly name: string; readonly color: string } }) {
  return (
    <div class="row end">
      <label class="field">
        <span>Name</span>
        <input name="name" value={label.name} required {...limitsOf(LabelName)} />
      </label>
      <label class="field narrow-field">
        <span>Colour</span>
        <input type="color" name="color" value={label.color} />
      </label>
    </div>
  )
}

function StatusFields({ label }: { label: Omit<TypedLabel, 'id' | 'version' | 'isTag'> }) {
  return (
    <>
      <NameAndColor label={label} />
      <div class="row end">
        <Select name="category" label="Category" options={CATEGORIES} value={label.category} />
        <label class="tick">
          <input type="checkbox" name="on_roadmap" value="yes" checked={label.onRoadmap} /> On the roadmap
        </label>
      </div>
    </>
  )
}

function Posts({ href, count, name }: { href: string; count: number; name: string }) {
  if (count === 0) return <>No posts</>
  return (
    <a href={href}>
      {countOf(count)}
      <span class="unseen"> with {name}</span>
    </a>
  )
}

function countOf(count: number): string {
  if (count > MOST_COUNTED) return `More than ${MOST_COUNTED} posts`
  return count === 1 ? '1 post' : `${count} posts`
}
