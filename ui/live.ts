import { between, COME_BACK_MS } from './come-back.ts'

/** What a page does with the messages of its stream, by their names. */
export type Hearers = Readonly<Record<string, (data: string) => void>>

export interface LiveOptions {
  readonly address: string
  readonly hear: Hearers
  /** The stream cannot go on where it ended: the page may have missed something. */
  readonly onGap: () => void
}

const LONGEST_MS = 5 * 60_000

/**
 * Follows what happens, for as long as the page is visible. It goes on after the last message that the page got, so a page that was hidden misses
 * nothing.
 */
export function follow({ address, hear, onGap }: LiveOptions): void {
  let last = ''
  let failures = 0
  /** How long to wait after the end of a stream, as the service said. */
  let retryMs: number | undefined
  let current: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(timer)
    if (current || document.visibilityState === 'hidden') return
    const mine = new AbortController()
    current = mine
    listen(mine.signal)
      .catch(() => {
        failures += 1
        return undefined
      })
      .then((waitMs = pauseMs(failures)) => {
        if (current !== mine) return
        current = undefined
        timer = setTimeout(open, waitMs)
      })
  }

  function close(): void {
    clearTimeout(timer)
    current?.abort()
    current = undefined
  }

  /** Ends with the stream. Returns how long to wait, if the service said so. */
  async function listen(signal: AbortSignal): Promise<number | undefined> {
    const answer = await fetch(`${address}?${new URLSearchParams(last ? { after: last } : { age: pageAge() })}`, {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal,
    })
    if (answer.status === 400 && last) {
      last = ''
      onGap()
    }
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
    if (!answer.ok || !isStream || !answer.body) {
      failures += 1
      return answer.status === 429 || answer.status === 503 ? pauseMs(failures) : LONGEST_MS
    }
    const words = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await words.read()
      if (done) return retryMs
      failures = 0
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }

  function take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => splitField(line)))
    const id = fields.get('id')
    if (id) last = id
    const retry = fields.get('retry')
    if (retry) retryMs = Number(retry)
    hear[fields.get('event') ?? '']?.(fields.get('data') ?? '')
  }

  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? close() : open()))
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  open()
}

function splitField(line: string): [name: string, value: string] {
  const end = line.indexOf(': ')
  return end < 0 ? [line, ''] : [line.slice(0, end), line.slice(end + 2)]
}

/** How long ago the service made this page, in milliseconds. */
function pageAge(): string {
  const [entry] = performance.getEntriesByType('navigation')
  const begun = entry instanceof PerformanceNavigationTiming ? entry.requestStart : 0
  return String(Math.max(0, Math.round(performance.now() - begun)))
}

/** Longer after each failure, and different for each reader. */
function pauseMs(failures: number): number {
  return between({ least: COME_BACK_MS.least, most: Math.min(LONGEST_MS, COME_BACK_MS.most * 2 ** failures) })
}
