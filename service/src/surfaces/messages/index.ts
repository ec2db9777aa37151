import type { ProjectCall } from '../../domain/call/index.ts'
import type { FeedEvent } from '../../domain/event-feed/index.ts'
import type { Post } from '../../domain/posts/index.ts'
import { type ChatFormat, IN_CHATS } from './formats.ts'
import { messageOf, testMessage } from './message.ts'

/** What a chat is sent about an event. */
export function toChatBody(call: ProjectCall, format: ChatFormat, told: FeedEvent, post: Post | undefined): Buffer {
  return Buffer.from(JSON.stringify(IN_CHATS[format](messageOf(call, told, post))))
}

export function toChatTest(call: ProjectCall, format: ChatFormat): Buffer {
  return Buffer.from(JSON.stringify(IN_CHATS[format](testMessage(call))))
}
