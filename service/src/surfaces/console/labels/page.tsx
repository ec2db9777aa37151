import type { ComponentChildren } from 'preact'
import { Dot, Empty } from '../../../../../ui/components.tsx'
import { LabelName } from '../../../domain/labels/index.ts'
import { STATUS_CATEGORIES, type Status } from '../../../domain/statuses/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Order } from '../shared/ordered.tsx'
import { Badge, Form, Select } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'

/** Counts stop at this number. */
export const MOST_COUNTED = 1000

/** The fields of a form of this page, to be shown again if it was refused. */
export interface TypedLabel {
  readonly id: string
  /** The version that was read; undefined: the newest. */
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

const NEW_COLOR = '#64748b'

export function LabelsPage({ view, statuses, tags, counts, typed }: LabelsProps) {
  const { base } = view
  const newStatus = typed?.id === '' && !typed.isTag ? typed : undefined
  const newTag = typed?.id === '' && typed.isTag ? typed : undefined
  return (
    <ProjectPage
      view={view}
      title={view.words.say('labels_title')}
      section="/statuses"
      guide="labels"
      lead={view.words.say('labels_lead')}
    >
      <section class="part">
        <h2>{view.words.say('labels_statuses')}</h2>
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
          <summary class="button">{view.words.say('labels_add_status')}</summary>
          <Form view={view} action={`${base}/statuses/add`} class="card top">
            <StatusFields
              view={view}
              label={newStatus ?? { name: '', color: NEW_COLOR, category: 'planned', onRoadmap: true }}
            />
            <p>
              <button class="button main" type="submit">
                {view.words.say('labels_add_status')}
              </button>
            </p>
          </Form>
        </details>
      </section>
      <section class="part">
        <h2>{view.words.say('shared_tags')}</h2>
        {tags.length === 0 && (
          <Empty title={view.words.say('labels_no_tags')}>{view.words.say('labels_no_tags_why')}</Empty>
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
          <summary class="button">{view.words.say('labels_add_tag')}</summary>
          <Form view={view} action={`${base}/tags/add`} class="card top">
            <NameAndColor view={view} label={newTag ?? { name: '', color: NEW_COLOR }} />
            <p>
              <button class="button main" type="submit">
                {view.words.say('labels_add_tag')}
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
  const kind = view.words.say(`labels_category_${category}`)
  return (
    <li id={id}>
      <div>
        <Dot size={10} color={color} /> <b dir="auto">{name}</b>{' '}
        {name.toLowerCase() !== kind.toLowerCase() && <Badge>{kind}</Badge>}{' '}
        {onRoadmap && <Badge kind="good">{view.words.say('labels_on_roadmap')}</Badge>}
        <p class="soft">
          <Posts view={view} href={`${base}/posts?status=${id}`} count={count} name={name} />
        </p>
      </div>
      <Order view={view} path={`${base}/statuses`} id={id} name={name} isFirst={isFirst} isLast={isLast} />
      <Edit
        view={view}
        path={`${base}/statuses`}
        label={{ id, name, version: shown.version ?? status.version }}
        isOpen={typed !== undefined}
        isUsed={count > 0}
        about={view.words.say('labels_delete_status')}
      >
        <StatusFields view={view} label={shown} />
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
          <Posts view={view} href={`${base}/posts?tag=${id}`} count={count} name={name} />
        </p>
      </div>
      <Edit
        view={view}
        path={`${base}/tags`}
        label={{ id, name, version: shown.version ?? tag.version }}
        isOpen={typed !== undefined}
        isUsed={false}
        about={
          count === 0
            ? view.words.say('labels_delete_unused')
            : view.words.say('labels_delete_used', { posts: countOf(view, count) })
        }
      >
        <NameAndColor view={view} label={shown} />
      </Edit>
    </li>
  )
}

interface EditProps {
  readonly view: ProjectView
  /** The path of its forms. */
  readonly path: string
  readonly label: Pick<Tag, 'name' | 'version'> & { readonly id: string }
  readonly isOpen: boolean
  readonly isUsed: boolean
  /** What happens when it is deleted. */
  readonly about: string
  readonly children: ComponentChildren
}

/** The fields of a label, and the button that deletes it. */
function Edit({ view, path, label: { id, name, version }, isOpen, isUsed, about, children }: EditProps) {
  return (
    <details open={isOpen}>
      <summary aria-label={view.words.say('labels_edit_label', { name })}>{view.words.say('shared_edit')}</summary>
      <div class="card top">
        <Form view={view} action={`${path}/change`} class="inner">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="version" value={version} />
          {children}
          <p>
            <button class="button main" type="submit" aria-label={view.words.say('labels_save_label', { name })}>
              {view.words.say('shared_save')}
            </button>
          </p>
        </Form>
        <Form
          view={view}
          action={`${path}/delete`}
          class="row between removal"
          asks={{
            question: view.words.say('labels_delete_ask', { name }),
            does: about,
            yes: view.words.say('labels_delete_yes'),
          }}
        >
          <input type="hidden" name="id" value={id} />
          <p class="soft">{about}</p>
          <button
            class={isUsed ? 'button' : 'button danger'}
            type="submit"
            aria-label={view.words.say('labels_delete_label', { name })}
          >
            {view.words.say('shared_delete')}
          </button>
        </Form>
      </div>
    </details>
  )
}

function NameAndColor({
  view,
  label,
}: {
  view: ProjectView
  label: { readonly name: string; readonly color: string }
}) {
  return (
    <div class="row end">
      <label class="field">
        <span>{view.words.say('shared_name')}</span>
        <input name="name" value={label.name} required {...limitsOf(LabelName)} />
      </label>
      <label class="field narrow-field">
        <span>{view.words.say('labels_color')}</span>
        <input type="color" name="color" value={label.color} />
      </label>
    </div>
  )
}

function StatusFields({ view, label }: { view: ProjectView; label: Omit<TypedLabel, 'id' | 'version' | 'isTag'> }) {
  const categories = STATUS_CATEGORIES.map((one) => [one, view.words.say(`labels_category_${one}`)] as const)
  return (
    <>
      <NameAndColor view={view} label={label} />
      <div class="row end">
        <Select name="category" label={view.words.say('labels_category')} options={categories} value={label.category} />
        <label class="tick">
          <input type="checkbox" name="on_roadmap" value="yes" checked={label.onRoadmap} />{' '}
          {view.words.say('labels_roadmap')}
        </label>
      </div>
    </>
  )
}

function Posts(props: { view: ProjectView; href: string; count: number; name: string }) {
  const { view, href, count, name } = props
  if (count === 0) return <>{view.words.say('labels_no_posts')}</>
  return (
    <a href={href}>
      <Sentence
        view={view}
        of="labels_posts_with"
        with={{ posts: countOf(view, count), name, hidden: (text) => <span class="unseen">{text}</span> }}
      />
    </a>
  )
}

function countOf({ words }: ProjectView, n: number): string {
  return n > MOST_COUNTED ? words.say('shared_posts_over', { n: MOST_COUNTED }) : words.say('shared_posts', { n })
}
