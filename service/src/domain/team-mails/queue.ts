import { type Id, isId } from '../../foundation/ids/index.ts'
import { inProject, type ProjectCall, type ServiceCall } from '../call/index.ts'
import { type EventFailure, type EventType, type LoggedEvent, openReader, takeEvents } from '../events/index.ts'
import { insertInvitationMail, insertOperatorMails, nextDigest } from '../mails/inside.ts'
import { waitingInvitation } from '../operators/inside.ts'
import { projectsByIds } from '../projects/inside.ts'
import { refusalJumps } from '../sign-in-log/inside.ts'
import { raisedBy } from './alarms.ts'
import { mailsInvitations, recipientsOf } from './choices.ts'
import { aboutOf, type OperatorMailKind, type TeamTopic } from './kinds.ts'

const READER = 'team-mails'
const EVENTS_AT_ONCE = 200
/** A summary whose hour is longer ago is no news: its events came from elsewhere, such as the demo's, or nobody read them for days. */
const SUMMED_UP_WITHIN_MS = 24 * 60 * 60 * 1000
/** What a summary is made for. */
const IN_SUMMARIES: ReadonlySet<EventType> = new Set([
  'post.created',
  'post.approved',
  'post.status_changed',
  'comment.created',
  'vote.cast',
])

/** From now on every event counts, also while nobody reads. */
export function openTeamMails(call: ServiceCall): Promise<void> {
  return openReader(call, READER)
}

/** Queues the mails to the team for the next events. Returns how many events there were. */
export function noteForTeam(call: ServiceCall, report?: (failure: EventFailure) => void): Promise<number> {
  return takeEvents(call, READER, EVENTS_AT_ONCE, queueFor, report)
}

async function queueFor(service: ServiceCall, events: readonly LoggedEvent[]): Promise<void> {
  const projects = await projectsByIds(service, [...new Set(events.map(({ projectId }) => projectId))])
  for (const [projectId, own] of Map.groupBy(events, ({ projectId }) => projectId)) {
    const project = projects.get(projectId)
    if (!project) continue // it is gone
    const call = inProject(service, project)
    await queueSummaries(call, own)
    for (const event of own) await queueAbout(call, event)
  }
}

/** A summary leaves at the next eight o'clock after its first event. Nothing has to run at that hour. */
async function queueSummaries(call: ProjectCall, events: readonly LoggedEvent[]): Promise<void> {
  const hours = new Set<number>()
  let [from, until] = [Number.POSITIVE_INFINITY, 0]
  for (const { type, at } of events) {
    const isInSame = at.getTime() >= from && at.getTime() < until // as nearly all are
    if (isInSame || !IN_SUMMARIES.has(type)) continue
    from = at.getTime()
    until = nextDigest(at, call.project.timeZone).getTime()
    if (until > call.now.getTime() - SUMMED_UP_WITHIN_MS) hours.add(until)
  }
  for (const hour of [...hours].map((time) => new Date(time)))
    await mailRecipients(call, { kind: 'summary', subject: hour.toISOString() }, hour)
}

async function queueAbout(call: ProjectCall, event: LoggedEvent): Promise<void> {
  if (event.type === 'operator.invited') await queueInvitation(call, event)
  const alarm = raisedBy(event)
  if (alarm) await mailRecipients(call, alarm, alarm.dueAt)
}

async function queueInvitation(call: ProjectCall, { actor, data }: LoggedEvent): Promise<void> {
  const by = actor.id ?? ''
  if (!isId('operator', by) || !(await mailsInvitations(call, by))) return
  const invitation = await waitingInvitation(call, { email: String(data.email) })
  if (invitation) await insertInvitationMail(call, aboutOf({ kind: 'invitation', subject: '' }), invitation.id)
}

/** Looks for jumps of refused sign-ins. A project is warned of them once a day. */
export async function warnOfRefusals(service: ServiceCall): Promise<void> {
  const day = service.now.toISOString().slice(0, 10)
  const jumps = await refusalJumps(service, day)
  const projects = await projectsByIds(
    service,
    jumps.map(({ projectId }): Id<'project'> => projectId),
  )
  for (const project of projects.values())
    await mailRecipients(inProject(service, project), { kind: 'refusals', subject: day }, service.now)
}

async function mailRecipients(call: ProjectCall, topic: TeamTopic<OperatorMailKind>, dueAt: Date): Promise<void> {
  const recipients = await recipientsOf(call, topic.kind)
  await insertOperatorMails(
    call,
    { about: aboutOf(topic), dueAt },
    recipients.map(({ id }) => id),
  )
}
