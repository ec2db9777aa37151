import type { Project, UserCall } from '../../call/index.ts'
import { fileUrl, type OwnFile } from '../../files/index.ts'
import { flagsJson } from '../../posts/index.ts'
import { type User, userJson } from '../../users/index.ts'
import { personalData } from './export.ts'
import type {
  ExportedCode,
  ExportedComment,
  ExportedEdit,
  ExportedEvent,
  ExportedMail,
  ExportedMark,
  ExportedMute,
  ExportedNotification,
  ExportedPost,
  ExportedReport,
  ExportedSession,
  ExportedSuppression,
} from './exported.ts'

/** All stored data about a user, piece by piece as it is read: the document that the API describes, and the board's download. */
export async function* exportDocument(call: UserCall, onFailure: (error: unknown) => void): AsyncGenerator<string> {
  const { now, project } = call
  const data = personalData(call)
  try {
    yield `{"exported_at":${JSON.stringify(now)},"project":${JSON.stringify({ id: project.id, name: project.name })}`
    yield `,"user":${JSON.stringify(ownJson(project, await data.user()))}`
    yield* list('sessions', data.sessions, sessionJson)
    yield* list('board_codes', data.boardCodes, codeJson)
    yield* list('posts', data.posts, postJson)
    yield* list('post_edits', data.postEdits, editJson)
    yield* list('comments', data.comments, commentJson)
    yield* list('votes', data.votes, (vote) => ({ ...markJson('voted_at', vote), note: vote.note ?? null }))
    yield* list('follows', data.follows, (mark) => markJson('followed_at', mark))
    yield* list('reports', data.reports, reportJson)
    yield* list('notifications', data.notifications, notificationJson)
    yield* list('mails', data.mails, mailJson)
    yield* list('mail_mutes', data.mailMutes, muteJson)
    yield* list('mail_suppressions', data.mailSuppressions, suppressionJson)
    yield* list('events', data.events, eventJson)
    yield* list('files', data.files, (file) => fileJson(call, file))
    yield '}'
  } catch (error) {
    onFailure(error)
    throw error
  }
}

async function* list<Item>(
  name: string,
  portions: AsyncIterable<readonly Item[]>,
  toJson: (item: Item) => object,
): AsyncGenerator<string> {
  let before = `,"${name}":[`
  for await (const portion of portions) {
    if (portion.length === 0) continue
    yield before + portion.map((item) => JSON.stringify(toJson(item))).join(',')
    before = ','
  }
  yield before === ',' ? ']' : `${before}]`
}

/** The team's note about a ban is not part of the person's data. */
function ownJson(project: Project, user: User) {
  const { ban_reason: _, name_choices: __, ...own } = userJson(project, user)
  return { ...own, custom_name: user.customName ?? null }
}

/* Dates become RFC 3339 texts by being written as JSON. */

function sessionJson({ createdAt, expiresAt, endedAt }: ExportedSession) {
  return { created_at: createdAt, expires_at: expiresAt, ended_at: endedAt ?? null }
}

function codeJson({ createdAt, expiresAt, usedAt }: ExportedCode) {
  return { created_at: createdAt, expires_at: expiresAt, used_at: usedAt ?? null }
}

function postJson(post: ExportedPost) {
  return {
    id: post.id,
    number: post.number,
    title: post.title,
    body: post.body,
    status_id: post.statusId,
    category_id: post.categoryId ?? null,
    tag_ids: post.tagIds,
    fields: post.fields,
    ...flagsJson(post),
    moderation_state: post.moderationState,
    merged_into_id: post.mergedIntoId ?? null,
    created_at: post.createdAt,
    edited_at: post.editedAt ?? null,
    deleted_at: post.deletedAt ?? null,
  }
}

function editJson(edit: ExportedEdit) {
  return {
    post_id: edit.postId,
    version: edit.version,
    title: edit.title,
    body: edit.body,
    edited_at: edit.editedAt,
    edited_by: edit.editedByTeam ? 'team' : 'user',
  }
}

function commentJson(comment: ExportedComment) {
  return {
    id: comment.id,
    post_id: comment.postId,
    parent_id: comment.parentId ?? null,
    body: comment.body,
    moderation_state: comment.moderationState,
    created_at: comment.createdAt,
    edited_at: comment.editedAt ?? null,
    deleted_at: comment.deletedAt ?? null,
  }
}

function markJson(name: 'voted_at' | 'followed_at', { postId, at, mergedFromId }: ExportedMark) {
  return { post_id: postId, [name]: at, merged_from_post_id: mergedFromId ?? null }
}

function reportJson({ subjectId, reason, createdAt }: ExportedReport) {
  return { subject_id: subjectId, reason, created_at: createdAt }
}

function notificationJson({ id, type, postId, commentId, entryId, createdAt, readAt }: ExportedNotification) {
  return {
    id,
    type,
    post_id: postId,
    comment_id: commentId ?? null,
    changelog_entry_id: entryId ?? null,
    created_at: createdAt,
    read_at: readAt ?? null,
  }
}

function mailJson({ id, postId, state, createdAt, settledAt }: ExportedMail) {
  return { id, post_id: postId ?? null, state, created_at: createdAt, settled_at: settledAt ?? null }
}

function muteJson({ postId, createdAt }: ExportedMute) {
  return { post_id: postId, created_at: createdAt }
}

function suppressionJson({ reason, createdAt }: ExportedSuppression) {
  return { reason, created_at: createdAt }
}

function eventJson({ id, type, at, subjectId, postId }: ExportedEvent) {
  return { id, type, at, subject_id: subjectId, post_id: postId ?? null }
}

function fileJson(call: UserCall, { id, width, height, shownBy, createdAt, bytes }: OwnFile) {
  return {
    id,
    url: fileUrl(call, id),
    width,
    height,
    shown_by: shownBy ?? null,
    created_at: createdAt,
    webp_base64: bytes.toString('base64'),
  }
}
