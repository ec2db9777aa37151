import { ReportReason } from '../../../domain/moderation/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import type { View } from '../shared/view.ts'
import { Cancel, Unfold } from './unfold.tsx'

/** Tells the team about a post or a comment. */
export function Report({ view, post, path }: { view: View; post: Post; path: string }) {
  const { words } = view
  if (view.visitorName === undefined) return null
  return (
    <Unfold kind="report" label={words.say('report')}>
      <form method="post" action={`${path}/report`} class="stack">
        <label>
          {words.say('report_reason')}
          <textarea name="reason" required {...limitsOf(ReportReason)} rows={2} />
        </label>
        <p class="row">
          <button class="button" type="submit">
            {words.say('report_submit')}
          </button>
          <Cancel view={view} post={post} />
        </p>
      </form>
    </Unfold>
  )
}
