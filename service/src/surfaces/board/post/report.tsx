import { ReportReason } from '../../../domain/moderation/index.ts'
import { limitsOf } from '../../pages/index.ts'
import type { View } from '../shared/view.ts'

/** Tells the team about a post or a comment. */
export function Report({ view, path }: { view: View; path: string }) {
  const { words } = view
  if (view.visitorName === undefined) return null
  return (
    <details class="report">
      <summary>{words.say('report')}</summary>
      <form method="post" action={path} class="stack">
        <label>
          {words.say('report_reason')}
          <textarea name="reason" required {...limitsOf(ReportReason)} rows={2} />
        </label>
        <button class="button" type="submit">
          {words.say('report_submit')}
        </button>
      </form>
    </details>
  )
}
