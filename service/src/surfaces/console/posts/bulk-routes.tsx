import type { JSX } from 'preact'
import type { ConsoleWords } from '../../../../../ui/words/console/words.ts'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { categoryById } from '../../../domain/categories/index.ts'
import { changePostStatus, editPost, retagPost } from '../../../domain/posting/index.ts'
import { type Post, postByNumber } from '../../../domain/posts/index.ts'
import { statusById } from '../../../domain/statuses/index.ts'
import { tagById } from '../../../domain/tags/index.ts'
import { isStorable } from '../../../foundation/storage/index.ts'
import { membersOf, type Query, textIn, textsIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { faultOf, wordsFor } from '../shared/form-errors.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { withUndo } from '../shared/undo.tsx'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { addressOf, readPostQuery } from './query.ts'

type Caller = OperatorCall<'posts:read' | 'moderation:read' | 'posts:write'>

const WRITE = { needs: ['posts:read', 'moderation:read', 'posts:write'] } as const
export const MOST_AT_ONCE = 100

const CHANGES = ['status', 'move', 'tag', 'untag'] as const
const ACTIONS = [...CHANGES, 'merge'] as const
export type BulkAction = (typeof ACTIONS)[number]

/** The result of a bulk change. The address holds it as numbers and codes, never as text. */
export interface BulkResult {
  readonly action: BulkAction
  readonly done: number
  readonly failed: readonly { readonly number: string; readonly why: string }[]
}

type ShowPosts = (call: Caller, view: ProjectView, asked: Query) => Promise<JSX.Element>
type Change = (call: Caller, id: string) => Promise<unknown>

/**
 * Sets a status, a category or a tag for all selected posts. Each post is changed separately: a failure of one does not undo the
 * others, and sending the form again changes nothing.
 */
export function bulkRoutes(routes: ConsoleRoutes, context: ConsoleContext, show: ShowPosts): void {
  routes.form('/posts/bulk', WRITE, async (call, request, reply) => {
    const form = membersOf(request)
    const back = safely(Object.fromEntries(new URLSearchParams(textIn(form.back))))
    const numbers = numbersIn(form.n)
    const action = CHANGES.find((action) => action === form.do)
    const view = await projectView(context, call, request)
    const fault = faultIn(view.words, numbers, action, form)
    if (fault || !action) {
      reply.code(400)
      return show(call, withFault(view, fault ?? view.words.say('posts_bulk_choose')), back)
    }
    const result = await changeAll(call, action, numbers, await changeOf(call, action, form))
    const place = tableAt(`/console/${call.project.slug}`, textIn(form.back))
    return goTo(reply, await withUndo(withResult(place, result), call, result.changed))
  })
}

/** The page of the table that a form came from. */
export function tableAt(base: string, back: string): string {
  const query = safely(Object.fromEntries(new URLSearchParams(back)))
  const cursor = textIn(query.cursor)
  return addressOf(base, readPostQuery(query), cursor ? { cursor } : {})
}

/** A text that the database cannot store matches no filter. */
function safely(query: Record<string, string>): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => isStorable(value)))
}

export function numbersIn(value: unknown): string[] {
  return [...new Set(textsIn(value).filter((text) => /^[1-9][0-9]{0,8}$/.test(text)))]
}

function faultIn(
  words: ConsoleWords,
  numbers: readonly string[],
  action: BulkAction | undefined,
  form: Readonly<Record<string, unknown>>,
): string | undefined {
  if (numbers.length === 0) return words.say('posts_bulk_select')
  if (numbers.length > MOST_AT_ONCE) return words.say('posts_bulk_most', { n: numbers.length, most: MOST_AT_ONCE })
  if (action === 'status' && !textIn(form.status_id)) return words.say('posts_bulk_choose_status')
  if (action === 'move' && !textIn(form.category_id)) return words.say('posts_bulk_choose_category')
  if ((action === 'tag' || action === 'untag') && !textIn(form.tag_id)) return words.say('posts_bulk_choose_tag')
  return undefined
}

/** The chosen status, category or tag must exist, or no post is changed. */
async function changeOf(call: Caller, action: BulkAction, form: Readonly<Record<string, unknown>>): Promise<Change> {
  if (action === 'status') {
    const statusId = (await statusById(call, textIn(form.status_id))).id
    const notify = form.notify === '1'
    return (call, id) => changePostStatus(call, id, { statusId, notify })
  }
  if (action === 'move') {
    const categoryId = (await categoryById(call, textIn(form.category_id))).id
    return (call, id) => editPost(call, id, { categoryId }, undefined)
  }
  const tagId = (await tagById(call, textIn(form.tag_id))).id
  return (call, id) => retagPost(call, id, tagId, action === 'tag')
}

export async function changeAll(
  call: Caller,
  action: BulkAction,
  numbers: readonly string[],
  change: Change,
): Promise<BulkResult & { readonly changed: readonly Post['id'][] }> {
  const failed: { number: string; why: string }[] = []
  const changed: Post['id'][] = []
  for (const number of numbers) {
    try {
      const { id } = await postByNumber(call, number)
      await change(call, id)
      changed.push(id)
    } catch (error) {
      failed.push({ number, why: faultOf(error).code })
    }
  }
  return { action, done: changed.length, failed, changed }
}

export function withResult(path: string, { action, done, failed }: BulkResult): string {
  const query = new URLSearchParams({ bulk: action, ok: String(done) })
  for (const { number, why } of failed) query.append('no', `${number}.${why}`)
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

export function resultIn(words: ConsoleWords, query: Query): BulkResult | undefined {
  const action = ACTIONS.find((action) => action === query.bulk)
  const done = textIn(query.ok)
  if (!action || !/^\d{1,3}$/.test(done)) return undefined
  const failed = textsIn(query.no).flatMap((text) => {
    const [, number, code] = /^([1-9]\d{0,8})\.(\w{1,40})$/.exec(text) ?? []
    return number && code ? [{ number, why: wordsFor(words, code) }] : []
  })
  return { action, done: Number(done), failed: failed.slice(0, MOST_AT_ONCE) }
}
