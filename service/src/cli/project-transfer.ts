import { parseArgs } from 'node:util'
import { exportProject, importProject } from '../domain/project-transfer/index.ts'
import { keepHeapSmall } from '../foundation/heap/index.ts'
import { readSealed } from '../foundation/sealed-file/index.ts'
import { UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { describeLeftOut, writeFile } from './new-file.ts'
import { describeProject, projectJson } from './project-words.ts'
import { withCall, withProject } from './with-call.ts'
import { onlyWord } from './words.ts'

export const exportProjectCommand: Command = {
  usage: 'SLUG FILE',
  summary: 'Write everything in the project but its secrets to a new file, as it is at this moment.',
  async run(words, terminal) {
    const [slug, file, ...more] = parseArgs({ args: words, allowPositionals: true }).positionals
    if (slug === undefined || file === undefined || more.length > 0) {
      throw new UsageError('Name one project by its slug, and the file to write.')
    }
    return withProject(terminal, slug, async (call) => {
      let leftOut: readonly string[] = []
      const onLeftOut = (ids: readonly string[]) => {
        leftOut = ids
      }
      const heap = keepHeapSmall()
      const texts = exportProject(call, { serviceVersion: terminal.version, onLeftOut })
      const bytes = await writeFile(file, texts).finally(heap.stop)
      return {
        json: { file, bytes, ...(leftOut.length > 0 && { left_out: leftOut }) },
        text: `Everything in ${slug} is in ${file}.${describeLeftOut(leftOut)}`,
      }
    })
  },
}

export const importProjectCommand: Command = {
  usage: 'FILE [--slug S]',
  summary: 'Make a new project of an export. A file with any fault changes nothing.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({
      args: words,
      options: { slug: { type: 'string' } },
      allowPositionals: true,
    })
    const file = onlyWord(positionals, 'Name exactly one file.')
    return withCall(terminal, async (call) => {
      const heap = keepHeapSmall()
      const { project, records, leftOut } = await importProject(call, () => readSealed(file), values.slug).finally(
        heap.stop,
      )
      return {
        json: {
          project: projectJson(project, call),
          publishable_key: project.publishableKey,
          records,
          left_out: leftOut,
        },
        text: `${describeProject(project, call)}\n\n${records} records were imported${leftOut > 0 ? `; ${leftOut} pictures were gone when the file was written` : ''}. Secret keys are not part of an export; make a new one with:\n  svc secret-key create --project ${project.slug} --name "My server" --scope posts:read`,
      }
    })
  },
}
