import type { Words } from './words.ts'

/** What a notification tells: the board and the widget say it in the same words. */
export interface Told {
  readonly type:
    | 'status_changed'
    | 'answered'
    | 'commented'
    | 'replied'
    | 'merged'
    | 'approved'
    | 'rejected'
    | 'changelog_published'
  /** Who did it. */
  readonly name: string
  readonly isAboutComment: boolean
  /** Of the changelog entry. */
  readonly title: string
}

export function sayTold(words: Words, { type, name, isAboutComment, title }: Told): string {
  switch (type) {
    case 'approved':
      return words.say(isAboutComment ? 'told_comment_approved' : 'told_approved')
    case 'rejected':
      return words.say(isAboutComment ? 'told_comment_rejected' : 'told_rejected')
    case 'answered':
      return words.say('told_answered', { name })
    case 'commented':
      return words.say('told_commented', { name })
    case 'replied':
      return words.say('told_replied', { name })
    case 'changelog_published':
      return words.say('told_changelog_published', { title })
    case 'status_changed':
      return words.say('told_status_changed')
    case 'merged':
      return words.say('told_merged')
  }
}
