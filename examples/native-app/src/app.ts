import { createFeedbackClient, FeedbackError, type Post } from '@feedback-board/app'

export interface NativeAppOptions {
  /** Your own backend: it knows who is signed in to your app, and answers with sign-in tokens. */
  readonly acmeOrigin: string
  readonly apiOrigin: string
  readonly projectKey: string
  /** Opens an address in the system's browser: Linking.openURL, Browser.open, shell.openExternal, Utils.openUrl. */
  readonly openUrl: (url: string) => unknown
}

/** A text that somebody wrote. It is kept on the device until it is sent; its key makes it harmless to send it twice. */
export interface Draft {
  readonly key: string
  readonly title: string
  readonly body?: string
}

export type NativeApp = ReturnType<typeof createNativeApp>

/** The screens of an app, each as the lines that it shows. No DOM, no cookies of the board: `fetch` alone. */
export function createNativeApp({ acmeOrigin, apiOrigin, projectKey, openUrl }: NativeAppOptions) {
  let account: Account | undefined
  const feedback = createFeedbackClient({
    apiOrigin,
    projectKey,
    // Called when a call needs a token, and again after 24 hours; a token works once, so none is kept.
    getToken: async () => {
      if (!account) throw new Error('Nobody is signed in to Acme.')
      return account.feedbackToken()
    },
  })

  const line = ({ vote_count, title, status, has_voted }: Post) =>
    `${has_voted ? '▲' : '△'} ${vote_count} ${title} (${status.name})`

  return {
    async signIn(person: string) {
      account = await signInToAcme(acmeOrigin, person)
      const me = await feedback.signIn() // at once, so that the first list knows what they voted for
      return [`Signed in as ${me.display_name}`]
    },

    /** The first page; `more` reads the next one when the list is scrolled to its end. */
    async ideas(cursor?: string) {
      const { data, next_cursor } = await feedback.posts.list({ sort: 'top', limit: 20 }).page(cursor)
      return { ids: data.map(({ id }) => id), lines: data.map(line), more: next_cursor ?? undefined }
    },

    async idea(id: string) {
      const post = await feedback.posts.get(id)
      const lines = [line(post), post.body]
      for await (const { author, body } of feedback.posts.comments.list(id)) {
        lines.push(`${author.display_name}: ${body}`)
      }
      return lines
    },

    /** Shown while somebody types a title, so that they vote instead of writing it again. */
    async similar(title: string) {
      const { data } = await feedback.posts.similar({ title }).page()
      return data.map(line)
    },

    async write({ key, ...post }: Draft) {
      const { id } = await feedback.posts.create(post, { idempotencyKey: key })
      return id // now the draft may be forgotten
    },

    vote: (id: string) => feedback.posts.vote(id),
    unvote: (id: string) => feedback.posts.unvote(id),
    comment: (id: string, body: string) => feedback.posts.comments.create(id, { body }),

    /** The address works once, for a minute, and signs in the browser that opens it: do not pass it on. */
    async openBoard() {
      const { url } = await feedback.boardCodes.create()
      if (!/^https?:\/\//.test(url)) throw new Error('The board has an address that is none of a page.')
      await openUrl(url)
    },

    async signOut() {
      const left = account
      account = undefined // first, so that this device has forgotten them whatever fails below
      await Promise.allSettled([feedback.signOut(), left?.signOut()])
      return ['Signed out']
    },
  }
}

/** The message for a screen that failed. */
export function messageFor(error: unknown): string {
  if (!(error instanceof FeedbackError)) return 'Something went wrong. Please try again.'
  switch (error.code) {
    case 'network_error':
      return 'You seem to be offline. What you wrote is kept.'
    case 'token_unavailable':
      return 'Please sign in first.'
    case 'user_banned':
      return 'You cannot take part on this board.'
    case 'invalid_request':
      return error.errors.map(({ detail }) => detail).join(' ')
    default:
      return error.title
  }
}

interface Account {
  feedbackToken(): Promise<string>
  signOut(): Promise<unknown>
}

/**
 * Acme's own sign-in, which knows nothing of feedback. Use the sign-in that your app already has; keep its secrets in the Keychain or the Keystore.
 * Acme's backend checks the Origin that browsers send, so the app sends one too.
 */
async function signInToAcme(origin: string, person: string): Promise<Account> {
  const post = (path: string, cookie = '', body = '') =>
    fetch(origin + path, { method: 'POST', headers: { Origin: origin, Cookie: cookie }, body, redirect: 'manual' })
  const answer = await post('/sign-in', '', new URLSearchParams({ person }).toString())
  const [cookie] = answer.headers.get('set-cookie')?.split(';') ?? []
  if (!cookie) throw new Error('Acme does not know this person.')
  return {
    async feedbackToken() {
      const answer = await fetch(`${origin}/feedback/token`, { headers: { Cookie: cookie } })
      if (!answer.ok) throw new Error(`Acme gave no token (${answer.status}).`)
      return (await answer.json()).token
    },
    signOut: () => post('/sign-out', cookie),
  }
}
