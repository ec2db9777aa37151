import { parseArgs } from 'node:util'
import type { SystemCall } from '../domain/call/index.ts'
import {
  type Duplicate,
  dismissDuplicate,
  duplicateJson,
  listDuplicates,
  reopenDuplicate,
} from '../domain/duplicates/index.ts'
import { UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { table } from './layout.ts'
import { foundOr, withProject } from './with-call.ts'
import { PROJECT, requireProject } from './words.ts'

const MOST_LISTED = 100

export const listDuplicatesCommand: Command = {
  usage: '--project S [--dismissed]',
  summary: `List posts that probably say the same, the most alike first, at most ${MOST_LISTED} pairs.`,
  async run(words, terminal) {
    const options = { ...PROJECT, dismissed: { type: 'boolean' } } as const
    const { values } = parseArgs({ args: words, options })
    const slug = requireProject(values)
    const state = values.dismissed ? 'dismissed' : 'open'
    return withProject(terminal, slug, async (call) => {
      const { items } = await listDuplicates(call, { state }, { limit: MOST_LISTED, after: undefined })
      const rows = items.map(({ post, into, score }) => [`${score} %`, post.id, post.title, into.id, into.title])
      return {
        json: { data: items.map((item) => duplicateJson(call, item)), next_cursor: null },
        text: rows.length === 0 ? 'There are none.' : table(['alike', 'post', 'title', 'into', 'title'], rows),
      }
    })
  },
}

export const dismissDuplicateCommand = decision({
  summary: 'Say that two posts are not the same. The pair is not suggested again.',
  decide: dismissDuplicate,
  said: 'They are not the same.',
})

export const reopenDuplicateCommand = decision({
  summary: 'Suggest a dismissed pair again.',
  decide: reopenDuplicate,
  said: 'The pair is suggested again.',
})

function decision({
  summary,
  decide,
  said,
}: {
  readonly summary: string
  readonly decide: (call: SystemCall, id: string, otherId: string) => Promise<Duplicate>
  readonly said: string
}): Command {
  return {
    usage: '--project S POST_ID OTHER_POST_ID',
    summary,
    async run(words, terminal) {
      const { values, positionals } = parseArgs({ args: words, options: PROJECT, allowPositionals: true })
      const slug = requireProject(values)
      const [id, other, ...more] = positionals
      if (id === undefined || other === undefined || more.length > 0)
        throw new UsageError('Name exactly two posts by their ids (pst_…).')
      return withProject(terminal, slug, async (call) => {
        const none = `These two posts are not suggested. To see what is: svc duplicate list --project ${slug}`
        const duplicate = await foundOr(decide(call, id, other), none)
        return { json: duplicateJson(call, duplicate), text: said }
      })
    },
  }
}
