import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { Page } from '../../../kits/app/src/index.ts'
import type { Words } from '../../../ui/words/words.ts'
import type { Desk } from './desk.ts'
import type { Client } from './desk-state.ts'
import { joined, withItem } from './lists.ts'
import type { Shell, View } from './shell.ts'

export interface Tools {
  readonly desk: Desk
  readonly words: Words
  readonly glance: Shell['glance']
  go(view: View): void
  /** Asks the app to sign the visitor in; they continue where they are. */
  signIn(): void
}

export const ToolsContext = createContext<Tools | undefined>(undefined)

export function useTools(): Tools {
  const tools = useContext(ToolsContext)
  if (!tools) throw new Error('A view stands inside of a panel.')
  return tools
}

/** Data that is read once for a key, and again after `desk.again`. The old data stays until then. */
export function useLoaded<Result>(key: string, load: (client: Client) => Promise<Result>) {
  const { desk } = useTools()
  const [state, setState] = useState<{ key: string; data?: Result; fault?: unknown }>({ key })
  // The key decides what is loaded.
  useEffect(() => {
    let isOver = false
    const keep = (news: { data?: Result; fault?: unknown }) => {
      if (!isOver) setState((was) => ({ ...(was.key === key && was), key, ...news }))
    }
    keep({ fault: undefined })
    desk.read(load).then(
      (data) => keep({ data, fault: undefined }),
      (fault) => keep({ fault }),
    )
    return () => {
      isOver = true
    }
  }, [key, desk.state.era])
  const change = (data: Result) => setState({ key, data })
  const { data, fault } = state.key === key ? state : {}
  return { data, fault, change }
}

/** A list that grows page by page. */
export function usePages<Item extends { readonly id: string }>(
  key: string,
  read: (client: Client, page: { readonly cursor?: string }) => Promise<Page<Item>>,
) {
  const { desk } = useTools()
  const { data: first, fault, change } = useLoaded(key, (client) => read(client, {}))
  const [isLoadingMore, setLoading] = useState(false)
  const [added, setAdded] = useState<readonly Item[]>([])
  const latest = useRef(first)
  latest.current = first
  const more = async () => {
    if (!first?.next_cursor || isLoadingMore) return
    const cursor = first.next_cursor
    setLoading(true)
    await desk.act(
      () => read(desk.client, { cursor }),
      (next) => {
        // Not if the list was read again meanwhile.
        if (latest.current === first) change({ ...next, data: joined(first.data, next.data) })
      },
    )
    setLoading(false)
  }
  return {
    fault,
    items: first && joined(first.data, added),
    more: first?.next_cursor ? more : undefined,
    isLoadingMore,
    /** Shown at the end of the list, until the list itself has it. */
    add: (item: Item) => setAdded((all) => joined(all, [item])),
    /** Replaces the item; undefined removes it. */
    put: (id: string, item: Item | undefined) => {
      setAdded((all) => withItem(all, id, item))
      if (first) change({ ...first, data: withItem(first.data, id, item) })
    },
  }
}

const TYPED_AFTER_MS = 250

/** The typed text, once the typing pauses. */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), text ? TYPED_AFTER_MS : 0)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
