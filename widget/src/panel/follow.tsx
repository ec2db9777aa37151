import { useEffect } from 'preact/hooks'
import type { Desk } from './desk.ts'
import { useTools } from './hooks.ts'
import type { Shell } from './shell.ts'

const WAIT_S = 20
/** Between two requests, for each visitor another time. */
const PAUSE_MS = { least: 1_000, most: 3_000 }
const PAUSE_AFTER_FAULT_MS = 60_000

/** Numbers and statuses follow the board while the panel is open and the page is visible. Nothing moves. */
export function Follow({ shell }: { shell: Shell }) {
  const { desk } = useTools()
  useEffect(() => follow(desk, shell.root), [desk, shell])
  return null
}

function follow(desk: Desk, root: ShadowRoot): () => void {
  let cursor: string | undefined
  let current: AbortController | undefined
  let isOver = false
  const isShown = () => document.visibilityState === 'visible' && (root.querySelector('dialog')?.open ?? true)

  const ask = async () => {
    current = new AbortController()
    const { signal } = current
    const query = { wait: WAIT_S, ...(cursor !== undefined && { cursor }) }
    const answer = await desk.client.request('GET /changes', { query, signal })
    cursor = answer.next_cursor
    for (const change of answer.data) desk.marks.learn(change)
  }
  const turn = async () => {
    let pause = PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least)
    if (isShown() && desk.state.project && !desk.state.isOver) {
      await ask().catch(() => {
        if (!current?.signal.aborted) pause = PAUSE_AFTER_FAULT_MS
      })
    }
    if (!isOver) timer = setTimeout(turn, pause)
  }
  const look = () => {
    if (!isShown()) current?.abort()
  }

  let timer = setTimeout(turn, PAUSE_MS.least)
  document.addEventListener('visibilitychange', look)
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    current?.abort()
  }
}
