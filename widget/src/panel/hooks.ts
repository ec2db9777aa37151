import { createContext } from 'preact'
import { useContext, useEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { Page } from '../../../kits/app/src/index.ts'
import type { Words } from '../../../ui/words/words.ts'
import type { Client, Desk } from './desk.ts'
import { joined } from './lists.ts'
import type { View } from './shell.ts'

export interface Tools {
  readonly desk: Desk
  readonly words: Words
  go(view: View): void
}

export const ToolsContext = createContext<Tools | undefined>(undefined)

export function useTools(): Tools {
  const tools = useContext(ToolsContext)
  if (!tools) throw new Error('A view stands inside of a panel.')
  return tools
}

/** Something that is read once a key, and again when somebody else is signed in. What was there stays until then. */
export function useLoaded<Result>(key: string, load: (client: Client) => Promise<Result>) {
  const { desk } = useTools()
  const [state, setState] = useState<{ key: string; data?: Result; fault: unknown; isLoading: boolean }>({
    key,
    fault: undefined,
    isLoading: true,
  })
  const [turn, retry] = useReducer((count: number) => count + 1, 0)
  const { era } = desk.state
  // What is loaded follows from the key.
  useEffect(() => {
    let isOver = false
    setState((was) =>
      was.key === key ? { ...was, fault: undefined, isLoading: true } : { key, fault: undefined, isLoading: true },
    )
    desk.read(load).then(
      (data) => isOver || setState({ key, data, fault: undefined, isLoading: false }),
      (fault) => isOver || setState((was) => ({ ...was, fault, isLoading: false })),
    )
    return () => {
      isOver = true
    }
  }, [key, era, turn])
  const change = (data: Result) => setState({ key, data, fault: undefined, isLoading: false })
  return { ...state, retry: () => retry(undefined), change }
}

/** A list that grows page by page. */
export function usePages<Item extends { readonly id: string }>(
  key: string,
  read: (client: Client, page: { readonly cursor?: string }) => Promise<Page<Item>>,
) {
  const { desk } = useTools()
  const { data: first, change, ...state } = useLoaded(key, (client) => read(client, {}))
  const [isLoadingMore, setLoading] = useState(false)
  const latest = useRef(first)
  latest.current = first
  const more = async () => {
    if (!first?.next_cursor || isLoadingMore) return
    const cursor = first.next_cursor
    setLoading(true)
    await desk.act(
      () => read(desk.client, { cursor }),
      (next) => {
        // Not where the list was read anew meanwhile.
        if (latest.current === first) change({ ...next, data: joined(first.data, next.data) })
      },
    )
    setLoading(false)
  }
  return {
    ...state,
    items: first?.data,
    more: first?.next_cursor ? more : undefined,
    isLoadingMore,
    add: (item: Item) => first && change({ ...first, data: joined(first.data, [item]) }),
  }
}

const TYPED_AFTER_MS = 250

/** What was typed, once the typing pauses. */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), text ? TYPED_AFTER_MS : 0)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
