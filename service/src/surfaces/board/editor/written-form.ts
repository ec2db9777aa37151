import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { PICTURE_FAULTS } from '../../../../../ui/editor/tools.tsx'
import type { WordKey } from '../../../../../ui/words/words.ts'
import type { UserCall } from '../../../domain/call/index.ts'
import { fileUrl, PictureWords, sendFile } from '../../../domain/files/index.ts'
import { fits } from '../../../domain/texts/index.ts'
import { readPicture } from '../../../foundation/pictures/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { FILES, hasFileForm, readMixedForm } from '../../http/index.ts'
import { membersOf, textIn } from '../../pages/index.ts'
import type { BoardContext } from '../shared/context.ts'

/** A text that somebody wrote, and the fault of the picture that came with it. */
export interface WrittenForm {
  readonly title: string
  readonly body: string
  readonly parentId: string
  readonly fault: WordKey | undefined
}

/** Reads a form with a text. Without script it may contain a picture, which is stored and shown below the text. */
export async function readWrittenForm(
  context: BoardContext,
  call: UserCall,
  request: FastifyRequest,
): Promise<WrittenForm> {
  const file = hasFileForm(request) ? await readForm(request) : undefined
  const form = membersOf(request)
  const texts = {
    title: textIn(form.title),
    body: textIn(form.body),
    parentId: textIn(form.parent_id),
    fault: undefined,
  }
  if (!file) return texts
  try {
    const url = await keepPicture(context, call, file)
    return { ...texts, body: `${texts.body}\n\n![${altIn(form.picture_alt)}](${url})` }
  } catch (error) {
    const fault = error instanceof Problem ? PICTURE_FAULTS[error.kind.code] : undefined
    if (!fault) throw error
    return { ...texts, fault }
  }
}

/** Replaces the file by its hash among the members of the form, so the same text with another picture is another form. */
async function readForm(request: FastifyRequest): Promise<Buffer | undefined> {
  const { texts, file } = await readMixedForm(request)
  request.body = file ? { ...texts, picture: createHash('sha256').update(file).digest('base64url') } : texts
  return file
}

function altIn(value: unknown): string {
  const alt = textIn(value)
    .replace(/[[\]\\\s]+/g, ' ')
    .trim()
  return fits(PictureWords, alt) ? alt : ''
}

/** Returns its address. */
export async function keepPicture({ limits }: BoardContext, call: UserCall, file: Buffer): Promise<string> {
  await limits.take(FILES, call.actor.user.id)
  const { id } = await sendFile(call, await readPicture(file))
  return fileUrl(call, id)
}
