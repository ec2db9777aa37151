import type { OperatorCall } from '../../../domain/call/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { changesMade } from '../../../domain/undo/index.ts'
import { Form } from './pieces.tsx'
import type { ProjectView } from './view.ts'

/** A bulk change has at most this many posts. */
export const MOST_CHANGES = 100

/** The address of the next page, which offers to undo the changes of this request to these posts. */
export async function withUndo(
  path: string,
  call: OperatorCall<'posts:write'>,
  posts: readonly Post['id'][],
): Promise<string> {
  const changes = await changesMade(call, posts)
  const [page = '', fragment] = path.split('#', 2)
  const query = new URLSearchParams(changes.slice(0, MOST_CHANGES).map((id) => ['undo', id]))
  const address = query.size === 0 ? page : `${page}${page.includes('?') ? '&' : '?'}${query}`
  return fragment === undefined ? address : `${address}#${fragment}`
}

/** The script shows it as a toast for ten seconds. */
export function Undo({ view }: { view: ProjectView }) {
  if (view.undo.length === 0) return null
  return (
    <Form view={view} action={`${view.base}/undo`} class="undo">
      {view.undo.map((id) => (
        <input type="hidden" name="change" value={id} />
      ))}
      <input type="hidden" name="came_from" value={withoutResult(view.path)} />
      <button class="link" type="submit" data-undo>
        {view.words.say('shared_undo')}
      </button>
    </Form>
  )
}

/** Without the notice of the last change. */
function withoutResult(path: string): string {
  const [page = '', query = ''] = path.split('?', 2)
  const rest = new URLSearchParams(query)
  for (const name of ['done', 'undo', 'bulk', 'ok', 'no']) rest.delete(name)
  return rest.size === 0 ? page : `${page}?${rest}`
}
