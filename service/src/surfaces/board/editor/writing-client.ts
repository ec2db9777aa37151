import type { Host } from '../../../../../ui/editor/host.ts'
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
  help(area, editor, { sendPicture, showPreview, signal: new AbortController().signal })
}

const sendPicture: Host['sendPicture'] = async (file) => {
  const body = new FormData()
  body.set('file', file)
  const answer = await send('/files', body)
  return (await answer?.json().catch(() => undefined)) ?? { code: '' }
}

const showPreview: Host['showPreview'] = async (body, into) => {
  const answer = await send('/preview', JSON.stringify({ body }), 'application/json')
  if (!answer?.ok) return false
  const { html }: { html: string } = await answer.json()
  into.innerHTML = preview?.createHTML(html) ?? html
  return true
}

function send(address: string, body: BodyInit, type?: string): Promise<Response | undefined> {
  const headers = { accept: 'application/json', ...(type && { 'content-type': type }) }
  return fetch(address, { method: 'POST', body, headers }).catch(() => undefined)
}
