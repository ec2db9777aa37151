import { type ColumnMap, type Look, TARGETS_OF, type Target } from '../../../domain/imports/index.ts'
import { STATUS_CATEGORIES } from '../../../domain/statuses/index.ts'
import { Select } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { FIELD_COLUMN } from './match-form.ts'

/** Fields that most tables have; the others are shown if a column fits them, or behind “More fields”. */
const USUAL: readonly Target[] = [
  'title',
  'post',
  'body',
  'status',
  'tags',
  'imported_vote_count',
  'author.name',
  'author.email',
  'user.name',
  'user.email',
  'user.external_id',
  'created_at',
  'external_id',
  'parent',
]

const NAME_SHOWN = 40
const UNUSED_SHOWN = 50

/** A select for each field that a record can have. */
export function Columns({ view, look: { map, columns, fields } }: { view: ProjectView; look: Look }) {
  const { words } = view
  if (!map) return null
  const isShown = (target: Target) => USUAL.includes(target) || map.columns[target] !== undefined
  const targets = [...TARGETS_OF[map.type]].sort((one, other) => placeOf(one) - placeOf(other))
  const rarer = targets.filter((target) => !isShown(target))
  const ofPosts = (some: readonly Target[]): FieldRow[] =>
    some.map((target) => ({
      name: `column.${target}`,
      label: words.say(`imports_target_${target}`),
      column: map.columns[target],
    }))
  const ofProject: FieldRow[] = fields.map(({ key, label }) => ({
    name: `${FIELD_COLUMN}${key}`,
    label,
    column: map.fields?.[key],
  }))
  return (
    <>
      <h3>{words.say('imports_columns')}</h3>
      <Fields
        view={view}
        columns={columns}
        fields={[...ofPosts(targets.filter(isShown)), ...(map.type === 'post' ? ofProject : [])]}
        label="imports_columns"
      />
      {rarer.length > 0 && (
        <details>
          <summary>{words.say('imports_more_fields')}</summary>
          <Fields view={view} columns={columns} fields={ofPosts(rarer)} label="imports_more_fields" />
        </details>
      )}
      <Unused view={view} map={map} columns={columns} />
      {(map.columns['author.name'] ?? map.columns['user.name']) !== undefined && (
        <p class="soft">{words.say('imports_names_why')}</p>
      )}
    </>
  )
}

interface FieldRow {
  /** Of its select. */
  readonly name: string
  readonly label: string
  readonly column: string | undefined
}

interface FieldsProps {
  readonly view: ProjectView
  readonly columns: Look['columns']
  readonly fields: readonly FieldRow[]
  readonly label: 'imports_columns' | 'imports_more_fields'
}

function Fields({ view: { words }, columns, fields, label }: FieldsProps) {
  const options = [
    ['', words.say('imports_no_column')] as const,
    ...columns.map(({ name }, place) => [String(place + 1), shortened(name)] as const),
  ]
  const placeOfColumn = (column: string | undefined) => columns.findIndex(({ name }) => name === column)
  return (
    <Table
      label={words.say(label)}
      class="import-columns"
      columns={[
        { name: words.say('imports_field'), isHeading: true },
        { name: words.say('imports_column') },
        { name: words.say('imports_examples'), class: 'word' },
      ]}
      rows={fields.map(({ name, label, column }) => {
        const place = placeOfColumn(column)
        return [
          <bdi>{label}</bdi>,
          <Select
            name={name}
            label={words.say('imports_column_of', { field: label })}
            isLabelHidden
            value={place === -1 ? '' : String(place + 1)}
            options={options}
          />,
          place !== -1 && (
            <span class="soft" dir="auto">
              {columns[place]?.samples.join(' · ')}
            </span>
          ),
        ]
      })}
    />
  )
}

/** Columns that become nothing. */
function Unused({
  view: { words },
  map,
  columns,
}: Pick<FieldsProps, 'view' | 'columns'> & { readonly map: ColumnMap }) {
  const used = new Set([...Object.values(map.columns), ...Object.values(map.fields ?? {})])
  const unused = columns.filter(({ name }) => !used.has(name)).map(({ name }) => shortened(name))
  const more = unused.length - UNUSED_SHOWN
  if (unused.length === 0) return null
  return (
    <p class="soft import-unused">
      <b>{words.say('imports_unused')}</b> <bdi>{unused.slice(0, UNUSED_SHOWN).join(', ')}</bdi>
      {more > 0 && ` ${words.say('imports_unused_more', { n: more })}`}
    </p>
  )
}

/** The question of a survey may be the name of a column. */
function shortened(name: string): string {
  const letters = [...name]
  return letters.length > NAME_SHOWN ? `${letters.slice(0, NAME_SHOWN - 1).join('')}…` : name
}

function placeOf(target: Target): number {
  const place = USUAL.indexOf(target)
  return place === -1 ? USUAL.length : place
}

/** Statuses of the file whose meaning is not known. */
export function Statuses({ view, look: { statuses } }: { view: ProjectView; look: Look }) {
  const { words } = view
  if (statuses.length === 0) return null
  const categories = STATUS_CATEGORIES.map((one) => [one, words.say(`labels_category_${one}`)] as const)
  return (
    <>
      <h3>{words.say('imports_statuses')}</h3>
      <p class="soft">{words.say('imports_statuses_why')}</p>
      <Table
        label={words.say('imports_statuses')}
        class="import-columns"
        columns={[
          { name: words.say('imports_status_named'), isHeading: true, class: 'word' },
          { name: words.say('imports_status_means') },
        ]}
        rows={statuses.map(({ name, category }) => [
          <>
            <input type="hidden" name="status" value={name} />
            <bdi>{name}</bdi>
          </>,
          <Select
            name="category"
            label={words.say('imports_status_means_of', { name })}
            isLabelHidden
            value={category ?? 'open'}
            options={categories}
          />,
        ])}
      />
    </>
  )
}
