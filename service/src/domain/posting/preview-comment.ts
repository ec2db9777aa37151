import type { UserCall } from '../call/index.ts'
import { namedTexts, readMentions } from '../comments/inside.ts'
import { previewText } from '../files/index.ts'
import { getPost } from '../posts/index.ts'

/** The HTML of a comment on a post before it is saved. */
export async function previewComment(call: UserCall, post: string, text: string): Promise<string> {
  const { id } = await getPost(call, post)
  const { body, mentions, mentioned } = await readMentions(call, id, text)
  return namedTexts(call.project, { body, body_html: await previewText(call, body, mentions), mentioned }).bodyHtml
}
