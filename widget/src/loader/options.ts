/** What a page gives to `FeedbackBoard.create`. */
export interface WidgetOptions {
  /** The project's publishable key, `svc_pk_…`. It may be public. */
  readonly projectKey: string
  /** Asks your backend for a new sign-in token for the user who is signed in to your app; null if nobody is. */
  readonly getToken?: (() => Promise<string | null>) | undefined
  /** Signs the visitor in to your app; the panel goes on when it is done, or when your page is back. */
  readonly onSignIn?: (() => unknown) | undefined
  /** The button in the corner. `false`: your own button calls `open()`. */
  readonly launcher?: boolean | { readonly label?: string; readonly side?: 'start' | 'end' } | undefined
  /** An element, or its selector: the panel stands in it instead of opening over the page. */
  readonly target?: Element | string | undefined
  /** The page's own unless given. */
  readonly language?: string | undefined
  /** The page's own unless given. */
  readonly theme?: 'light' | 'dark' | undefined
  /** How round the panel's corners are, in pixels; its fields and buttons are less so. 16 unless given. */
  readonly radius?: number | undefined
  /** `false`: never ask for news before the panel is opened. */
  readonly news?: boolean | undefined
  /** Where the service is; the origin of the script unless given. */
  readonly apiOrigin?: string | undefined
}

export interface Settings extends WidgetOptions {
  readonly apiOrigin: string
  /** As the page had it when the script came: what the page does to it later is the page's affair. */
  readonly fetch: typeof fetch
}
