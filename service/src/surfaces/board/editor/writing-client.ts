import type { Host, Person } from '../../../../../ui/editor/host.ts'
import { helpWriting as help } from '../../../../../ui/editor/writing.ts'
import { need } from '../../../../../ui/elements.ts'

/** The part that is used here; the DOM's types do not have it. */
interface PolicyFactory {
  createPolicy(name: string, rules: object): { createHTML(html: string): string }
}

const { trustedTypes }: Window & { readonly trustedTypes?: PolicyFactory } = window
/** The service renders this HTML, as it renders the page; this policy is for browsers that require Trusted Types. */
const preview = trustedTypes?.createPolicy('preview', { createHTML: (html: string) => html })

/** Puts the tools above a text and makes them work. */
export function helpWriting(area: HTMLTextAreaElement, template: HTMLTemplateElement): void {
  const copy = document.importNode(template.content, true)
  const editor = need('.editor', HTMLDivElement, copy)
  area.before(copy)
  const { post } = area.dataset
  help(area, editor, {
    sendPicture,
    showPreview: (body, into) => showPreview(body, into, post),
    people: post === undefined ? undefined : () => readPeople(post),
    signal: new AbortController().signal,
  })
}

const sendPicture: NonNullable<Host['sendPicture']> = async (file) => {
  const body = new FormData()
  body.set('file', file)
  const answer = await send('/files', body)
  return (await answer?.json().catch(() => undefined)) ?? { code: '' }
}

async function showPreview(body: string, into: HTMLElement, post: string | undefined): Promise<boolean> {
  const answer = await send('/preview', JSON.stringify({ body, post }), 'application/json')
  if (!answer?.ok) return false
  const { html }: { html: string } = await answer.json()
  into.innerHTML = preview?.createHTML(html) ?? html
  return true
}

async function readPeople(post: string): Promise<readonly Person[]> {
  const answer = await fetch(`/people/${post}`, { headers: { accept: 'application/json' } })
  const { people = [] }: { people?: readonly Person[] } = await answer.json()
  return people
}

function send(address: string, body: BodyInit, type?: string): Promise<Response | undefined> {
  const headers = { accept: 'application/json', ...(type && { 'content-type': type }) }
  return fetch(address, { method: 'POST', body, headers }).catch(() => undefined)
}
