import { useEffect } from 'preact/hooks'
import type { Answer } from '../../../kits/app/src/index.ts'
import type { Desk } from './desk.ts'
import { useTools } from './hooks.ts'
import type { Shell } from './shell.ts'

type Change = Answer<'GET /changes'>['data'][number]

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

/** While a vote of this visitor is under way, nobody knows whether the number has it. */
function learn({ marks: { marks }, state: { told } }: Desk, { id, vote_count, comment_count, status }: Change): void {
  const mark = marks.get(`vote ${id}`)
  const isKnown = !mark || mark.isOn === mark.isSure
  const votes = isKnown ? { vote_count, ...(mark && { has_voted: mark.isSure }) } : told.get(id)
  told.set(id, { ...votes, comment_count, status })
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
    for (const change of answer.data) learn(desk, change)
    if (answer.is_complete) desk.changed()
    else desk.again() // too much changed to be listed
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
