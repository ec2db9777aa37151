import type { Words } from '../../../../../ui/words/words.ts'
import type { View } from './view.ts'

/** More are not counted. */
const MOST_SHOWN = 99

/** The way to the notifications. The script beside it keeps the number up to date, and shows the latest ones right here. */
export function Bell({ view: { words, unread = 0 }, isCurrent }: { view: View; isCurrent: boolean }) {
  return (
    <div class="news drop" data-all={words.say('notifications_all')} data-empty={words.say('notifications_empty')}>
      <a class="bell" href="/me/notifications" aria-current={isCurrent ? 'page' : undefined}>
        <span class="unseen">{bellLabel(words, unread)}</span>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M6 10a6 6 0 0 1 12 0c0 5 2 6 2 6H4s2-1 2-6M10 20h4" />
        </svg>
        <span class="tally" hidden={unread === 0} aria-hidden="true">
          {shownCount(unread)}
        </span>
      </a>
    </div>
  )
}

export function bellLabel(words: Words, unread: number): string {
  return unread > 0 ? words.say('notifications_unread', { n: unread }) : words.say('notifications')
}

export function shownCount(unread: number): string {
  return unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread)
}
