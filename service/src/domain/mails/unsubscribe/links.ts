import { type Id, isId } from '../../../foundation/ids/index.ts'
import { cursorsSignedBy } from '../../../foundation/paging/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { selectServiceKey } from '../../../foundation/secrets/index.ts'
import type { Sql } from '../../../foundation/storage/index.ts'
import { NEWS_KINDS, type NewsKind } from '../../notification-types.ts'

/** What somebody wants no more mail about. */
export type MailTopic = Id<'post'> | TopicKind
type TopicKind = NewsKind | 'everything'
/** Its name in the keys of the words. */
export type TopicName = TopicKind | 'post'

/** Whose mail it is about, and which. */
export interface Unsubscription {
  readonly userId: Id<'user'>
  readonly topic: MailTopic
}

/** For links in mails to the team, which the room of those mails reads. */
export interface SignedLinks {
  sign(projectId: Id<'project'>, parts: readonly string[]): string
  /** Undefined for a forged link, and for one of another project. */
  open(projectId: Id<'project'>, link: string): readonly string[]
}

/** The signed part of the addresses in mails. It names a person and a topic, and signs nobody in. */
export interface MailLinks extends SignedLinks {
  write(projectId: Id<'project'>, unsubscription: Unsubscription): string
  /** Undefined for a forged link, and for one of another project. */
  read(projectId: Id<'project'>, link: string): Unsubscription
}

const KINDS: readonly string[] = [...NEWS_KINDS, 'everything'] satisfies TopicKind[]

export async function openMailLinks(sql: Sql): Promise<MailLinks> {
  const signed = cursorsSignedBy(await selectServiceKey(sql, 'mail_links'))
  const listOf = (projectId: string) => `mail ${projectId}`
  const teamListOf = (projectId: string) => `team mail ${projectId}`
  return {
    sign: (projectId, parts) => signed.write(teamListOf(projectId), parts),
    open: (projectId, link) => partsOf(() => signed.read(teamListOf(projectId), link)),
    write: (projectId, { userId, topic }) => signed.write(listOf(projectId), [userId, topic]),
    read: (projectId, link) => {
      const [userId = '', topic = ''] = partsOf(() => signed.read(listOf(projectId), link))
      if (!isId('user', userId) || !isTopic(topic)) throw new Problem(notFound)
      return { userId, topic }
    },
  }
}

function partsOf(read: () => unknown): readonly string[] {
  try {
    const parts = read()
    if (Array.isArray(parts)) return parts.map(String)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
  throw new Problem(notFound)
}

export function isKind(topic: MailTopic): topic is TopicKind {
  return KINDS.includes(topic)
}

function isTopic(text: string): text is MailTopic {
  return KINDS.includes(text) || isId('post', text)
}
