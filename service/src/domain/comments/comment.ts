import type { Id } from '../../foundation/ids/index.ts'
import type { ModerationState } from '../posts/index.ts'
import type { Project } from '../projects/index.ts'
import { type Author, type AuthorRow, toAuthor } from '../users/index.ts'
import { namedTexts } from './mentions.ts'

/** A comment, as the caller sees it. */
export interface Comment {
  readonly id: Id<'comment'>
  readonly postId: Id<'post'>
  /** The comment it answers; that one answers none itself. */
  readonly parentId: Id<'comment'> | undefined
  readonly body: string
  readonly bodyHtml: string
  readonly author: Author
  readonly isOfficial: boolean
  /** For the team alone. */
  readonly isInternal: boolean
  readonly moderationState: ModerationState
  /** It was deleted, and only its place is left, because it has answers. */
  readonly isDeleted: boolean
  readonly createdAt: Date
  readonly editedAt: Date | undefined
  readonly version: number
}

export interface CommentRow extends AuthorRow {
  id: Id<'comment'>
  post_id: Id<'post'>
  parent_id: Id<'comment'> | null
  body: string
  body_html: string
  is_official: boolean
  is_internal: boolean
  moderation_state: ModerationState
  created_at: Date
  edited_at: Date | null
  version: number
  /** The people whom its text mentions; null if it mentions nobody. */
  mentioned: AuthorRow[] | null
}

/** The empty place of a comment that the reader may not see, above answers that they may see: no text and no author. */
const NOBODY: Author = { id: undefined, displayName: 'deleted comment', isTeam: false }

/** Counted, and shown to everybody who can see its post. */
export function isPublic({ moderationState, isInternal }: Pick<Comment, 'moderationState' | 'isInternal'>): boolean {
  return moderationState === 'approved' && !isInternal
}

export function toComment(project: Pick<Project, 'name'>, row: CommentRow): Comment {
  return {
    id: row.id,
    postId: row.post_id,
    parentId: row.parent_id ?? undefined,
    ...namedTexts(project, row),
    author: toAuthor(project, row),
    isOfficial: row.is_official,
    isInternal: row.is_internal,
    moderationState: row.moderation_state,
    isDeleted: false,
    createdAt: row.created_at,
    editedAt: row.edited_at ?? undefined,
    version: row.version,
  }
}

export function toPlaceholder(project: Pick<Project, 'name'>, row: CommentRow): Comment {
  return {
    ...toComment(project, row),
    body: '',
    bodyHtml: '',
    author: NOBODY,
    isOfficial: false,
    moderationState: 'approved',
    isDeleted: true,
    editedAt: undefined,
  }
}
