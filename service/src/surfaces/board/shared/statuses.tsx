import { Status as Pill } from '../../../../../ui/components.tsx'
import { hasFirstName, type Status } from '../../../domain/statuses/index.ts'
import type { View } from './view.ts'

type Named = Pick<Status, 'name' | 'category' | 'color'>

/** In the visitor's language, as long as the team has not named it in its own. */
export function statusName({ words }: View, status: Pick<Status, 'name' | 'category'>): string {
  return hasFirstName(status) ? words.say(`status_${status.category}`) : status.name
}

export function StatusPill({ view, status }: { view: View; status: Named }) {
  return <Pill status={{ color: status.color, name: statusName(view, status) }} />
}
