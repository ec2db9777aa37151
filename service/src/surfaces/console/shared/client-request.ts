/** What the service answers where it refuses. */
export interface Refused {
  readonly code: string
  readonly title: string
  readonly detail: string
}

export type Reply<Body> = { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly body: Refused }

/** Sends what a script has to say to a form's address. What the service answers there is the caller's to name. */
export async function postJson<Body>(path: string, members: object): Promise<Reply<Body>> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(members),
  })
  return { ok: answer.ok, body: await answer.json() }
}

/** Why something did not work, in words; a browser's dialogue that was closed has words of its own. */
export function failureText(error: unknown, closed: string): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'NotAllowedError' ? closed : error.message
}

/** A text that the page holds for its script, as the catalogue has it; {names} in it are replaced. */
export function fillIn(text = '', values: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
