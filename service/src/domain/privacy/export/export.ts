import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import type { UserCall } from '../../call/index.ts'
import { type FilePlace, type OwnFile, readOwnFiles } from '../../files/index.ts'
import type { User } from '../../users/index.ts'
import { userById } from '../../users/inside.ts'
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
  ExportedVote,
} from './exported.ts'
import { selectMails, selectMutes, selectSuppressions } from './mails-store.ts'
import {
  selectCodes,
  selectEvents,
  selectFollows,
  selectNotifications,
  selectReports,
  selectSessions,
  selectVotes,
  type TimePlace,
} from './store.ts'
import { type EditPlace, selectComments, selectEdits, selectPosts } from './texts-store.ts'

/** At most a few megabytes, even of the longest texts. */
const PORTION = 100
/** At most a few megabytes, even of the largest pictures. */
const FILES_PORTION = 2

/** Streamed in portions, so that an export can have any size. */
type Portions<Item> = AsyncIterable<readonly Item[]>

export interface PersonalData {
  user(): Promise<User>
  readonly sessions: Portions<ExportedSession>
  readonly boardCodes: Portions<ExportedCode>
  readonly posts: Portions<ExportedPost>
  readonly postEdits: Portions<ExportedEdit>
  readonly comments: Portions<ExportedComment>
  readonly votes: Portions<ExportedVote>
  readonly follows: Portions<ExportedMark>
  readonly reports: Portions<ExportedReport>
  readonly notifications: Portions<ExportedNotification>
  readonly mails: Portions<ExportedMail>
  readonly mailMutes: Portions<ExportedMute>
  readonly mailSuppressions: Portions<ExportedSuppression>
  readonly events: Portions<ExportedEvent>
  readonly files: Portions<OwnFile>
}

/** All stored data about the signed-in user. */
export function personalData(call: UserCall): PersonalData {
  const all = <Item, Place>(read: (call: UserCall, page: PageRequest<Place>) => Promise<Page<Item, Place>>) =>
    inPortions<Item, Place>((page) => read(call, page))
  return {
    user: () => userById(call, call.actor.user.id),
    sessions: all(selectSessions),
    boardCodes: atOnce(() => selectCodes(call)),
    posts: all(selectPosts),
    postEdits: edits(call),
    comments: all(selectComments),
    votes: all(selectVotes),
    follows: all(selectFollows),
    reports: all(selectReports),
    notifications: all(selectNotifications),
    mails: all(selectMails),
    mailMutes: all(selectMutes),
    mailSuppressions: atOnce(() => selectSuppressions(call)),
    events: all(selectEvents),
    files: inPortions((page: PageRequest<FilePlace>) => readOwnFiles(call, page), FILES_PORTION),
  }
}

async function* atOnce<Item>(read: () => Promise<readonly Item[]>): AsyncGenerator<readonly Item[]> {
  yield await read()
}

async function* edits(call: UserCall): Portions<ExportedEdit> {
  const posts = inPortions((page: PageRequest<TimePlace>) => selectPosts(call, page))
  for await (const portion of posts) {
    const ids = portion.map(({ id }) => id)
    yield* inPortions((page: PageRequest<EditPlace>) => selectEdits(call, ids, page))
  }
}

/** Each portion is its own statement, so that a slow reader holds no connection. */
async function* inPortions<Item, Place>(
  read: (page: PageRequest<Place>) => Promise<Page<Item, Place>>,
  portion = PORTION,
): AsyncGenerator<readonly Item[]> {
  let after: Place | undefined
  do {
    const { items, next } = await read({ limit: portion, after })
    if (items.length > 0) yield items
    after = next
  } while (after !== undefined)
}
