import {
  type Category,
  CategoryDescription,
  CategorySlug,
  CategoryTemplate,
  categoryPath,
  isSegment,
  POSTING,
  type Posting,
  VISIBLE_TO,
  type VisibleTo,
} from '../../../domain/categories/index.ts'
import { LabelName } from '../../../domain/labels/index.ts'
import type { Segment } from '../../../domain/segments/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Badge, CONFIRM_SCRIPTS, ConfirmHere, Field, Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

/** The fields of a form of this page, to be shown again if it was refused. */
export interface TypedCategory {
  /** Empty: a new one. */
  readonly id: string
  /** The version that was read; undefined: the newest. */
  readonly version: number | undefined
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly visibleTo: string
  readonly posting: string
  readonly template: string
  /** By the names of the members in the API. */
  readonly faults?: Readonly<Record<string, string>>
}

interface CategoriesProps {
  readonly view: ProjectView
  readonly categories: readonly Category[]
  readonly segments: readonly Segment[]
  readonly boardOrigin: string
  readonly typed: TypedCategory | undefined
  /** The operator must confirm who they are before the typed category is saved. */
  readonly confirms?: { readonly hasPasskey: boolean } | undefined
}

const NEW: TypedCategory = {
  id: '',
  version: undefined,
  name: '',
  slug: '',
  description: '',
  visibleTo: 'everyone',
  posting: 'users',
  template: '',
}

export function CategoriesPage({ view, categories, segments, boardOrigin, typed, confirms }: CategoriesProps) {
  const { words, base } = view
  const added = typed?.id === '' ? typed : undefined
  return (
    <ProjectPage
      view={view}
      title={words.say('categories_title')}
      section="/categories"
      guide="categories"
      scripts={confirms ? CONFIRM_SCRIPTS : []}
      lead={words.say('categories_lead')}
    >
      {confirms && typed && (
        <ConfirmHere
          view={view}
          what={words.say('categories_confirming')}
          page={`${base}/categories`}
          form={formOf(typed)}
          hasPasskey={confirms.hasPasskey}
        />
      )}
      {categories.length === 1 && <p class="soft">{words.say('categories_only_one')}</p>}
      <ul class="rows labels">
        {categories.map((category, place) => (
          <Row
            view={view}
            category={category}
            segments={segments}
            others={categories.filter(({ id }) => id !== category.id)}
            boardOrigin={boardOrigin}
            typed={typed?.id === category.id ? typed : undefined}
            isFirst={place === 0}
            isLast={place === categories.length - 1}
          />
        ))}
      </ul>
      <details class="adder" open={added !== undefined}>
        <summary class="button">{words.say('categories_add')}</summary>
        <Form view={view} action={`${base}/categories/add`} class="card top">
          <Fields view={view} segments={segments} typed={added ?? NEW} />
          <p>
            <button class="button main" type="submit">
              {words.say('categories_add')}
            </button>
          </p>
        </Form>
      </details>
    </ProjectPage>
  )
}

/** The id of the form that changes a category. */
function formOf({ id }: { readonly id: string }): string {
  return `change-${id}`
}

interface RowProps {
  readonly view: ProjectView
  readonly category: Category
  readonly segments: readonly Segment[]
  readonly others: readonly Category[]
  readonly boardOrigin: string
  readonly typed: TypedCategory | undefined
  readonly isFirst: boolean
  readonly isLast: boolean
}

function Row({ view, category, segments, others, boardOrigin, typed, isFirst, isLast }: RowProps) {
  const { words, base } = view
  const { id, name, description, visibleTo, posting, isDefault } = category
  return (
    <li id={id}>
      <div>
        <b dir="auto">{name}</b> {isDefault && <Badge>{words.say('categories_default')}</Badge>}{' '}
        {visibleTo !== 'everyone' && <Badge kind="warn">{whoSees(view, segments, visibleTo)}</Badge>}{' '}
        {posting !== 'users' && <Badge>{whoWrites(view, segments, posting)}</Badge>}
        {description && (
          <p class="soft" dir="auto">
            {description}
          </p>
        )}
        <p class="soft">
          <a href={`${base}/posts?category=${id}`}>{words.say('categories_posts')}</a>
          {others.length > 0 && visibleTo !== 'team' && (
            <>
              {' · '}
              <a href={boardOrigin + categoryPath(category)}>{words.say('categories_on_board')}</a>
            </>
          )}
        </p>
      </div>
      <Order view={view} category={category} isFirst={isFirst} isLast={isLast} />
      <details open={typed !== undefined}>
        <summary aria-label={words.say('labels_edit_label', { name })}>{words.say('shared_edit')}</summary>
        <div class="card top">
          <Form view={view} action={`${base}/categories/change`} class="inner" id={formOf(category)}>
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="version" value={typed?.version ?? category.version} />
            <Fields view={view} segments={segments} typed={typed ?? category} />
            <p>
              <button class="button main" type="submit" aria-label={words.say('labels_save_label', { name })}>
                {words.say('shared_save')}
              </button>
            </p>
          </Form>
          {!isDefault && <Removal view={view} category={category} others={others} />}
        </div>
      </details>
    </li>
  )
}

function Order({
  view,
  category: { id, name },
  isFirst,
  isLast,
}: Pick<RowProps, 'view' | 'category' | 'isFirst' | 'isLast'>) {
  const { words, base } = view
  return (
    <Form view={view} action={`${base}/categories/move`} class="row">
      <input type="hidden" name="id" value={id} />
      <button
        class="button arrow"
        type="submit"
        name="by"
        value="up"
        disabled={isFirst}
        aria-label={words.say('labels_up', { name })}
      >
        ↑
      </button>
      <button
        class="button arrow"
        type="submit"
        name="by"
        value="down"
        disabled={isLast}
        aria-label={words.say('labels_down', { name })}
      >
        ↓
      </button>
    </Form>
  )
}

/** Its posts go to another category, so a deletion names one. */
function Removal({ view, category: { id, name }, others }: Pick<RowProps, 'view' | 'category' | 'others'>) {
  const { words, base } = view
  return (
    <Form
      view={view}
      action={`${base}/categories/delete`}
      class="row between removal"
      asks={{
        question: words.say('labels_delete_ask', { name }),
        does: words.say('categories_delete_does'),
        yes: words.say('labels_delete_yes'),
      }}
    >
      <input type="hidden" name="id" value={id} />
      <Select
        name="move_to"
        label={words.say('categories_move_to')}
        options={others.map((other) => [other.id, other.name] as const)}
      />
      <button class="button danger" type="submit" aria-label={words.say('labels_delete_label', { name })}>
        {words.say('shared_delete')}
      </button>
    </Form>
  )
}

interface FieldsProps {
  readonly view: ProjectView
  readonly segments: readonly Segment[]
  readonly typed: Omit<TypedCategory, 'id' | 'version'>
}

function Fields({ view, segments, typed }: FieldsProps) {
  const { words } = view
  const fault = (member: string) => {
    const text = typed.faults?.[member]
    return text === undefined ? {} : { fault: text }
  }
  return (
    <>
      <Field
        name="name"
        label={words.say('shared_name')}
        value={typed.name}
        required
        {...limitsOf(LabelName)}
        {...fault('name')}
      />
      <Field
        name="description"
        label={words.say('categories_description')}
        value={typed.description}
        {...limitsOf(CategoryDescription)}
        {...fault('description')}
      />
      <div class="row end">
        <Select
          name="visible_to"
          label={words.say('categories_visible_to')}
          options={[...VISIBLE_TO, ...segments.map(({ id }) => id)].map(
            (one) => [one, whoSees(view, segments, one)] as const,
          )}
          value={typed.visibleTo}
        />
        <Select
          name="posting"
          label={words.say('categories_posting')}
          options={[...POSTING, ...segments.map(({ id }) => id)].map(
            (one) => [one, whoWrites(view, segments, one)] as const,
          )}
          value={typed.posting}
        />
      </div>
      <Field
        name="slug"
        label={words.say('categories_slug')}
        value={typed.slug}
        {...optionalLimitsOf(CategorySlug)}
        hint={words.say('categories_slug_why')}
        autocomplete="off"
        {...fault('slug')}
      />
      <Field
        name="template"
        label={words.say('categories_template')}
        value={typed.template}
        rows={4}
        {...limitsOf(CategoryTemplate)}
        hint={words.say('categories_template_why')}
        {...fault('template')}
      />
    </>
  )
}

function whoSees({ words }: ProjectView, segments: readonly Segment[], people: VisibleTo): string {
  if (!isSegment(people)) return words.say(`categories_visible_${people}`)
  return words.say('categories_visible_segment', { name: nameIn(segments, people) })
}

function whoWrites({ words }: ProjectView, segments: readonly Segment[], people: Posting): string {
  if (!isSegment(people)) return words.say(`categories_posting_${people}`)
  return words.say('categories_posting_segment', { name: nameIn(segments, people) })
}

function nameIn(segments: readonly Segment[], wanted: string): string {
  return segments.find(({ id }) => id === wanted)?.name ?? wanted
}

/** A field that may stay empty. */
function optionalLimitsOf({ maxLength }: typeof CategorySlug) {
  return { maxlength: maxLength }
}
