import type { Id } from '../../foundation/ids/index.ts'
import type { DataOf, EventType } from './schema.ts'

/** Types of events that belong to a post. */
type OfPost = Extract<EventType, `${'post' | 'comment' | 'vote' | 'follow'}.${string}`>

type Happened<Type extends EventType> = {
  readonly type: Type
  /** The object of the event. */
  readonly subject: string
} & (Type extends OfPost ? { readonly post: Id<'post'> } : { readonly post?: never }) &
  (Record<never, never> extends DataOf<Type> ? { readonly data?: DataOf<Type> } : { readonly data: DataOf<Type> })

/** What happened, with exactly the members that the schema of its type has. */
export type Happening<Type extends EventType = EventType> = Type extends EventType ? Happened<Type> : never

/**
 * Stands before the ids of operators in imported events. They are of another installation, and a file could name anybody, who would then seem to have done it
 * here.
 */
export const ELSEWHERE = 'imported:'

/** Votes and follows: there are many of them, and they are kept for a limited time. */
export const MARK_TYPES = [
  'vote.cast',
  'vote.withdrawn',
  'follow.started',
  'follow.ended',
] as const satisfies EventType[]

export function isMark(type: EventType): boolean {
  return (MARK_TYPES as readonly EventType[]).includes(type)
}
