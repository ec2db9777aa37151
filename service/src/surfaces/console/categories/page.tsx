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
import { Adder, Change, changeFormOf, Order, Removal } from '../shared/ordered.tsx'
import type { Confirms } from '../shared/ordered-forms.ts'
import { Badge, CONFIRM_SCRIPTS, ConfirmHere, Field, Select } from '../shared/pieces.tsx'
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
  readonly confirms?: Confirms | undefined
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
  const { words } = view
  const path = `${view.base}/categories`
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
          page={path}
          form={changeFormOf(typed.id)}
          hasPasskey={confirms.hasPasskey}
        />
      )}
      {categories.length === 1 && <p class="soft none-yet">{words.say('categories_only_one')}</p>}
      <ul class="rows labels">
        {categories.map((category, place) => (
          <Row
            view={view}
            path={path}
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
      <Adder view={view} path={path} label={words.say('categories_add')} isOpen={added !== undefined}>
        <Fields view={view} segments={segments} typed={added ?? NEW} />
      </Adder>
    </ProjectPage>
  )
}

interface RowProps {
  readonly view: ProjectView
  readonly path: string
  readonly category: Category
  readonly segments: readonly Segment[]
  readonly others: readonly Category[]
  readonly boardOrigin: string
  readonly typed: TypedCategory | undefined
  readonly isFirst: boolean
  readonly isLast: boolean
}

function Row({ view, path, category, segments, others, boardOrigin, typed, isFirst, isLast }: RowProps) {
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
      <Order view={view} path={path} id={id} name={name} isFirst={isFirst} isLast={isLast} />
      <Change
        view={view}
        path={path}
        id={id}
        name={name}
        version={typed?.version ?? category.version}
        isOpen={typed !== undefined}
        below={
          !isDefault && (
            <Removal view={view} path={path} id={id} name={name} does={words.say('categories_delete_does')}>
              <Select
                name="move_to"
                label={words.say('categories_move_to')}
                options={others.map((other) => [other.id, other.name] as const)}
              />
            </Removal>
          )
        }
      >
        <Fields view={view} segments={segments} typed={typed ?? category} />
      </Change>
    </li>
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
