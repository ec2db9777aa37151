/** The options of a widget. */
export interface WidgetOptions {
  /** The project's publishable key, `svc_pk_…`. It may be public. */
  readonly projectKey: string
  /** Asks your backend for a new sign-in token for the user who is signed in to your app; null if nobody is. */
  readonly getToken?: (() => Promise<string | null>) | undefined
  /** Signs the visitor in to your app. The panel continues when it is done, or when your page is shown again. */
  readonly onSignIn?: (() => unknown) | undefined
  /** The button in the corner. `false`: your own button calls `open()`. */
  readonly launcher?: boolean | { readonly label?: string; readonly side?: 'start' | 'end' } | undefined
  /** An element, or its selector: the panel is shown in it instead of over the page. */
  readonly target?: Element | string | undefined
  /** The language of the page by default. */
  readonly language?: string | undefined
  /** The theme of the page by default. */
  readonly theme?: 'light' | 'dark' | undefined
  /** The radius of the panel's corners, in pixels; its fields and buttons have smaller ones. 16 by default. */
  readonly radius?: number | undefined
  /** `false`: never ask for news before the panel is opened. */
  readonly news?: boolean | undefined
  /** The address of the service; by default the origin of the script. */
  readonly apiOrigin?: string | undefined
}

/** The view that the panel opens with. */
export interface View {
  readonly view?: 'posts' | 'roadmap' | 'changelog' | 'new' | 'notifications' | undefined
  /** The id of a post, `pst_…`. */
  readonly post?: string | undefined
  /** For `new`: the title that is filled in. */
  readonly title?: string | undefined
}

/** The events of a widget, and what each of them tells. */
export interface WidgetEvents {
  readonly open: null
  readonly close: null
  readonly vote: { readonly post_id: string; readonly on: boolean }
  readonly follow: { readonly post_id: string; readonly on: boolean }
  readonly post: { readonly post_id: string }
  readonly comment: { readonly post_id: string; readonly comment_id: string }
  readonly session: { readonly user: { readonly id: string; readonly display_name: string } | null }
  readonly news: { readonly unread: boolean }
  readonly sign_in_needed: null
  /** A code of the service or of the app kit, `unavailable`, or `panel_unavailable`. */
  readonly error: { readonly code: string }
}

/** The methods and events of a widget, for the app. */
export interface Widget {
  /** Opens the panel, at a given view if there is one. */
  open(view?: View): Promise<void>
  close(): void
  toggle(): void
  /** Call it when somebody signs out of your app: the session ends, and the panel keeps nothing of theirs. */
  signOut(): Promise<void>
  /** Removes everything from the page. */
  destroy(): void
  /** Listens to an event. Returns a function that stops listening. */
  on<Name extends keyof WidgetEvents>(event: Name, listener: (detail: WidgetEvents[Name]) => void): () => void
}

/** What the service's script defines in a page. */
export interface FeedbackBoardScript {
  create(options: WidgetOptions): Widget
}

declare global {
  interface Window {
    FeedbackBoard?: FeedbackBoardScript
  }
}
