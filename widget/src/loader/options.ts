/** The options of `FeedbackBoard.create`. */
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

export interface Settings extends WidgetOptions {
  readonly apiOrigin: string
  /** The `fetch` of the page when the script was loaded, so that later changes by the page do not matter. */
  readonly fetch: typeof fetch
}
