import { type SnakeCase, snakeCase } from '../../../domain/members.ts'
import { eachFlag, FLAG_NAMES, type PostFlag, type PostFlags } from '../../../domain/posts/index.ts'

interface FlagWords {
  /** Where its form is sent. */
  readonly path: string
  /** What the button does. */
  readonly on: string
  readonly off: string
  /** What was done. */
  readonly isOn: string
  readonly isOff: string
  /** Beside the title of a post that has it. */
  readonly badge: { readonly text: string; readonly kind?: 'good' }
  /** Beside its box in the form of a new post. */
  readonly box: string
  /** Somebody changed … */
  readonly changed: string
}

/** What the console says about each flag of a post. */
export const FLAG_WORDS: Readonly<Record<PostFlag, FlagWords>> = {
  isPinned: {
    path: 'pin',
    on: 'Pin',
    off: 'Unpin',
    isOn: 'Pinned to the top of the board.',
    isOff: 'No longer pinned.',
    badge: { text: 'Pinned', kind: 'good' },
    box: 'Pin to the top of the board',
    changed: 'whether it is pinned',
  },
  commentsLocked: {
    path: 'lock',
    on: 'Lock comments',
    off: 'Open comments',
    isOn: 'Comments are locked. The team can still write.',
    isOff: 'Comments are open again.',
    badge: { text: 'Locked' },
    box: 'Lock comments',
    changed: 'whether comments are locked',
  },
}

type FlagNotice = `${SnakeCase<PostFlag>}_${'on' | 'off'}`

export function flagNotice(flag: PostFlag, isOn: boolean): FlagNotice {
  return `${snakeCase(flag)}_${isOn ? 'on' : 'off'}`
}

/** By the codes of `flagNotice`. */
export const flagNotices = Object.fromEntries(
  FLAG_NAMES.flatMap((flag) => [
    [flagNotice(flag, true), FLAG_WORDS[flag].isOn],
    [flagNotice(flag, false), FLAG_WORDS[flag].isOff],
  ]),
) as Readonly<Record<FlagNotice, string>> // both of every flag

/** The boxes of a form that are ticked. */
export function flagsInForm(form: Readonly<Record<string, unknown>>): PostFlags {
  return eachFlag((flag) => form[snakeCase(flag)] === '1')
}
