import { consoleWords } from '../../../../ui/words/console/words.ts'
import type { ProjectCall } from '../../domain/call/index.ts'
import type { FeedEvent } from '../../domain/event-feed/index.ts'
import { type Post, postUrl } from '../../domain/posts/index.ts'
import { boardOriginOf } from '../../domain/projects/index.ts'
import { displayName } from '../../domain/users/index.ts'

/** What a chat is told of an event, in plain text. */
export interface Message {
  /** What happened, in our words. */
  readonly lead: string
  /** What it happened to. Others wrote it. */
  readonly title: string
  readonly url: string
  /** Status, votes and who, where there are such. Others may have written parts of it. */
  readonly facts: readonly string[]
}

/** `post`: the post that the event is about, if it is still there. */
export function messageOf(call: ProjectCall, told: FeedEvent, post: Post | undefined): Message {
  const lead = consoleWords.say(`messages_${told.type}`)
  const who = nameIn(call, told, post)
  const by = who === undefined ? [] : [consoleWords.say('messages_by', { name: who })]
  if (post) {
    const votes = consoleWords.say('messages_votes', { n: post.voteCount })
    return { lead, title: post.title, url: postUrl(call, post), facts: [post.status.name, votes, ...by] }
  }
  const { subject } = told
  const board = boardOriginOf(call.places, call.project)
  return subject.kind === 'changelog_entry'
    ? { lead, title: subject.entry.title, url: `${board}/changelog#${subject.entry.id}`, facts: [] }
    : { lead, title: who ?? call.project.name, url: board, facts: [] }
}

export function testMessage({ places, project }: ProjectCall): Message {
  const lead = consoleWords.say('messages_test', { project: project.name })
  return { lead, title: project.name, url: boardOriginOf(places, project), facts: [] }
}

/** Whose it is: the person who voted, reported or wrote, by the name that the board shows. */
function nameIn({ project }: ProjectCall, { subject }: FeedEvent, post: Post | undefined): string | undefined {
  switch (subject.kind) {
    case 'mark':
    case 'report':
    case 'user':
      return displayName(project, subject.user)
    case 'comment':
      return subject.comment.author.displayName
    case 'signing_key':
      return subject.key.kid
    default:
      return post?.author.displayName
  }
}
