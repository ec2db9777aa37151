import { parseArgs } from 'node:util'
import {
  addCategory,
  type Category,
  categoryJson,
  categoryPath,
  changeCategory,
  listCategories,
  POSTING,
  VISIBLE_TO,
} from '../domain/categories/index.ts'
import { deleteCategory } from '../domain/posting/index.ts'
import { type Id, isId } from '../foundation/ids/index.ts'
import { UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { facts } from './layout.ts'
import { listCommand } from './list-command.ts'
import { foundOr, withProject } from './with-call.ts'
import { onlyWord, PROJECT, readPosition, requireProject, requireValue } from './words.ts'

const DRAFT = {
  ...PROJECT,
  name: { type: 'string' },
  slug: { type: 'string' },
  description: { type: 'string' },
  'visible-to': { type: 'string' },
  posting: { type: 'string' },
  template: { type: 'string' },
  position: { type: 'string' },
} as const

const OPTIONS =
  '[--slug S] [--description D] [--visible-to everyone|users|team|SEGMENT_ID] [--posting users|team|SEGMENT_ID] [--template T] [--position N]'
const ONE = 'Name exactly one category by its id (cat_…).'

export const createCategoryCommand: Command = {
  usage: `--project S --name N ${OPTIONS}`,
  summary: 'Add a category to a board, and say who sees its posts and who writes them.',
  async run(words, terminal) {
    const { values } = parseArgs({ args: words, options: DRAFT })
    const slug = requireProject(values)
    const name = requireValue(values.name, 'Name the category: --name "Feature ideas".')
    const draft = { ...readDraft(values), name }
    return withProject(terminal, slug, async (call) => answer(await addCategory(call, draft)))
  },
}

export const listCategoriesCommand = listCommand({
  summary: 'List the categories of a board, in their order.',
  list: listCategories,
  toJson: categoryJson,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    slug: ({ slug }) => slug,
    'visible to': ({ visibleTo }) => visibleTo,
    posting: ({ posting }) => posting,
  },
})

export const updateCategoryCommand: Command = {
  usage: `--project S ID [--name N] ${OPTIONS}`,
  summary: 'Change a category.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: DRAFT, allowPositionals: true })
    const slug = requireProject(values)
    const id = onlyWord(positionals, ONE)
    const change = readDraft(values)
    if (Object.keys(change).length === 0) throw new UsageError('Say what to change.')
    return withProject(terminal, slug, async (call) =>
      answer(await found(slug, changeCategory(call, id, change, undefined))),
    )
  },
}

export const deleteCategoryCommand: Command = {
  usage: '--project S ID [--move-to ID]',
  summary: 'Delete a category. Its posts are moved to the other one; without --move-to it must be empty.',
  async run(words, terminal) {
    const options = { ...PROJECT, 'move-to': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const slug = requireProject(values)
    const id = onlyWord(positionals, ONE)
    return withProject(terminal, slug, async (call) => {
      await found(slug, deleteCategory(call, id, values['move-to']))
      return { json: { id, deleted: true }, text: `Deleted ${id}.` }
    })
  },
}

interface Typed {
  readonly name?: string | undefined
  readonly slug?: string | undefined
  readonly description?: string | undefined
  readonly 'visible-to'?: string | undefined
  readonly posting?: string | undefined
  readonly template?: string | undefined
  readonly position?: string | undefined
}

function readDraft({ name, slug, description, 'visible-to': visibleTo, posting, template, position }: Typed) {
  return {
    ...(name !== undefined && { name }),
    ...(slug !== undefined && { slug }),
    ...(description !== undefined && { description }),
    ...(visibleTo !== undefined && { visibleTo: peopleOf(VISIBLE_TO, visibleTo, '--visible-to') }),
    ...(posting !== undefined && { posting: peopleOf(POSTING, posting, '--posting') }),
    ...(template !== undefined && { template }),
    ...(position !== undefined && { position: readPosition(position) }),
  }
}

function peopleOf<Choice extends string>(
  choices: readonly Choice[],
  text: string,
  option: string,
): Choice | Id<'segment'> {
  const known = choices.find((choice) => choice === text)
  if (known !== undefined) return known
  if (isId('segment', text)) return text
  throw new UsageError(`${option} is one of ${choices.join(', ')}, or the id of a segment (seg_…).`)
}

function found<Found>(slug: string, search: Promise<Found>): Promise<Found> {
  return foundOr(
    search,
    `The project has no category with this id (cat_…). To see them: svc category list --project ${slug}`,
  )
}

function answer(category: Category) {
  return {
    json: categoryJson(category),
    text: facts([
      ['Category', `${category.name} (${category.id})`],
      ['Address', categoryPath(category)],
      ['Seen by', category.visibleTo],
      ['Written by', category.posting],
      ['For', category.description || '–'],
    ]),
  }
}
