import { parseArgs } from 'node:util'
import type { SystemCall } from '../domain/call/index.ts'
import type { Command } from './command.ts'
import { table } from './layout.ts'
import { withProject } from './with-call.ts'
import { PROJECT, requireProject } from './words.ts'

/** A command that lists all that a project has of one kind. */
export function listCommand<Item>(kind: {
  readonly summary: string
  readonly list: (call: SystemCall) => Promise<readonly Item[]>
  readonly toJson: (item: Item) => object
  /** The columns for people, by their headings. */
  readonly columns: Readonly<Record<string, (item: Item) => string>>
  /** The text if there is none: how to make one. Absent: there is always one. */
  readonly empty?: (slug: string) => string
}): Command {
  return {
    usage: '--project S',
    summary: kind.summary,
    async run(words, terminal) {
      const slug = requireProject(parseArgs({ args: words, options: PROJECT }).values)
      const items = await withProject(terminal, slug, kind.list)
      const rows = items.map((item) => Object.values(kind.columns).map((cell) => cell(item)))
      return {
        json: { data: items.map(kind.toJson), next_cursor: null },
        text: items.length === 0 && kind.empty ? kind.empty(slug) : table(Object.keys(kind.columns), rows),
      }
    },
  }
}
