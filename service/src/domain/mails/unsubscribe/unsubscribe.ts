import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { inTransaction, type NotificationChoices, type ProjectCall, type User } from '../../call/index.ts'
import type { Post } from '../../posts/index.ts'
import { postsByIds } from '../../posts/inside.ts'
import { notificationsOf } from '../../users/index.ts'
import { changeOwnRow, holdWriter, usersByIds } from '../../users/inside.ts'
import { isKind, type MailLinks, type MailTopic, type TopicName } from './links.ts'
import { deleteMute, insertMute, selectIsMuted } from './store.ts'

/** The state of the mail that a link is about. */
export interface Subscription {
  readonly topic: MailTopic
  /** The post, if everybody may see it. */
  readonly post: Post | undefined
  /** Whether such mail is sent. */
  readonly isOn: boolean
  readonly locale: string | undefined
}

/** Looking at a link changes nothing: programs that check mails for harmful links look at all of them. */
export async function peekSubscription(call: ProjectCall, links: MailLinks, link: string): Promise<Subscription> {
  const { userId, topic } = links.read(call.project.id, link)
  const [user] = await usersByIds(call, [userId])
  if (user?.state !== 'active') throw new Problem(notFound)
  if (isKind(topic)) return { topic, post: undefined, isOn: isWanted(call, user, topic), locale: user.locale }
  const isMuted = await selectIsMuted(call, userId, topic)
  const [post] = call.project.isPrivate ? [] : await postsByIds(call, [topic], 'beginning')
  return {
    topic,
    post: post?.moderationState === 'approved' ? post : undefined,
    isOn: !isMuted && isWanted(call, user, 'everything'),
    locale: user.locale,
  }
}

function isWanted({ project }: ProjectCall, user: User, topic: Exclude<TopicName, 'post'>): boolean {
  const choices = notificationsOf(project, user)
  return choices.email && (topic === 'everything' || choices[topic])
}

/** Somebody who wants a mail again gets it, also if they had stopped all mail since. */
function choicesFor(topic: MailTopic, isOn: boolean): Partial<NotificationChoices> {
  if (topic === 'everything') return { email: isOn }
  return { ...(isKind(topic) && { [topic]: isOn }), ...(isOn && { email: true }) }
}

/** The link itself proves who asks, and for nothing else. Doing it twice is the same as once. */
export async function changeSubscription(
  call: ProjectCall,
  links: MailLinks,
  link: string,
  isOn: boolean,
): Promise<Subscription> {
  const { userId, topic } = links.read(call.project.id, link)
  await inTransaction(call, async (call) => {
    if (!(await holdWriter(call, userId, false))) throw new Problem(notFound)
    if (!isKind(topic)) await (isOn ? deleteMute : insertMute)(call, userId, topic)
    await changeOwnRow(call, userId, { notifications: choicesFor(topic, isOn) }, undefined)
  })
  return peekSubscription(call, links, link)
}
