import { Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type UserCall } from '../call/index.ts'
import { holdComment } from '../comments/index.ts'
import { recordEvent } from '../events/inside.ts'
import { type Held, refuseMerged } from '../posts/index.ts'
import { holdPost } from '../posts/inside.ts'
import type { Report, Subject } from '../review-queue/index.ts'
import { insertReport } from '../review-queue/inside.ts'
import { sessionEnded } from '../sessions/index.ts'
import { readBody, Text } from '../texts/index.ts'
import { holdWriter } from '../users/inside.ts'

export const ReportReason = Text(1, 1_000, 'Only the team sees it.')

export type Reported = { readonly postId: string } | { readonly commentId: string }

/** Asks the team to look at something. A user can report each thing once; the first report is kept. */
export function report(call: UserCall, what: Reported, reason: string): Promise<Report> {
  const text = readBody(reason, ReportReason, '/reason')
  return inTransaction(call, async (call) => {
    if (!(await holdWriter(call, call.actor.user.id, false))) throw new Problem(sessionEnded)
    const { subject, post } = await holdSubject(call, what)
    refuseMerged(post)
    const filed = await insertReport(call, subject, call.actor.user.id, text)
    if (filed.isNew) {
      const type = 'postId' in what ? 'post.reported' : 'comment.reported'
      await recordEvent(call, { type, subject, post: post.id })
    }
    return filed
  })
}

/** A user can report only what they can see. */
async function holdSubject(call: UserCall, what: Reported): Promise<{ subject: Subject; post: Held }> {
  if ('postId' in what) {
    const post = await holdPost(call, what.postId)
    return { subject: post.id, post }
  }
  const { comment, post } = await holdComment(call, what.commentId)
  return { subject: comment.id, post }
}
