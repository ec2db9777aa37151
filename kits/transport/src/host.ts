/* Everything that the kit uses from its platform: a browser, React Native, Electron, Node. */

/** Any `AbortSignal`; React Native's has no `reason`. */
export interface StopSignal {
  readonly aborted: boolean
  /* biome-ignore lint/suspicious/noExplicitAny: as the platforms type it */
  readonly reason?: any
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface FetchRequest {
  readonly method: string
  readonly headers: Record<string, string>
  /* biome-ignore lint/suspicious/noExplicitAny: JSON as a text, or a form, of which each platform has a type of its own */
  readonly body?: any
  readonly credentials: 'omit'
  readonly redirect: 'error'
  /* biome-ignore lint/suspicious/noExplicitAny: each platform has a type of its own for its signals */
  readonly signal?: any
}

export interface FetchAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** The part of `fetch` that is used here. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>

interface Host {
  readonly fetch?: Fetch
  readonly AbortController?: new () => { readonly signal: unknown; abort(): void }
  readonly crypto?: {
    randomUUID?(): string
    getRandomValues?(words: Uint32Array): Uint32Array
  }
  setTimeout(work: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
}

/** Read at each use and never kept at import: an app may install a polyfill after this module was loaded. */
export const host = globalThis as unknown as Host // each member is checked before it is used
