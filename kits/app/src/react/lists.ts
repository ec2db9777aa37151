import { useCallback, useEffect, useRef, useState } from 'react'
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

interface Read<Item> {
  readonly items: readonly Item[]
  /** undefined: nothing was read yet. null: that was all. */
  readonly cursor: string | null | undefined
  readonly isLoading: boolean
  readonly error: FeedbackError | null
}

const NOTHING = { items: [], cursor: undefined, isLoading: true, error: null } as const

/** The items of a list, read page by page. It is read anew when `key` changes, and when somebody signs in or out. */
export function useList<Item>(list: (client: FeedbackClient) => List<Item>, key: string): ListState<Item> {
  const { client, user } = useShared()
  const [read, setRead] = useState<Read<Item>>(NOTHING)
  const latest = useRef(list)
  /** The request whose answer counts. An answer that comes after another request was sent is dropped. */
  const running = useRef<object | undefined>(undefined)
  const next = useRef<string | null | undefined>(undefined)

  const ask = useCallback(
    async (cursor: string | undefined) => {
      const mine = {}
      running.current = mine
      setRead((before) => ({ ...before, isLoading: true, error: null }))
      try {
        const page: Page<Item> = await latest.current(client).page(cursor)
        if (running.current !== mine) return
        running.current = undefined
        next.current = page.next_cursor
        setRead(({ items }) => ({
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
    },
    [client],
  )

  useEffect(() => {
    latest.current = list
  })
  // The key and the user say when the list is another one.
  useEffect(() => {
    next.current = undefined
    void ask(undefined)
    return () => {
      running.current = undefined
    }
  }, [ask, key, user?.id])

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
