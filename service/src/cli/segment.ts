import { parseArgs } from 'node:util'
import {
  addSegment,
  changeSegment,
  countJson,
  countSegmentWhole,
  listSegments,
  removeSegment,
  type Segment,
  segmentJson,
} from '../domain/segments/index.ts'
import { UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { facts } from './layout.ts'
import { listCommand } from './list-command.ts'
import { foundOr, withProject } from './with-call.ts'
import { onlyWord, PROJECT, requireProject, requireValue } from './words.ts'

const DRAFT = { ...PROJECT, name: { type: 'string' }, rules: { type: 'string' } } as const
const RULES = 'Say who belongs to it: --rules \'{"all": [{"trait": "plan", "op": "is", "value": "pro"}]}\'.'
const ONE = 'Name exactly one segment by its id (seg_…).'

export const createSegmentCommand: Command = {
  usage: '--project S --name N --rules JSON',
  summary: 'Add a segment: a group of people, by rules over their traits.',
  async run(words, terminal) {
    const { values } = parseArgs({ args: words, options: DRAFT })
    const slug = requireProject(values)
    const name = requireValue(values.name, 'Name the segment: --name "Paying customers".')
    const rules = jsonIn(requireValue(values.rules, RULES))
    return withProject(terminal, slug, async (call) => answer(await addSegment(call, { name, rules })))
  },
}

export const listSegmentsCommand = listCommand({
  summary: 'List the segments of a project.',
  list: listSegments,
  toJson: segmentJson,
  columns: { id: ({ id }) => id, name: ({ name }) => name, rules: ({ rules }) => JSON.stringify(rules) },
  empty: (slug) => `There are no segments. To create one: svc segment create --project ${slug} --name N --rules JSON`,
})

export const updateSegmentCommand: Command = {
  usage: '--project S ID [--name N] [--rules JSON]',
  summary: 'Change a segment.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: DRAFT, allowPositionals: true })
    const slug = requireProject(values)
    const id = onlyWord(positionals, ONE)
    const { name, rules } = values
    const change = { ...(name !== undefined && { name }), ...(rules !== undefined && { rules: jsonIn(rules) }) }
    if (Object.keys(change).length === 0) throw new UsageError('Say what to change.')
    return withProject(terminal, slug, async (call) =>
      answer(await found(slug, changeSegment(call, id, change, undefined))),
    )
  },
}

export const countSegmentCommand: Command = {
  usage: '--project S ID',
  summary: 'Count the people of a segment.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: PROJECT, allowPositionals: true })
    const slug = requireProject(values)
    const id = onlyWord(positionals, ONE)
    return withProject(terminal, slug, async (call) => {
      const counted = await found(slug, countSegmentWhole(call, id))
      const when = counted.kind === 'exact' ? '' : `, counted at ${counted.countedAt.toISOString()}`
      return { json: countJson(counted), text: `${counted.count} people${when}.` }
    })
  },
}

export const deleteSegmentCommand: Command = {
  usage: '--project S ID',
  summary: 'Delete a segment that no category uses.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: PROJECT, allowPositionals: true })
    const slug = requireProject(values)
    const id = onlyWord(positionals, ONE)
    return withProject(terminal, slug, async (call) => {
      await found(slug, removeSegment(call, id))
      return { json: { id, deleted: true }, text: `Deleted ${id}.` }
    })
  },
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(RULES)
  }
}

function found<Found>(slug: string, search: Promise<Found>): Promise<Found> {
  return foundOr(
    search,
    `The project has no segment with this id (seg_…). To see them: svc segment list --project ${slug}`,
  )
}

function answer(segment: Segment) {
  return {
    json: segmentJson(segment),
    text: facts([
      ['Segment', `${segment.name} (${segment.id})`],
      ['Rules', JSON.stringify(segment.rules)],
    ]),
  }
}
