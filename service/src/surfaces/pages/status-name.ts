import type { Words } from '../../../../ui/words/words.ts'
import { hasFirstName, type Status } from '../../domain/statuses/index.ts'

/** In the reader's language, as long as the team has not named it in its own. */
export function statusNameIn(words: Words, status: Pick<Status, 'name' | 'category'>): string {
  return hasFirstName(status) ? words.say(`status_${status.category}`) : status.name
}
