import { type SnakeCase, snakeCase } from '../../../domain/members.ts'
import { eachFlag, type PostFlag, type PostFlags } from '../../../domain/posts/index.ts'

interface FlagDisplay {
  /** The path to which its form is sent. */
  readonly path: string
  /** The badge beside the title of a post that has the flag. */
  readonly badge: { readonly kind?: 'good' }
}

/** How the console shows each flag of a post. The texts are in the catalogue, under keys that begin with `posts_` and the flag. */
export const FLAGS: Readonly<Record<PostFlag, FlagDisplay>> = {
  isPinned: { path: 'pin', badge: { kind: 'good' } },
  commentsLocked: { path: 'lock', badge: {} },
}

/** The key of the notice after a change. */
export function flagNotice(flag: PostFlag, isOn: boolean): `${SnakeCase<PostFlag>}_${'on' | 'off'}` {
  return `${snakeCase(flag)}_${isOn ? 'on' : 'off'}`
}

/** The flags whose boxes are ticked in a form. */
export function flagsInForm(form: Readonly<Record<string, unknown>>): PostFlags {
  return eachFlag((flag) => form[snakeCase(flag)] === '1')
}
