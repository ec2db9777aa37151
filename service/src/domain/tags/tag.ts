import type { Id } from '../../foundation/ids/index.ts'

/** A label by which a project groups its posts. */
export interface Tag {
  readonly id: Id<'tag'>
  readonly name: string
  readonly color: string
  readonly createdAt: Date
  readonly version: number
}
