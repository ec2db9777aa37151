import type { LoadOptions } from './index.js'
import { checkOrigin } from './script.js'
import { keyOf, type Started, start } from './started.js'
import type { View, Widget } from './types.js'

type Functions = Pick<LoadOptions, 'getToken' | 'onSignIn'>

/** A server has no elements; the class is never used there. */
const Base = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement

const NAME = 'feedback-board-widget'
/** Where the script comes from. Only code names it: markup may be injected, and must not say what runs in the page. */
let origin = ''

/**
 * `<feedback-board-widget project-key="svc_pk_…">`, after `defineFeedbackWidget`. The functions `getToken` and `onSignIn` are properties; every event
 * of the widget is an event of the element.
 */
export class FeedbackBoardWidget extends Base {
  static readonly observedAttributes = [
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
  /** The address of the service that `defineFeedbackWidget` was called with. */
  static get apiOrigin(): string {
    return origin
  }
  #functions: Functions = {}
  #key = ''
  #started: Started | undefined
  #widget: Widget | undefined
  /** Calls that came before the widget was there. */
  #waiting: ((widget?: Widget) => void)[] = []
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

  open(view?: View): Promise<void> {
    return this.#use((widget) => widget.open(view))
  }
  close(): void {
    void this.#use((widget) => widget.close())
  }
  toggle(): void {
    void this.#use((widget) => widget.toggle())
  }
  signOut(): Promise<void> {
    return this.#use((widget) => widget.signOut())
  }

  /** At once, or when the widget is there. Does nothing if the script does not load, or if the element leaves the page first. */
  async #use(call: (widget: Widget) => unknown): Promise<void> {
    const widget = this.#widget ?? (await new Promise<Widget | undefined>((resolve) => this.#waiting.push(resolve)))
    if (widget) await call(widget)
  }

  #answerCalls(widget?: Widget): void {
    for (const answer of this.#waiting.splice(0)) answer(widget)
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
    const isWanted = this.isConnected && options.projectKey
    const key = isWanted ? keyOf(options) + this.hasAttribute('inline') : ''
    if (key === this.#key) return
    this.#key = key
    this.#started?.stop()
    this.#started = this.#widget = undefined
    if (!key) {
      this.#answerCalls()
      return
    }
    const tell = (event: string, detail: unknown) => void this.dispatchEvent(new CustomEvent(event, { detail }))
    this.#started = start({
      options: () => this.#options(),
      isMade: (widget) => {
        this.#widget = widget
        this.#answerCalls(widget)
        tell('ready', null)
      },
      hear: tell,
      fail: (error) => {
        // biome-ignore lint/suspicious/noConsole: the developer's console is where a page says what is wrong with it
        console.error(error)
        this.#answerCalls()
        tell('error', { code: 'unavailable' })
      },
    })
  }

  #options(): LoadOptions {
    const read = (name: string) => this.getAttribute(name) ?? undefined
    const [label, side, theme, radius] = [read('label'), read('side'), read('theme'), read('radius')]
    return {
      ...this.#functions,
      apiOrigin: origin,
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

/**
 * Makes `<feedback-board-widget>` known to the page, with the address of the service, such as https://api.example.com. Does nothing on a server, and
 * nothing when it is called again with the same address. Throws if it is another address: a page has one.
 */
export function defineFeedbackWidget({ apiOrigin }: Pick<LoadOptions, 'apiOrigin'>): void {
  if (typeof customElements === 'undefined') return
  // Two copies of this package in one page share the first one's element.
  const known = customElements.get(NAME) as Partial<typeof FeedbackBoardWidget> | undefined
  if (!known) {
    checkOrigin(apiOrigin)
    origin = apiOrigin
    customElements.define(NAME, FeedbackBoardWidget)
  } else if (known.apiOrigin !== apiOrigin) {
    throw new Error(`Feedback widget: <${NAME}> is already defined, with another apiOrigin.`)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'feedback-board-widget': FeedbackBoardWidget
  }
}
