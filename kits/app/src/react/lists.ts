import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Page } from '../../../transport/src/api.ts'
import { FeedbackError } from '../../../transport/src/feedback-error.ts'
import type { List } from '../../../transport/src/list.ts'
import type { FeedbackClient } from '../client.ts'
import { useShared } from './provider.ts'

export interface ListState<Item> {
  readonly items: readonly Item[]
  /** Whether a page is being read. */
  readonly isLoading: boolean
  /** Whether there is another page for `loadMore`. */
  readonly hasMore: boolean
  /** Why the last page could not be read; match on its `code`. */
  readonly error: FeedbackError | null
  /** Reads the next page; after an error, the same page again. */
  readonly loadMore: () => void
  /** Reads the list anew from its first page. What is there stays until then. */
  readonly reload: () => void
}

/** What a list was read for. */
interface Source {
  readonly client: FeedbackClient
  readonly key: string
  /** undefined: for a guest. */
  readonly userId: string | undefined
}

interface Read<Item> {
  readonly source: Source | undefined
  readonly items: readonly Item[]
  /** undefined: nothing was read yet. null: that was all. */
  readonly cursor: string | null | undefined
  readonly isLoading: boolean
  readonly error: FeedbackError | null
}

const NOTHING = { source: undefined, items: [], cursor: undefined, isLoading: true, error: null } as const

/** What was read, if it may be shown here. What one user saw is never shown to another, or to a guest; what a guest saw is for everybody. */
function readFor<Item>(read: Read<Item>, { client, key, userId }: Source): Read<Item> {
  const { source } = read
  const isSameList = source?.client === client && source.key === key
  return isSameList && (source.userId === undefined || source.userId === userId) ? read : NOTHING
}

/**
 * The items of a list, read page by page. It is read anew when `key` changes, and when somebody signs in or out. When `key` changes or a user signs
 * out, it is empty at once.
 */
export function useList<Item>(list: (client: FeedbackClient) => List<Item>, key: string): ListState<Item> {
  const { client, user } = useShared()
  const userId = user?.id
  const source = useMemo(() => ({ client, key, userId }), [client, key, userId])
  const [lastRead, setRead] = useState<Read<Item>>(NOTHING)
  // While rendering, not in an effect: no rendering shows what belongs to somebody else.
  const read = readFor(lastRead, source)
  const latest = useRef({ list, source })
  /** The request whose answer counts. An answer that comes after another request was sent is dropped. */
  const running = useRef<object | undefined>(undefined)
  const next = useRef<string | null | undefined>(undefined)

  // The same function at every rendering: an app may have kept an older `reload`.
  const ask = useCallback(async (cursor: string | undefined) => {
    const { list, source } = latest.current
    const mine = {}
    running.current = mine
    setRead((before) => ({ ...readFor(before, source), source, isLoading: true, error: null }))
    try {
      const page: Page<Item> = await list(source.client).page(cursor)
      if (running.current !== mine) return
      running.current = undefined
      next.current = page.next_cursor
      setRead(({ items }) => ({
        source,
        items: cursor === undefined ? page.data : [...items, ...page.data],
        cursor: page.next_cursor,
        isLoading: false,
        error: null,
      }))
    } catch (error) {
      if (running.current !== mine) return
      running.current = undefined
      setRead((before) => ({ ...before, isLoading: false, error: asFeedbackError(error) }))
    }
  }, [])

  useEffect(() => {
    latest.current = { list, source }
  })
  useEffect(() => {
    next.current = undefined
    void ask(undefined)
    return () => {
      running.current = undefined
    }
  }, [ask, source])

  const loadMore = useCallback(() => {
    if (!running.current && next.current !== null) void ask(next.current)
  }, [ask])
  const reload = useCallback(() => void ask(undefined), [ask])
  return {
    items: read.items,
    isLoading: read.isLoading,
    hasMore: Boolean(read.cursor),
    error: read.error,
    loadMore,
    reload,
  }
}

export function asFeedbackError(error: unknown): FeedbackError {
  if (error instanceof FeedbackError) return error
  return new FeedbackError('unexpected_answer', 'The kit failed.', { cause: error })
}
