import type { Category } from '../../../domain/categories/index.ts'
import {
  type Field as BoardField,
  choicesOf,
  FIELD_VISIBLE_TO,
  FieldKey,
  FieldLabel,
  type FieldOption,
  hasOptions,
  KINDS,
  OptionLabel,
} from '../../../domain/fields/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Adder, Change, changeFormOf, Order, Removal } from '../shared/ordered.tsx'
import type { Confirms } from '../shared/ordered-forms.ts'
import { Badge, Check, CONFIRM_SCRIPTS, ConfirmHere, Field, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

/** The fields of a form of this page, to be shown again if it was refused. */
export interface TypedField {
  /** Empty: a new one. */
  readonly id: string
  /** The version that was read; undefined: the newest. */
  readonly version: number | undefined
  readonly label: string
  readonly key: string
  readonly kind: string
  readonly options: readonly Pick<FieldOption, 'value' | 'label'>[]
  /** One in each line. */
  readonly newOptions: string
  readonly required: boolean
  readonly visibleTo: string
  readonly categories: readonly string[] | null
  /** By the names of the members in the API. */
  readonly faults?: Readonly<Record<string, string>>
}

interface FieldsProps {
  readonly view: ProjectView
  readonly fields: readonly BoardField[]
  readonly categories: readonly Category[]
  readonly typed: TypedField | undefined
  /** The operator must confirm who they are before the typed field is saved. */
  readonly confirms?: Confirms | undefined
}

const NEW: TypedField = {
  id: '',
  version: undefined,
  label: '',
  key: '',
  kind: 'text',
  options: [],
  newOptions: '',
  required: false,
  visibleTo: 'everyone',
  categories: null,
}

export function FieldsPage({ view, fields, categories, typed, confirms }: FieldsProps) {
  const { words } = view
  const path = `${view.base}/fields`
  const added = typed?.id === '' ? typed : undefined
  return (
    <ProjectPage
      view={view}
      title={words.say('fields_title')}
      section="/fields"
      guide="fields"
      scripts={confirms ? CONFIRM_SCRIPTS : []}
      lead={words.say('fields_lead')}
    >
      {confirms && typed && (
        <ConfirmHere
          view={view}
          what={words.say('fields_confirming')}
          page={path}
          form={changeFormOf(typed.id)}
          hasPasskey={confirms.hasPasskey}
        />
      )}
      {fields.length === 0 && <p class="soft none-yet">{words.say('fields_none')}</p>}
      <ul class="rows labels">
        {fields.map((field, place) => (
          <Row
            view={view}
            path={path}
            field={field}
            categories={categories}
            typed={typed?.id === field.id ? typed : undefined}
            isFirst={place === 0}
            isLast={place === fields.length - 1}
          />
        ))}
      </ul>
      <Adder view={view} path={path} label={words.say('fields_add')} isOpen={added !== undefined}>
        <Members view={view} categories={categories} typed={added ?? NEW} isNew />
      </Adder>
    </ProjectPage>
  )
}

interface RowProps {
  readonly view: ProjectView
  readonly path: string
  readonly field: BoardField
  readonly categories: readonly Category[]
  readonly typed: TypedField | undefined
  readonly isFirst: boolean
  readonly isLast: boolean
}

function Row({ view, path, field, categories, typed, isFirst, isLast }: RowProps) {
  const { words } = view
  const { id, key, label: name, kind, required, visibleTo } = field
  const named = categories.filter((category) => field.categories?.includes(category.id)).map(({ name }) => name)
  const removed = field.options.filter(({ isRemoved }) => isRemoved).map(({ label }) => label)
  return (
    <li id={id}>
      <div>
        <b dir="auto">{name}</b> <Badge>{words.say(`fields_kind_${kind}`)}</Badge>{' '}
        {required && <Badge>{words.say('fields_is_required')}</Badge>}{' '}
        {visibleTo !== 'everyone' && <Badge kind="warn">{words.say('fields_visible_team')}</Badge>}
        <p class="soft">
          <code>field.{key}</code>
          {field.categories !== null && ` · ${words.say('fields_only_in', { names: listed(view, named) })}`}
        </p>
        {hasOptions(field) && (
          <p class="soft" dir="auto">
            {choicesOf(field)
              .map(({ label }) => label)
              .join(' · ')}
          </p>
        )}
        {removed.length > 0 && <p class="soft">{words.say('fields_removed', { names: listed(view, removed) })}</p>}
      </div>
      <Order view={view} path={path} id={id} name={name} isFirst={isFirst} isLast={isLast} />
      <Change
        view={view}
        path={path}
        id={id}
        name={name}
        version={typed?.version ?? field.version}
        isOpen={typed !== undefined}
        below={<Removal view={view} path={path} id={id} name={name} does={words.say('fields_delete_does')} />}
      >
        <input type="hidden" name="kind" value={kind} />
        <Members
          view={view}
          categories={categories}
          typed={typed ?? { ...field, options: choicesOf(field), newOptions: '' }}
        />
      </Change>
    </li>
  )
}

function listed({ words }: ProjectView, names: readonly string[]): string {
  return names.length === 0 ? words.say('fields_no_category') : new Intl.ListFormat(words.language).format(names)
}

interface MembersProps {
  readonly view: ProjectView
  readonly categories: readonly Category[]
  readonly typed: Omit<TypedField, 'id' | 'version'>
  readonly isNew?: boolean
}

function Members({ view, categories, typed, isNew = false }: MembersProps) {
  const { words } = view
  const fault = (member: string) => {
    const text = typed.faults?.[member]
    return text === undefined ? {} : { fault: text }
  }
  const ofOptions = Object.entries(typed.faults ?? {}).find(([name]) => name.startsWith('options'))
  const isChoice = isNew || hasOptions({ kind: typed.kind as BoardField['kind'] }) // any other text has none
  return (
    <>
      <Field
        name="label"
        label={words.say('fields_label')}
        value={typed.label}
        required
        {...limitsOf(FieldLabel)}
        {...fault('label')}
      />
      <div class="row end">
        {isNew && (
          <Select
            name="kind"
            label={words.say('fields_kind')}
            options={KINDS.map((kind) => [kind, words.say(`fields_kind_${kind}`)] as const)}
            value={typed.kind}
          />
        )}
        <Select
          name="visible_to"
          label={words.say('fields_visible_to')}
          options={FIELD_VISIBLE_TO.map((one) => [one, words.say(`fields_visible_${one}`)] as const)}
          value={typed.visibleTo}
        />
      </div>
      {isNew && <p class="soft">{words.say('fields_kind_why')}</p>}
      {typed.options.map(({ value, label }) => (
        <div class="field">
          <input type="hidden" name="option_value" value={value} />
          <input
            name="option_label"
            value={label}
            aria-label={words.say('fields_option', { label })}
            maxlength={limitsOf(OptionLabel).maxlength}
          />
        </div>
      ))}
      {isChoice && (
        <div class={isNew ? 'of-choices' : undefined}>
          <Field
            name="new_options"
            label={words.say(typed.options.length > 0 ? 'fields_more_options' : 'fields_options')}
            value={typed.newOptions}
            rows={3}
            hint={words.say(typed.options.length > 0 ? 'fields_more_options_why' : 'fields_options_why')}
            {...(ofOptions && { fault: ofOptions[1] })}
          />
        </div>
      )}
      <Check
        name="required"
        label={words.say('fields_required')}
        hint={typed.faults?.required ?? words.say('fields_required_why')}
        isOn={typed.required}
      />
      <CategoryBoxes view={view} categories={categories} chosen={typed.categories} />
      <Field
        name="key"
        label={words.say('fields_key')}
        value={typed.key}
        maxlength={FieldKey.maxLength}
        hint={words.say('fields_key_why')}
        autocomplete="off"
        {...fault('key')}
      />
    </>
  )
}

function CategoryBoxes({
  view,
  categories,
  chosen,
}: Pick<MembersProps, 'view' | 'categories'> & { chosen: TypedField['categories'] }) {
  const { words } = view
  if (categories.length < 2) return null
  return (
    <fieldset class="boxes">
      <legend>{words.say('fields_categories')}</legend>
      {chosen?.length === 0 && <input type="hidden" name="in_none" value="1" />}
      {categories.map(({ id, name }) => (
        <label class="row tight plain-label">
          <input type="checkbox" name="category_ids" value={id} checked={chosen?.includes(id)} /> {name}
        </label>
      ))}
      <p class="soft">{words.say('fields_categories_why')}</p>
    </fieldset>
  )
}
