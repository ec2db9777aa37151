import { find, findAll, need } from '../../../../../ui/elements.ts'

/** The part that is used here; the DOM's types do not have it. */
interface PolicyFactory {
  createPolicy(name: string, rules: object): { createHTML(html: string): string }
}

const { trustedTypes }: Window & { readonly trustedTypes?: PolicyFactory } = window
/** The service renders this HTML, as it renders the page; this policy is for browsers that require Trusted Types. */
const preview = trustedTypes?.createPolicy('preview', { createHTML: (html: string) => html })

const SHORTCUTS: Readonly<Record<string, string>> = {
  b: '[data-around="**"]',
  i: '[data-around="_"]',
  k: '[data-link]',
}

/** Puts the tools above a text and makes them work. */
export function helpWriting(area: HTMLTextAreaElement, template: HTMLTemplateElement): void {
  const copy = document.importNode(template.content, true)
  const editor = need('.editor', HTMLDivElement, copy)
  area.before(copy)
  for (const button of findAll('.tools button', HTMLButtonElement, editor)) {
    const { around, before, link } = button.dataset
    if (around !== undefined) button.addEventListener('click', () => wrap(area, around))
    if (before !== undefined) button.addEventListener('click', () => beginLines(area, before))
    if (link !== undefined) button.addEventListener('click', () => writeLink(area))
  }
  area.addEventListener('keydown', (event) => {
    const tool = event.ctrlKey || event.metaKey ? SHORTCUTS[event.key.toLowerCase()] : undefined
    if (tool === undefined || event.altKey || event.shiftKey) return
    event.preventDefault()
    find(tool, HTMLButtonElement, editor)?.click()
  })
  const toggle = find('[data-preview]', HTMLButtonElement, editor)
  if (toggle) offerPreview(area, editor, toggle)
  const choose = find('[data-picture]', HTMLButtonElement, editor)
  if (choose) takePictures(area, editor, choose)
}

/** Keeps the selection, so that a second button applies to it as well. */
function replace(area: HTMLTextAreaElement, text: string, select: readonly [from: number, to: number]): void {
  const { selectionStart: start, selectionEnd: end } = area
  area.setRangeText(text, start, end, 'end')
  area.setSelectionRange(start + select[0], start + select[1])
  area.dispatchEvent(new Event('input', { bubbles: true })) // drafts are kept by it
  area.focus()
}

function selected({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string {
  return value.slice(selectionStart, selectionEnd)
}

function wrap(area: HTMLTextAreaElement, mark: string): void {
  const text = selected(area)
  replace(area, mark + text + mark, [mark.length, mark.length + text.length])
}

function beginLines(area: HTMLTextAreaElement, mark: string): void {
  const isAtStart = area.selectionStart === 0 || area.value[area.selectionStart - 1] === '\n'
  const text = `${isAtStart ? '' : '\n'}${selected(area).replace(/^/gm, mark)}`
  replace(area, text, [text.length, text.length])
}

const ADDRESS = 'https://'

function writeLink(area: HTMLTextAreaElement): void {
  const text = selected(area)
  const at = text.length + 3
  replace(area, `[${text}](${ADDRESS})`, text ? [at, at + ADDRESS.length] : [1, 1])
}

function offerPreview(area: HTMLTextAreaElement, editor: Element, toggle: HTMLButtonElement): void {
  const shown = need('.preview', HTMLDivElement, editor)
  toggle.addEventListener('click', async () => {
    const isOn = toggle.getAttribute('aria-pressed') !== 'true'
    const answer = isOn ? await send('/preview', JSON.stringify({ body: area.value }), 'application/json') : undefined
    if (isOn && !answer?.ok) return
    const { html = '' }: { html?: string } = (await answer?.json()) ?? {}
    shown.innerHTML = preview?.createHTML(html) ?? html
    shown.hidden = !isOn
    area.hidden = isOn
    toggle.setAttribute('aria-pressed', String(isOn))
    if (!isOn) area.focus()
  })
}

function send(address: string, body: BodyInit, type?: string): Promise<Response | undefined> {
  const headers = { accept: 'application/json', ...(type && { 'content-type': type }) }
  return fetch(address, { method: 'POST', body, headers }).catch(() => undefined)
}

/** By file, paste or drop. The visitor describes the picture; then it is sent, and inserted at the last position in the text. */
function takePictures(area: HTMLTextAreaElement, editor: Element, choose: HTMLButtonElement): void {
  const files = need('input[type=file]', HTMLInputElement, editor)
  const form = need('.picture', HTMLFieldSetElement, editor)
  const words = need('.picture input', HTMLInputElement, editor)
  const state = need('.state', HTMLParagraphElement, editor)
  let chosen: File | undefined

  const take = (list: FileList | null | undefined): boolean => {
    chosen = [...(list ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!chosen) return false
    say('')
    form.hidden = false
    words.value = ''
    words.focus()
    return true
  }
  const close = () => {
    form.hidden = true
    files.value = ''
    area.focus()
  }
  const say = (text: string | undefined) => {
    state.textContent = text ?? ''
  }
  const insert = async () => {
    if (!chosen) return
    const body = new FormData()
    body.set('file', chosen)
    close()
    say(state.dataset.sending)
    const answer = await send('/files', body)
    if (!answer?.ok) return say(await faultOf(answer, state.dataset))
    const { url }: { url: string } = await answer.json()
    const picture = `![${words.value.replace(/[[\]\\]/g, '')}](${url})`
    area.setSelectionRange(area.selectionEnd, area.selectionEnd)
    replace(area, picture, [picture.length, picture.length])
    say('')
  }

  choose.addEventListener('click', () => files.click())
  files.addEventListener('change', () => take(files.files))
  area.addEventListener('paste', (event) => {
    if (take(event.clipboardData?.files)) event.preventDefault()
  })
  area.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  area.addEventListener('drop', (event) => {
    if (take(event.dataTransfer?.files)) event.preventDefault()
  })
  need('[data-insert]', HTMLButtonElement, form).addEventListener('click', insert)
  need('[data-cancel]', HTMLButtonElement, form).addEventListener('click', close)
  words.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter') return
    event.preventDefault() // it would send the form around it
    insert()
  })
}

/** The page's words for why the picture was refused or could not be sent. */
async function faultOf(answer: Response | undefined, texts: DOMStringMap): Promise<string | undefined> {
  const { code = '' }: { code?: string } = (await answer?.json().catch(() => undefined)) ?? {}
  const known: Readonly<Record<string, string | undefined>> = {
    picture_type_unsupported: texts.kind,
    picture_too_large: texts.large,
    body_too_large: texts.large,
    picture_unreadable: texts.damaged,
    rate_limited: document.body.dataset.many,
  }
  return known[code] ?? document.body.dataset.failed
}
