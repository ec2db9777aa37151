import { type SnakeCase, snakeCase } from '../../../domain/members.ts'
import { eachFlag, type PostFlag, type PostFlags } from '../../../domain/posts/index.ts'

interface FlagDisplay {
  /** Where its form is sent. */
  readonly path: string
  /** Of the badge beside the title of a post that has it. */
  readonly badge: { readonly kind?: 'good' }
}

/** How the console shows each flag of a post. What it says about it is in the catalogue, at `posts_`, the flag and what for. */
export const FLAGS: Readonly<Record<PostFlag, FlagDisplay>> = {
  isPinned: { path: 'pin', badge: { kind: 'good' } },
  commentsLocked: { path: 'lock', badge: {} },
}

/** What is said after it was changed, by its key among the notices. */
export function flagNotice(flag: PostFlag, isOn: boolean): `${SnakeCase<PostFlag>}_${'on' | 'off'}` {
  return `${snakeCase(flag)}_${isOn ? 'on' : 'off'}`
}

/** The boxes of a form that are ticked. */
export function flagsInForm(form: Readonly<Record<string, unknown>>): PostFlags {
  return eachFlag((flag) => form[snakeCase(flag)] === '1')
}
