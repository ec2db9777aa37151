import { parseArgs } from 'node:util'
import {
  addField,
  changeField,
  choicesOf,
  deleteField,
  FIELD_VISIBLE_TO,
  type Field,
  type FieldPatch,
  fieldJson,
  hasOptions,
  KINDS,
  listFields,
} from '../domain/fields/index.ts'
import { UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { facts } from './layout.ts'
import { listCommand } from './list-command.ts'
import { foundOr, withProject } from './with-call.ts'
import { onlyWord, PROJECT, readPosition, requireProject, requireValue } from './words.ts'

const DRAFT = {
  ...PROJECT,
  label: { type: 'string' },
  key: { type: 'string' },
  option: { type: 'string', multiple: true },
  required: { type: 'boolean' },
  'visible-to': { type: 'string' },
  category: { type: 'string', multiple: true },
  position: { type: 'string' },
} as const

const OPTIONS =
  '[--key K] [--option LABEL]… [--required|--no-required] [--visible-to everyone|team] [--category ID|all]… [--position N]'
const ONE = 'Name exactly one field by its id (fld_…).'

export const createFieldCommand: Command = {
  usage: `--project S --label L --kind ${KINDS.join('|')} ${OPTIONS}`,
  summary: 'Add a field: what a project asks about its posts beside title and text.',
  async run(words, terminal) {
    const options = { ...DRAFT, kind: { type: 'string' } } as const
    const { values } = parseArgs({ args: words, options, allowNegative: true })
    const slug = requireProject(values)
    const label = requireValue(values.label, 'Name the field: --label "Platform".')
    const kind = oneOf(KINDS, requireValue(values.kind, `Say what a value is: --kind ${KINDS.join('|')}.`), '--kind')
    const draft = { ...readDraft(values), label, kind }
    return withProject(terminal, slug, async (call) => answer(await addField(call, draft)))
  },
}

export const listFieldsCommand = listCommand({
  summary: 'List the fields of a project, in their order.',
  list: listFields,
  toJson: fieldJson,
  columns: {
    id: ({ id }) => id,
    key: ({ key }) => key,
    label: ({ label }) => label,
    kind: ({ kind }) => kind,
    required: ({ required }) => (required ? 'yes' : 'no'),
    'visible to': ({ visibleTo }) => visibleTo,
  },
  empty: (slug) => `There are no fields. To create one: svc field create --project ${slug} --label L --kind KIND`,
})

export const updateFieldCommand: Command = {
  usage: `--project S ID [--label L] ${OPTIONS}`,
  summary: 'Change a field. Its kind stays. Options that are not named can no longer be chosen; posts keep them.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({
      args: words,
      options: DRAFT,
      allowPositionals: true,
      allowNegative: true,
    })
    const slug = requireProject(values)
    const id = onlyWord(positionals, ONE)
    const change = readDraft(values)
    if (Object.keys(change).length === 0) throw new UsageError('Say what to change.')
    return withProject(terminal, slug, async (call) =>
      answer(await found(slug, changeField(call, id, change, undefined))),
    )
  },
}

export const deleteFieldCommand: Command = {
  usage: '--project S ID --yes',
  summary: 'Delete a field and its values at all posts, for good.',
  async run(words, terminal) {
    const options = { ...PROJECT, yes: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const slug = requireProject(values)
    const id = onlyWord(positionals, ONE)
    if (!values.yes)
      throw new UsageError('Its values at all posts are deleted with it, for good. If you want that, add --yes.')
    return withProject(terminal, slug, async (call) => {
      await found(slug, deleteField(call, id))
      return { json: { id, deleted: true }, text: `Deleted ${id}.` }
    })
  },
}

interface Typed {
  readonly label?: string | undefined
  readonly key?: string | undefined
  readonly option?: readonly string[] | undefined
  readonly required?: boolean | undefined
  readonly 'visible-to'?: string | undefined
  readonly category?: readonly string[] | undefined
  readonly position?: string | undefined
}

function readDraft({ label, key, option, required, 'visible-to': visibleTo, category, position }: Typed): FieldPatch {
  return {
    ...(label !== undefined && { label }),
    ...(key !== undefined && { key }),
    ...(option !== undefined && { options: option.map((label) => ({ label })) }),
    ...(required !== undefined && { required }),
    ...(visibleTo !== undefined && { visibleTo: oneOf(FIELD_VISIBLE_TO, visibleTo, '--visible-to') }),
    ...(category !== undefined && { categories: category.includes('all') ? null : category }),
    ...(position !== undefined && { position: readPosition(position) }),
  }
}

function oneOf<Choice extends string>(choices: readonly Choice[], text: string, option: string): Choice {
  const known = choices.find((choice) => choice === text)
  if (known === undefined) throw new UsageError(`${option} is one of ${choices.join(', ')}.`)
  return known
}

function found<Found>(slug: string, search: Promise<Found>): Promise<Found> {
  return foundOr(
    search,
    `The project has no field or category with this id (fld_…, cat_…). To see the fields: svc field list --project ${slug}`,
  )
}

function answer(field: Field) {
  const choices = choicesOf(field).map(({ label, value }) => `${label} (${value})`)
  return {
    json: fieldJson(field),
    text: facts([
      ['Field', `${field.label} (${field.id})`],
      ['Key', field.key],
      ['Kind', field.kind],
      ...(hasOptions(field) ? [['Options', choices.join(', ')] as const] : []),
      ['Required', field.required ? 'yes' : 'no'],
      ['Seen by', field.visibleTo],
      ['Categories', field.categories?.join(', ') ?? 'all'],
    ]),
  }
}
