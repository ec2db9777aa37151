import { Status as Pill } from '../../../../../ui/components.tsx'
import { statusName as nameOf } from '../../../../../ui/words/names.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { View } from './view.ts'

type Named = Pick<Status, 'name' | 'category' | 'color'>

export function statusName({ words }: Pick<View, 'words'>, status: Pick<Status, 'name' | 'category'>): string {
  return nameOf(words, status)
}

export function StatusPill({ view, status }: { view: Pick<View, 'words'>; status: Named }) {
  return <Pill status={{ color: status.color, name: statusName(view, status) }} />
}
