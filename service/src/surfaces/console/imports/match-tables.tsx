import { type ColumnMap, type Look, TARGETS_OF, type Target } from '../../../domain/imports/index.ts'
import { STATUS_CATEGORIES } from '../../../domain/statuses/index.ts'
import { Select } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'

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
export function Columns({ view, look: { map, columns } }: { view: ProjectView; look: Look }) {
  const { words } = view
  if (!map) return null
  const isShown = (target: Target) => USUAL.includes(target) || map.columns[target] !== undefined
  const targets = [...TARGETS_OF[map.type]].sort((one, other) => placeOf(one) - placeOf(other))
  const rarer = targets.filter((target) => !isShown(target))
  return (
    <>
      <h3>{words.say('imports_columns')}</h3>
      <Fields view={view} map={map} columns={columns} targets={targets.filter(isShown)} label="imports_columns" />
      {rarer.length > 0 && (
        <details>
          <summary>{words.say('imports_more_fields')}</summary>
          <Fields view={view} map={map} columns={columns} targets={rarer} label="imports_more_fields" />
        </details>
      )}
      <Unused view={view} map={map} columns={columns} />
      {(map.columns['author.name'] ?? map.columns['user.name']) !== undefined && (
        <p class="soft">{words.say('imports_names_why')}</p>
      )}
    </>
  )
}

interface FieldsProps {
  readonly view: ProjectView
  readonly map: ColumnMap
  readonly columns: Look['columns']
}

function Fields({
  view: { words },
  map,
  columns,
  targets,
  label,
}: FieldsProps & { targets: readonly Target[]; label: 'imports_columns' | 'imports_more_fields' }) {
  const options = [
    ['', words.say('imports_no_column')] as const,
    ...columns.map(({ name }, place) => [String(place + 1), shortened(name)] as const),
  ]
  const placeIn = (target: Target) => columns.findIndex(({ name }) => name === map.columns[target])
  return (
    <Table
      label={words.say(label)}
      class="import-columns"
      columns={[
        { name: words.say('imports_field'), isHeading: true },
        { name: words.say('imports_column') },
        { name: words.say('imports_examples'), class: 'word' },
      ]}
      rows={targets.map((target) => [
        words.say(`imports_target_${target}`),
        <Select
          name={`column.${target}`}
          label={words.say('imports_column_of', { field: words.say(`imports_target_${target}`) })}
          isLabelHidden
          value={placeIn(target) === -1 ? '' : String(placeIn(target) + 1)}
          options={options}
        />,
        <span class="soft" dir="auto">
          {columns[placeIn(target)]?.samples.join(' · ')}
        </span>,
      ])}
    />
  )
}

/** Columns that become nothing. */
function Unused({ view: { words }, map, columns }: FieldsProps) {
  const used = new Set(Object.values(map.columns))
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
