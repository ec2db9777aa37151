/** The answer to a request that was refused. */
export interface Refused {
  readonly code: string
  readonly title: string
  readonly detail: string
}

export type Reply<Body> = { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly body: Refused }

/** Sends members as JSON to the address of a form. The caller knows the type of the answer. */
export async function postJson<Body>(path: string, members: object): Promise<Reply<Body>> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(members),
  })
  return { ok: answer.ok, body: await answer.json() }
}

/** The reason of a failure in words. `closed` is the text for a dialog of the browser that somebody closed. */
export function failureText(error: unknown, closed: string): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'NotAllowedError' ? closed : error.message
}

/** A text of the catalogue that the page keeps for its script, with its {names} replaced. */
export function fillIn(text = '', values: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
