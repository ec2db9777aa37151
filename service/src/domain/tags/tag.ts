import type { Id } from '../../foundation/ids/index.ts'

/** A word by which a project sorts its posts. */
export interface Tag {
  readonly id: Id<'tag'>
  readonly name: string
  readonly color: string
  readonly createdAt: Date
  readonly version: number
}
