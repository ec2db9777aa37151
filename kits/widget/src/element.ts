import type { LoadOptions } from './index.js'
import { keyOf, type Started, start } from './started.js'
import type { View, Widget } from './types.js'

type Functions = Pick<LoadOptions, 'getToken' | 'onSignIn'>

/** A server has no elements; the class is never used there. */
const Base = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement

/**
 * `<feedback-board-widget api-origin="https://api.example.com" project-key="svc_pk_…">`. The functions `getToken` and `onSignIn` are properties; every event
 * of the widget is an event of the element.
 */
export class FeedbackBoardWidget extends Base {
  static readonly observedAttributes = [
    'api-origin',
    'project-key',
    'inline',
    'launcher',
    'label',
    'side',
    'language',
    'theme',
    'radius',
    'news',
  ]
  #functions: Functions = {}
  #key = ''
  #started: Started | undefined
  #widget: Widget | undefined
  #isDue = false

  get getToken(): Functions['getToken'] {
    return this.#functions.getToken
  }
  set getToken(getToken: Functions['getToken']) {
    this.#functions = { ...this.#functions, getToken }
    this.#renewSoon()
  }
  get onSignIn(): Functions['onSignIn'] {
    return this.#functions.onSignIn
  }
  set onSignIn(onSignIn: Functions['onSignIn']) {
    this.#functions = { ...this.#functions, onSignIn }
    this.#renewSoon()
  }

  async open(view?: View): Promise<void> {
    await this.#widget?.open(view)
  }
  close(): void {
    this.#widget?.close()
  }
  toggle(): void {
    this.#widget?.toggle()
  }
  async signOut(): Promise<void> {
    await this.#widget?.signOut()
  }

  connectedCallback(): void {
    // A framework may have set them before the element was known.
    for (const name of ['getToken', 'onSignIn'] as const) {
      if (!Object.hasOwn(this, name)) continue
      const { [name]: given } = this
      delete this[name]
      Object.assign(this, { [name]: given })
    }
    this.#renewSoon()
  }
  disconnectedCallback(): void {
    this.#renewSoon()
  }
  attributeChangedCallback(): void {
    this.#renewSoon()
  }

  /** After all changes of this turn: a framework sets attributes one by one, and an element that is moved is taken out first. */
  #renewSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      this.#renew()
    })
  }

  #renew(): void {
    const options = this.#options()
    const isWanted = this.isConnected && options.apiOrigin && options.projectKey
    const key = isWanted ? keyOf(options) + this.hasAttribute('inline') : ''
    if (key === this.#key) return
    this.#key = key
    this.#started?.stop()
    this.#started = this.#widget = undefined
    if (!key) return
    const tell = (event: string, detail: unknown) => void this.dispatchEvent(new CustomEvent(event, { detail }))
    this.#started = start({
      options: () => this.#options(),
      isMade: (widget) => {
        this.#widget = widget
        tell('ready', null)
      },
      hear: tell,
      fail: (error) => {
        // biome-ignore lint/suspicious/noConsole: the developer's console is where a page says what is wrong with it
        console.error(error)
        tell('error', { code: 'unavailable' })
      },
    })
  }

  #options(): LoadOptions {
    const read = (name: string) => this.getAttribute(name) ?? undefined
    const [label, side, theme, radius] = [read('label'), read('side'), read('theme'), read('radius')]
    return {
      ...this.#functions,
      apiOrigin: read('api-origin') ?? '',
      projectKey: read('project-key') ?? '',
      launcher: read('launcher') !== 'false' && { ...(label && { label }), ...(side === 'start' && { side }) },
      target: this.hasAttribute('inline') ? this : undefined,
      language: read('language'),
      theme: theme === 'light' || theme === 'dark' ? theme : undefined,
      radius: radius ? Number(radius) : undefined,
      news: read('news') !== 'false',
    }
  }
}

// Two copies of this package in one page share the first one's element.
if (typeof customElements !== 'undefined' && !customElements.get('feedback-board-widget')) {
  customElements.define('feedback-board-widget', FeedbackBoardWidget)
}

declare global {
  interface HTMLElementTagNameMap {
    'feedback-board-widget': FeedbackBoardWidget
  }
}
